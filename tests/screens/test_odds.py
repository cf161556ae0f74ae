"""The odds are open against AI players, closed among players, and absent in rated games."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.contract import Json
from tests.screens.catalog import ODDS, SCREENS, against_ai
from tests.screens.frozen_browser import FrozenBrowser, Screen, at_table, sample_on_push
from tests.screens.story import GAME, TOOK, TURN, Story

CASUAL = {**GAME, "rated": False}


def among_people(**changes: Any) -> Screen:
    """Return a casual table of four players."""
    return at_table(Story(TURN).snapshot() | {"game": CASUAL}, **changes)


def odds_words(page: Page, selector: str = ".odds:visible") -> str:
    """Return the text of the odds."""
    return " ".join(page.locator(selector).inner_text().split())


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_alone_with_ai_players_the_odds_are_open(frozen: FrozenBrowser, size: str) -> None:
    with frozen.show(SCREENS["odds"], size, "dark") as page:
        said = odds_words(page)
        assert "Better with 15 of 37 cards, worse with 22" in said
        assert "You’d have the top score now in about 98% of cases" in said
        assert "against 3 others, tried with 1000 random hands" in said


def test_the_odds_go_by_the_discard_that_is_selected(frozen: FrozenBrowser) -> None:
    with frozen.show(at_table(against_ai(Story(TOOK))), "wide", "dark") as page:
        best = page.locator(".odds .chip").first
        expect(best).to_have_attribute("aria-label", "Aquamarine 5")
        page.locator("[data-code=Ye4][data-index]").click()
        page.clock.run_for(300)
        expect(best).to_have_attribute("aria-label", "Yellow 4")


def test_the_odds_stay_with_a_discard_that_can_be_taken_back(frozen: FrozenBrowser) -> None:
    screen = at_table(against_ai(Story(TOOK)), keeps={"density-takeBack": "on"})
    with frozen.show(screen, "wide", "dark") as page:
        for _ in range(2):
            page.locator("[data-code=Ye4][data-index]").click()
            page.clock.run_for(300)
        expect(page.locator("[data-do=undo]:visible")).to_have_count(1)
        expect(page.locator(".odds .chip").first).to_have_attribute("aria-label", "Yellow 4")


def test_among_people_nothing_is_shown_before_the_reader_opens_it(frozen: FrozenBrowser) -> None:
    with frozen.show(among_people(), "wide", "dark") as page:
        expect(page.locator(".side .odds")).to_have_count(1)
        assert "of 37" not in page.content()
        page.locator(".side .odds summary").click()
        page.clock.run_for(300)
        assert "Better with 15 of 37 cards" in odds_words(page)
        page.locator(".side .odds summary").press("Enter")
        page.clock.run_for(300)
        assert "of 37" not in page.content()


RATED: dict[str, Json] = {
    "owner": Story(TURN).snapshot(),
    "owner, others by AI": against_ai(Story(TURN), rated=True),
    "owner to discard": Story(TOOK).snapshot(),
    "watcher": Story(TURN).snapshot(None),
    "watcher, others by AI": against_ai(Story(TURN), None, rated=True),
}


@pytest.mark.parametrize("who", RATED)
@pytest.mark.parametrize("size", sample_on_push(["wide", "phone"], "phone"))
def test_a_rated_game_shows_none_of_it(frozen: FrozenBrowser, who: str, size: str) -> None:
    page_name = "table-watch" if RATED[who]["you"] is None else "table"
    kept = {"density-odds": "on"}
    with frozen.show(at_table(RATED[who], page=page_name, keeps=kept), size, "dark") as page:
        if RATED[who]["you"] is not None:
            page.locator(ODDS).first.click()
            page.clock.run_for(300)
            expect(page.locator(".score-panel:visible")).to_have_count(1)
        expect(page.locator(".odds")).to_have_count(0)
        assert "of 37" not in page.content()


def test_a_replay_has_them_for_the_seat_at_the_near_side(frozen: FrozenBrowser) -> None:
    shown = replace(SCREENS["replay"], press=["[aria-pressed=false] >> text=Score"])
    with frozen.show(shown, "wide", "dark") as page:
        assert "You’d have the top score now" in odds_words(page, ".replay-score .odds")
        mine = odds_words(page, ".replay-score .odds")
        # a seat that is still in the game
        page.get_by_role("button", name="Gabbro", exact=True).click()
        page.clock.run_for(300)
        assert odds_words(page, ".replay-score .odds") != mine
