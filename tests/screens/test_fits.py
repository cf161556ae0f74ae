"""Everything of a table, a replay and a lesson is in the window: nothing cut, no words on words."""

from pathlib import Path

import pytest

from tests.screens.catalog import DRAWN, SCREENS
from tests.screens.frozen_browser import SIZES, FrozenBrowser, Screen, at_push, covered, resize

FITS = (Path(__file__).parent / "fits.js").read_text()
SHOWN = """
replay tablet; replay laptop; replay lying; replay tiny; rps-replay tablet; rps-throw laptop
turn tiny; odds laptop; lesson-1 laptop; chosen tiny; on-bank tiny; turn tablet; turn lying
turn huge; rps-result tablet
turn short; chosen short; rps-window short; rps-throw short
rps-replay short; fight-race tiny
result-second tablet; result-second middle; result-second lying; result-so-far phone
"""
# what looks different with large letters, on a phone and on a desktop
ENLARGED = """
turn chosen waiting-for opening watcher own-out rps-throw rps-window replay rps-replay lesson-2
home-out home home-running tables new-table learn practice puzzle rules rps-rules profile history
settings friends signup-errors queue-waiting private 404
"""
LARGE = [
    f"{name} {size} {letters}"
    for name in ENLARGED.split()
    for size in ("phone", "tiny", "wide")
    for letters in (130, 200)
]


@pytest.mark.parametrize(
    "shown",
    at_push(
        LARGE,
        "turn phone 200",
        "turn wide 200",
        "rps-window phone 200",
        "replay phone 130",
        "rules phone 200",
        "profile phone 200",
        "home-out phone 130",
        "home wide 200",
    ),
)
def test_a_page_fits_its_window_with_large_letters(frozen: FrozenBrowser, shown: str) -> None:
    name, size, letters = shown.split()
    with frozen.show(SCREENS[name], size, "dark", letters=int(letters)) as page:
        page.evaluate(FITS)
        assert page.evaluate("outside()") == []
        assert page.evaluate("collisions()") == []


GERMAN = """
home-out home home-new tables new-table signup settings friends queue profile history ai-player
boards result rules learn practice 404
"""
TWO_ROWS = 108  # pixels: the bar and its menu


@pytest.mark.parametrize("name", GERMAN.split())
def test_a_german_page_fits_a_phone(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(Screen(f"{name}-de"), "tiny", "dark") as page:
        page.evaluate(FITS)
        assert page.evaluate("document.documentElement.lang") == "de"
        for size in ("tiny", "phone"):
            resize(page, *SIZES[size])
            assert page.evaluate("outside()") == [], size
            assert page.evaluate("collisions()") == [], size
            assert page.evaluate("document.querySelector('.bar').offsetHeight") <= TWO_ROWS, size


@pytest.mark.parametrize("shown", SHOWN.strip().replace("\n", ";").split(";"))
def test_a_page_fits_its_window(frozen: FrozenBrowser, shown: str) -> None:
    name, size = shown.split()
    with frozen.show(DRAWN[name], size, "dark") as page:
        page.evaluate(FITS)
        assert page.evaluate("outside()") == []
        assert page.evaluate("collisions()") == []


@pytest.mark.parametrize("size", ["wide", "tablet"])
@pytest.mark.parametrize("step", [0, 2])
def test_the_card_of_a_lesson_stands_neither_on_the_hand_nor_on_what_can_be_done(
    frozen: FrozenBrowser, size: str, step: int
) -> None:
    with frozen.show(SCREENS[f"lesson-{step}"], size, "dark") as page:
        assert not covered(page, ".bubble", "[data-hand] .card, .moves .button")


@pytest.mark.parametrize("size", ["tiny", "phone"])
def test_the_card_of_a_lesson_leaves_free_what_it_asks_for(
    frozen: FrozenBrowser, size: str
) -> None:
    with frozen.show(SCREENS["lesson-take"], size, "dark") as page:
        assert not covered(page, ".bubble", ".opponent .pile, .moves .button")


def test_the_buttons_of_a_replay_stand_in_one_line(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["replay"], "tiny", "dark") as page:
        tops = "all => new Set(all.map((each) => each.getBoundingClientRect().top)).size"
        assert page.locator(".transport .button").evaluate_all(tops) == 1


def test_all_that_can_be_done_is_on_the_smallest_phone(frozen: FrozenBrowser) -> None:
    for name in ("turn", "chosen", "rps-throw", "rps-pick"):
        with frozen.show(SCREENS[name], "tiny", "dark") as page:
            bottoms = "all => all.map((each) => each.getBoundingClientRect().bottom)"
            hand = "[data-hand] .card, .items[data-side=own] .card"
            needed = page.locator(f"{hand}, .moves .button")
            assert max(needed.evaluate_all(bottoms)) <= 568


def test_the_parts_of_a_page_begin_in_one_line_on_a_phone(frozen: FrozenBrowser) -> None:
    lefts = "all => [...new Set(all.map((each) => each.getBoundingClientRect().left))]"
    for name in ("home-out", "home"):
        with frozen.show(SCREENS[name], "tiny", "dark") as page:
            heads = page.locator(".hero h1, .lobby h2, .watch :is(h2, .chairs)")
            assert heads.filter(visible=True).evaluate_all(lefts) == [16]


def test_what_follows_a_list_of_tables_stands_apart(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["tables-empty"], "phone", "dark") as page:
        bottom = page.locator("#lobby").evaluate("e => e.getBoundingClientRect().bottom")
        door = page.locator(".tables-page > .buttons").first
        assert door.evaluate("e => e.getBoundingClientRect().top") - bottom >= 16


def test_a_coach_that_is_not_done_leaves_the_moves_free(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["replay-waiting"], "lying", "dark") as page:
        assert not covered(page, ".win-chart", ".moves-list")
