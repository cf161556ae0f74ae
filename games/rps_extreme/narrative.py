"""A challenge of Rock Paper Scissors Extreme throw by throw, from its public events."""

from collections.abc import Sequence

from games.engine.contract import GameEvent, Json

# what comes of a throw, and what follows when it is decided
SHOWN = (
    *("drank", "outcome", "awarded", "lost", "broke", "stole"),
    *("chose", "picks_first", "picked", "discarded"),
)


def tell_throws(
    events: Sequence[GameEvent], names: Sequence[str], order: Sequence[int]
) -> list[Json]:
    """Return the throws as they came: {"number", "thrown": [{"name", "sign", "won"}], "lines"}.

    A line is {"event", "scores": after an award, else None}. Seats stand in the given
    order; picks and discards stand with the last throw, which they follow.
    """
    found: list[Json] = []
    for event in events:
        if event["e"] == "thrown":
            found.append({"number": event["round"], "thrown": _thrown(event, names, order)})
            found[-1]["lines"] = []
        elif found and event["e"] in SHOWN and not _plain(event):
            scores = event.get("scores")
            line = {"event": event, "scores": scores and [scores[seat] for seat in order]}
            found[-1]["lines"].append(line)
            if event["e"] == "outcome":
                for seat, each in zip(order, found[-1]["thrown"], strict=True):
                    each["won"] = seat == event["winner"]
    return found


def _plain(event: GameEvent) -> bool:
    """Return whether the next line says the same: points that are taken, the usual first pick."""
    if event["e"] == "chose":
        return bool(event["choice"] == "score")
    return event["e"] == "picks_first" and event["cause"] is None and not event["alone"]


def _thrown(event: GameEvent, names: Sequence[str], order: Sequence[int]) -> list[Json]:
    return [{"name": names[seat], "sign": event["signs"][seat], "won": False} for seat in order]
