"""The screens of the table of Rock Paper Scissors Extreme, by name."""

from collections.abc import Mapping
from typing import Any

from tests.screens.frozen_browser import Screen, at_table
from tests.screens.rps_story import Duel

WON = "0:rock 1:scissors"
ONYX = "murky-red-potion onyx-totem sparkly-potion"
POTIONS = "murky-red-potion murky-blue-potion murky-purple-potion"
RAINBOW = "rainbow-potion murky-blue-potion sparkly-potion"


def screen_after(moves: str, last: str, after: int = 0, **more: Any) -> Screen:
    """Return the table some milliseconds after the last moves."""
    duel = Duel(moves, **more)
    before, known = duel.snapshot(), len(duel.steps)
    duel.play(last)
    return at_table(before, duel.events(known, pause=6_000), page="rps-table", after=after)


def screen_now(
    moves: str, viewer: int | None = 0, press: tuple[str, ...] = (), **more: Any
) -> Screen:
    """Return the table after these moves."""
    page = "rps-table" if viewer is not None else "rps-table-watch"
    return at_table(Duel(moves, **more).snapshot(viewer), page=page, press=press)


def _away() -> Screen:
    duel = Duel("0:rock")
    frame = duel.snapshot()
    frame["seats"][1] |= {"state": "away", "away_ms": 12_000}
    return at_table(frame, page="rps-table")


def _lessons() -> Mapping[str, Screen]:
    """Yield some steps of the first lesson."""
    line = {"/rps-extreme/": "rps-lesson-line"}

    def at(*press: str, after: int = 0) -> Screen:
        return Screen("rps-lesson", answers=line, press=press, after=after, path="/rps-lesson/")

    to_throw = ("[data-lesson=next]",) * 2
    return {
        "rps-lesson": at(),
        "rps-lesson-throw": at(*to_throw),
        "rps-lesson-won": at(*to_throw, "[data-sign=rock]", after=6_000),
    }


def _sealing() -> Screen:
    frame = Duel("").snapshot()
    frame["game"]["status"] = "sealing"
    frame["fair"] |= {"stage": "pledge", "root": None}
    frame |= {"view": None, "log": [], "question": None, "clocks": {}}
    return at_table(frame, page="rps-table")


RPS: Mapping[str, Screen] = {
    "rps-sealing": _sealing(),
    "rps-throw": screen_now(""),
    "rps-about": screen_now("", press=("[data-item=onyx-athame]",)),
    "rps-thrown": screen_now("0:rock"),
    "rps-reveal": screen_after("1:scissors", "0:rock"),
    "rps-window": screen_now(WON),
    "rps-potions": screen_now(WON, mine=POTIONS),
    "rps-copy": screen_now(
        WON, mine=RAINBOW, theirs="golden-totem onyx-totem", press=("[data-as]",)
    ),
    "rps-effect": screen_after(WON, "0:drink_murky-red-potion", 1_800),
    "rps-score": screen_now(f"{WON} 0:pass"),
    "rps-pick": screen_now(f"{WON} 0:pass 0:first"),
    "rps-break": screen_now(f"{WON} 0:pass", mine=ONYX),
    "rps-discard": screen_now(
        f"{WON} 0:pass 0:first 0:pick_ruby-totem 1:pick_golden-scroll",
        press=("[data-item=silver-totem]",),
    ),
    "rps-end": screen_now(f"{WON} 0:pass", scores=(20, 17)),
    "rps-watch": screen_now(WON, None),
    "rps-away": _away(),
    "rps-pile": screen_now("", press=(".gone",)),
    **_lessons(),
}
