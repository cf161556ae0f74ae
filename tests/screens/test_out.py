"""A player who is out has three options, and none suggests another hand."""

from playwright.sync_api import expect

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser, is_covered


def test_who_is_out_chooses_between_a_new_game_the_result_and_watching(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(SCREENS["own-out-ai"], "wide", "dark") as page:
        ways = page.get_by_role("group", name="You’re out")
        anew = ways.get_by_role("button", name="Play again now")
        form = "each => each.form.method + ' ' + new URL(each.form.action).pathname"
        assert anew.evaluate(form) == "post /game/hFFqZdmNUJ5u/anew/"
        skip = ways.get_by_role("button", name="Skip to the result")
        assert skip.evaluate(form) == "post /game/hFFqZdmNUJ5u/outcome/"
        expect(page.locator(".score-panel")).to_contain_text(
            "You won’t get any more cards in this game."
        )
        expect(page.get_by_text("next hand")).to_have_count(0)
        page.get_by_role("button", name="Leave").click()
        dialog = page.get_by_role("dialog", name="Leave this game?")
        expect(dialog).to_contain_text("leaving costs you nothing")
        page.keyboard.press("Escape")
        ways.get_by_role("button", name="Keep watching").click()
        expect(ways.get_by_role("button", name="Keep watching")).to_have_count(0)
        expect(anew).to_be_visible()


def test_a_press_that_was_meant_for_what_lay_there_before_does_nothing(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(SCREENS["own-out-ai"], "wide", "dark") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        skip = page.get_by_role("button", name="Skip to the result")
        skip.evaluate("each => each.click()")
        assert asked == []
        page.clock.run_for(1_000)
        # wait for the page, since one that is closed during navigation may never close
        with page.expect_navigation(url="**/outcome/"):
            skip.click()


def test_the_ways_on_lie_over_nothing_on_a_tablet(frozen: FrozenBrowser) -> None:
    others = ".score-strip, .near, .prompt, .slab"
    with frozen.show(SCREENS["own-out"], "tablet", "dark") as page:
        assert page.locator(others).count() >= 4
        assert not is_covered(page, ".moves.out", others)
