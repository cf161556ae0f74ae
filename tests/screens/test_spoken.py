"""Speech bubbles at seats do not cover anything that must be read or pressed."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.engine.contract import Json
from tests.screens.frozen_browser import FrozenBrowser, Screen, at_table, sample_on_push
from tests.screens.rps_story import Duel
from tests.screens.story import GAME, NAMES, TURN, Story

LONG = "I did not see that coming, honestly, what a hand you had there in the third round"
SIZES = ["wide", "middle", "phone", "small", "lying"]
CHATTY = {"rated": False, "chat": True}
# cards and controls under bubbles, and bubbles outside the window
COVERED = """() => {
  const wordsOf = (each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect();
  };
  const boxOf = (each) =>
    each.matches(".prompt *") ? wordsOf(each) : each.getBoundingClientRect();
  const over = (one, two) => one.left < two.right - 1 && two.left < one.right - 1
    && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  const read = ".stage :is(.card, .tag, .at-stake, .clock, .prompt b, button:not(.seat-mute))";
  const under = [...document.querySelectorAll(`${read}, .spoken`)]
    .filter((each) => each.checkVisibility() && boxOf(each).width);
  return [...document.querySelectorAll(".spoken")].flatMap((bubble) => {
    const box = boxOf(bubble);
    return [
      ...under.filter((each) => each !== bubble && over(box, boxOf(each)))
        .map((each) => `over ${each.className || each.textContent}`),
      ...(box.left < 0 || box.right > innerWidth ? [`out: ${box.left} to ${box.right}`] : []),
    ];
  });
}"""


def talk_frame(number: int, seat: int, text: str, kind: str = "phrase") -> Json:
    """Return the frame of a chat line."""
    name = NAMES[seat]
    line = {"id": number, "seat": seat, "name": name, "kind": kind, "text": text, "at": 70_000}
    return {"type": "talk", "line": line}


def chat_screen(*said: Json) -> Screen:
    """Return Mira's turn at a casual table with these chat lines."""
    return at_table(Story(TURN).snapshot() | {"game": GAME | CHATTY}, *said)


def duel_screen(*said: Json) -> Screen:
    """Return a throw of the other game with these chat lines."""
    frame = Duel("").snapshot()
    return at_table(frame | {"game": frame["game"] | CHATTY}, *said, page="rps-table")


ALL = [talk_frame(11 + seat, seat, LONG, "text") for seat in range(4)]


@pytest.mark.parametrize("size", sample_on_push(SIZES, "wide", "small", "lying"))
def test_words_of_all_seats_cover_no_card_and_no_button(frozen: FrozenBrowser, size: str) -> None:
    with frozen.show(chat_screen(*ALL), size, "dark") as page:
        expect(page.locator(".spoken")).to_have_count(4)
        assert page.evaluate(COVERED) == []
    with frozen.show(duel_screen(*ALL[:2]), size, "dark") as page:
        expect(page.locator(".spoken")).to_have_count(2)
        assert page.evaluate(COVERED) == []


def test_words_stand_for_five_seconds_and_are_read_aloud_once(frozen: FrozenBrowser) -> None:
    first, second = talk_frame(11, 2, "thanks"), talk_frame(12, 2, "close-one")
    with frozen.show(chat_screen(first, second), "wide", "dark") as page:
        bubble = page.locator(".plate[data-seat='2'] .spoken")
        expect(bubble).to_have_text("That was close")
        expect(bubble).to_have_attribute("aria-hidden", "true")
        aloud = page.locator("[role=log][aria-live=polite] p")
        expect(aloud).to_have_text(["Ola: Thanks", "Ola: That was close"])
        # including content that is not announced, such as the chat behind its tab
        assert page.get_by_text("That was close").locator("visible=true").count() == 2
        page.clock.run_for(4_300)
        expect(bubble).to_have_count(1)
        page.clock.run_for(700)
        expect(bubble).to_have_count(0)
        expect(aloud).to_have_count(2)


def test_who_wants_no_chat_sees_no_words(frozen: FrozenBrowser) -> None:
    screen = replace(chat_screen(*ALL), keeps={"density-talk": "off"})
    with frozen.show(screen, "phone", "dark") as page:
        expect(page.locator(".plate").first).to_be_visible()
        expect(page.locator(".spoken")).to_have_count(0)
