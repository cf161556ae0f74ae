"""Prospects: each seat's chance to win the game, if all hands lie open and the deck does not.

An estimate that is quick: what the match will cost each seat on average, by its score and by what
it has still to do, turned into chances by the table of life equity. `prospects.json` has its
numbers; `python -m bench.training prospects` fits them to games of medium players.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from json import loads
from math import exp
from pathlib import Path
from typing import NamedTuple

from games.density_deck.bots.life_equity import seat_equities
from games.density_deck.rules import game
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, faces_key
from games.density_deck.rules.state import STAKES, State

PLACE = Path(__file__).with_name("prospects.json")
LAST = 4  # rounds from this one on count as one: the stake no longer grows
MOST = STAKES[LAST]  # lives that a match costs at most
STEP = 2  # lives over which the worth of a life is measured
LEAST, HIGHEST, POINTS = -40, 120, 30  # where scores are cut off, and the unit in which they count

Chances = list[float]


class Traits(NamedTuple):
    """The features of a standing seat; the weights have the same names."""

    score: float  # with the best three of its cards
    top: float  # whether no other standing seat has more
    draws: float  # whether it is still to draw in this round
    drawing_score: float  # the score of a seat that is still to draw
    four: float  # whether it has drawn and not discarded yet
    turn: float  # whether it may call a fight now
    top_turn: float  # whether it is on top and may call a fight now


class Phase(NamedTuple):
    """The numbers of a round with so many seats standing."""

    weights: Traits
    # for one life left, two, three, and four or more: the lives that a match costs are the first
    # number, less the second times the seat's share
    costs: Sequence[Sequence[float]]
    # what an average decision changes for its seat, with three cards in hand and with four: to
    # have the turn is worth something
    pars: Sequence[float]


@cache
def read_phases() -> dict[tuple[int, int], Phase]:
    """Return the numbers by seats standing and round, LAST for any later one."""
    written = loads(PLACE.read_text(encoding="ascii"))["phases"]
    return {
        (int(standing), int(number)): Phase(Traits(*each["weights"]), each["costs"], each["pars"])
        for standing, rounds in written.items()
        for number, each in rounds.items()
    }


def find_phase(state: State) -> Phase:
    """Return the numbers of this moment."""
    return read_phases()[len(state.standing), min(LAST, state.round)]


def average_change(state: State, seat: int) -> float:
    """Return what an average decision of this seat, whose turn it is, changes in its chance."""
    return find_phase(state).pars[len(state.hands[seat]) - game.HAND]


def seat_prospects(state: State) -> Chances:
    """Return the chance of every seat; they add up to 1. Of a game that is over the result."""
    places = game.places(state)
    if places is not None:
        return [(place == 1) / places.count(1) for place in places]
    return of_shares(
        state, spared_shares(state, seat_scores(state, faces_key(game.face_up(state))))
    )


# ------------------------------------------------------------------------------- a seat
def seat_scores(state: State, center: int) -> list[int]:
    """Return the score of each standing seat with this face-up amplification, a key."""
    return [seat_score(state, seat, state.hands[seat], center) for seat in state.standing]


def seat_score(state: State, seat: int, hand: Sequence[int], center: int) -> int:
    """Return the score of a seat with this hand, of four cards the best three."""
    rules = state.deal.ruleset
    count = SCORERS[rules.edition, rules.lone]
    table = center
    for other, pile in enumerate(state.discards):
        if pile and other != seat:
            table += WEIGHTS[pile[-1]]
    whole = faces_key(hand)
    if len(hand) == game.HAND:
        return count(whole, table)
    return max([count(whole - WEIGHTS[face], table) for face in hand])


def seat_traits(state: State, reached: Sequence[int]) -> list[Traits]:
    """Return what is read of each standing seat, with these scores.

    In a fresh deal nothing but the score sets seats apart.
    """
    best = max(reached)
    found = []
    for seat, own in zip(state.standing, reached, strict=True):
        counted = min(HIGHEST, max(LEAST, own)) / POINTS
        four = len(state.hands[seat]) > game.HAND
        draws = seat in state.waiting and not four
        turn = draws and state.round > 1 and seat == state.waiting[0]
        top = own == best
        found.append(
            Traits(counted, top, draws, counted if draws else 0.0, four, turn, top and turn)
        )
    return found


def spared_shares(state: State, reached: Sequence[int]) -> list[float]:
    """Return how the standing seats share in the chance to be spared, with these scores.

    They add up to 1; in a fresh deal they are alike on average, as all hands are equally likely.
    """
    weights = find_phase(state).weights
    powers = [
        exp(sum([weight * trait for weight, trait in zip(weights, each, strict=True)]))
        for each in seat_traits(state, reached)
    ]
    total = sum(powers)
    return [power / total for power in powers]


# ---------------------------------------------------------------------------- the game
def of_shares(state: State, shared: Sequence[float]) -> Chances:
    """Return the chances of all seats, if the standing ones have these shares.

    It is linear: of the mean of some shares it is the mean of their chances.
    """
    alike, slopes = _linear(state.lives, state.standing, min(LAST, state.round))
    found = [*alike]
    for share, slope in zip(shared, slopes, strict=True):
        for seat, each in enumerate(slope):
            found[seat] += share * each
    return found


@lru_cache(8192)
def _linear(
    lives: tuple[int, ...], standing: tuple[int, ...], number: int
) -> tuple[Chances, list[Chances]]:
    """Return the chances without shares, and what each seat's whole share adds to them."""
    costs = read_phases()[len(standing), number].costs
    now = seat_equities(lives)
    alike, slopes = [*now], []
    for seat in standing:
        least, saved = costs[min(MOST, lives[seat]) - 1]
        step = min(STEP, lives[seat])
        after = seat_equities((*lives[:seat], lives[seat] - step, *lives[seat + 1 :]))
        slope = [(then - before) / step for then, before in zip(after, now, strict=True)]
        alike = [chance + least * each for chance, each in zip(alike, slope, strict=True)]
        slopes.append([-saved * each for each in slope])
    return alike, slopes
