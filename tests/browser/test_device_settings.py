"""What a browser keeps of the settings page holds, there and on the next pages."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit


@pytest.mark.engines
def test_choices_hold_on_the_settings_page_and_after_it(sit: Sit) -> None:
    person = sit()
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
