"""Secrets are copied by a button, replaced after a question, and a test shows how it went."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPlayer
from tests.browser.play import stop_clock
from tests.browser.player import PASSWORD

HOOK = """INSERT INTO accounts_webhook
  (user_id, address, events, seed, made_at, is_on, failures, sent_event, outcome)
  SELECT id, 'https://hook.invalid/', '[]', 'a seed', '2026-11-20 18:00:00', 1, 0, '', ''
  FROM accounts_user WHERE name = ?"""


def open_settings(page: Page, address: str) -> None:
    """Open a page of the settings that asks for the password."""
    page.goto(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()


@pytest.mark.chromium("Firefox has no permission to read the clipboard")
def test_a_new_token_is_copied_and_later_revoked_after_a_question(
    open_player: OpenPlayer,
) -> None:
    person = open_player()
    person.sign_up("Kira")
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_settings(page, "/accounts/tokens/")
    page.get_by_label("Name of the program").fill("Evening bot")
    page.get_by_role("button", name="Create token").click()
    stop_clock(page)
    page.get_by_role("button", name="Copy token").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    token = page.locator("#new-token").inner_text()
    assert page.evaluate("navigator.clipboard.readText()") == token
    page.clock.resume()
    revoke = page.get_by_role("button", name="Revoke", exact=True)
    expect(revoke).to_be_hidden()
    page.locator("summary", has_text="Revoke").click()
    expect(page.get_by_text("Programs can no longer use this token.")).to_be_visible()
    revoke.click()
    expect(page.get_by_text("You have no tokens.")).to_be_visible()
    assert person.complaints == []


def test_a_test_of_a_webhook_shows_how_it_went_without_a_reload(
    open_player: OpenPlayer, site_folder: Path
) -> None:
    person = open_player()
    person.sign_up("Hooke")
    file = site_folder / "density.sqlite3"
    with closing(sqlite3.connect(file, timeout=20)) as database, database:
        database.execute(HOOK, ("Hooke",))
    page = person.page
    open_settings(page, "/accounts/webhook/")
    expect(page.get_by_text("We haven’t sent anything yet.")).to_be_visible()
    page.get_by_role("button", name="Send a test").click()
    outcome = page.get_by_role("status").filter(has_text="Not delivered.")
    expect(outcome).to_contain_text("Your program couldn’t be reached.")
    delete = page.get_by_role("button", name="Delete webhook", exact=True)
    expect(delete).to_be_hidden()
    page.locator("summary", has_text="Delete webhook").click()
    delete.click()
    expect(page.get_by_text("Webhook deleted")).to_be_visible()
    assert person.complaints == []
