"""Every shortcut works as listed, at the table, in a replay and on other pages."""

import re
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page, expect

from games.engine.contract import Json
from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser, at_table
from tests.screens.story import GAME, TOOK, TURN, Story

LOOK = 450  # milliseconds in which early presses are ignored
TAKE_BACK = 1_600
PILES = {"d": "pile", "q": 1, "w": 2, "e": 3}


def press_keys(page: Page, *keys: str, after: int = LOOK) -> None:
    """Press keys one by one, without a focused element."""
    page.evaluate("document.activeElement?.blur()")
    for key in keys:
        page.keyboard.press(key)
        page.clock.run_for(after)


def sent_messages(page: Page) -> list[Json]:
    """Return the messages sent since the last call."""
    sent: list[Any] = page.evaluate("window.sent.splice(0)")
    return [frame["action"] for frame in sent if frame["type"] == "act"]


def ask_again(page: Page, moves: str, question: int) -> None:
    """Let the table ask again, as if nothing had been done."""
    frame = Story(moves).snapshot(question=question, version=question)
    page.evaluate("frame => window.line.hear(frame)", frame)
    page.clock.run_for(LOOK)


def test_the_keys_of_the_start_of_a_turn(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["turn"], "wide", "dark") as page:
        page.clock.run_for(LOOK)
        sent_messages(page)
        for question, (key, pile) in enumerate(PILES.items(), 100):
            press_keys(page, key)
            assert sent_messages(page) == [{"do": "draw", "from": pile}], key
            ask_again(page, TURN, question)
        press_keys(page, "f")
        expect(page.get_by_role("dialog", name="Call the fight?")).to_be_visible()
        press_keys(page, "Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert sent_messages(page) == []
        press_keys(page, "f", "Enter")
        assert sent_messages(page) == [{"do": "fight"}]
        ask_again(page, TURN, 200)
        press_keys(page, "s", after=LOOK)
        page.keyboard.press("Enter")  # the focus is on "Stay in"
        page.clock.run_for(LOOK)
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert sent_messages(page) == []
        sound = page.get_by_role("button", name="Sound")
        before = sound.get_attribute("aria-pressed")
        press_keys(page, "m")
        assert sound.get_attribute("aria-pressed") != before
        press_keys(page, "?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        press_keys(page, "?")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_keys_of_a_discard_and_of_the_drawers(frozen: FrozenBrowser) -> None:
    screen = replace(SCREENS["discard"], keeps={"density-takeBack": "on"})
    with frozen.show(screen, "middle", "dark") as page:
        page.clock.run_for(LOOK)
        codes = page.locator("[data-hand] [data-index]").evaluate_all(
            "cards => cards.map((card) => card.dataset.code)"
        )
        assert len(codes) == 4
        sent_messages(page)
        for question, (key, code) in enumerate(zip("1234", codes, strict=True), 300):
            press_keys(page, key)
            card = page.locator(f"[data-hand] [data-index='{int(key) - 1}']")
            expect(card).to_have_attribute("aria-pressed", "true")
            press_keys(page, "Escape")
            expect(card).to_have_attribute("aria-pressed", "false")
            # the same key again, or Enter
            press_keys(page, key, key if question % 2 else "Enter")
            page.clock.run_for(TAKE_BACK)
            assert sent_messages(page) == [{"do": "discard", "card": code}], key
            ask_again(page, TOOK, question)
        press_keys(page, "2", "2", "z")
        page.clock.run_for(TAKE_BACK)
        assert sent_messages(page) == []
        page.locator("[data-hand] [data-index='0']").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-hand] [data-index='1']")).to_be_focused()
        for key, tab in {"l": "Log", "c": "Chat"}.items():
            press_keys(page, key)
            expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
            press_keys(page, "Escape")
        press_keys(page, "h")
        expect(page.locator("text=Base Color Total >> visible=true").first).to_be_visible()


# where the parts of a replay's panel begin that are on the page
PANEL_PLACES = """() => [".moves-list", ".lower", ".opinion>header", ".why", ".opinion>footer"]
  .map((part) => [part, document.querySelector(part)])
  .filter(([, found]) => found)
  .map(([part, found]) => `${part} ${Math.round(found.getBoundingClientRect().y)}`)"""


def test_the_keys_of_a_replay(frozen: FrozenBrowser) -> None:
    def place() -> dict[str, str]:
        return dict(
            pair.split("=") for pair in str(page.evaluate("location.search")).strip("?").split("&")
        )

    with frozen.show(SCREENS["replay"], "wide", "dark", motion=True) as page:
        # the coach's comment may come late
        expect(page.locator(".win-chart polygon").first).to_be_visible()
        press_keys(page, "Home")
        page.get_by_role("button", name="Play", exact=True).click()
        places = set()
        for _ in range(36):
            page.clock.run_for(250)
            places.update(page.evaluate(PANEL_PLACES))
        assert int(place()["step"]) > 4
        assert sorted(places) == sorted({part.split(" ")[0]: part for part in places}.values())
        press_keys(page, " ", "Home")
        assert place()["step"] == "0"
        press_keys(page, "ArrowRight", "ArrowRight", "ArrowLeft")
        assert place()["step"] == "1"
        press_keys(page, "Shift+ArrowRight")
        after_round = int(place()["step"])
        assert after_round > 1
        press_keys(page, "Shift+ArrowLeft")
        assert int(place()["step"]) < after_round
        marks = [
            int(str(mark.get_attribute("data-step"))) for mark in page.locator(".chart-mark").all()
        ]
        press_keys(page, "Home", "c", "c")
        assert int(place()["step"]) == marks[1]
        press_keys(page, "Shift+C")
        assert int(place()["step"]) == marks[0]
        for key, view in {"1": "0", "2": "1", "0": "all"}.items():
            press_keys(page, key)
            # its cards are dealt first
            page.wait_for_url(re.compile(rf"[?&]view={view}\b"))
        press_keys(page, " ")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        press_keys(page, " ")
        expect(page.get_by_role("button", name="Pause")).to_have_count(0)
        press_keys(page, "End")
        assert int(place()["step"]) > after_round


def test_letters_of_another_script_are_the_keys_at_their_places(frozen: FrozenBrowser) -> None:
    def type_at_place(key: str, code: str) -> None:
        page.evaluate(
            """([key, code]) => document.body.dispatchEvent(
              new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))""",
            [key, code],
        )
        page.clock.run_for(LOOK)

    with frozen.show(SCREENS["turn"], "wide", "dark") as page:
        page.clock.run_for(LOOK)
        sent_messages(page)
        type_at_place("в", "KeyD")
        assert sent_messages(page) == [{"do": "draw", "from": "pile"}]
    with frozen.show(SCREENS["rps-pick"], "wide", "dark") as page:
        page.clock.run_for(LOOK)
        sent_messages(page)
        second = page.locator("[data-choose] [data-item]").nth(1).get_attribute("data-item")
        type_at_place("۲", "Digit2")
        assert [action.get("card") for action in sent_messages(page)] == [second]
    with frozen.show(SCREENS["replay"], "wide", "dark") as page:
        type_at_place("ς", "Digit1")
        page.wait_for_url(re.compile(r"[?&]view=0\b"))


def test_a_replay_goes_on_where_the_address_may_not_change_so_often(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["replay"], "wide", "dark") as page:
        # like Safari, which allows a hundred in ten seconds
        page.evaluate("""() => {
          const [replace, changed] = [history.replaceState.bind(history), []];
          history.replaceState = (...asked) => {
            if (changed.filter((at) => at > Date.now() - 10_000).length >= 100)
              throw new DOMException("too often", "SecurityError");
            changed.push(Date.now());
            replace(...asked);
          };
        }""")
        press_keys(page, "Home")
        for key in ["ArrowRight", "ArrowLeft"] * 60 + ["ArrowRight"] * 4:
            page.keyboard.press(key)
            page.clock.run_for(20)
        page.clock.run_for(LOOK)
        expect(page.locator(".moves-list [aria-current]")).to_have_attribute("data-step", "4")
        assert "step=4" in page.url


def test_r_plays_ranked_where_no_field_has_the_focus(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["home"], "wide", "dark") as page:
        page.evaluate("""() => addEventListener("submit", (event) => {
          window.asked = new FormData(event.target).get("queue");
          event.preventDefault();
          event.stopImmediatePropagation();
        }, true)""")
        press_keys(page, "r")
        assert page.evaluate("window.asked") == "density-deck"


def test_nothing_takes_somebody_away_who_types(frozen: FrozenBrowser) -> None:
    game = {**GAME, "rated": False, "chat": True}
    waits = Story(f"{TURN} take_3 Aq5").snapshot(game=game)
    with frozen.show(at_table(waits), "wide", "dark") as page:
        press_keys(page, "c")
        field = page.get_by_label("Message to the table")
        field.focus()
        page.keyboard.type("dq1")
        ask = Story(TURN).snapshot(game=game, question=90, version=90)
        page.evaluate("frame => window.line.hear(frame)", ask)
        page.clock.run_for(LOOK)
        expect(page.locator(".prompt")).to_contain_text("Your turn")
        page.keyboard.type("fs?")
        page.clock.run_for(LOOK)
        expect(field).to_be_focused()
        expect(field).to_have_value("dq1fs?")
        assert sent_messages(page) == []
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert page.evaluate("window.shifted") <= 0, "\n".join(page.evaluate("window.shifts"))
