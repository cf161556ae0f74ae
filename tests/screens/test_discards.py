"""A card shows the score without it before it is discarded."""

import pytest
from playwright.sync_api import Page, expect

from games.engine.contract import Json
from tests.screens.catalog import SCREENS, first_turn
from tests.screens.frozen_browser import FrozenBrowser, Screen, at_table
from tests.screens.story import TOOK, TURN, Story, turn_clock

SENT = "() => window.sent.splice(0).filter(({ type }) => type === 'act').map((act) => act.action)"
LOOK = 400  # milliseconds that a person looks before a press
YELLOW, AQUAMARINE = "[data-hand] [data-code=Ye4]", "[data-hand] [data-code=Aq5]"
FINAL = ".side .score-final .num"


def take_sent(page: Page) -> list[Json]:
    """Return the moves that the page has sent since the last call."""
    moves: list[Json] = page.evaluate(SENT)
    return moves


def test_the_mouse_shows_the_score_without_a_card_and_one_press_discards_it(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(SCREENS["discard"], "wide", "dark") as page:
        page.clock.run_for(LOOK)
        now = page.locator(FINAL).inner_text()
        without = Story(TOOK).snapshot()["view"]["after"]["Ye4"]["score"]
        assert now != str(without)
        page.locator(YELLOW).hover()
        page.clock.run_for(LOOK)
        expect(page.locator(FINAL)).to_have_text(str(without))
        expect(page.locator(f"{YELLOW} .card-note")).to_have_text(f"Score {without}")
        page.mouse.move(5, 5)
        page.clock.run_for(LOOK)
        expect(page.locator(FINAL)).to_have_text(now)
        page.locator(AQUAMARINE).hover()
        page.clock.run_for(LOOK)
        page.mouse.down()
        page.mouse.up()
        assert take_sent(page) == [{"do": "discard", "card": "Aq5"}]


def test_a_press_on_a_card_whose_score_was_not_seen_only_shows_it(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["discard"], "wide", "dark") as page:
        page.clock.run_for(LOOK)
        page.locator(YELLOW).click()
        assert take_sent(page) == []
        page.clock.run_for(LOOK)
        page.mouse.move(5, 5)
        page.clock.run_for(LOOK)
        expect(page.locator(YELLOW)).to_have_attribute("aria-pressed", "true")
        page.locator("[data-do=discard]").click()
        assert take_sent(page) == [{"do": "discard", "card": "Ye4"}]


def test_the_first_tap_shows_the_score_and_the_second_discards(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["discard"], "phone", "dark") as page:
        page.clock.run_for(LOOK)
        page.locator(AQUAMARINE).tap()
        page.clock.run_for(LOOK)
        assert take_sent(page) == []
        expect(page.locator(".strip-final .num")).to_have_text("75")
        page.locator(AQUAMARINE).tap()
        assert take_sent(page) == [{"do": "discard", "card": "Aq5"}]


def test_enter_makes_the_usual_move_draw_and_discard_what_leaves_the_most(
    frozen: FrozenBrowser,
) -> None:
    table_story = Story(TURN)
    with frozen.show(at_table(table_story.snapshot()), "wide", "dark") as page:
        page.clock.run_for(LOOK)
        page.keyboard.press("Enter")
        assert take_sent(page) == [{"do": "draw", "from": "pile"}]
        table_story.play("take_3")
        frame = table_story.events(len(table_story.steps) - 1, question=19)
        page.evaluate("frame => line.hear(frame)", frame)
        page.clock.run_for(LOOK)
        best = max(frame["view"]["after"].values(), key=lambda score: score["score"])
        expect(page.locator(FINAL)).to_have_text(str(best["score"]))
        page.keyboard.press("Enter")
        assert take_sent(page) == [{"do": "discard", "card": "Aq5"}]


HINTS = {
    1: "Draw, or take a card that raises your",
    2: "Fight if you think your score is the highest",
    3: "Surrender if you expect to lose: it costs less",
    4: "Draw, take a discard, or fight",
}


def first_game(number: int, page: str = "table-first", **changes: Json) -> Screen:
    """Return the turn of a player in this round of the first match of a game."""
    frame = first_turn("" if number == 1 else TURN) | changes
    return at_table(frame | {"view": frame["view"] | {"round": number}}, page=page)


def shown_words(page: Page, selector: str) -> str:
    """Return the words of these elements that a reader sees."""
    seen = [each for each in page.locator(selector).all() if each.is_visible()]
    return " ".join(each.inner_text() for each in seen)


@pytest.mark.parametrize("size", ["phone", "laptop"])
@pytest.mark.parametrize("clock", [turn_clock(0), {}], ids=["clock", "no clock"])
def test_a_first_game_shows_the_goal_and_a_hint_for_each_of_three_rounds(
    frozen: FrozenBrowser, size: str, clock: Json
) -> None:
    for number, hint in HINTS.items():
        with frozen.show(first_game(number, clocks=clock), size, "dark") as page:
            shown = shown_words(page, ".prompt > *")
            # from round 4 on, as in every other game, a phone shows the time
            assert (hint in shown) == (number < 4 or size == "laptop" or not clock)
            goal = "Goal: Be the last player with lives left."
            assert (goal in shown_words(page, ".dock-note")) == (number == 1)


def test_a_hint_on_a_phone_gives_way_to_the_last_seconds(frozen: FrozenBrowser) -> None:
    late = turn_clock(0, ms=5_000, bank=0)
    with frozen.show(first_game(2, clocks=late), "phone", "dark") as page:
        assert HINTS[2] not in shown_words(page, ".prompt > *")
        assert page.locator(".prompt-clock").inner_text().startswith("5")


def test_no_other_match_or_game_has_hints(frozen: FrozenBrowser) -> None:
    second = Story("").snapshot() | {"view": first_turn()["view"] | {"match": 2}}
    for screen in (at_table(second, page="table-first"), first_game(1, page="table")):
        for size in ("phone", "laptop"):
            with frozen.show(screen, size, "dark") as page:
                assert shown_words(page, ".dock-note") == "Fights start in round 2"
                assert HINTS[1] not in shown_words(page, ".prompt > *")


def test_a_surrender_is_asked_for_by_its_consequence(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["surrender"], "wide", "dark") as page:
        dialog = page.get_by_role("dialog", name="Surrender this match?")
        expect(dialog).to_contain_text("You lose 2 lives and are out of this match.")
        expect(dialog).to_contain_text("A lost fight would cost you 3 lives.")
    frame = Story(TURN).snapshot()
    frame["view"]["seats"][0]["lives"] = 2
    with frozen.show(at_table(frame, press=["[data-do=surrender]"]), "wide", "dark") as page:
        dialog = page.get_by_role("dialog", name="Surrender this match?")
        expect(dialog).to_contain_text("You lose your last lives and are out of the game.")
