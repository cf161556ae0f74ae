"""Turns the public events of a challenge into throws for the pages, and a game into a sentence."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.arcs import Arc, Turn, read_arc, tell_arc
from games.engine.contract import GameEvent, Json
from games.game_type import Sitter, Words

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


# --------------------------------------------------------------------- the course of a game
# a winner who was so many points behind looked beaten
FAR_BEHIND = 5
ARCS: Mapping[str, Words] = {
    "none": _("The game ended before the first challenge was over."),
    "single": _("One challenge decided the game."),
    "open": ngettext_lazy(
        "The game ended after %(count)s challenge.",
        "The game ended after %(count)s challenges.",
        "count",
    ),
    "you_open": _("You won %(won)s of %(count)s challenges."),
    "you_rallied": _(
        "You came back from %(value)s points behind and won the last %(streak)s challenges."
    ),
    "they_rallied": _(
        "%(name)s came back from %(value)s points behind and won the last %(streak)s challenges."
    ),
    "you_survived": _("You were %(value)s points behind after challenge %(match)s and still won."),
    "they_survived": _(
        "%(name)s was %(value)s points behind after challenge %(match)s and still won."
    ),
    "you_swung": _("The lead changed hands %(changes)s times before you won."),
    "they_swung": _("The lead changed hands %(changes)s times before %(name)s won."),
    "you_late": _("You took the lead only in the last challenge."),
    "they_late": _("%(name)s took the lead only in the last challenge."),
    "you_back": _("You won the lead back in the last challenge."),
    "they_back": _("%(name)s won the lead back in the last challenge."),
    "you_streak": _("You won the last %(streak)s challenges in a row."),
    "they_streak": _("%(name)s won the last %(streak)s challenges in a row."),
    "you_led_all": _("You led from the first challenge to the last."),
    "they_led_all": _("%(name)s led from the first challenge to the last."),
    "you_ahead": _("You took the lead in challenge %(match)s and kept it."),
    "they_ahead": _("%(name)s took the lead in challenge %(match)s and kept it."),
    "you_led": _("You led until challenge %(match)s, but %(name)s won in the end."),
    "you_level": _("You were still level before the last challenge."),
    "you_close": _("You were only 1 point behind before the last challenge."),
}


def tell_course(seats: Sequence[Sitter], events: Sequence[GameEvent]) -> str:
    """Return the course of a game in one sentence, for the reader or a spectator."""
    return tell_arc(read_arc(seats, events, "before", "score")[0], ARCS, _find_lowest)


def _find_lowest(arc: Arc, hero: int) -> Turn | None:
    gaps = [arc.gap(after, hero) for after in range(len(arc.numbers))]
    return Turn(gaps.index(max(gaps)), max(gaps)) if max(gaps) >= FAR_BEHIND else None
