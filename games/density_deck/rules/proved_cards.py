"""The cards of a deck of Density Deck that can be proved to a viewer during the match."""

from collections.abc import Sequence

from games.density_deck.rules.game import CENTER, HAND
from games.density_deck.rules.messages import GameEvent, View


def proved_cards(
    viewer: int | None, _view: View, events: Sequence[GameEvent], _codes: Sequence[str]
) -> dict[int, str]:
    """Return the viewer's dealt and drawn cards and the flipped ones, by place in the deck.

    A spectator gets the flipped cards. Cards that other seats discard or show are left out: their
    places would tell which of them were drawn, and when.
    """
    proved: dict[int, str] = {}
    top = first = 0
    for event in events:
        match event:
            case {"e": "dealt", "living": living, "dealer": dealer, "hand": hand}:
                first = HAND * len(living)
                top = first + CENTER
                order = sorted(living, key=lambda seat: (seat <= dealer, seat))
                proved = {}
                for card, code in enumerate(hand or ()):
                    proved[card * len(living) + order.index(viewer)] = code
            case {"e": "flipped", "slot": slot, "card": code}:
                proved[first + slot] = code
            case {"e": "drew", "from": "pile", "card": code}:
                if code is not None:
                    proved[top] = code
                top += 1
    return proved
