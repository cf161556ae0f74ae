"""Computes what a viewer may know from the full state, without using observations."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.density_deck.rules.cards import CODES, FACE, SUIT_CODES
from games.models import Move
from games.positions.position import Position, events_for, read_position
from games.records import game_log


def codes_in(value: object) -> Iterator[str]:
    """Return every card in a frame, written as a code or as suit and power."""
    if isinstance(value, str):
        if value in FACE:
            yield value
    elif isinstance(value, dict):
        if "suit" in value and "power" in value:
            yield f"{SUIT_CODES[value['suit']]}{value['power']}"
        for name, each in value.items():
            yield from codes_in(name)
            yield from codes_in(each)
    elif isinstance(value, Sequence):
        for each in value:
            yield from codes_in(each)


def open_cards(state: Any) -> set[str]:
    """Return the cards that are face up or were seen going into a hand."""
    dealt = 3 * len(state.deal.order)
    faces = [*state.deal.deck[dealt : dealt + 3][: state.round - 1]]
    for cards in (*state.discards, *state.known):
        faces += cards
    return {CODES[face] for face in faces}


def hand_of(state: Any, viewer: int | None) -> set[str]:
    """Return the viewer's cards."""
    return set() if viewer is None else {CODES[face] for face in state.hands[viewer]}


def shown_at_the_end(before: Any, ended_by: str | None) -> set[str]:
    """Return the hands that a fight or showdown reveals."""
    if ended_by not in ("fight", "showdown"):
        return set()
    return {CODES[face] for seat in before.standing for face in before.hands[seat]}


class Knowledge:
    """The cards that the viewers of a game may know after each move, from the log."""

    def __init__(self, game_id: str, viewers: Sequence[int | None]) -> None:
        self.position: Position = read_position(game_id)
        moves = Move.objects.filter(game_id=game_id)
        self.steps = list(game_log.replay_moves(self.position, moves))
        self.viewers = viewers

    def of_frame(self, ply: int, viewer: int | None) -> set[str]:
        """Return the cards that the frame of a move may show."""
        before, after = self.steps[ply - 1].state, self.steps[ply].state
        known = open_cards(before) | open_cards(after)
        known |= hand_of(before, viewer) | hand_of(after, viewer)
        return known | shown_at_the_end(before, self.ended_by(ply))

    def of_log(self, ply: int, viewer: int | None) -> set[str]:
        """Return the cards that a snapshot may show: of this match and the end of the last."""
        state = self.steps[ply].state
        known = open_cards(state) | hand_of(state, viewer)
        # the last match of a game stays the current one
        ends = 1 if self.position.rules.asked(state) else 2
        while ply > 0 and ends > 0:
            known |= self.of_frame(ply, viewer)
            ends -= self.ended_by(ply) is not None
            ply -= 1
        return known

    def ended_by(self, ply: int) -> str | None:
        """Return how the match ended with this move, if it did."""
        for event in events_for(self.position, self.steps[ply], None):
            if event["e"] == "match_over":
                return str(event["ended_by"])
        return None
