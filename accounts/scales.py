"""The scales that ranks are told by now: the luck of a game, its ladder, how AI players count."""

from accounts.models import Ladder, Luck, Mode
from accounts.rated_games import RATED_GAMES
from accounts.rating import CENTER, POINTS, PRIOR_MU, START_LUCK, Skill
from accounts.tiers import Lines, lines

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
    return Skill(
        PRIOR_MU + (RATED_GAMES[slug].ai_ratings[level] - CENTER) / POINTS * luck, HOUSE_SIGMA
    )
