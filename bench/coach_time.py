"""Measures how long the coach takes for whole games, against a bare replay; without a database."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from time import process_time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
os.environ.setdefault("SECRET_KEY", "none")

import django

django.setup()

from bench.report import Goal  # noqa: E402
from games.analysis import review  # noqa: E402
from games.engine.contract import Refused, Seed  # noqa: E402
from games.game_type import GameType  # noqa: E402
from games.models import Game, Move, Seat  # noqa: E402
from games.positions.position import Position  # noqa: E402
from games.records import game_log  # noqa: E402
from games.registry import GAMES  # noqa: E402

LEAST, MOST_SECONDS = 100, 60.0  # decisions of a long game, and the time that its reviews may take
AT = datetime(2026, 1, 1, tzinfo=UTC)


def long_game(game: GameType, number: int) -> tuple[Position, list[Move]]:
    """Play a game between AI players of the usual level; return its end and its moves, unsaved."""
    rules, dice = game.rules, Random(number)
    seats = max(rules.seat_counts)
    ruleset = rules.ruleset("current", seats=seats)
    secret, client = dice.randbytes(32), [dice.randbytes(16) for _ in range(seats)]
    state, _ = rules.start(ruleset, Seed(secret, b"".join(client)))
    moves: list[Move] = []
    while waiting_seats := rules.asked(state):
        observation = rules.observe(state, waiting_seats[0])
        action = game.player(game.usual_level)(observation, dice)
        places = {
            "ply": len(moves) + 1,
            "seat": waiting_seats[0],
            "match": observation.match,
            "round": observation.round,
        }
        moves.append(Move(action=rules.write_action(action), by=Move.By.AI, at=AT, **places))
        moved = rules.act(state, waiting_seats[0], action)
        assert not isinstance(moved, Refused), moved
        state, _ = moved
    row = Game(slug=game.slug, ruleset=rules.ruleset_to_json(ruleset), secret=secret)
    seated = {index: Seat(index=index, client_bytes=share) for index, share in enumerate(client)}
    return Position(row, seated, AT, rules, ruleset, state), moves


def seconds_of_reviews(position: Position, moves: Sequence[Move]) -> tuple[float, float]:
    """Return the processor seconds for all reviews of a game, and for its bare replay."""
    began = process_time()
    for match in range(1, moves[-1].match + 1):
        review.weigh_match(position, [move for move in moves if move.match <= match], match)
    thought = process_time()
    for _ in game_log.replay_moves(position, moves):
        pass
    return thought - began, process_time() - thought


def time_of_reviews() -> tuple[list[str], list[Goal]]:
    """Return the table of a long game of each type, and its goals."""
    lines = [
        "| a long game | matches | decisions | CPU s | ms a decision | times its replay |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    goals = []
    for game in (GAMES["density-deck"], GAMES["rps-extreme"]):
        position, moves = max((long_game(game, number) for number in range(20)), key=_length)
        whole, bare = seconds_of_reviews(position, moves)
        lines.append(
            f"| {game.short} | {moves[-1].match} | {len(moves)} | {whole:.1f} "
            f"| {1000 * whole / len(moves):.0f} | {whole / bare:,.0f} |"
        )
        goal = Goal(
            f"{game.short}: CPU s for {LEAST} decisions", whole / len(moves) * LEAST, MOST_SECONDS
        )
        goals.append(goal)
    return lines, goals


def _length(game: tuple[Position, list[Move]]) -> int:
    return len(game[1])
