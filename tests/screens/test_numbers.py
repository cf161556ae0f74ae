"""Numbers on a table say what they mean: lives of this game, no change, no endless countdown."""

from copy import deepcopy
from typing import Any

from tests.screens.catalog import AT_ONCE, SCREENS, TABLE, at_table
from tests.screens.frozen_browser import FrozenBrowser

DAY = 24 * 60 * 60 * 1000


def frames(name: str) -> list[Any]:
    """The frames of a screen, to be changed."""
    return deepcopy(list(SCREENS[name].frames[TABLE]))


def test_a_showdown_has_as_many_pips_as_the_game_has_lives(frozen: FrozenBrowser) -> None:
    before, end = frames("showdown")
    before["game"]["ruleset"]["lives"] = 5
    over = next(event for event in end["events"] if event["e"] == "match_over")
    for seat in over["seats"]:
        seat |= {"lives_before": min(5, seat["lives_before"]), "lives": min(5, seat["lives"])}
    with frozen.show(at_table(before, end, keeps=AT_ONCE), "wide", "dark") as page:
        rows = page.locator(".sd-lives .pips")
        assert [rows.nth(row).locator("i").count() for row in range(rows.count())] == [5] * 4


def test_a_pause_that_does_not_end_by_itself_is_not_counted_down(frozen: FrozenBrowser) -> None:
    before, end = frames("showdown")
    endless = at_table(before, end | {"pause": DAY}, keeps=AT_ONCE)
    with frozen.show(endless, "phone", "dark") as page:
        assert "starts when you are ready" in page.locator(".sd-foot").inner_text()
        assert "1440" not in page.locator("body").inner_text()


def test_a_card_that_changes_nothing_is_said_to_change_nothing(frozen: FrozenBrowser) -> None:
    (turn,) = frames("turn")
    turn["view"]["take"] = dict.fromkeys(turn["view"]["take"], 0)
    with frozen.show(at_table(turn), "wide", "dark") as page:
        words = page.locator(".hint-line").all_inner_texts()
        assert {each for each in words if each} == {"no change"}
