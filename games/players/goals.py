"""The goals of a user in one game, computed from the results: AI levels, titles, first times."""

from collections.abc import Iterable
from typing import Any, TypedDict

from django.db.models import Count, Exists, Max, Min, OuterRef, Subquery
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.ratings import ranks, tiers
from accounts.templatetags.tiers import tier_name
from games import labels
from games.engine.contract import Json
from games.game_type import Moment, Words
from games.models import PlayerStats, Result, Seat
from games.registry import GAMES
from games.stats import COUNTED, add_sums

# games to win against each level of AI players
WINS = 3
# a title with at most so many missing wins is within reach
REACH = 5
# the most goals that the home page names, and the most first times among them
MOST, MOST_MOMENTS = 3, 2


class Goal(TypedDict):
    """A task in words, and how much of it is done."""

    words: Words
    done: int
    of: int


class Goals(TypedDict):
    """The AI levels and the first times of a game in order, and the titles within reach."""

    levels: list[Goal]
    moments: list[Goal]
    titles: list[Goal]


class AfterGame(TypedDict):
    """The first times that happened in a game, and the next goal after it."""

    reached: list[Words]
    next: Goal | None


def read_goals(user: User, slug: str) -> Goals:
    """Return all goals of a user in one game, in three queries (two for a guest)."""
    stats = _sum_rows(PlayerStats.objects.filter(user=user, slug=slug))
    return {
        "levels": _level_goals(user.pk, slug),
        "moments": [_moment_goal(moment, stats) for moment in GAMES[slug].moments],
        "titles": [] if user.is_guest else _next_titles(user.pk, slug),
    }


def choose_next(goals: Goals) -> list[Goal]:
    """Return the goals to name first: the next AI level, a title within reach, and first times."""
    level = next((goal for goal in goals["levels"] if goal["done"] < goal["of"]), None)
    moments = [goal for goal in goals["moments"] if goal["done"] < goal["of"]][:MOST_MOMENTS]
    return [*([] if level is None else [level]), *goals["titles"], *moments][:MOST]


def read_after_game(user: User, slug: str, game_id: str) -> AfterGame:
    """Return what a finished game brought its player, in two queries more than read_goals()."""
    game = _sum_rows(Result.objects.filter(game=game_id, user=user))
    after = _sum_rows(PlayerStats.objects.filter(user=user, slug=slug))
    before = add_sums(after, _negate_sums(game))
    reached = [
        moment.done
        for moment in GAMES[slug].moments
        if moment.count(before) < moment.of <= moment.count(after)
    ]
    return {"reached": reached, "next": next(iter(choose_next(read_goals(user, slug))), None)}


# ------------------------------------------------------------------------------ AI levels
def _level_goals(user_id: int, slug: str) -> list[Goal]:
    """Return a goal for each AI level, weakest first; a win over a stronger level counts too."""
    beaten = count_beaten(user_id, slug)
    counts = [beaten.get(level, 0) for level in GAMES[slug].levels]
    return [
        {
            "words": _("Beat %(level)s three times") % {"level": labels.level_name(level)},
            "done": min(WINS, sum(counts[number:])),
            "of": WINS,
        }
        for number, level in enumerate(GAMES[slug].levels)
    ]


def count_beaten(user_id: int, slug: str) -> dict[str, int]:
    """Return how many games a user won alone against only AI players, by level, in one query.

    Only whole games that the user played without a stand-in count. At a table with several levels,
    the weakest one counts.
    """
    wins = _wins_against_ai(user_id, slug).order_by().values("low", "high")
    beaten: dict[str, int] = {}
    for low, high, count in wins.annotate(games=Count("pk")).values_list("low", "high", "games"):
        level = min((low, high), key=lambda name: GAMES[slug].points.get(name, 0))
        named = _reached_level(slug, level)
        beaten[named] = beaten.get(named, 0) + count
    return beaten


def _wins_against_ai(user_id: int, slug: str) -> Any:
    """Return the results of count_beaten(), with `low` and `high`: two levels at the table."""
    others = Seat.objects.filter(game=OuterRef("game")).exclude(index=OuterRef("seat"))
    levels = others.order_by().values("game")
    results = Result.objects.filter(
        ~Exists(others.exclude(kind=Seat.Kind.AI)),
        ~Exists(others.filter(place=1)),
        user=user_id,
        slug=slug,
        place=1,
        helped=0,
        game__fork__isnull=True,
    )
    return results.annotate(
        low=Subquery(levels.annotate(low=Min("level")).values("low")),
        high=Subquery(levels.annotate(high=Max("level")).values("high")),
    )


def _reached_level(slug: str, level: str) -> str:
    """Return the level or, for a player of the dial, the strongest named one that is no stronger.

    "" for a player that is weaker than all of them.
    """
    points = GAMES[slug].points
    named = [name for name in GAMES[slug].levels if points[name] <= points.get(level, 0)]
    return named[-1] if named else ""


# ------------------------------------------------------------------- titles, first times
def _next_titles(user_id: int, slug: str) -> list[Goal]:
    """Return the next title by ranked wins, or nothing if it is out of reach."""
    rank = ranks.rank_of(user_id, slug)
    title = tiers.next_title(rank.wins) if rank.games else None
    if title is None or title.missing > REACH:
        return []
    wins = rank.wins + title.missing
    words = _("Become %(title)s: win %(count)s ranked games in all")
    name = {"count": wins, "title": tier_name(title.name).replace(" ", "\u00a0")}
    return [{"words": words % name, "done": rank.wins, "of": wins}]


def _moment_goal(moment: Moment, stats: Json) -> Goal:
    return {"words": moment.todo, "done": min(moment.of, moment.count(stats)), "of": moment.of}


def _sum_rows(rows: Iterable[PlayerStats | Result]) -> Json:
    """Return the sums of the columns of statistics, with `places` as {place, as text: times}."""
    stats: Json = {}
    for row in rows:
        places = {str(row.place): 1} if isinstance(row, Result) else row.places
        columns = {name: getattr(row, name) for name in COUNTED}
        stats = add_sums(stats, {**columns, "places": places})
    return stats


def _negate_sums(stats: Json) -> Json:
    """Return these statistics with every number negated, nested ones included."""
    return {
        name: _negate_sums(value) if isinstance(value, dict) else -value
        for name, value in stats.items()
    }
