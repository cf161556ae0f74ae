"""The cards of a deck of Density Deck that can be proved to a viewer."""

from collections.abc import Sequence

from games.density_deck.rules.game import CENTER, HAND
from games.density_deck.rules.messages import GameEvent, View


def proved_cards(
    viewer: int | None, _view: View, events: Sequence[GameEvent], codes: Sequence[str]
) -> dict[int, str]:
    """Return the viewer's dealt and drawn cards and the flipped ones, by place in the deck.

    When the match ends, all cards that a seat got from the deck are added if its hand is shown: it
    has discarded the others. Before that, their places would tell rivals which of them were drawn,
    and when. The cards of a seat that surrendered are left out for the same reason.
    """
    proved: dict[int, str] = {}
    owners: dict[int, int] = {}
    top = first = 0
    for event in events:
        if event["e"] == "dealt":
            living, dealer = event["living"], event["dealer"]
            first = HAND * len(living)
            top = first + CENTER
            after_dealer = [seat for seat in living if seat > dealer]
            order = [*after_dealer, *(seat for seat in living if seat <= dealer)]
            owners = {place: order[place % len(living)] for place in range(first)}
            own = [place for place, seat in owners.items() if seat == viewer]
            proved = dict(zip(own, event["hand"] or (), strict=True))
        elif event["e"] == "flipped":
            proved[first + event["slot"]] = event["card"]
        elif event["e"] == "drew" and event["from"] == "pile":
            owners[top] = event["seat"]
            if event["card"] is not None:
                proved[top] = event["card"]
            top += 1
        elif event["e"] == "match_over":
            shown = {row["seat"] for row in event["seats"] if row["hand"] is not None}
            proved |= {place: codes[place] for place, seat in owners.items() if seat in shown}
    return proved
