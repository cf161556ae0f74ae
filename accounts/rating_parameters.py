"""The rating parameters in force: performance noise and ladder of a game, skill of AI players."""

from accounts.models import Ladder, Mode, PerformanceNoise
from accounts.rated_games import RATED_GAMES
from accounts.rating import CENTER, POINTS, PRIOR_MU, START_NOISE, Skill
from accounts.tiers import Lines, lines

HOUSE_SIGMA = 1.0


def noise_of(slug: str, mode: str = Mode.RANKED) -> float:
    """Return the performance noise of a game, as it was fitted last."""
    newest = PerformanceNoise.objects.filter(slug=slug, mode=mode).order_by("-version")
    noise = newest.values_list("noise", flat=True).first()
    return START_NOISE if noise is None else noise


def ladder_of(slug: str, mode: str = Mode.RANKED) -> Lines:
    """Return the lines between the rungs, as they were drawn last; the fixed ones before that."""
    newest = Ladder.objects.filter(slug=slug, mode=mode).order_by("-version")
    drawn = newest.values_list("lines", flat=True).first()
    return lines(()) if drawn is None else tuple(drawn)


def house_skill(slug: str, level: str, noise: float) -> Skill:
    """Return what an AI player of that game and level counts as; no game changes it."""
    return Skill(
        PRIOR_MU + (RATED_GAMES[slug].ai_ratings[level] - CENTER) / POINTS * noise, HOUSE_SIGMA
    )
