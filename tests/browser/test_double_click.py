"""Double clicks, with scripts that ignore the second click and without."""

import re

import pytest
from playwright.sync_api import Page, expect

TABLE = re.compile(r"/game/[\w-]+/$")


@pytest.mark.parametrize(
    ("path", "button"), [("/", "Play a game against the AI"), ("/tables/new/", "Open the table")]
)
def test_a_visitor_who_clicks_twice_is_at_one_table(page: Page, path: str, button: str) -> None:
    page.goto(path)
    page.get_by_role("button", name=button).dblclick(no_wait_after=True)
    expect(page).to_have_url(TABLE)


def test_a_visitor_who_clicks_twice_to_sign_up_is_logged_in(
    page: Page, request: pytest.FixtureRequest
) -> None:
    name = "Anna" if "without" not in request.node.name else "Otto"
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail address").fill(f"{name}@example.org")
    page.get_by_label("Password", exact=True).fill("eleven-kinds-of-cards")
    page.locator("main").get_by_role("button", name="Sign up").dblclick(no_wait_after=True)
    expect(page).to_have_url(re.compile(r"/$"))
    # the second answer may still be on its way to this page
    other = page.context.new_page()
    other.goto("/accounts/settings/")
    expect(other.get_by_label("Name", exact=True)).to_have_value(name)
