"""Turns the public events of a challenge into throws for the pages."""

from collections.abc import Sequence

from games.engine.contract import GameEvent, Json

# events that are shown as lines below a throw
SHOWN = (
    *("drank", "outcome", "awarded", "lost", "broke", "stole"),
    *("chose", "picks_first", "picked", "discarded"),
)


def tell_throws(
    events: Sequence[GameEvent], names: Sequence[str], order: Sequence[int]
) -> list[Json]:
    """Return the throws in order: {"number", "thrown": [{"name", "sign", "won"}], "lines"}.

    A line is {"event", "scores": the new scores if the event has some, otherwise None}. Seats are
    in the given `order`; picks and discards belong to the last throw.
    """
    throws: list[Json] = []
    for event in events:
        if event["e"] == "thrown":
            throws.append({"number": event["round"], "thrown": _thrown(event, names, order)})
            throws[-1]["lines"] = []
        elif throws and event["e"] in SHOWN and not _is_redundant(event):
            scores = event.get("scores")
            line = {"event": event, "scores": scores and [scores[seat] for seat in order]}
            throws[-1]["lines"].append(line)
            if event["e"] == "outcome":
                for seat, row in zip(order, throws[-1]["thrown"], strict=True):
                    row["won"] = seat == event["winner"]
    return throws


def _is_redundant(event: GameEvent) -> bool:
    """Return whether another line implies this one: points chosen, or the usual first pick."""
    if event["e"] == "chose":
        return bool(event["choice"] == "score")
    return event["e"] == "picks_first" and event["cause"] is None and not event["alone"]


def _thrown(event: GameEvent, names: Sequence[str], order: Sequence[int]) -> list[Json]:
    return [{"name": names[seat], "sign": event["signs"][seat], "won": False} for seat in order]
