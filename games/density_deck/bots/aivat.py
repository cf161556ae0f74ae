"""Splits a game's result into luck (deal, flips, draws) and decisions.

It follows AIVAT (Burch, Schmid, Moravčík, Morrill, Bowling: AIVAT, AAAI 2018). The luck of a chance
event is the estimated prospects after it, minus their mean over all its possible outcomes. Its mean
is zero however good the estimate is, so a result without luck is unbiased and varies less. All
other changes of the prospects are due to decisions. One seat's gain is the loss of the others, so
the decisions of a table add up to zero: a seat's part compares its decisions with the others'.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from games.density_deck.bots import prospects
from games.density_deck.bots.prospects import Chances
from games.density_deck.rules import game
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.scoring import WEIGHTS, faces_key
from games.density_deck.rules.state import Dealt, Drew, Event, Flipped, State
from games.engine.contract import Attribution, Decided

DEAL, FLIPS, DRAWS = "deal", "flips", "draws"


class Change(NamedTuple):
    """How one move changed every seat's chance to win."""

    before: State
    seat: int
    decided: Chances  # changes due to the decision
    chance: str  # DEAL, FLIPS or DRAWS; empty if no card was revealed
    lucky: Chances  # changes due to the card


def attribute_luck(first: State, moves: Iterable[Decided]) -> list[Attribution]:
    """Return the attribution of every seat's result, from the first state and all moves."""
    seats = len(first.lives)
    even = 1 / seats
    parts = [dict.fromkeys(Attribution._fields, 0.0) | {"start": even} for _ in range(seats)]
    _add(parts, DEAL, [chance - even for chance in prospects.seat_prospects(first)])
    for change in changes_by_move(first, moves):
        if change.chance:
            _add(parts, change.chance, change.lucky)
        _add(parts, "decisions", change.decided)
    return [Attribution(**seat_parts) for seat_parts in parts]


def changes_by_move(state: State, moves: Iterable[Decided]) -> Iterator[Change]:
    """Yield the changes of each move; `state` is the one before the first move."""
    now = prospects.seat_prospects(state)
    for move in moves:
        after = prospects.seat_prospects(move.state)
        chance, expected = _expected(move.state, move.events) or ("", after)
        yield Change(state, move.seat, _less(expected, now), chance, _less(after, expected))
        state, now = move.state, after


def _add(parts: list[dict[str, float]], name: str, changes: Sequence[float]) -> None:
    for part, change in zip(parts, changes, strict=True):
        part[name] += change


def _less(some: Chances, others: Chances) -> Chances:
    return [one - other for one, other in zip(some, others, strict=True)]


# --------------------------------------------------------------------- possible outcomes
def _expected(after: State, events: Iterable[Event]) -> tuple[str, Chances] | None:
    """Return the kind of the chance event and the mean prospects after it; None if there is none.

    A move has at most one chance event. The draw pile and the face-down amplification cards are
    in a random order, about which even an observer who sees all hands knows nothing.
    """
    for event in events:
        match event:
            case Dealt():
                # every seat is equally likely to get each hand, and nothing else distinguishes them
                standing = len(after.standing)
                return DEAL, prospects.chances_from_shares(after, [1 / standing] * standing)
            case Flipped(card, _):
                return FLIPS, _flipped(after, card)
            case Drew(seat, None, card):
                return DRAWS, _drawn(after, seat, card)
    return None


def _flipped(after: State, card: int) -> Chances:
    """Return the mean prospects over all cards that could have been flipped instead."""
    center = faces_key(game.face_up(after)) - WEIGHTS[card]
    return _mean(
        after,
        [
            (copies, prospects.seat_scores(after, center + WEIGHTS[face]))
            for face, copies in possible_faces(after, card)
        ],
    )


def _drawn(after: State, seat: int, card: int) -> Chances:
    """Return the mean prospects over all cards that this seat could have drawn instead."""
    center = faces_key(game.face_up(after))
    three = game.remove_card(after.hands[seat], card)
    place = after.standing.index(seat)
    others = prospects.seat_scores(after, center)
    before, behind = others[:place], others[place + 1 :]
    return _mean(
        after,
        [
            (copies, [*before, prospects.seat_score(after, seat, (*three, face), center), *behind])
            for face, copies in possible_faces(after, card)
        ],
    )


def possible_faces(after: State, card: int) -> list[tuple[int, int]]:
    """Return the faces that could have come instead of this card, each with its copies."""
    hidden = Counter(DECK)
    hidden.subtract(chain(*after.hands, *after.discards, game.face_up(after)))
    hidden[card] += 1
    return [(face, copies) for face, copies in hidden.items() if copies]


def _mean(after: State, outcomes: Sequence[tuple[int, Sequence[int]]]) -> Chances:
    """Return the mean prospects over outcomes, each a frequency and the scores of the seats."""
    weighted = [(copies, prospects.spared_shares(after, scores)) for copies, scores in outcomes]
    total = sum([copies for copies, _ in weighted])
    return prospects.chances_from_shares(
        after,
        [
            sum([copies * shares[place] for copies, shares in weighted]) / total
            for place in range(len(after.standing))
        ],
    )
