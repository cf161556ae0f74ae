"""A finished game is shared: its picture in the reader's theme, and its link."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPlayer
from tests.browser.play import play_ai_to_the_end, see_result, stop_clock


@pytest.mark.chromium("Firefox has no permission to read the clipboard")
def test_a_result_is_shared_by_its_picture_and_link(open_player: OpenPlayer) -> None:
    person = open_player()
    play_ai_to_the_end(person)
    see_result(person)
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    share = page.locator("#share")
    share.locator("summary").click()
    picture = share.get_by_role("img", name="Picture of this result")
    expect(picture).to_be_visible()
    page.wait_for_function(
        "image => image.complete && image.naturalWidth === 1200", arg=picture.element_handle()
    )
    theme = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    assert f"/pictures/{theme}/en/game/" in (picture.get_attribute("src") or "")
    expect(share.get_by_role("link", name="Download picture")).to_have_attribute(
        "href", picture.get_attribute("src") or ""
    )
    stop_clock(page)
    share.get_by_role("button", name="Copy link").click()
    expect(share.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url.partition("?")[0]
    assert person.complaints == []
