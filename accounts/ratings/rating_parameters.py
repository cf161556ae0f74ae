"""The current rating parameters of a game: noise, scale of the points, ladder, skill of the AI."""

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Least

from accounts.models import Ladder, PerformanceNoise, Rank
from accounts.ratings.rated_games import RATED_GAMES
from accounts.ratings.rating import START_NOISE, Skill, of_points
from accounts.ratings.tiers import Lines, ladder_lines

SCALE_VERSION = 0  # the row of PerformanceNoise that has the scale of the points
HOUSE_DOUBT = 14  # points: the uncertainty of AI players whose game does not give one


def noise_of(slug: str) -> float:
    """Return the last fitted performance noise of a game."""
    newest = PerformanceNoise.objects.filter(slug=slug).order_by("-version")
    noise = newest.values_list("noise", flat=True).first()
    return START_NOISE if noise is None else noise


def scale_of(slug: str) -> float:
    """Return the performance noise by which skills of a game are shown in points; it stays.

    The first fit saves it. Before that it is the start noise, or the last fitted one on sites that
    fitted the noise while points still followed it.
    """
    saved_first = PerformanceNoise.objects.filter(slug=slug).order_by(
        Least("version", SCALE_VERSION + 1), "-version"
    )
    scale = saved_first.values_list("noise", flat=True).first()
    return START_NOISE if scale is None else scale


def ladder_of(slug: str) -> Lines:
    """Return the current lines between the rungs; fixed ones if none have been drawn yet."""
    newest = Ladder.objects.filter(slug=slug).order_by("-version")
    lines = newest.values_list("lines", flat=True).first()
    return ladder_lines(()) if lines is None else tuple(lines)


def with_ladders(ranks: QuerySet[Rank]) -> list[tuple[Rank, Lines]]:
    """Return these ranks, each with the ladder of its game, in one query."""
    newest = Ladder.objects.filter(slug=OuterRef("slug"))
    drawn = Subquery(newest.order_by("-version").values("lines")[:1])
    return [(rank, tuple(rank.drawn or ladder_lines(()))) for rank in ranks.annotate(drawn=drawn)]


def house_skill(slug: str, level: str, scale: float) -> Skill:
    """Return the fixed skill of the AI players of a game and level."""
    game = RATED_GAMES[slug]
    return of_points(game.points[level], game.doubts.get(level, HOUSE_DOUBT), scale)
