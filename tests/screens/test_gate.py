"""In generated games no page shows anything before its beat.

The later events of a frame are exchanged, and its table too. Up to there every page must stay the
same: texts, cards, accessible names, live regions, title and icon of the tab.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

import pytest
from playwright.sync_api import Page

from games.engine.contract import Json, View
from tests.engine.games import GAMES, Game, play_game, seed_of
from tests.patience import wait_until
from tests.screens.frozen_browser import FrozenBrowser, at_table
from tests.screens.rps_story import Duel
from tests.screens.story import Story

# events that are a beat in Rock Paper Scissors Extreme; in the other game only the end of a match
LATER: Json = {"e": "reshuffled", "shuffle": 77, "supply": 0, "by": "player", "at": 0}
END = "Newcomer"  # the seats after the last beat
SETTLE, STEP, LONGEST = 1_300, 1_500, 15_000  # milliseconds until the last beat of a frame
STAGED = {"match_over", "thrown", "outcome"}
MOVES = 2  # of a game
# the connection exists
ANSWER = """() => {
  line.send = (text) => {
    const { type, ref } = JSON.parse(text);
    if (type === 'ping') line.hear({ type: 'pong', ref });
  };
}"""
# includes hidden elements, since styles may show them later
ALL_TEXT = """() => [
  document.title,
  document.querySelector('link[rel=icon]').href,
  document.body.textContent.replace(/\\s+/g, ' '),
  ...[...document.querySelectorAll('[aria-label]')].map((each) => each.ariaLabel),
  ...[...document.querySelectorAll('[data-hand] [data-code]')].map(
    (each) => `hand:${each.dataset.code}`),
].join(' | ')"""
WATCH = f"""() => {{
  document.querySelectorAll('#said, #said-now').forEach((each) => each.replaceChildren());
  const read = {ALL_TEXT};
  window.pages = [];
  window.watching?.disconnect();
  // a pulse of the connection changes attributes: the page before the frame is none of its pages
  let shown = read();
  window.watching = new MutationObserver(() => {{
    const text = read();
    if (text !== shown) window.pages.push(text);
    shown = text;
  }});
  window.watching.observe(document, {{
    subtree: true, childList: true, characterData: true, attributes: true,
  }});
}}"""


@dataclass(frozen=True)
class Beats:
    """A table before a move, and the frame of the move."""

    before: Json
    events: Sequence[Json]
    after: View


class Reader:
    """A page that repeatedly renders the same table."""

    def __init__(self, page: Page, seats: Sequence[Json], other: View) -> None:
        self.page = page
        self.seats = [*seats[:1], seats[1] | {"name": END}, *seats[2:]]
        self.other = other
        self.version = count(1_000)
        page.evaluate(ANSWER)
        page.clock.run_for(4_000)
        # the seal asks for a proof in real time: its words must not change while pages are compared
        wait_until(self._has_answer)

    def _has_answer(self) -> bool:
        self.page.clock.run_for(1)
        return self.page.locator("[data-seal=unproved]").count() == 1

    def pages(self, beats: Beats, known: int | None = None) -> list[str]:
        """Return the pages before the end when only the first events stay the same."""
        self.page.evaluate("frame => line.hear(frame)", self._next(beats.before))
        self.page.clock.run_for(SETTLE)
        self.page.evaluate(WATCH)
        frame: Json = {"type": "events", "events": beats.events, "view": beats.after}
        if known is not None:
            frame |= {"events": [*beats.events[:known], LATER], "view": self.other}
        frame |= {"seats": self.seats, "question": 99, "clocks": {}, "pause": 0}
        self.page.evaluate("frame => line.hear(frame)", self._next(frame))
        for _ in range(0, LONGEST, STEP):
            self.page.clock.run_for(STEP)
            seen: list[str] = self.page.evaluate("window.pages")
            for at, text in enumerate(seen):
                if END in text:
                    return seen[:at]
        raise AssertionError("the page never showed the table of now")

    def _next(self, frame: Json) -> Json:
        return {**frame, "version": next(self.version)}


def moves_in_beats(game: Game, number: int, viewer: int | None) -> Iterator[Beats]:
    """Yield every move of a short random game that is shown in beats."""
    played = game.rulesets[-1]
    log: list[Json] = []
    before = None
    for state, happened in play_game(game, played, number):
        events = [
            {**game.rules.event_for(event, viewer), "by": "player", "at": 0} for event in happened
        ]
        after = game.rules.state_for(state, viewer)
        if before is not None and STAGED & {event["e"] for event in events}:
            yield Beats(_shell(game, viewer, view=before, log=log), events, after)
        deals = [at for at, event in enumerate(events) if event["e"] == "dealt"]
        log = events[deals[-1] :] if deals else log + events
        before = after


def _shell(game: Game, viewer: int | None, **changes: Any) -> Json:
    """Return a snapshot of this table without a question."""
    story = Story("") if game.rules.slug == "density-deck" else Duel("")
    frame = story.snapshot(viewer, question=None, clocks={}, talk=[], **changes)
    return frame | {"game": frame["game"] | {"rated": False}}


def _first(slug: str, beats: Beats) -> int:
    """Return the first event with its own beat: in Density Deck the end of a match."""
    names = [event["e"] for event in beats.events]
    return names.index("match_over") if slug == "density-deck" else 0


# a game for its player, and another for a spectator
@pytest.mark.parametrize(
    ("slug", "page", "number", "viewer"),
    [
        ("density-deck", "table", 1, 0),
        ("rps-extreme", "rps-table", 2, None),
        pytest.param("density-deck", "table", 2, None, marks=pytest.mark.heavy),
        pytest.param("rps-extreme", "rps-table", 1, 0, marks=pytest.mark.heavy),
    ],
)
def test_what_a_frame_tells_of_later_changes_no_page_before_its_beat(
    frozen: FrozenBrowser, slug: str, page: str, number: int, viewer: int | None
) -> None:
    game = GAMES[slug]
    found = list(islice(moves_in_beats(game, number, viewer), MOVES))
    shell = found[0].before
    played = game.rulesets[-1]
    other = game.rules.state_for(game.rules.start(played, seed_of(played, 99))[0], viewer)
    screen = at_table(shell, page=page)
    compared = 0
    with frozen.show(screen, "wide", "dark") as shown:
        reader = Reader(shown, shell["seats"], other)
        for beats in found:
            whole = reader.pages(beats)
            own = [
                reader.pages(beats, known)[: -1 if slug == "rps-extreme" else None]
                for known in range(1 + _first(slug, beats), len(beats.events) + 1)
            ]
            for now, more in zip(own, [*own[1:], own[-1]], strict=True):
                # events shown together belong to one page
                sure = max(0, len(now) - (more is not now and len(more) == len(now)))
                assert now[:sure] == whole[:sure]
                compared += sure
    assert compared >= 2 * len(found)
