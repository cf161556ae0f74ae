"""The scales that ranks are told by now: the luck of a game, its ladder, how AI players count."""

from accounts.models import Ladder, Luck, Mode
from accounts.rating import CENTER, POINTS, PRIOR_MU, START_LUCK, Skill
from accounts.tiers import Lines, lines

# What the AI players of the house are worth in public points, by game: medium plays as a newcomer
# is believed to play, the distances are measured (bench/README.md; of RPS Extreme the levels win
# two games of three, and three of five, against the next weaker one).
HOUSE = {
    "density-deck": {"easy": 1140, "medium": 1500, "hard": 1600, "master": 1700},
    "rps-extreme": {"easy": 1390, "medium": 1500, "hard": 1570},
}
HOUSE_SIGMA = 1.0


def luck_of(slug: str, mode: str = Mode.RANKED) -> float:
    """How much chance a game holds, as it was fitted last."""
    newest = Luck.objects.filter(slug=slug, mode=mode).order_by("-version")
    luck = newest.values_list("luck", flat=True).first()
    return START_LUCK if luck is None else luck


def ladder_of(slug: str, mode: str = Mode.RANKED) -> Lines:
    """The lines between the rungs, as they were drawn last; the fixed ones before that."""
    newest = Ladder.objects.filter(slug=slug, mode=mode).order_by("-version")
    drawn = newest.values_list("lines", flat=True).first()
    return lines(()) if drawn is None else tuple(drawn)


def house_skill(slug: str, level: str, luck: float) -> Skill:
    """What an AI player of that game and level counts as; no game changes it."""
    return Skill(PRIOR_MU + (HOUSE[slug][level] - CENTER) / POINTS * luck, HOUSE_SIGMA)
