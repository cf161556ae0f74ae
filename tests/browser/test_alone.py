"""Games of one visitor against AI players: quick game, skipping the wait, pace."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser import audit
from tests.browser.conftest import OpenPlayer, running_site
from tests.browser.page_scripts import is_frame
from tests.browser.play import record_of, see_hands
from tests.browser.player import BrowserPlayer


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site where AI players think longer than any test waits."""
    with running_site(tmp_path_factory.mktemp("slow"), AI_PACE="200") as address:
        yield address


def is_asked(visitor: BrowserPlayer) -> bool:
    return bool(visitor.view.get("legal"))


def skip_wait(visitor: BrowserPlayer, press: Callable[[], None]) -> None:
    """Skip the thinking time of an AI player, and wait for its move."""
    answers = visitor.answers()
    press()
    visitor.wait_until(lambda: visitor.answers() > answers)


def tap_table(visitor: BrowserPlayer) -> None:
    visitor.page.locator(".slab").click(position={"x": 200, "y": 60})


def pace_of(visitor: BrowserPlayer) -> str:
    return str(next(frame["me"]["ai_pace"] for frame in reversed(visitor.frames) if "me" in frame))


def test_a_visitor_chooses_a_quick_game_skips_waits_and_then_has_none(
    open_player: OpenPlayer, slow: str
) -> None:
    visitor = open_player(at=slow, motion=True)
    page = visitor.page
    page.goto("/")
    expect(page.get_by_label("Easy", exact=True)).to_be_checked()
    expect(page.get_by_label("10 lives")).to_be_checked()
    page.locator("label").filter(has_text="5 lives").click()
    page.get_by_role("button", name="Play a game against the AI").click()
    see_hands(visitor)
    visitor.wait_until(lambda: visitor.view)
    assert visitor.view["seats"][visitor.seat]["lives"] == 5
    note = page.get_by_text("Press Enter or tap the table to skip the wait")
    if is_asked(visitor):
        expect(note).to_have_count(0)
        visitor.do({"do": "draw", "from": "pile"})
        visitor.wait_until(lambda: visitor.view["phase"] == "discard" and is_asked(visitor))
        visitor.do(visitor.view["legal"][0])
    # wait for an AI player in round 1, when no fight can end the match
    expect(note).to_be_visible()
    skip_wait(visitor, partial(page.keyboard.press, "Enter"))
    skip_wait(visitor, partial(tap_table, visitor))

    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("label").filter(has_text="Instant").click()
    visitor.wait_until(lambda: pace_of(visitor) == "instant")
    dialog.get_by_role("button", name="Close").click()
    # the thinking time drawn before the change still applies
    if not is_asked(visitor):
        tap_table(visitor)
    visitor.wait_until(lambda: is_asked(visitor))
    with page.expect_console_message(lambda said: is_frame(said, "/ws/game/")):
        page.reload()
    visitor.wait_until(lambda: visitor.snapshot["me"]["ai_pace"] == "instant")
    assert visitor.refusals() == []


def test_who_is_out_skips_the_rest_of_the_game_and_reads_its_result(
    open_player: OpenPlayer, slow: str
) -> None:
    visitor = open_player(at=slow, motion=True)
    page = visitor.page
    visitor.open_table(ais=3, lives=1)
    see_hands(visitor)
    while not is_asked(visitor):
        expect(page.get_by_text("to skip the wait")).to_be_visible()
        skip_wait(visitor, partial(tap_table, visitor))
    visitor.do({"do": "surrender"})
    skip = page.get_by_role("group", name="You’re out").get_by_role("button", name="Skip")
    skip.wait_for()
    # the page ignores presses just after a change
    visitor.think()
    visitor.think()
    skip.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You finish")
    assert audit.check_frames(record_of(visitor), visitor.frames, visitor.seat) > 1
    assert visitor.complaints == []
