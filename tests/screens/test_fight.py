"""The end of a match is shown beat by beat, and nothing is on the page too early."""

from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.contract import Json
from tests.patience import wait_until
from tests.screens.catalog import DRAWN, FIGHT
from tests.screens.fight_steps import BEAT, FRAME, measure_steps
from tests.screens.frozen_browser import (
    END_MOTION,
    SIZES,
    STEP,
    FrozenBrowser,
    at_table,
    sample_on_push,
)
from tests.screens.story import LAST, Story

# texts, accessible names, the icon of the tab, and the cards in the hand
ALL_TEXT = """() => [
  document.title,
  document.querySelector('link[rel=icon]').href,
  document.body.innerText,
  ...[...document.querySelectorAll('[aria-label]')].map((each) => each.ariaLabel),
  ...[...document.querySelectorAll('[data-hand] [data-code]')].map(
    (each) => `hand:${each.dataset.code}`),
].join(' | ')"""
NOW = f"() => [{BEAT}, ({ALL_TEXT})()]"
# old lines leave the live region
HEAR_ALL = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      window.heard.push(...[...addedNodes].map((each) => each.textContent));
  }).observe(document.querySelector('#said'), { childList: true });
}"""
# data of the frame after the match: the winner, the deal, the next question
LATER = ("Match 5", "match 5", "Your turn", "starts in", "wins match", "win match", "Ready", "Out")
TOMASZ_BEFORE, TOMASZ_AFTER = "| 3 of 10 lives", "| 0 of 10 lives"


def end_of_match(viewer: int | None = 0, **changes: Any) -> tuple[Json, Json]:
    """Return the table before a fight, and the frame with the fight and the next deal."""
    turn = Story(LAST)
    before, known = turn.snapshot(viewer), len(turn.steps)
    turn.play("fight")
    return before, turn.events(known, viewer, pause=8_000, **changes)


def collect_beats(page: Page, frame: Json) -> list[tuple[str, str]]:
    """Return every beat with the contents of the page, up to the end of the match."""
    page.evaluate(FRAME, frame)
    seen = [page.evaluate(NOW)]
    while seen[-1][0] != "columns":
        assert len(seen) < 100, "the columns never came"
        page.clock.run_for(100)
        seen.append(page.evaluate(NOW))
    return [(beat, text) for beat, text in seen]


@pytest.mark.parametrize("motion", [True, False])
def test_nothing_of_what_comes_after_a_fight_is_on_the_page_before_its_last_beat(
    frozen: FrozenBrowser, motion: bool
) -> None:
    before, frame = end_of_match(question=18)
    with frozen.show(at_table(before), "wide", "dark", motion=motion) as page:
        page.evaluate("document.title = 'Table'")
        known = page.evaluate(ALL_TEXT)
        seen = collect_beats(page, frame)
    deal = frame["view"]["seats"][0]["hand"]
    later = [word for word in (*LATER, *(f"hand:{code}" for code in deal)) if word not in known]
    assert {"Match 5", "wins match"} <= set(later)
    shown = [(beat, text) for beat, text in seen if beat != "columns"]
    assert not [(beat, word) for beat, text in shown for word in later if word in text]
    assert [beat for beat, _ in groupby(beat for beat, _ in seen)] == [
        *(
            ["call", "hands", "last", "hands", "verdict", "damage"]
            if motion
            else ["last", "hands", "damage"]
        ),
        "columns",
    ]
    for beat, text in shown:
        assert (TOMASZ_AFTER in text) == (beat == "damage") != (TOMASZ_BEFORE in text)


def shown_scores(page: Page) -> dict[str, str]:
    """Return the scores at the table by seat, without hidden ones."""
    totals = page.locator("[data-total]").evaluate_all(
        "all => all.map(each => [each.dataset.total, each.textContent.trim()])"
    )
    return {seat: total for seat, total in totals if total}


def test_the_own_score_stands_and_the_strongest_hand_is_unknown_until_it_turns_up_last(
    frozen: FrozenBrowser,
) -> None:
    before, frame = end_of_match(2)
    with frozen.show(at_table(before), "wide", "dark", motion=True) as page:
        page.evaluate(FRAME, frame)
        page.keyboard.press("Shift")
        seen = [shown_scores(page)]
        while page.evaluate(BEAT) != "columns":
            page.clock.run_for(100)
            page.keyboard.press("Shift")  # ends the running animations only
            seen.append(shown_scores(page))
            if page.evaluate(BEAT) == "last":
                assert "One hand left: Mira" in page.locator(".fight-banner").inner_text()
    steps = [step for step, _ in groupby(seen) if step]
    assert [sorted(step) for step in steps] == [
        ["2"],
        ["1", "2"],
        ["1", "2", "3"],
        ["0", "1", "2", "3"],
    ]
    assert steps[-1] == {"2": "40", "1": "6", "3": "37", "0": "72"}


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (0, ["You win", "72 against 40"]),
        (2, ["You lose 4 lives", "40 against 72"]),
        (3, ["You’re out", "37 against 72"]),
        (None, ["Mira wins", "72 against 40"]),
    ],
)
def test_what_a_fight_means_for_the_reader_is_said_first_at_the_table_and_over_the_columns(
    frozen: FrozenBrowser, viewer: int | None, words: list[str]
) -> None:
    before, frame = end_of_match(viewer)
    name = "table-watch" if viewer is None else "table"
    with frozen.show(at_table(before, page=name), "phone", "dark", motion=True) as page:
        page.evaluate(FRAME, frame)
        while page.evaluate(BEAT) != "damage":
            page.clock.run_for(100)
        assert page.locator(".fight-banner").inner_text().splitlines() == words
        assert sorted(page.locator(".loss").all_inner_texts()) == ["−3", "−4", "−4"]
        page.clock.run_for(2_000)
        assert page.get_by_role("dialog", name=", ".join(words)).is_visible()


def test_a_fight_is_told_in_the_order_in_which_it_is_shown(frozen: FrozenBrowser) -> None:
    before, frame = end_of_match(2)
    with frozen.show(at_table(before), "wide", "dark", motion=True) as page:
        page.evaluate(HEAR_ALL)
        collect_beats(page, frame)
        heard = page.evaluate("window.heard")
    assert heard[-10:] == [
        "Your score is 40.",
        "Kestrel shows Blue 10, White 6 and White 6: 6.",
        "Tomasz shows Gold 10, Black 6 and Gold 4: 37.",
        "Mira shows Yellow 4, Yellow 3 and Common 8: 72.",
        "You lose 4 lives, 40 against 72.",
        "Mira wins.",
        "Ola goes from 10 to 6 lives.",
        "Tomasz is out.",
        "Kestrel goes from 6 to 2 lives.",
        "Match 5. Mira deals.",
    ]


QUICK: list[tuple[str, Json]] = [
    ("game", {"clock": {"free": 10, "bank": 40}}),
    ("game", {"ruleset": {"lives": 5, "seats": 4}}),
    # alone with AI players, in a match after the first
    ("me", {"ai_pace": "normal"}),
]


# the banner and the own score at the start of all motion
FIRST_FRAME = """() => {
  for (const each of document.getAnimations()) {
    each.pause();
    each.currentTime = 0;
  }
  const banner = document.querySelector('.fight-banner > span');
  return [banner.innerText.split("\\n")[0], getComputedStyle(banner).opacity,
    document.querySelector('.stand[data-near] .stand-total').innerText];
}"""


@pytest.mark.parametrize(("part", "changes"), QUICK)
def test_a_fight_is_quick_in_a_quick_game_and_for_a_user_who_plays_alone(
    frozen: FrozenBrowser, part: str, changes: Json
) -> None:
    before, frame = end_of_match()
    quick = before | {part: before[part] | changes}
    with frozen.show(at_table(quick), "wide", "dark", motion=True) as page:
        page.evaluate(FRAME, frame)
        page.clock.run_for(4_000)
        assert page.evaluate(BEAT) == "columns"
    with frozen.show(at_table(before), "wide", "dark", motion=True) as page:
        page.evaluate(FRAME, frame)
        page.clock.run_for(4_000)
        assert page.evaluate(BEAT) != "columns"


def test_alone_the_blow_follows_the_verdict_at_once_and_no_motion_of_a_fight_is_cut_short(
    frozen: FrozenBrowser,
) -> None:
    before, frame = end_of_match()
    # Mira plays alone with AI players, in the fourth match
    alone = before | {"me": before["me"] | {"ai_pace": "normal"}}
    with frozen.show(at_table(alone), "wide", "dark", motion=True) as page:
        steps = measure_steps(page, frame)
    with frozen.show(at_table(before), "wide", "dark", motion=True) as page:
        usual = measure_steps(page, frame)
    for times in (steps, usual):
        assert " ".join(times) == "call1 hands2 hands3 last3 hands4 verdict4 damage4"
        assert not {step: each for step, each in times.items() if each[1] > each[0]}
    verdicts = steps["verdict4"][0], usual["verdict4"][0]
    assert verdicts[0] < verdicts[1] / 2


@pytest.mark.parametrize("changes", [{}, {"ai_pace": "normal"}])
def test_each_score_stands_for_most_of_its_beat_before_the_next_hand_turns_up(
    frozen: FrozenBrowser, changes: Json
) -> None:
    before, frame = end_of_match()
    with frozen.show(
        at_table(before | {"me": before["me"] | changes}), "wide", "dark", motion=True
    ) as page:
        # only hands and scores are measured
        page.add_style_tag(content="* { animation: none !important; transition: none !important }")
        steps = measure_steps(page, frame)
    shares = [ends / shown for step, (shown, ends) in steps.items() if "hands" in step]
    assert len(shares) == 3
    assert 0 < min(shares) <= max(shares) < 0.4


def test_the_words_of_a_fight_and_the_own_score_are_there_in_the_first_frame(
    frozen: FrozenBrowser,
) -> None:
    before, frame = end_of_match()
    with frozen.show(at_table(before), "wide", "dark", motion=True) as page:
        page.evaluate(FRAME, frame)
        assert page.evaluate(FIRST_FRAME) == ["You call the fight", "1", "72"]
        while page.evaluate(BEAT) != "verdict":
            page.clock.run_for(20)
        assert page.evaluate(FIRST_FRAME) == ["You win", "1", "72"]


def test_a_user_alone_who_falls_goes_from_the_scores_to_the_result_or_watches(
    frozen: FrozenBrowser,
) -> None:
    before, frame = end_of_match(3)
    # Tomasz plays alone with AI players, who finish the game
    chairs = [seat | {"kind": "ai", "level": "medium"} for seat in before["seats"][:3]]
    alone = before | {
        "seats": [*chairs, before["seats"][3]],
        "game": before["game"] | {"rated": False, "clock": None},
    }
    for size in ("wide", "phone"):
        with frozen.show(at_table(alone), size, "dark", motion=True) as page:
            page.evaluate(FRAME, frame)
            page.clock.run_for(8_000)
            scores = page.get_by_role("dialog", name="You’re out, 37 against 72")
            result = scores.get_by_role("button", name="See the result")
            form = "each => each.form.method + ' ' + new URL(each.form.action).pathname"
            assert result.evaluate(form) == "post /game/hFFqZdmNUJ5u/outcome/"
            expect(result).to_be_focused()
            scores.get_by_role("button", name="Keep watching").click()
            expect(scores).to_have_count(0)
            expect(page.get_by_role("group", name="You’re out")).to_be_visible()


@pytest.mark.parametrize("press", ["key", "tap"])
def test_any_press_jumps_to_the_columns_and_does_nothing_else(
    frozen: FrozenBrowser, press: str
) -> None:
    before, frame = end_of_match()
    with frozen.show(
        at_table(before), "phone" if press == "tap" else "wide", "dark", motion=True
    ) as page:
        page.evaluate(FRAME, frame)
        page.clock.run_for(900)
        assert page.evaluate(BEAT) == "hands"
        if press == "tap":
            box = page.locator(".bar-talk").bounding_box()
            assert box
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            page.keyboard.press("m")
        assert page.evaluate(BEAT) == "columns"
        assert page.locator(".sd").is_visible()
        assert page.locator("dialog").count() == 0
        assert page.evaluate("localStorage.getItem('density-sound')") is None
        # pending announcements follow at once, in the same order
        heard = page.locator("#said p").all_inner_texts()
        assert heard[-1] == "Match 5. Mira deals."
        assert "You win, 72 against 40." in heard


def test_a_later_event_a_hidden_tab_and_the_own_pace_end_it_at_once(frozen: FrozenBrowser) -> None:
    before, frame = end_of_match()
    with frozen.show(at_table(before), "wide", "dark", motion=True) as page:
        page.evaluate(FRAME, frame)
        page.clock.run_for(900)
        later = {**frame, "version": frame["version"] + 1, "events": [], "pause": 0}
        page.evaluate(FRAME, later)
        assert page.evaluate(BEAT) == "hands"
        passed = [{"e": "passed", "seat": 3, "by": "player", "at": 0}]
        page.evaluate(FRAME, {**later, "version": later["version"] + 1, "events": passed})
        assert page.evaluate(BEAT) == "columns"
    with frozen.show(
        at_table(before, keeps={"density-fights": "off"}), "wide", "dark", motion=True
    ) as page:
        page.evaluate(FRAME, frame)
        assert page.evaluate(BEAT) == "columns"
    with frozen.show(
        at_table(before, keeps={"density-fights": "short"}), "wide", "dark", motion=True
    ) as page:
        page.evaluate(FRAME, frame)
        page.clock.run_for(3_200)
        assert page.evaluate(BEAT) == "columns"
    with frozen.show(at_table(before), "wide", "dark", motion=True) as page:
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
        page.evaluate(FRAME, frame)
        assert page.evaluate(BEAT) == "columns"


def test_each_earlier_showdown_is_a_press_away(frozen: FrozenBrowser) -> None:
    before, frame = end_of_match()
    over = next(each for each in frame["events"] if each["e"] == "match_over")
    earlier = {**over, "match": 2, "winners": [2]}
    past = {"match": 2, "steps": [{"step": 0, "seat": 0, "events": [earlier], "view": None}]}
    with frozen.show(at_table(before), "wide", "dark") as page:
        page.route("**/past/?match=2", lambda route: route.fulfill(json=past))
        buttons = page.locator(".side [data-end]")
        assert buttons.all_inner_texts() == ["1", "2", "3"]
        buttons.nth(1).click()
        dialog = page.get_by_role("dialog", name="Earlier showdowns")
        assert "Ola wins" in dialog.inner_text()
        assert dialog.locator(".sd-column").count() == 4
        page.keyboard.press("Escape")
        assert dialog.count() == 0
        # the last showdown is shown without a request
        page.evaluate(FRAME, frame)
        page.clock.run_for(7_000)
        page.keyboard.press("Enter")
        page.locator(".side [data-end='4']").click()
        assert "You win, 72 against 40" in dialog.inner_text()


# boxes that are outside of the window, or above the cards of a hand
HIDDEN_BY = """([above, below]) => {
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  return boxes(above).filter(({ left, right, top, bottom }) =>
    left < 0 || right > innerWidth || top < 0 || bottom > innerHeight ||
    boxes(below).some((box) =>
      left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1),
  ).length;
}"""


@pytest.mark.parametrize("size", sample_on_push(SIZES, "laptop", "phone", "tiny"))
def test_the_words_of_a_fight_and_its_losses_leave_every_hand_and_score_in_view(
    frozen: FrozenBrowser, size: str
) -> None:
    hands = ".stand .card, .stand-chips, .stand-total, .hand .card, .amp .card"
    with frozen.show(FIGHT["fight-lost"], size, "dark") as page:
        page.evaluate(END_MOTION)
        assert page.locator(".loss").count() == 3
        for words in (".fight-banner > span", ".loss"):
            assert page.evaluate(HIDDEN_BY, [words, hands]) == 0
        assert page.evaluate(HIDDEN_BY, [".stand-total", ".hand .card, .amp .card, .loss"]) == 0
    for beat in ("call", "last"):
        with frozen.show(FIGHT[f"fight-{beat}"], size, "dark") as page:
            page.evaluate(END_MOTION)
            assert page.evaluate(HIDDEN_BY, [".fight-banner > span", hands]) == 0


@pytest.mark.parametrize("name", ["fight-columns", "fight-lost", "rps-throw"])
def test_the_seal_of_a_drawn_table_says_that_its_cards_are_checked(
    frozen: FrozenBrowser, name: str
) -> None:
    with frozen.show(DRAWN[name], "wide", "dark") as page:

        def is_checked() -> bool:
            # the script loads in real time, and what it finds is drawn in a frame of the clock
            page.clock.run_for(STEP)
            return page.locator("[data-seal=checked]").count() == 1

        wait_until(is_checked)
