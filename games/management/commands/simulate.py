"""Plays whole games between AI players and writes their records, without database or network."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from hashlib import sha256
from json import dumps
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games import registry
from games.engine import deal
from games.engine.contract import Action, Json, Refused, Ruleset, Seed, State
from games.engine.record import Origin, Played, Seated, build_record
from games.game_type import RANDOM
from games.registry import GAMES


class Command(BaseCommand):
    """Plays games from a seed: equal arguments give equal bytes on every machine."""

    help = "Play whole games between AI players and write their records, one JSON object a line."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the game, the number of games and the players."""
        parser.add_argument("--game", default=registry.default_game(), choices=sorted(GAMES))
        parser.add_argument("--games", type=int, default=1, metavar="N", help="number of games")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="any whole number")
        parser.add_argument(
            "--level",
            default="medium",
            help="one for every seat, or one for each: easy,easy,medium seats three",
        )
        parser.add_argument("--edition", default="current", help="the rules, by name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the games and write their records; exit with one sentence on wrong arguments."""
        slug, games, seed = options["game"], options["games"], options["seed"]
        try:
            players = read_players(slug, options["level"])
            ruleset = read_ruleset(slug, options["edition"], len(players))
            if games < 1:
                raise ValueError(f"--games is {games}, it must be at least 1.")
            for number in range(1, games + 1):
                record = play_game(slug, ruleset, players, seed, number)
                self.stdout.write(dumps(record, separators=(",", ":")))
            self.stdout.flush()
        except ValueError as trouble:
            raise SystemExit(str(trouble)) from trouble
        except BrokenPipeError:
            # the reader has closed the pipe, so the final flush would fail
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except KeyboardInterrupt:
            raise SystemExit(130) from None


def read_players(slug: str, text: str) -> list[str]:
    """Return the level of each seat from the argument. Raises ValueError with a sentence."""
    players = text.split(",")
    counts = GAMES[slug].rules.seat_counts
    levels = (RANDOM, *GAMES[slug].levels)
    for level in players:
        if level not in levels:
            raise ValueError(f"There is no level {level!r}; there are {', '.join(levels)}.")
    if len(players) == 1:
        players *= max(counts)
    if len(players) not in counts:
        raise ValueError(
            f"{len(players)} levels were given; a game seats {', '.join(map(str, counts))}."
        )
    return players


def read_ruleset(slug: str, edition: str, seats: int) -> Ruleset:
    """Return the ruleset of an edition for a number of seats. Raises ValueError with a sentence."""
    rules = GAMES[slug].rules
    if edition not in rules.editions:
        raise ValueError(f"There is no edition {edition!r}; there are {', '.join(rules.editions)}.")
    return rules.ruleset(edition, seats=seats)


def play_game(slug: str, ruleset: Ruleset, players: Sequence[str], seed: int, number: int) -> Json:
    """Return the record of one simulated game, which depends only on the arguments."""
    moves = [
        Played(seat, action)
        for _, seat, action in play_decisions(slug, ruleset, players, seed, number)
    ]
    return build_record(
        origin_of(slug, ruleset, seed, number),
        moves,
        seated=[Seated("ai", level.capitalize(), level) for level in players],
    )


def origin_of(slug: str, ruleset: Ruleset, seed: int, number: int) -> Origin:
    """Return the origin of a simulated game."""
    name = f"simulated-{seed}-{number}"
    secret = sha256(f"{name} secret".encode()).digest()
    client = b"".join(deal.derive_client_bytes(name, secret, seat) for seat in range(ruleset.seats))
    return Origin(slug, name, ruleset, Seed(secret, client), [False] * ruleset.seats)


def play_decisions(
    slug: str, ruleset: Ruleset, players: Sequence[str], seed: int, number: int
) -> Iterator[tuple[State, int, Action]]:
    """Yield every decision of one simulated game: the state before it, the seat and its action."""
    rules, origin = GAMES[slug].rules, origin_of(slug, ruleset, seed, number)
    dice = [Random(f"{origin.game_id} dice {seat}") for seat in range(len(players))]
    state, _ = rules.start(ruleset, origin.seed)
    while asked_seats := rules.asked(state):
        seat = asked_seats[0]
        action = GAMES[slug].bots[players[seat]](rules.observe(state, seat), dice[seat])
        yield state, seat, action
        moved = rules.act(state, seat, action)
        if isinstance(moved, Refused):
            raise RuntimeError(f"{players[seat]} chose {action} and was refused: {moved.code}")
        state, _ = moved
