"""The result page: the winner's moment once, key moments for others, and the next step."""

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.screens.catalog import DRAWN, SCREENS
from tests.screens.frozen_browser import FrozenBrowser

MOVING = "document.getAnimations().length"
SHAPES = ".falling > svg"


def test_a_win_is_celebrated_once_and_any_key_ends_it(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["result-won"], "wide", "dark", motion=True, held=True) as page:
        shapes = page.locator(SHAPES).count()
        cards = page.locator(".best-hand .card").count()
        assert shapes > 0
        assert shapes + cards <= 12
        page.keyboard.press("Shift")
        expect(page.locator(SHAPES)).to_have_count(0)
        assert page.evaluate(MOVING) == 0
        game = page.locator("#moment").get_attribute("data-game")
    seen = replace(SCREENS["result-won"], keeps={"density-results-seen": json.dumps([game])})
    with frozen.show(seen, "wide", "dark", motion=True) as page:
        assert page.locator(SHAPES).count() == 0
        assert page.evaluate(MOVING) == 0


def test_a_winner_reads_how_the_game_was_won_and_the_strongest_decision(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(SCREENS["result-strong"], "wide", "dark") as page:
        card = page.locator("#mattered")
        expect(card.get_by_role("heading", name="How you won it")).to_be_visible()
        expect(card.get_by_role("heading", name="Your strongest decision")).to_be_visible()
        you, beside = card.locator(".two-choices .num").all_inner_texts()
        assert float(you.removesuffix("%")) - float(beside.removesuffix("%")) >= 2
        expect(card.locator("dt")).to_have_text(["You", "Next best"])
        # the best hand and the chart are beside each other
        best, chart = (page.locator(each).bounding_box() for each in (".best-hand", ".lives-line"))
        assert best is not None
        assert chart is not None
        assert chart["x"] > best["x"] + best["width"]
        assert chart["y"] == best["y"]
        # on a tablet, the chart is beside the places
        page.set_viewport_size({"width": 768, "height": 1024})
        places, chart = (page.locator(each).bounding_box() for each in (".places", ".lives-line"))
        assert places is not None
        assert chart is not None
        assert chart["x"] > places["x"]
        assert chart["y"] < places["y"] + places["height"]


def test_who_did_not_win_is_led_to_the_decision_that_mattered(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["result-last"], "phone", "dark") as page:
        card = page.locator("#mattered")
        seat = card.get_attribute("data-seat")
        # the match, its numbers and the coach's comment in the replay
        worst = json.loads(frozen.html["replay-learn-mistakes"])["mistakes"][0]
        place = f"Match {worst['match']}, round "
        expect(card).to_contain_text(place, use_inner_text=True)
        expect(card.locator(".two-choices .num")).to_have_text([re.compile(r"^\d+\.\d%$")] * 2)
        chances = "Chances of winning the whole game, based on what you could"
        expect(card).to_contain_text(chances, use_inner_text=True)
        way = card.get_by_role("link", name="See it in the replay")
        moment = f"replay/?view={seat}&match={worst['match']}&step={worst['step']}"
        assert str(way.get_attribute("href")).endswith(moment)
        learn = card.get_by_role("link", name="Learn from your mistakes")
        assert str(learn.get_attribute("href")).endswith(f"replay/?view={seat}&learn=1")
        expect(page.locator(".best-hand")).to_be_visible()


def test_a_result_shows_what_is_found_so_far_and_then_the_rest(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["result-waiting"], "phone", "dark") as page:
        card, luck = page.locator("#mattered"), page.locator("#luck")
        checked = "The coach has checked 0 of 6 matches."
        expect(card).to_contain_text(checked, use_inner_text=True)
        coming = "Your most important decision appears here, usually within a few seconds."
        expect(card).to_contain_text(coming, use_inner_text=True)
        # it isn't empty until then
        expect(card.locator(".turn-words")).to_contain_text("cost you", use_inner_text=True)
        luck.locator("summary").click()
        expect(luck).to_contain_text("Still counting.", use_inner_text=True)
    with frozen.show(SCREENS["result-so-far"], "phone", "dark") as page:
        expect(page.locator("#mattered .two-choices .num")).to_have_count(2)
        so_far = "the costliest decision so far"
        expect(page.locator("#mattered")).to_contain_text(so_far, use_inner_text=True)
    with frozen.show(SCREENS["result-last"], "phone", "dark") as page:
        expect(page.locator("#mattered")).not_to_contain_text("so far")


def test_a_result_promises_no_finding_soon_while_the_coach_is_away_or_missing(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(SCREENS["result-waiting"], "phone", "dark") as page:
        card = page.locator("#mattered")
        page.route("**/api/**", lambda route: route.fulfill(status=503))
        for _ in range(4):
            page.clock.run_for(2_000)
            page.wait_for_load_state("networkidle")
        expect(card.get_by_role("heading", name="The coach is busy")).to_be_visible()
        expect(card).to_contain_text("The coach has checked 0 of 6 matches.")
        expect(card).not_to_contain_text("is looking at your game")
        expect(card).not_to_contain_text("within a few seconds")
        page.unroute("**/api/**")
        page.route("**/api/**", lambda route: route.fulfill(status=404))
        page.clock.run_for(16_000)
        expect(card.locator(".mattered-found h3")).to_have_count(0)
        expect(card.get_by_role("link", name="See it in the replay")).to_be_visible()


@pytest.mark.parametrize("size", ["wide", "laptop", "tablet"])
def test_the_finding_of_the_coach_moves_nothing_when_it_arrives(
    frozen: FrozenBrowser, size: str
) -> None:
    below = []
    for name in ("result-waiting", "result-last"):
        with frozen.show(SCREENS[name], size, "dark") as page:
            card = page.locator("#mattered").bounding_box()
            assert card is not None
            below.append(card["height"])
    assert below[0] == pytest.approx(below[1], abs=4)


@pytest.mark.parametrize("size", ["phone", "small"])
def test_what_to_play_next_is_on_the_first_screen_of_a_phone(
    frozen: FrozenBrowser, size: str
) -> None:
    for name in ("result-ranked", "result-last", "result-guest", "result-casual"):
        with frozen.show(SCREENS[name], size, "light") as page:
            button = page.get_by_role("button", name="Play again")
            expect(button).to_be_in_viewport(ratio=1)
            if name == "result-guest":
                # what signing up keeps comes after the story of the game
                keep = page.get_by_role("link", name="Keep this account").bounding_box()
                chart = page.locator(".lives-line").bounding_box()
                assert keep is not None
                assert chart is not None
                assert keep["y"] > chart["y"] + chart["height"]


def test_enter_starts_the_next_game_once_the_result_has_stood_for_a_moment(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(SCREENS["result-guest"], "wide", "dark") as page:
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
        page.clock.run_for(1_500)
        # the key stays down: Chromium may never confirm its release while the page leaves
        with page.expect_navigation(url="**/anew/"):
            page.keyboard.down("Enter")


def test_a_card_without_a_coach_takes_no_room_for_a_finding(frozen: FrozenBrowser) -> None:
    with frozen.show(DRAWN["result-missing"], "wide", "dark") as page:
        found = page.locator("#mattered .mattered-found")
        expect(found.get_by_role("link", name="See it in the replay")).to_be_visible()
        assert found.evaluate("each => each.offsetHeight") < 80
