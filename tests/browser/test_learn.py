"""The first lesson by keyboard to its end, and one answer in the practice."""

import pytest
from playwright.sync_api import Locator, expect

from games.density_deck.lessons import practice
from tests.browser.conftest import OpenPlayer
from tests.browser.play import run_ahead, stop_clock
from tests.browser.player import BrowserPlayer

# milliseconds by which a test advances the page's clock before a key, since early presses are
# ignored
GUARD = 500


def open_lesson(person: BrowserPlayer, path: str) -> None:
    """Open a lesson, and stop its clock between jumps, so that no step passes unseen."""
    person.page.goto(path)
    stop_clock(person.page)
    run_ahead(person, person.page.locator("#bubble-title").is_visible)


def press_until(person: BrowserPlayer, key: str, there: Locator) -> None:
    """Press a key, and advance the page's clock until an element appears."""
    person.page.clock.fast_forward(GUARD)
    person.page.keyboard.press(key)
    run_ahead(person, there.first.is_visible)


def test_the_first_game_is_played_to_its_end_by_keyboard(open_player: OpenPlayer) -> None:
    person = open_player(by="keys", motion=True, clock=True)
    page = person.page
    open_lesson(person, "/learn/first-game/")
    title = page.locator("#bubble-title")
    note = page.locator(".bubble-note")
    sure = page.locator("[data-do=surrender-now]")

    def step(words: str) -> Locator:
        return title.filter(has_text=words)

    def chosen(card: str) -> Locator:
        return page.locator(f"[data-hand] [data-code={card}][aria-pressed=true]")

    expect(title).to_have_text("Four players, one winner")
    for words in ("Your hand", "Your score", "Draw a card"):
        press_until(person, "Enter", step(words))
    press_until(person, "d", step("Discard a card"))
    press_until(person, "1", chosen("Aq5"))
    press_until(person, "1", note.filter(has_text="drops from 25 to 10"))
    press_until(person, "4", chosen("Ye3"))
    press_until(person, "Enter", step("The others are playing"))
    for words in ("Center Amplification", "For and against you", "Take a discard"):
        press_until(person, "Enter", step(words))
    press_until(person, "e", note.filter(has_text="+49"))
    press_until(person, "w", step("Get rid of what hurts"))
    press_until(person, "3", chosen("Pu10"))
    press_until(person, "Enter", step("The others are playing"))
    for words in ("Common cards", "Call the fight"):
        press_until(person, "Enter", step(words))
    press_until(person, "f", page.locator(".fight-panel"))
    press_until(person, "Enter", page.locator("[data-do=ready]"))
    # the scores are announced before the comment
    run_ahead(person, step("The showdown").is_visible)
    for words in ("A weak hand", "Surrender in time"):
        press_until(person, "Enter", step(words))
    press_until(person, "s", sure)
    press_until(person, "Tab", page.locator("[data-do=surrender-now]:focus"))
    press_until(person, "Enter", step("The others are playing"))
    press_until(person, "Enter", page.locator("[data-do=ready]"))
    run_ahead(person, step("The cheaper way out").is_visible)
    press_until(person, "Enter", page.locator("#lesson-end h2:focus"))
    expect(page.get_by_role("button", name="Play a game against the AI")).to_be_visible()
    assert person.complaints == []


@pytest.mark.engines
def test_the_first_throws_are_played_to_their_end_by_keyboard(open_player: OpenPlayer) -> None:
    person = open_player(by="keys", clock=True)
    page = person.page
    open_lesson(person, "/learn/rps-extreme/")
    title = page.locator("#bubble-title")
    note = page.locator(".bubble-note")
    reads = page.locator("[data-lesson=next]:focus")

    def step(words: str) -> Locator:
        return title.filter(has_text=words)

    expect(title).to_have_text("Two players, 21 points")
    for words in ("Cards change the throws", "Your first throw"):
        press_until(person, "Enter", step(words))
    press_until(person, "2", note.filter(has_text="That would be just as good"))
    press_until(person, "1", step("You win the throw"))
    expect(reads).to_be_visible()
    press_until(person, "Enter", step("A point or the first pick"))
    press_until(person, "1", note.filter(has_text="may take the best card"))
    press_until(person, "2", step("Pick a card"))
    press_until(person, "1", note.filter(has_text="holds none yet"))
    press_until(person, "2", step("All cards are open"))
    expect(page.locator("[data-side=own] [data-item=golden-totem]")).to_be_visible()
    expect(reads).to_be_visible()
    press_until(person, "Enter", step("Challenge 2"))
    press_until(person, "1", step("Your card pays off"))
    press_until(person, "1", step("A potion"))
    press_until(person, "1", step("Challenge 3"))
    press_until(person, "1", step("A tie, unless you drink"))
    press_until(person, "p", note.filter(has_text="Then it’s a tie"))
    press_until(person, "1", step("The win is yours"))
    press_until(person, "1", step("4 to 0"))
    expect(page.locator("#said")).to_contain_text("You score 2 points")
    press_until(person, "Enter", page.locator("#lesson-end h2:focus"))
    expect(page.get_by_role("button", name="Play a game against the AI")).to_be_visible()
    expect(page.locator(".lesson-end input[name=game]")).to_have_value("rps-extreme")
    assert person.complaints == []


def test_a_question_of_the_practice_is_answered_by_its_number(open_player: OpenPlayer) -> None:
    person = open_player(by="keys")
    page = person.page
    page.goto("/learn/practice/?kind=base&row=0&seed=4")
    choices = page.locator(".choices button")
    right = practice.make_question("base", 1, 4)
    place = [choice.value for choice in right.choices].index(right.answer)
    expect(choices).to_have_count(len(right.choices))
    page.keyboard.press(str(place + 1))
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()
    expect(page.locator("[data-best]")).to_have_text("1")
    page.keyboard.press("n")
    expect(choices.first).to_be_visible()
    expect(page.locator(".practice-tally")).to_contain_text("Streak 1")
    assert person.complaints == []
