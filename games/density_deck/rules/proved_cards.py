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
        if event["e"] == "dealt":
            living, dealer = event["living"], event["dealer"]
            first = HAND * len(living)
            top = first + CENTER
            after_dealer = [seat for seat in living if seat > dealer]
            order = [*after_dealer, *(seat for seat in living if seat <= dealer)]
            proved = {
                card * len(living) + order.index(viewer): code
                for card, code in enumerate(event["hand"] or ())
                if viewer is not None
            }
        elif event["e"] == "flipped":
            proved[first + event["slot"]] = event["card"]
        elif event["e"] == "drew" and event["from"] == "pile":
            if event["card"] is not None:
                proved[top] = event["card"]
            top += 1
    return proved
