"""Tables, replays and lessons fit the window, without cut or overlapping texts."""

import re
from pathlib import Path

import pytest

from tests.screens.catalog import DRAWN, SCREENS
from tests.screens.frozen_browser import (
    SIZES,
    FrozenBrowser,
    Screen,
    is_covered,
    resize_page,
    sample_on_push,
)

FITS = (Path(__file__).parent / "fits.js").read_text()
PUSHED = """
replay tiny; rps-throw laptop; turn tiny; lesson-1 laptop; chosen tiny; turn lying
rps-result tablet; turn short; rps-window short; rps-replay short; fight-strongest tiny
result-second tablet; result-so-far phone
"""
SHOWN = f"""{PUSHED}
replay tablet; replay laptop; replay lying; rps-replay tablet; odds laptop; on-bank tiny
turn tablet; turn huge; chosen short; rps-throw short; result-second middle; result-second lying
"""
# screens that look different with large text, on a phone and on a desktop
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
    sample_on_push(
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


PUSHED_IN_GERMAN = "home tables new-table signup settings profile ai-player result learn"
GERMAN = f"""{PUSHED_IN_GERMAN}
home-out home-new friends queue history boards rules practice 404
"""
TWO_ROWS = 108  # pixels: the bar and its menu


@pytest.mark.parametrize("name", sample_on_push(GERMAN.split(), *PUSHED_IN_GERMAN.split()))
def test_a_german_page_fits_a_phone(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(Screen(f"{name}-de"), "tiny", "dark") as page:
        page.evaluate(FITS)
        assert page.evaluate("document.documentElement.lang") == "de"
        for size in ("tiny", "phone"):
            resize_page(page, *SIZES[size])
            assert page.evaluate("outside()") == [], size
            assert page.evaluate("collisions()") == [], size
            assert page.evaluate("document.querySelector('.bar').offsetHeight") <= TWO_ROWS, size


@pytest.mark.parametrize("name", ["boards", "home", "home-out"])
def test_a_german_page_fits_a_phone_with_letters_of_twice_the_size(
    frozen: FrozenBrowser, name: str
) -> None:
    with frozen.show(Screen(f"{name}-de"), "phone", "dark", letters=200) as page:
        page.evaluate(FITS)
        assert page.evaluate("outside()") == []
        assert page.evaluate("collisions()") == []


# selected options that are wider than their box, and rows of options with a single last one
CUT = """all => all.filter((each) => each.checkVisibility()).filter((each) => {
  const { font, fontStretch, paddingLeft, paddingRight } = getComputedStyle(each);
  const arrow = 20, probe = document.createElement("span");
  probe.textContent = each.selectedOptions[0].text.trim();
  Object.assign(probe.style, { position: "fixed", whiteSpace: "nowrap", font, fontStretch });
  each.after(probe);
  const room = each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
  const wider = probe.offsetWidth > room;
  probe.remove();
  return wider;
}).map((each) => each.selectedOptions[0].text.trim())"""
ALONE = """all => all.filter((each) => each.checkVisibility())
  .map((each) => [...each.querySelectorAll("a, label")]
    .map((choice) => choice.getBoundingClientRect().top))
  .filter((tops) => tops.at(-1) !== tops.at(-2) && tops[0] === tops[1]).length"""


CHOICES = (
    *("history tablet", "history middle", "result tiny", "boards phone", "boards tiny"),
    *("new-table tablet", "new-table laptop"),
)


@pytest.mark.parametrize(
    "shown",
    sample_on_push(CHOICES, "history tablet", "result tiny", "boards tiny", "new-table laptop"),
)
def test_no_german_choice_is_cut_or_alone(frozen: FrozenBrowser, shown: str) -> None:
    name, size = shown.split()
    with frozen.show(Screen(f"{name}-de"), size, "light") as page:
        assert page.locator("main select").evaluate_all(CUT) == []
        assert page.locator("main .segments").evaluate_all(ALONE) == 0


def test_the_menu_of_a_visitor_stays_one_line_with_larger_letters(frozen: FrozenBrowser) -> None:
    with frozen.show(Screen("home-out-de"), "phone", "light", letters=130) as page:
        tops = "all => new Set(all.map((each) => each.getBoundingClientRect().top)).size"
        assert page.locator(".bar nav a:visible").evaluate_all(tops) == 1


def test_a_name_on_the_result_stays_whole_with_large_letters(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["result-ranked"], "phone", "light", letters=200) as page:
        lines = "all => all.map((each) => Math.round(each.offsetHeight / 45))"
        assert set(page.locator(".places p b").evaluate_all(lines)) == {1}


def test_the_letter_of_a_player_stays_in_its_circle_with_large_letters(
    frozen: FrozenBrowser,
) -> None:
    heights = "all => all.map((each) => each.offsetHeight / each.parentElement.offsetHeight)"
    with frozen.show(SCREENS["profile"], "phone", "light", letters=200) as page:
        assert max(page.locator(".avatar b").evaluate_all(heights)) < 0.5


def test_a_count_of_lives_stays_beside_them_with_large_letters(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["puzzle"], "phone", "light", letters=200) as page:
        tops = "all => all.map((each) => each.getBoundingClientRect().top)"
        for seat in page.locator(".puzzle-seats li:not(.gone)").all():
            lives, count = seat.locator(".pips, .num").evaluate_all(tops)
            assert abs(lives - count) < 20


def list_shown(lines: str) -> list[str]:
    """Return the screens and sizes in lines with semicolons."""
    return re.findall(r"[^;\s]+ [^;\s]+", lines)


@pytest.mark.parametrize("shown", sample_on_push(list_shown(SHOWN), *list_shown(PUSHED)))
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
        assert not is_covered(page, ".bubble", "[data-hand] .card, .moves .button")


@pytest.mark.parametrize("size", ["tiny", "phone"])
def test_the_card_of_a_lesson_leaves_free_what_it_asks_for(
    frozen: FrozenBrowser, size: str
) -> None:
    with frozen.show(SCREENS["lesson-take"], size, "dark") as page:
        assert not is_covered(page, ".bubble", ".opponent .pile, .moves .button")


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


def test_the_tag_of_a_turn_lies_on_no_words_of_the_stage(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["replay-learn"], "short", "dark") as page:
        assert not is_covered(page, ".rs-turn", ".rs-stake, .rs-discard")


def test_the_own_hand_stays_on_its_plate_on_the_smallest_phone(frozen: FrozenBrowser) -> None:
    right = "each => each.getBoundingClientRect().right"
    with frozen.show(SCREENS["replay-learn"], "tiny", "dark") as page:
        cards = page.locator("[data-spot=own] .rs-hand .card").last.evaluate(right)
        assert cards < page.locator("[data-spot=own] .rs-plate").evaluate(right)


def test_the_score_is_in_sight_in_its_sheet_on_a_phone_held_sideways(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(SCREENS["odds"], "short", "dark") as page:
        score = page.locator("dialog .score-final .num")
        assert score.evaluate("e => e.getBoundingClientRect().bottom") <= 375


def test_the_list_of_keys_opens_at_its_start(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["keys"], "short", "dark") as page:
        assert page.locator("dialog").evaluate("each => each.scrollTop") == 0


def test_the_card_of_an_effect_stands_in_the_place_of_words(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["rps-effect"], "short", "dark") as page:
        assert page.locator(".caption .card").is_visible()
        assert page.locator(".verdict").is_hidden()


def test_the_final_scores_of_a_replay_are_in_sight_on_a_low_laptop(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["replay-end"], "laptop", "dark") as page:
        assert not is_covered(page, ".sd-foot", ".score-final .num")
        bottoms = "all => all.map((each) => each.getBoundingClientRect().bottom)"
        stage = page.locator(".replay-end").evaluate("e => e.getBoundingClientRect().bottom")
        assert max(page.locator(".score-final .num").evaluate_all(bottoms)) <= stage


def test_costs_that_come_later_move_no_line(frozen: FrozenBrowser) -> None:
    heights = "all => all.map((each) => each.offsetHeight)"
    seen = []
    for name in ("replay", "replay-waiting"):
        with frozen.show(SCREENS[name], "lying", "dark") as page:
            seen.append(page.locator(".moves-list button").evaluate_all(heights))
    assert seen[0] == seen[1]


def test_what_follows_a_list_of_tables_stands_apart(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["tables-empty"], "phone", "dark") as page:
        bottom = page.locator("#lobby").evaluate("e => e.getBoundingClientRect().bottom")
        door = page.locator(".tables-page > .buttons").first
        assert door.evaluate("e => e.getBoundingClientRect().top") - bottom >= 16


def test_a_coach_that_is_not_done_leaves_the_moves_free(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["replay-waiting"], "lying", "dark") as page:
        assert not is_covered(page, ".win-chart", ".moves-list")


@pytest.mark.parametrize("name", ["challenge", "found", "report"])
def test_an_invitation_covers_no_title(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(SCREENS[name], "phone", "dark") as page:
        for size in ("phone", "tiny", "tablet", "middle", "laptop"):
            resize_page(page, *SIZES[size])
            assert page.locator(".invitations .invitation").is_visible(), size
            assert not is_covered(page, ".invitations", "h1, .bar"), size


def test_an_invitation_covers_no_title_of_a_running_game(frozen: FrozenBrowser) -> None:
    with frozen.show(Screen("home-invited"), "tiny", "dark") as page:
        assert page.locator(".invitations .invitation").is_visible()
        assert not is_covered(page, ".invitations", "h1, .bar")


def test_the_end_of_a_page_scrolls_above_an_invitation_on_a_phone(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["challenge"], "tiny", "dark") as page:
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert not is_covered(page, ".invitations", "main .button, .foot a, .foot button")


def test_a_click_on_a_shortened_fingerprint_selects_the_whole(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["deal-log"], "phone", "dark") as page:
        assert page.locator("td time").first.evaluate("e => e.getClientRects().length") == 1
        fingerprint = page.locator("td .digest").filter(visible=True).first
        assert fingerprint.evaluate("e => e.scrollWidth > e.clientWidth")
        fingerprint.click()
        assert len(page.evaluate("getSelection().toString()").strip()) == 64
