"""Measures how long games take: medians of simulated games, by game, level and option.

Run `python -m bench.lengths`; `--write` puts them into each game's lengths.py, which all
pages use; `--games 400` plays 400 games for each figure. A simulated person plays like the weakest
AI and thinks as in bench.newcomer_visits: 4 s before the first answer of a turn, 3 s before later
ones. AI players take as long as in a game with one person. A game against AI players ends when the
person is out. Pauses are those of the site.
"""

import argparse
import os
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median

import django

from bench.visit_figures import THINKS
from games.engine.contract import Refused, Seed
from games.game_type import GameType
from games.positions.clocks import looking_seconds
from games.registry import GAMES

# seconds: until the first cards lie there, and between an answer and the next question
DEAL, WAY = 2.0, 0.15
GAMES_FOLDER = Path(__file__).resolve().parent.parent / "games"
BEGIN = "MINUTES: Minutes = {\n"


class Table:
    """A game between players of these levels, by seat, some of them people; clock in seconds."""

    def __init__(
        self, game: GameType, rules: Mapping[str, int], levels: list[str], people: set[int]
    ) -> None:
        self.game, self.levels, self.people = game, levels, people
        self.ruleset = game.rules.ruleset(game.rules.editions[0], seats=len(levels), **rules)
        self.clock = DEAL
        self.ready: dict[int, float] = {}
        self.turns: dict[int, tuple[int, ...]] = {}

    def play(self, seed: str) -> float:
        """Play until the game ends or all people are out; return the minutes."""
        rules, dice = self.game.rules, Random(seed)
        chance = Seed(sha256(seed.encode()).digest(), dice.randbytes(16 * len(self.levels)))
        state, _ = rules.start(self.ruleset, chance)
        while (waiting_seats := rules.asked(state)) and self.is_read(state):
            for seat in waiting_seats:
                if seat not in self.ready:
                    self.ready[seat] = self.clock + self.delay(state, seat)
            seat = min(waiting_seats, key=self.ready.__getitem__)
            self.clock = max(self.clock, self.ready.pop(seat))
            self.turns[seat] = rules.turn(state, seat)
            action = self.game.bots[self.levels[seat]](rules.observe(state, seat), dice)
            moved = rules.act(state, seat, action)
            if isinstance(moved, Refused):
                raise ValueError(f"{self.levels[seat]} chose {action}, refused as {moved.code}")
            state, events = moved
            public = [rules.event_for(event, None) for event in events]
            self.clock += looking_seconds(self.game.pace, public)
            still_asked = set(rules.asked(state))
            self.ready = {seat: at for seat, at in self.ready.items() if seat in still_asked}
        return self.clock / 60

    def is_read(self, state: object) -> bool:
        """Return whether a person is still in the game."""
        return not self.people.isdisjoint(self.game.rules.playing(state))

    def delay(self, state: object, seat: int) -> float:
        """Return the seconds that a seat takes to answer its current question."""
        if seat in self.people:
            same_turn = self.turns.get(seat) == self.game.rules.turn(state, seat)
            return WAY + THINKS["discard" if same_turn else "draw"]
        pace = self.game.pace
        public = self.game.rules.state_for(state, None)
        slow = pace.think[0] + pace.choice * pace.choices(public, seat)
        return WAY + pace.alone * min(pace.think[1], slow)


def median_minutes(
    game: GameType, rules: Mapping[str, int], levels: list[str], people: set[int], games: int
) -> int:
    """Return the median length of simulated games, in whole minutes and at least one."""
    minutes = [
        Table(game, rules, levels, people).play(f"length {levels} {rules} {number}")
        for number in range(games)
    ]
    return max(1, round(median(minutes)))


def measure_lengths(game: GameType, games: int) -> dict[str, dict[str, int]]:
    """Return the minutes of a game against each level, and among people, by length."""
    reader, seats = game.levels[0], max(game.rules.seat_counts)
    lengths: dict[str, Mapping[str, int]] = {"usual": {}} | (
        {} if game.quick is None else {"quick": game.quick.rules}
    )
    against = {
        level: {
            length: median_minutes(game, rules, [reader, *[level] * (seats - 1)], {0}, games)
            for length, rules in lengths.items()
        }
        for level in game.levels
    }
    all_people = [game.usual_level] * seats
    return against | {
        "people": {"usual": median_minutes(game, {}, all_people, set(range(seats)), games)}
    }


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put them into games/lengths.py")
    parser.add_argument("--games", type=int, default=400)
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
    django.setup()
    for game in GAMES.values():
        lines = [BEGIN]
        for level, minutes in measure_lengths(game, arguments.games).items():
            entries = ", ".join(f'"{length}": {count}' for length, count in minutes.items())
            lines.append(f'    "{level}": {{{entries}}},\n')
        table = "".join([*lines, "}\n"])
        print(game.slug, table)
        if arguments.write:
            path = GAMES_FOLDER / game.folder / "lengths.py"
            path.write_text(path.read_text().partition(BEGIN)[0] + table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
