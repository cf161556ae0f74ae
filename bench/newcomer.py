"""Measures first games: how often a newcomer wins, and how long the matches are.

`bench/starts.py` measures the first rank that such games give.

Run `python -m bench.newcomer`; `--write` puts the table into bench/README.md. It exits 1 when a
goal is not met.

The newcomer is a model of a player who has read the rules and sees what the table shows: the own
score, the gain from taking a discard, and the score after each own discard. The model was fixed
before any result was known. It makes the mistakes of beginners:

- It only knows its own score. It ignores other hands, does not count cards, and does not care how
  its discards help others.
- It takes any discard that raises its score, and otherwise draws from the pile; it keeps the cards
  that score most. Three of ten draws and three of ten discards are random.
- It cannot judge a fight: each turn it calls one at a random score from 25 to 60, so sometimes too
  early and sometimes too late.
- It rarely surrenders: with half of the hands that stay below 0 after the best discard, and never
  its last lives.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean, median, quantiles
from typing import NamedTuple

from bench import contest, yardsticks
from bench.report import Goal, goal_table, write_section
from games.density_deck.bots.options import (
    best_after_taking,
    draw_options,
    own_scores,
    takeable_seats,
)
from games.density_deck.game_type import GAME
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, PRICES, SURRENDER, TAKE, GameOver, MatchOver
from games.engine.contract import Dice

SLIPS = 0.3
FIGHTS_FROM, FIGHTS_TO = 25, 60
LEAVES_BELOW, LEAVES = 0, 0.5

NEWCOMER = "newcomer"
OTHERS = {
    **contest.ai_players(GAME),
    "old easy": yardsticks.choose_with_slips,
    "old medium": yardsticks.choose_hastily,
}
# the other players at the table, and the number of games
TABLES: dict[str, tuple[Sequence[str], int]] = {
    "**three easy, one of them patient: the first table**": (
        ("easy", "easy", "patient easy"),
        2_000,
    ),
    "three easy, none patient": (("easy",) * 3, 2_000),
    "three old easy": (("old easy",) * 3, 2_000),
    "three steady, one of them patient": (("steady", "steady", "patient steady"), 1_000),
    "three medium, one of them patient": (("medium", "medium", "patient medium"), 1_000),
    "three medium, none patient": (("medium",) * 3, 1_000),
    "three old medium": (("old medium",) * 3, 1_000),
}
FIRST, *_ = TABLES
WINS_LEAST, WINS_MOST = 0.25, 0.45
EARLY, EARLY_MOST = 2, 0.55
PROCESSES = 2
HEADS = (
    "with",
    "games",
    "newcomer wins",
    "matches over by round 2",
    "by a showdown",
    "turns a match",
    "matches a game",
    "winning score, median",
    "its 90th percentile",
)


# ------------------------------------------------------------------------- the newcomer
def choose_action(observation: Observation, dice: Dice) -> int:
    """Return the action of the newcomer."""
    slips = dice.random() < SLIPS
    scores = own_scores(observation)
    if observation.drawing:
        mark = FIGHTS_FROM + dice.randrange(FIGHTS_TO - FIGHTS_FROM + 1)
        if FIGHT in observation.legal and scores[0] >= mark:
            return FIGHT
        return _draw(observation, dice, scores[0], slips)
    dear = PRICES[observation.round] >= observation.lives[observation.turn]
    if max(scores) < LEAVES_BELOW and not dear and dice.random() < LEAVES:
        return SURRENDER
    if slips:
        return observation.hand[dice.randrange(len(observation.hand))]
    return observation.hand[scores.index(max(scores))]


def _draw(observation: Observation, dice: Dice, now: int, slips: bool) -> int:
    options = draw_options(observation)
    if slips:
        return options[dice.randrange(len(options))]
    after = {
        TAKE + seat: best_after_taking(observation, seat) for seat in takeable_seats(observation)
    }
    best = max(after, key=after.__getitem__, default=DRAW)
    return best if best in after and (DRAW not in options or after[best] > now) else options[0]


# -------------------------------------------------------------------------- the measure
PLAYERS = {**OTHERS, NEWCOMER: choose_action}


class Played(NamedTuple):
    """The counts from one game."""

    won: float  # by the newcomer; a fraction if the first place is shared
    turns: int  # of the newcomer
    rounds: tuple[int, ...]  # the last round of each match
    showdowns: int
    scores: tuple[int, ...]  # winning scores of fights and showdowns


def play_game(numbered: tuple[Sequence[str], int]) -> Played:
    """Play one game of the newcomer, who takes the seats in turn, and return its counts."""
    others, number = numbered
    newcomer_seat = number % (len(others) + 1)
    names = (*others[:newcomer_seat], NEWCOMER, *others[newcomer_seat:])
    turns, won, overs = 0, 0.0, []
    for state, events in contest.game_moments(GAME, PLAYERS, names, f"newcomer {others} {number}"):
        turns += state.waiting[:1] == (newcomer_seat,) and len(state.hands[newcomer_seat]) == 3
        for event in events:
            if isinstance(event, MatchOver):
                overs.append(event)
            elif isinstance(event, GameOver) and event.places[newcomer_seat] == 1:
                won = 1 / event.places.count(1)
    fights = [over for over in overs if over.ended_by != "surrenders"]
    winning = [max(score for score in over.scores if score is not None) for over in fights]
    return Played(
        won,
        turns,
        tuple([over.round for over in overs]),
        sum([over.ended_by == "showdown" for over in overs]),
        tuple(winning),
    )


class Table(NamedTuple):
    """The figures of a table."""

    name: str
    games: list[Played]

    @property
    def wins(self) -> float:
        """The share of games that the newcomer won."""
        return fmean([game.won for game in self.games])

    @property
    def rounds(self) -> list[int]:
        """The rounds in which the matches ended."""
        return [number for game in self.games for number in game.rounds]

    @property
    def early(self) -> float:
        """The share of matches that were over by round 2."""
        return fmean([number <= EARLY for number in self.rounds])

    def __str__(self) -> str:
        """Return a row of the Markdown table."""
        low, high = contest.wilson_interval(self.wins * len(self.games), len(self.games))
        scores = [score for game in self.games for score in game.scores]
        matches = len(self.rounds)
        return (
            f"| {self.name} | {len(self.games):,} "
            f"| {100 * self.wins:.1f} % ({100 * low:.1f} to {100 * high:.1f}) "
            f"| {100 * self.early:.0f} % "
            f"| {100 * sum(game.showdowns for game in self.games) / matches:.1f} % "
            f"| {sum(game.turns for game in self.games) / matches:.1f} "
            f"| {matches / len(self.games):.1f} "
            f"| {median(scores):.0f} | {quantiles(scores, n=10)[8]:.0f} |"
        )


def measure_tables() -> dict[str, Table]:
    """Play all tables and return their figures."""
    tables = {}
    with ProcessPoolExecutor(PROCESSES) as processes:
        for name, (others, games) in TABLES.items():
            numbered = [(others, number) for number in range(games)]
            tables[name] = Table(name, list(processes.map(play_game, numbered, chunksize=20)))
    return tables


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    tables = measure_tables()
    goals = [
        Goal("share of first games that the newcomer wins", tables[FIRST].wins, WINS_LEAST, True),
        Goal("share of first games that the newcomer wins", tables[FIRST].wins, WINS_MOST),
        *[
            Goal(f"share of matches over by round 2: {name.strip('*')}", table.early, EARLY_MOST)
            for name, table in tables.items()
            if "old" not in name
        ],
    ]
    report = "\n".join(
        [
            "A newcomer with the mistakes that `bench/newcomer.py` lists plays against three AI",
            "players, in each seat in turn. A fair share of games is 25 %; turns are its own.",
            "",
            f"| {' | '.join(HEADS)} |",
            f"|---{'|---:' * (len(HEADS) - 1)}|",
            *map(str, tables.values()),
            "",
            "The old easy and medium players are from before the steady level",
            "(`bench/yardsticks.py`).",
            "",
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        write_section("newcomer", "A first game", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
