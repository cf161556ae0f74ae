"""The cards of a shuffle of RPS Extreme that can be proved to a viewer during a challenge."""

from collections.abc import Sequence
from itertools import chain

from games.rps_extreme.rules.messages import GameEvent, View


def proved_cards(
    _viewer: int | None, view: View, _events: Sequence[GameEvent], codes: Sequence[str]
) -> dict[int, str]:
    """Return every card outside the supply, by its place in the current shuffle.

    All of them are public. The cards of the supply stay hidden: only their number is known.
    """
    seats = chain.from_iterable(seat["items"] for seat in view["seats"])
    return {codes.index(code): code for code in (*view["center"], *view["discard"], *seats) if code}
