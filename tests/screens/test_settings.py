"""Choices apply at once, sound starts with any input, and menus close."""

from playwright.sync_api import expect

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser

# makes the page's audio context available to tests
CONTEXTS = """() => {
  window.contexts = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      window.contexts.push(this);
    }
  };
}"""
SOUNDS = "window.contexts.length === 1 && window.contexts[0].state === 'running'"


def test_the_last_of_several_choices_in_a_row_holds(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["settings"], "wide", "dark") as page:
        theme = page.get_by_role("group", name="Theme", exact=True)
        root = page.locator("html")
        for name in ("Light", "Dark", "System", "Light", "System"):
            theme.get_by_role("radio", name=name).click()
            expect(theme.get_by_role("radio", name=name)).to_be_checked()
        expect(root).not_to_have_attribute("data-theme", "dark")
        theme.get_by_role("radio", name="Light").click()
        page.get_by_role("button", name="Change theme").click()
        expect(theme.get_by_role("radio", name="Dark")).to_be_checked()
        theme.get_by_role("radio", name="Light").click()
        expect(root).to_have_attribute("data-theme", "light")
        for hints in (False, True):
            page.get_by_text("Score hints", exact=True).click()
            expect(page.get_by_role("switch", name="Score hints")).to_be_checked(checked=hints)


def test_a_page_without_a_changed_choice_saves_nothing(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["settings"], "wide", "dark") as page:
        expect(page.locator("#saved")).to_be_empty()


def test_a_switch_that_the_browser_refuses_stays_off(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["settings"], "wide", "dark") as page:
        page.evaluate("Notification.requestPermission = async () => 'denied'")
        notify = page.locator("[data-setting=notify]")
        notify.click()
        expect(notify).not_to_be_checked()
        page.evaluate("Notification.requestPermission = async () => 'granted'")
        notify.click()
        expect(notify).to_be_checked()


def test_the_sound_wakes_by_a_key_and_after_a_call_in_between(frozen: FrozenBrowser) -> None:
    for name in ("turn", "settings", "queue-waiting"):
        with frozen.show(SCREENS[name], "wide", "dark") as page:
            page.evaluate(CONTEXTS)
            page.keyboard.press("x")
            page.wait_for_function(SOUNDS)
            page.evaluate("window.contexts[0].suspend()")
            page.keyboard.press("x")
            page.wait_for_function(SOUNDS)


def test_a_menu_closes_by_escape_and_by_a_press_elsewhere(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["settings"], "wide", "dark") as page:
        button = page.locator("details.menu > summary")
        items = page.locator("details.menu > .menu-list")
        button.click()
        expect(items).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        expect(items).to_be_hidden()
        expect(button).to_be_focused()
        button.click()
        page.get_by_role("heading", level=1).click()
        expect(items).to_be_hidden()
