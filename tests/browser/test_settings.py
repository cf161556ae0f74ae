"""Choices are saved as they are made; without scripts each form has a button."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPlayer, held_back
from tests.browser.play import stop_clock


def submit_choice(page: Page, request: pytest.FixtureRequest, section: str) -> None:
    """Submit a choice: nothing to do with scripts, without them click the form's button."""
    if "without" in request.node.name:
        form = page.locator(f"h2#{section} + form, h2#{section} ~ #push-choices").first
        form.get_by_role("button", name="Save").click()


@pytest.mark.chromium("Firefox's driver switches scripts off, but hides what stands there instead")
def test_a_choice_is_saved_and_the_page_says_so(page: Page, request: pytest.FixtureRequest) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play a game against the AI").click()
    page.goto("/accounts/settings/")
    saved = page.get_by_role("status").get_by_text("Saved", exact=True)
    stop_clock(page)
    page.get_by_text("Hide my rating").click()
    submit_choice(page, request, "privacy")
    expect(saved).to_be_visible()
    page.get_by_label("Who can see if I’m online").select_option("No one")
    submit_choice(page, request, "privacy")
    expect(saved).to_be_visible()
    page.get_by_label("Quiet hours from").fill("22:00")
    submit_choice(page, request, "notifications")
    expect(page.get_by_text("Enter both a start and an end for your quiet hours.")).to_be_visible()
    page.get_by_label("Quiet hours from").fill("22:00")
    page.get_by_label("Quiet hours until").fill("07:00")
    submit_choice(page, request, "notifications")
    expect(saved).to_be_visible()
    page.clock.resume()
    page.get_by_role("button", name="Deutsch").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_label("Meine Wertung verbergen")).to_be_checked()
    expect(page.get_by_label("Wer sehen kann, ob ich online bin")).to_have_value("nobody")
    expect(page.get_by_label("Ruhezeit bis")).to_have_value("07:00")


def test_a_choice_that_could_not_be_saved_says_so(open_player: OpenPlayer) -> None:
    page = open_player().page
    page.goto("/")
    page.get_by_role("button", name="Play a game against the AI").click()
    page.goto("/accounts/settings/")
    page.context.clear_cookies()
    page.get_by_text("Hide my rating").click()
    expect(page.get_by_text("Not saved. Try again.")).to_be_visible()


def test_a_choice_that_is_made_before_the_script_has_come_is_saved(open_player: OpenPlayer) -> None:
    page = open_player().page
    page.goto("/")
    page.get_by_role("button", name="Play a game against the AI").click()
    hides = page.get_by_label("Hide my rating")
    stop_clock(page)
    with held_back(page, "**/page/settings_page*"):
        page.goto("/accounts/settings/", wait_until="commit")
        page.get_by_text("Hide my rating").click()
        expect(hides).to_be_checked()
    expect(page.get_by_role("status").get_by_text("Saved", exact=True)).to_be_visible()
    page.reload()
    expect(hides).to_be_checked()


@pytest.mark.engines
def test_choices_hold_on_the_settings_page_and_after_it(open_player: OpenPlayer) -> None:
    person = open_player()
    page = person.page
    person.sign_up("Sette")
    page.goto("/accounts/settings/")
    theme = page.get_by_role("group", name="Theme", exact=True)
    for name in ("Light", "Dark", "Light"):
        theme.get_by_role("radio", name=name).click()
        expect(theme.get_by_role("radio", name=name)).to_be_checked()
    page.locator("label").filter(has=page.locator("[data-setting=hints]")).click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(theme.get_by_role("radio", name="Light")).to_be_checked()
    expect(page.locator("[data-setting=hints]")).not_to_be_checked()
    page.locator(".menu > summary").click()
    page.keyboard.press("Escape")
    expect(page.locator(".menu-list")).to_be_hidden()
    assert person.complaints == []


def test_an_avatar_is_shown_at_once_and_after_a_reload(open_player: OpenPlayer) -> None:
    person = open_player()
    page = person.page
    person.sign_up("Ava")
    page.goto("/accounts/settings/")
    in_bar = page.locator(".menu > summary .avatar")
    expect(in_bar.locator("b")).to_have_text("A")
    stop_clock(page)
    page.get_by_role("radio", name="Totem").check()
    # the choices are saved one after the other
    with page.expect_response(lambda answer: "color=5" in (answer.request.post_data or "")):
        page.get_by_role("radio", name="Clay").check()
    expect(page.get_by_role("status").get_by_text("Saved", exact=True)).to_be_visible()
    for _time in ("at once", "after a reload"):
        expect(in_bar.locator("use").last).to_have_attribute("href", re.compile("#totem$"))
        expect(in_bar).to_have_attribute("data-tone", "5")
        expect(page.get_by_role("radio", name="Totem")).to_be_checked()
        page.reload()
    assert person.complaints == []
