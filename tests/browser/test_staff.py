"""A staff member logs in, sets up a second factor and uses the admin pages."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPlayer
from tests.serve_process import run_manage
from tests.staff.sessions import code_now

PASSWORD = "eleven suits of cards"
PAGES = (
    "accounts/user/",
    "games/game/",
    "matchmaking/slot/",
    "auditlog/logentry/",
    "auth/group/add/",
    "tasks/",
)
# violations of the content security policy
WATCH = """
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
"""


def make_superuser(folder: Path, name: str) -> None:
    """Create the first superuser with the operator's commands."""
    words = ("createsuperuser", "--noinput", f"--name={name}", "--email=wanda@example.org")
    variables = {"DATA_DIR": str(folder), "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    run_manage(*words, **variables).check_returncode()


def submit_form(page: Page, **fields: str) -> None:
    """Fill in a form of the site and submit it."""
    for name, value in fields.items():
        page.locator(f"main [name={name}]").fill(value)
    page.locator("main button[type=submit].go").click()


@pytest.mark.chromium("the pages are Django's own")
def test_the_staff_sets_up_a_second_factor_and_no_page_breaks_the_policy(
    open_player: OpenPlayer, site: str, site_folder: Path
) -> None:
    make_superuser(site_folder, "Wanda")
    person = open_player()
    page = person.page
    page.add_init_script(WATCH)
    page.goto("/admin/games/game/")
    submit_form(page, login="Wanda", password=PASSWORD)
    expect(page.get_by_text("Set up a second factor to use the admin pages")).to_be_visible()
    submit_form(page, password=PASSWORD)
    drawing = page.locator(".qr-code svg").bounding_box()
    assert drawing is not None
    assert drawing["width"] == drawing["height"] > 150
    secret = page.locator(".key-of-app code").inner_text()
    submit_form(page, code=code_now(secret))
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    page.get_by_role("link", name="Admin pages").click()
    submit_form(page, code=code_now(secret))
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()
    for path in PAGES:
        page.goto(f"/admin/{path}")
        expect(page.locator("#content")).to_be_visible()
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name="Wanda").first.click()
    # made by Django's own script, so scripts run
    expect(page.locator(".selector-chosen")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 27, 32)"
    assert person.complaints == []
