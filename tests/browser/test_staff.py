"""The first member of staff: from the login over the second factor to the admin pages."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.serve_process import manage
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
# what the policy of the site kept a page from
WATCH = """
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
"""


def make_superuser(folder: Path, name: str) -> None:
    """What an operator types for the first member of staff."""
    words = ("createsuperuser", "--noinput", f"--name={name}", "--email=wanda@example.org")
    variables = {"DATA_DIR": str(folder), "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    manage(*words, **variables).check_returncode()


def submit(page: Page, **fields: str) -> None:
    """Fill a form of the site and send it."""
    for name, value in fields.items():
        page.locator(f"main [name={name}]").fill(value)
    page.locator("main button[type=submit].go").click()


def test_the_staff_sets_up_a_second_factor_and_no_page_breaks_the_policy(
    sit: Sit, site: str, site_folder: Path
) -> None:
    make_superuser(site_folder, "Wanda")
    person = sit()
    page = person.page
    page.add_init_script(WATCH)
    page.goto("/admin/games/game/")
    submit(page, login="Wanda", password=PASSWORD)
    expect(page.get_by_text("Set up a second factor to use the admin pages")).to_be_visible()
    submit(page, password=PASSWORD)
    drawing = page.locator(".qr-code svg").bounding_box()
    assert drawing is not None
    assert drawing["width"] == drawing["height"] > 150
    secret = page.locator(".key-of-app").inner_text()
    submit(page, code=code_now(secret))
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    page.get_by_role("link", name="Admin pages").click()
    submit(page, code=code_now(secret))
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()
    for path in PAGES:
        page.goto(f"/admin/{path}")
        expect(page.locator("#content")).to_be_visible()
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name="Wanda").first.click()
    # Django's own script makes this of a list: it runs
    expect(page.locator(".selector-chosen")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 27, 32)"
    assert person.complaints == []
