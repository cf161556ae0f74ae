"""How much of a game's result was dealt, flipped and drawn, and how much decided: its luck.

On the principle of AIVAT (Burch, Schmid, Moravčík, Morrill, Bowling: AIVAT, AAAI 2018): what a
chance event changed is what it left, less the mean of all that it could have left. That has the
mean zero whatever the estimate of the prospects is, so the result without it is right on average
and varies less. Every change that no chance made, decisions made.
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
    """The changes of all seats' chances by one move."""

    before: State
    seat: int
    decided: Chances  # by the decision
    chance: str  # DEAL, FLIPS or DRAWS, or nothing where no card was revealed
    lucky: Chances  # by the card


def attribute_luck(first: State, moves: Iterable[Decided]) -> list[Attribution]:
    """Return it for every seat of a whole game: from its first state, and all its moves."""
    seats = len(first.lives)
    even = 1 / seats
    parts = [dict.fromkeys(Attribution._fields, 0.0) | {"start": even} for _ in range(seats)]
    _add(parts, DEAL, [chance - even for chance in prospects.seat_prospects(first)])
    moves = list(moves)
    for move, change in zip(moves, changes_by_move(first, moves), strict=True):
        if change.chance:
            _add(parts, change.chance, change.lucky)
        _add(parts, "others", change.decided)
        if move.by_owner:
            # to have the turn is worth something, whatever is made of it: what others leave
            own = change.decided[move.seat] - prospects.average_change(change.before, move.seat)
            parts[move.seat]["own"] += own
            parts[move.seat]["others"] -= own
    return [Attribution(**each) for each in parts]


def changes_by_move(state: State, moves: Iterable[Decided]) -> Iterator[Change]:
    """Yield what each move changed, from the state before the first one on."""
    now = prospects.seat_prospects(state)
    for move in moves:
        after = prospects.seat_prospects(move.state)
        chance, expected = _expected(move.state, move.events) or ("", after)
        yield Change(state, move.seat, _less(expected, now), chance, _less(after, expected))
        state, now = move.state, after


def _add(parts: list[dict[str, float]], name: str, more: Sequence[float]) -> None:
    for part, each in zip(parts, more, strict=True):
        part[name] += each


def _less(some: Chances, others: Chances) -> Chances:
    return [one - other for one, other in zip(some, others, strict=True)]


# ------------------------------------------------------------------- what could have come
def _expected(after: State, events: Iterable[Event]) -> tuple[str, Chances] | None:
    """Return which chance these events had, and the mean of what it could have left, or None.

    A move has one at most. The cards that lie hidden are in any order alike, those of the pile
    and the amplification to come: who sees all hands knows nothing of them.
    """
    for event in events:
        match event:
            case Dealt():
                # any hand comes to any seat alike, and nothing else sets them apart
                standing = len(after.standing)
                return DEAL, prospects.of_shares(after, [1 / standing] * standing)
            case Flipped(card, _):
                return FLIPS, _flipped(after, card)
            case Drew(seat, None, card):
                return DRAWS, _drawn(after, seat, card)
    return None


def _flipped(after: State, card: int) -> Chances:
    """Return the mean over all cards that could have been flipped in place of this one."""
    center = faces_key(game.face_up(after)) - WEIGHTS[card]
    return _mean(
        after,
        [
            (copies, prospects.seat_scores(after, center + WEIGHTS[face]))
            for face, copies in possible_faces(after, card)
        ],
    )


def _drawn(after: State, seat: int, card: int) -> Chances:
    """Return the mean over all cards that this seat could have drawn in place of this one."""
    center = faces_key(game.face_up(after))
    kept = game.remove_card(after.hands[seat], card)
    place = after.standing.index(seat)
    others = prospects.seat_scores(after, center)
    before, behind = others[:place], others[place + 1 :]
    return _mean(
        after,
        [
            (copies, [*before, prospects.seat_score(after, seat, (*kept, face), center), *behind])
            for face, copies in possible_faces(after, card)
        ],
    )


def possible_faces(after: State, card: int) -> list[tuple[int, int]]:
    """Return the faces that could have come in place of this card, and how many of each."""
    left = Counter(DECK)
    left.subtract(chain(*after.hands, *after.discards, game.face_up(after)))
    left[card] += 1
    return [(face, copies) for face, copies in left.items() if copies]


def _mean(after: State, outcomes: Sequence[tuple[int, Sequence[int]]]) -> Chances:
    """Return the mean prospects over some outcomes: how often each, and the scores there."""
    shares = [(copies, prospects.spared_shares(after, reached)) for copies, reached in outcomes]
    total = sum([copies for copies, _ in shares])
    return prospects.of_shares(
        after,
        [
            sum([copies * shared[place] for copies, shared in shares]) / total
            for place in range(len(after.standing))
        ],
    )
