"""Where results came from, cards or decisions: counted once by a worker, and read by two pages.

It stands beside the rating: nothing here is read where ranks change.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from celery import current_app
from django.db.models import F, FilteredRelation, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError
from redis import RedisError

from games.engine.contract import Attribution as Parts
from games.engine.contract import Decided, Json
from games.game_type import Attributor, Words
from games.models import Attribution, Game, Move, Result
from games.records import game_log, standings
from games.registry import GAMES
from games.table import position as positions
from games.table.position import Position
from games.table.redis import redis

# raised whenever the count changes: older rows are made again
VERSION = 1
TASK = "games.attribute_results"
# so long no worker is asked for the same game again
ASKED_SECONDS = 600
# a task that has taken so much of the processor leaves the other games to the next one: AI turns
# stand in the same queue
SECONDS = 0.05
# games that a worker is asked for at once, each takes it some hundredths of a second
AT_ONCE = 25
# of a profile: its newest games, and how many it takes to say anything of them
NEWEST, LEAST = 100, 5
Z = NormalDist().inv_cdf(0.975)
DECISIONS = {"others": _("Decisions of others"), "own": _("Own decisions")}


# ------------------------------------------------------------------------------- the count
def ask(game_ids: Sequence[str]) -> None:
    """Let a worker count these games, unless one was asked lately; without a broker none does."""
    with suppress(RedisError, OperationalError):
        asked = [each for each in game_ids[:AT_ONCE] if _claim(each)]
        if asked:
            current_app.send_task(TASK, args=(asked,), expires=ASKED_SECONDS, retry=False)


def _claim(game_id: str) -> bool:
    key = f"density:attribution:{VERSION}:{game_id}"
    return bool(redis().set(key, 1, ex=ASKED_SECONDS, nx=True))


def ask_for_finished(game_id: str) -> None:
    """Ask for a game that has just ended, if it may be one that counts."""
    slugs = [slug for slug, game in GAMES.items() if game.attributor is not None]
    if Game.objects.filter(pk=game_id, slug__in=slugs, fork=None, left_at=None).exists():
        ask([game_id])


def make_some(game_ids: Sequence[str]) -> list[str]:
    """Count games for a while, one at least, and return those for which there was no time."""
    until, rest = time.thread_time() + SECONDS, list(game_ids)
    while rest:
        make(rest.pop(0))
        if time.thread_time() >= until:
            break
    return rest


def make(game_id: str) -> None:
    """Count a finished game and keep it, again if that is done; nothing of one that counts not.

    Only whole games count, of one player or guest at least: no continued, void or stopped ones.
    """
    with suppress(Game.DoesNotExist):
        position = positions.read(game_id)
        attributor = position.game_type.attributor
        moves = game_log.whole(position.game, game_log.moves_of(game_id))
        if attributor is not None and _counts(position, moves):
            _keep(position, attributor.parts_of(*_played(position, moves)))


def _counts(position: Position, moves: Sequence[Move]) -> bool:
    game = position.game
    owned = any(seat.user_id is not None for seat in position.people)
    whole = game.status == Game.Status.FINISHED and game.fork is None and bool(moves)
    return owned and whole and moves[-1].by != Move.By.ALL and not standings.is_void(position)


def _played(position: Position, moves: Sequence[Move]) -> tuple[Any, list[Decided]]:
    """Return the first state of a game and all its moves."""
    first, *steps = game_log.replay(position, moves)
    decided = []
    for step in steps:
        if step.move is None or step.move.seat is None:
            continue
        own = game_log.is_by_owner(position, step.move)
        decided.append(Decided(step.move.seat, own, step.state, step.events))
    return first.state, decided


def _keep(position: Position, found: Iterable[Parts]) -> None:
    Attribution.objects.bulk_create(
        [
            Attribution(game=position.game, seat=seat, version=VERSION, **parts._asdict())
            for seat, parts in enumerate(found)
        ],
        update_conflicts=True,
        unique_fields=("game", "seat"),
        update_fields=("version", *Parts._fields),
    )


# --------------------------------------------------------------------------------- a game
def of_game(position: Position, you: int | None) -> Json | None:
    """Return the context of templates/games/_luck.html for a finished game, or None.

    None where luck is not counted. {"counted": whether it is by now, "page": the address that
    explains it, "seats": best place first, [{"name", "you", "start", "parts": [{"words",
    "points"}], "result", "bars", "zero", "whole"}],
    "titles": the words of the parts}; points are percent of a game won. A worker is asked for
    what is missing.
    """
    attributor, game = position.game_type.attributor, position.game
    if attributor is None or game.fork is not None:
        return None
    rows = list(Attribution.objects.filter(game=game, version=VERSION))
    if not rows:
        ask([game.pk])
        return {"counted": False, "page": _page(game.slug)}
    rows.sort(key=lambda row: (position.seats[row.seat].place or 0, row.seat))
    low, high = _span(rows, attributor)
    words = _words(attributor)
    return {
        "counted": True,
        "page": _page(game.slug),
        "titles": list(words.values()),
        "seats": [
            {
                "name": position.seats[row.seat].name,
                "you": row.seat == you,
                "start": 100 * row.start,
                "parts": [
                    {"words": each, "points": 100 * getattr(row, name)}
                    for name, each in words.items()
                ],
                "result": 100 * _sums(row, attributor)[-1],
                "bars": _bars(row, attributor, low, high),
                "zero": _across(0, low, high),
                "whole": _across(1, low, high),
            }
            for row in rows
        ],
    }


def _page(slug: str) -> str:
    """Return the address of the page that explains it."""
    return reverse(GAMES[slug].rules_page[0])


def _words(attributor: Attributor) -> dict[str, Words]:
    """Return what each part is called, in the order in which they are shown."""
    return {**attributor.chances, **DECISIONS}


def _sums(row: Attribution, attributor: Attributor) -> list[float]:
    """Return what there is after each part, the start first and the result last."""
    sums = [row.start]
    for name in _words(attributor):
        sums.append(sums[-1] + getattr(row, name))
    return sums


def _span(rows: Iterable[Attribution], attributor: Attributor) -> tuple[float, float]:
    """Return from where to where the drawing of a game goes."""
    every = [each for row in rows for each in _sums(row, attributor)]
    return min(0.0, *every), max(1.0, *every)


def _across(number: float, low: float, high: float) -> str:
    return f"{100 * (number - low) / (high - low):.4g}%"


def _bars(row: Attribution, attributor: Attributor, low: float, high: float) -> list[Json]:
    """Return a bar for each part, from what there was before it to what there is after it."""
    sums = _sums(row, attributor)
    return [
        {
            "x": _across(min(before, after), low, high),
            "width": f"{100 * abs(after - before) / (high - low):.4g}%",
            "y": 8 * number,
            "gain": after >= before,
        }
        for number, (before, after) in enumerate(pairwise(sums))
    ]


# ------------------------------------------------------------------------------- a player
def of_user(user_id: int, slug: str) -> Json | None:
    """Return the context of templates/games/_luck_over_time.html, or None where there is nothing.

    Of the newest ranked games of this user that are counted: {"games", "enough": LEAST, "page",
    "chance", "others", "own": {"total": in games won, "mean", "half": of the interval of 95 %, in
    percent of a game, "sure": whether the interval leaves out zero}, "parts": the same with "words"
    for each chance}. With fewer games than LEAST there are the first three alone. A
    worker is asked for some of what is missing.
    """
    attributor = GAMES[slug].attributor
    if attributor is None:
        return None
    rows = _newest(user_id, slug)
    ask([row["game_id"] for row in rows if row["start"] is None])
    rows = [row for row in rows if row["start"] is not None]
    shown: Json = {"games": len(rows), "enough": LEAST, "page": _page(slug)}
    if len(rows) < LEAST:
        return shown
    parts = {name: _mean([row[name] for row in rows]) for name in _words(attributor)}
    chance = [sum(row[name] for name in attributor.chances) for row in rows]
    return {
        **shown,
        "chance": _mean(chance),
        "others": parts["others"],
        "own": parts["own"],
        "parts": [{"words": words, **parts[name]} for name, words in attributor.chances.items()],
    }


def _newest(user_id: int, slug: str) -> list[Json]:
    """Return the newest ranked games of a user and their parts, None where none are counted."""
    own = Q(game__attributions__seat=F("seat"), game__attributions__version=VERSION)
    results = Result.objects.filter(user=user_id, slug=slug, rated=True).annotate(
        counted=FilteredRelation("game__attributions", condition=own)
    )
    parts = {name: F(f"counted__{name}") for name in Parts._fields}
    newest = results.order_by("-finished_at", "-pk").values("game_id")
    return [dict(row) for row in newest.annotate(**parts)[:NEWEST]]


def _mean(numbers: Sequence[float]) -> Mapping[str, Any]:
    """Return the sum and the mean of so many games, with its interval of 95 %.

    Of few games it is wider, about as Student has it.
    """
    count = len(numbers)
    wide = Z + (Z**3 + Z) / (4 * (count - 1))
    mean, half = fmean(numbers), wide * stdev(numbers) / sqrt(count)
    return {
        "total": sum(numbers),
        "mean": 100 * mean,
        "half": 100 * half,
        "sure": abs(mean) > half,
    }
