"""Sentences of Goofspiel's moves, for the replay without scripts."""

from collections.abc import Sequence

from django import template

from games.engine.contract import Json

register = template.Library()


@register.filter
def bid_sentences(events: Sequence[Json], names: Sequence[str]) -> str:
    """Return the sentences of a step."""
    return " ".join(filter(None, (_sentence(event, names) for event in events)))


def _sentence(event: Json, names: Sequence[str]) -> str:
    match event["e"]:
        case "dealt":
            return f"The first prize is {event['prize']}."
        case "bid":
            return f"{names[event['seat']]} bids {event['card'] or 'in secret'}."
        case "revealed":
            winner = names[event["winner"]] if event["winner"] >= 0 else "nobody"
            return f"{winner} takes {event['prize']}."
        case _:
            return ""
