"""Learning: the first game by keyboard to its end, and one answer of the practice."""

import contextlib

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NothingCame

from games.lessons import practice
from tests.browser.conftest import Sit


def test_the_first_game_is_played_to_its_end_by_keyboard(sit: Sit) -> None:
    person = sit(by="keys")
    page = person.page
    page.goto("/learn/first-game/")
    title = page.locator("#bubble-title")
    for words in ("Four players, one winner", "Your hand", "Your score"):
        expect(title).to_have_text(words)
        page.keyboard.press("Enter")
    expect(title).to_have_text("Draw a card")
    press_until(page, "s", page.locator("[data-do=surrender-now]"))
    page.keyboard.press("Escape")
    press_until(page, "d", title.filter(has_text="Discard a card"))
    press_until(page, "1", page.locator(".bubble-note").filter(has_text="falls from 25 to 10"))
    press_until(page, "4", page.locator("[data-lesson=next]"))
    press_until(page, "Enter", title.filter(has_text="Center Amplification"))
    press_until(page, "Enter", title.filter(has_text="For you and against you"))
    press_until(page, "Enter", title.filter(has_text="Take a discard"))
    press_until(page, "e", page.locator(".bubble-note").filter(has_text="+49"))
    press_until(page, "w", title.filter(has_text="Get rid of what hurts"))
    for words in ("Common cards", "Call the fight", "The showdown", "A weak hand"):
        press_until(page, "Enter", title.filter(has_text=words))
    press_until(page, "Enter", title.filter(has_text="Surrender in time"))
    press_until(page, "s", page.locator("[data-do=surrender-now]"))
    page.keyboard.press("Tab")
    end = page.get_by_role("heading", name="You know the game")
    press_until(page, "Enter", end)
    expect(end).to_be_focused()
    expect(page.get_by_role("button", name="Play a game against the AI")).to_be_visible()
    assert person.complaints == []


def press_until(page: Page, key: str, there: Locator) -> None:
    """Press a key again and again, since a press at once does not count, until that is there."""
    for _ in range(40):
        page.keyboard.press(key)
        with contextlib.suppress(NothingCame):
            there.first.wait_for(timeout=500)
            return
    raise AssertionError(f"{key} never led to {there}")


def test_a_question_of_the_practice_is_answered_by_its_number(sit: Sit) -> None:
    person = sit(by="keys")
    page = person.page
    page.goto("/learn/practice/?kind=base&row=0&seed=4")
    choices = page.locator(".choices button")
    right = practice.question("base", 1, 4)
    place = [choice.value for choice in right.choices].index(right.answer)
    expect(choices).to_have_count(len(right.choices))
    page.keyboard.press(str(place + 1))
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()
    expect(page.locator("[data-best]")).to_have_text("1")
    page.keyboard.press("n")
    expect(choices.first).to_be_visible()
    expect(page.locator(".practice-tally")).to_contain_text("In a row 1")
    assert person.complaints == []
