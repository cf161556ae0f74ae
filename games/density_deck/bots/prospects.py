"""Prospects: each seat's chance to win the game if all hands are known but the deck is not.

A fast estimate: from its score and the steps left in its turn, it predicts the lives that a seat
will lose in the match. The table of life equity turns these into chances. The parameters are in
`prospects.json`; `python -m bench.training prospects` fits them to games of medium players.
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
LAST = 4  # rounds from this one on are treated alike: the stake no longer grows
MOST = STAKES[LAST]  # the most lives that a match can cost
STEP = 2  # lives over which the value of a life is measured
LEAST, HIGHEST, POINTS = -40, 120, 30  # limits of the scores, and the divisor that scales them

Chances = list[float]


class Traits(NamedTuple):
    """The features of a standing seat, or their weights."""

    score: float  # with the best three of its cards
    top: float  # whether no other standing seat has more
    draws: float  # whether it is still to draw in this round
    drawing_score: float  # the score of a seat that is still to draw
    four: float  # whether it has drawn and not discarded yet
    turn: float  # whether it can call a fight now
    top_turn: float  # whether it has the top score and can call a fight now


class Phase(NamedTuple):
    """The fitted parameters for one round and one number of standing seats."""

    weights: Traits
    # For one, two, three, and four or more lives left: a match costs the first number of lives,
    # minus the second times the seat's share.
    costs: Sequence[Sequence[float]]


@cache
def read_phases() -> dict[tuple[int, int], Phase]:
    """Return the parameters by number of standing seats and round, up to round LAST."""
    phases = loads(PLACE.read_text(encoding="ascii"))["phases"]
    return {
        (int(standing), int(number)): Phase(Traits(*phase["weights"]), phase["costs"])
        for standing, rounds in phases.items()
        for number, phase in rounds.items()
    }


def find_phase(state: State) -> Phase:
    """Return the parameters that apply to this state."""
    return read_phases()[len(state.standing), min(LAST, state.round)]


def seat_prospects(state: State) -> Chances:
    """Return every seat's chance to win, adding up to 1; if the game is over, its result."""
    places = game.places(state)
    if places is not None:
        return [(place == 1) / places.count(1) for place in places]
    return chances_from_shares(
        state, spared_shares(state, seat_scores(state, faces_key(game.face_up(state))))
    )


# ------------------------------------------------------------------------------- a seat
def seat_scores(state: State, center: int) -> list[int]:
    """Return the score of each standing seat; `center` is the key of the amplification cards."""
    return [seat_score(state, seat, state.hands[seat], center) for seat in state.standing]


def seat_score(state: State, seat: int, hand: Sequence[int], center: int) -> int:
    """Return the score of a seat with this hand; of four cards, the best three count."""
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


def seat_traits(state: State, scores: Sequence[int]) -> list[Traits]:
    """Return the features of each standing seat, given the seats' scores.

    After a new deal, only the scores differ between seats.
    """
    best = max(scores)
    traits = []
    for seat, own_score in zip(state.standing, scores, strict=True):
        scaled_score = min(HIGHEST, max(LEAST, own_score)) / POINTS
        four = len(state.hands[seat]) > game.HAND
        draws = seat in state.waiting and not four
        turn = draws and state.round > 1 and seat == state.waiting[0]
        top = own_score == best
        drawing_score = scaled_score if draws else 0.0
        traits.append(Traits(scaled_score, top, draws, drawing_score, four, turn, top and turn))
    return traits


def spared_shares(state: State, scores: Sequence[int]) -> list[float]:
    """Return each standing seat's share of the chance to lose no lives, given the seats' scores.

    The shares add up to 1. After a new deal they are equal on average, since all hands are equally
    likely.
    """
    weights = find_phase(state).weights
    powers = [
        exp(sum([weight * trait for weight, trait in zip(weights, traits, strict=True)]))
        for traits in seat_traits(state, scores)
    ]
    total = sum(powers)
    return [power / total for power in powers]


# ---------------------------------------------------------------------------- the game
def chances_from_shares(state: State, shares: Sequence[float]) -> Chances:
    """Return the chances of all seats if the standing seats have these shares.

    The function is linear: the mean of several shares gives the mean of their chances.
    """
    base, slopes = _linear(state.lives, state.standing, min(LAST, state.round))
    chances = [*base]
    for share, slope in zip(shares, slopes, strict=True):
        for seat, change in enumerate(slope):
            chances[seat] += share * change
    return chances


@lru_cache(8192)
def _linear(
    lives: tuple[int, ...], standing: tuple[int, ...], number: int
) -> tuple[Chances, list[Chances]]:
    """Return the chances with shares of 0, and what a share of 1 for each seat adds to them."""
    costs = read_phases()[len(standing), number].costs
    now = seat_equities(lives)
    base, slopes = [*now], []
    for seat in standing:
        full_cost, savings = costs[min(MOST, lives[seat]) - 1]
        step = min(STEP, lives[seat])
        after = seat_equities((*lives[:seat], lives[seat] - step, *lives[seat + 1 :]))
        slope = [(then - before) / step for then, before in zip(after, now, strict=True)]
        base = [chance + full_cost * per_life for chance, per_life in zip(base, slope, strict=True)]
        slopes.append([-savings * per_life for per_life in slope])
    return base, slopes
