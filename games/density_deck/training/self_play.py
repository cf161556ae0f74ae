"""Matches of the network against itself and against weaker players, as samples to learn from."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from games.density_deck.bots import easy, medium, steady
from games.density_deck.bots.features import LIVES, SCALE, features
from games.density_deck.bots.life_equity import equity
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import FIGHT
from games.density_deck.training.matches import begin, step
from games.engine.contract import Dice

Values = Callable[[Sequence[float], Sequence[Sequence[float]]], Sequence[float]]
Player = Callable[[Observation, Dice], int]

SEATS = 4
# shares of the matches: begun with all lives, of three seats, of two, and not by the network alone
WHOLE, THREE, TWO, MIXED = 0.2, 0.15, 0.15, 0.4
OTHERS: tuple[Player, ...] = (medium.choose,) * 4 + (steady.choose, easy.choose)


class Samples(NamedTuple):
    """Features of moves, and what came of each: the change of the scaled equity."""

    rows: list[list[float]]
    targets: list[float]


class Open(NamedTuple):
    """A move whose match is not over: its seat, its features and the equity before it."""

    seat: int
    row: list[float]
    before: float


def lives_of(dice: Random) -> tuple[int, ...]:
    """Return lives from which a match may begin."""
    kind = dice.random()
    if kind < WHOLE:
        return (LIVES,) * SEATS
    lives = [1 + dice.randrange(LIVES) for _ in range(SEATS)]
    out = 1 if kind < WHOLE + THREE else 2 if kind < WHOLE + THREE + TWO else 0
    for seat in dice.sample(range(SEATS), out):
        lives[seat] = 0
    return tuple(lives)


def players_of(dice: Random) -> list[Player | None]:
    """Return who plays by seat: None is the network."""
    players: list[Player | None] = [None] * SEATS
    if dice.random() < MIXED:
        for seat in range(SEATS):
            if dice.random() < 0.5:
                players[seat] = dice.choice(OTHERS)
    return players


def scaled(lives: Sequence[int], seat: int) -> float:
    """Return the scaled equity of a seat with these lives."""
    return SCALE * equity(lives[seat], [*lives[:seat], *lives[seat + 1 :]])


def match(
    found: Samples, values: Values | None, *, epsilon: float, samples: int, dice: Random
) -> None:
    """Play one match and add what the network may learn of it.

    Without values the medium player chooses for the network. A share epsilon of the moves is any.
    What a fight would have brought is known at once, also where none is called.
    """
    players, state, played = players_of(dice), begin(lives_of(dice), dice), list[Open]()
    after: tuple[int, ...] = ()
    while not after:
        seat = state.waiting[0]
        seen, player = observe(state, seat), players[seat]
        if player is not None:
            state, after = step(state, seat, player(seen, dice))
            continue
        moves, shared, own = features(seen, dice, samples)
        before = scaled(seen.lives, seat)
        if dice.random() < epsilon:
            place = dice.randrange(len(moves))
        elif values is None:
            place = moves.index(medium.choose(seen, dice))
        else:
            judged = list(values(shared, own))
            place = judged.index(max(judged))
        played.append(Open(seat, [*shared, *own[place]], before))
        if moves[-1] == FIGHT and place < len(moves) - 1:
            fought = scaled(step(state, seat, FIGHT)[1], seat)
            found.rows.append([*shared, *own[-1]])
            found.targets.append(fought - before)
        state, after = step(state, seat, moves[place])
    for seat, row, before in played:
        found.rows.append(row)
        found.targets.append(scaled(after, seat) - before)
