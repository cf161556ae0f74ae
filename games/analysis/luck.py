"""Splits results into luck and decisions: calculated once by a worker, read by two pages.

It does not affect ratings: nothing here is read when ranks change.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from celery import current_app
from django.db.models import F, FilteredRelation, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from kombu.exceptions import OperationalError
from redis import RedisError

from density.platform.redis import redis_connection
from games.analysis import habits
from games.engine.contract import Decided, Json
from games.game_type import Attributor, Words
from games.models import Attribution, Game, Move, Result
from games.positions import position as positions
from games.positions.position import Position
from games.records import game_log, standings
from games.registry import GAMES

# raised with every change of the calculation: older rows are calculated again
VERSION = 1
TASK = "games.attribute_results"
# how long the same game is not requested again
ASKED_SECONDS = 600
# the most games in one request; each takes a worker some hundredths of a second
AT_ONCE = 25
# for a profile: how many of the newest games are read, and how many it needs to show anything
NEWEST, LEAST = 100, 5
# the games won from which a part is not about even, and from which it is very good or bad
EVEN, LARGE = 0.1, 0.6
Z = NormalDist().inv_cdf(0.975)


# ------------------------------------------------------------------------ the calculation
def request_luck(game_ids: Sequence[str]) -> None:
    """Have a worker calculate the luck of these games, unless that was requested lately.

    Without a broker nothing is requested.
    """
    with suppress(RedisError, OperationalError):
        for game_id in game_ids[:AT_ONCE]:
            key = f"density:attribution:{VERSION}:{game_id}"
            if redis_connection().set(key, 1, ex=ASKED_SECONDS, nx=True):
                # one message for each game: AI turns wait in the same queue
                args = ([game_id],)
                current_app.send_task(TASK, args=args, expires=ASKED_SECONDS, retry=False)


def request_finished_game(game_id: str) -> None:
    """Request a game that has just ended, if its luck may count."""
    slugs = [slug for slug, game in GAMES.items() if game.attributor is not None]
    games = Game.objects.filter(pk=game_id, slug__in=slugs, fork=None, left_at=None, for_bots=False)
    if games.exists():
        request_luck([game_id])


def calculate_luck(game_id: str) -> None:
    """Calculate the luck of a finished game and save it, replacing older rows.

    Only whole games of at least one player or guest count: no continued, void or stopped games.
    """
    with suppress(Game.DoesNotExist):
        position = positions.read_position(game_id)
        attributor = position.game_type.attributor
        moves = game_log.read_moves(position.game, game_log.moves_of(game_id))
        if attributor is not None and _is_countable(position, moves):
            parts = attributor.parts_of(*_replay_decisions(position, moves))
            Attribution.objects.bulk_create(
                [
                    Attribution(
                        game=position.game,
                        seat=seat,
                        version=VERSION,
                        start=split.start,
                        **{name: getattr(split, name) for name in attributor.chances},
                        own=split.decisions,
                        others=0.0,
                    )
                    for seat, split in enumerate(parts)
                ],
                update_conflicts=True,
                unique_fields=("game", "seat"),
                update_fields=("version", "start", *attributor.chances, "own", "others"),
            )


def _is_countable(position: Position, moves: Sequence[Move]) -> bool:
    game = position.game
    owned = any(seat.user_id is not None for seat in position.people)
    whole = game.status == Game.Status.FINISHED and game.fork is None and bool(moves)
    return owned and whole and moves[-1].by != Move.By.ALL and not standings.is_void(position)


def _replay_decisions(position: Position, moves: Sequence[Move]) -> tuple[Any, list[Decided]]:
    """Return the first state of a game and all its moves."""
    first, *steps = game_log.replay_moves(position, moves)
    return first.state, [
        Decided(step.move.seat, step.state, step.events)
        for step in steps
        if step.move is not None and step.move.seat is not None
    ]


# --------------------------------------------------------------------------------- a game
def read_game_luck(position: Position, moves: Sequence[Move], you: int | None) -> Json | None:
    """Return the context of templates/games/_luck.html for a finished game, best place first.

    None for games without it. Numbers are in games won. `moves` are all moves of the game.
    If the luck is not "counted" yet but can be, it is requested from a worker ("coming"). The
    viewer's "habit" is None until the coach has reviewed the game, "" without one.
    """
    attributor, game = position.game_type.attributor, position.game
    if attributor is None or game.fork is not None:
        return None
    page = reverse(GAMES[game.slug].rules_page[0])
    rows = list(Attribution.objects.filter(game=game, version=VERSION))
    if not rows:
        countable = _is_countable(position, moves)
        if countable:
            request_luck([game.pk])
        return {"counted": False, "coming": countable, "page": page}
    rows.sort(key=lambda row: (position.seats[row.seat].place or 0, row.seat))
    words = _part_titles(attributor)
    # the sums after each part: the start first and the result last
    sums = {
        row.seat: list(accumulate((getattr(row, name) for name in words), initial=row.start))
        for row in rows
    }
    values = [value for of_seat in sums.values() for value in of_seat]
    low, high = min(0.0, *values), max(1.0, *values)
    return {
        "counted": True,
        "page": page,
        "titles": list(words.values()),
        "habit": "" if you is None else habits.describe_costliest(position.game_type, game.pk, you),
        "you": you,
        "seats": [
            {
                "name": position.seats[row.seat].name,
                "you": row.seat == you,
                "start": row.start,
                "parts": [
                    {
                        "title": title,
                        "wins": (wins := getattr(row, name)),
                        "words": _describe_part(wins),
                    }
                    for name, title in words.items()
                ],
                "result": sums[row.seat][-1],
                "bars": _draw_bars(sums[row.seat], low, high),
                "zero": _format_percent(-low, high - low),
                "whole": _format_percent(1 - low, high - low),
            }
            for row in rows
        ],
    }


def _part_titles(attributor: Attributor) -> dict[str, Words]:
    """Return the titles of the parts by name, in the order in which they are shown."""
    return {**attributor.chances, "decisions": _("Decisions")}


def _describe_part(wins: float) -> Words:
    """Return how good a part was for a player, in words."""
    if abs(wins) < EVEN:
        return _("about even")
    if abs(wins) < LARGE:
        return pgettext("luck", "good") if wins > 0 else pgettext("luck", "bad")
    return pgettext("luck", "very good") if wins > 0 else pgettext("luck", "very bad")


def _format_percent(number: float, whole: float) -> str:
    return f"{100 * number / whole:.4g}%"


def _draw_bars(sums: Sequence[float], low: float, high: float) -> list[Json]:
    """Return a bar for each part, from the sum before it to the sum after it."""
    return [
        {
            "x": _format_percent(min(before, after) - low, high - low),
            "width": _format_percent(abs(after - before), high - low),
            "y": 8 * number,
            "gain": after >= before,
        }
        for number, (before, after) in enumerate(pairwise(sums))
    ]


# ------------------------------------------------------------------------------- a player
def read_player_luck(user_id: int, slug: str) -> Json | None:
    """Return the context of templates/games/_luck_over_time.html; None for a game without luck.

    It is about the user's newest ranked games whose luck is calculated; with fewer than LEAST it
    has only their number. Some of the missing games are requested from a worker.
    """
    attributor = GAMES[slug].attributor
    if attributor is None:
        return None
    rows = _newest_ranked_games(user_id, slug, attributor)
    request_luck([row["game_id"] for row in rows if row["start"] is None])
    rows = [row for row in rows if row["start"] is not None]
    context: Json = {"games": len(rows), "enough": LEAST}
    context["page"] = reverse(GAMES[slug].rules_page[0])
    if len(rows) < LEAST:
        return context
    parts = {
        name: _summarize_numbers([row[name] for row in rows]) for name in _part_titles(attributor)
    }
    chance = [sum(row[name] for name in attributor.chances) for row in rows]
    return {
        **context,
        "chance": _summarize_numbers(chance),
        "decisions": parts["decisions"],
        "parts": [{"words": words, **parts[name]} for name, words in attributor.chances.items()],
    }


def _newest_ranked_games(user_id: int, slug: str, attributor: Attributor) -> list[Json]:
    """Return the newest ranked games of a user with their parts, None if not calculated."""
    of_user_seat = Q(game__attributions__seat=F("seat"), game__attributions__version=VERSION)
    results = Result.objects.filter(user=user_id, slug=slug, rated=True).annotate(
        counted=FilteredRelation("game__attributions", condition=of_user_seat)
    )
    parts = {name: F(f"counted__{name}") for name in ("start", *attributor.chances)}
    decisions = F("counted__others") + F("counted__own")
    newest = results.order_by("-finished_at", "-pk").values("game_id")
    return [dict(row) for row in newest.annotate(**parts, decisions=decisions)[:NEWEST]]


def _summarize_numbers(numbers: Sequence[float]) -> Mapping[str, Any]:
    """Return the sum in games won, and the mean with its 95 % interval in percent of a game.

    The interval is wider for few games, close to Student's t. "sure": it does not include 0.
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
