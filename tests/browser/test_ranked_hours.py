"""A ranked hour in a browser: local time, countdown, and "now"."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.accounts.push_service import PushService
from tests.browser.conftest import OpenPlayer
from tests.patience import wait_until

pytestmark = pytest.mark.chromium("the zone of a reader is set by its debugging protocol")

HOUR = (
    "INSERT INTO matchmaking_rankedhour (queue, weekday, at, zone, minutes, active)"
    " VALUES ('density-deck', ?, ?, 'UTC', 30, 1)"
)

# headless browsers have no notifications and no push service
ALLOWS = """Object.defineProperty(Notification, "permission", { value: "default" });
Notification.requestPermission = async () => "granted";"""
SUBSCRIBES = """({ endpoint, p256dh, auth }) => {
  const subscription = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
  PushManager.prototype.subscribe = async () => subscription;
}"""


@pytest.fixture
def starts(site: str, site_folder: Path) -> Iterator[datetime]:
    """A ranked hour that starts in ten minutes, deleted after the test."""
    found = datetime.now(UTC) + timedelta(minutes=10)
    with closing(sqlite3.connect(site_folder / "density.sqlite3", timeout=20)) as database:
        with database:
            database.execute(HOUR, (found.weekday(), f"{found:%H:%M:%S}"))
        yield found
        with database:
            database.execute("DELETE FROM matchmaking_rankedhour")
    # wait until the site, which caches hours for four seconds, forgets it
    wait_until(lambda: b"ranked-hour" not in urlopen(site).read())


def test_an_hour_is_said_by_the_reader_s_clock_and_begins_and_ends_on_an_open_page(
    open_player: OpenPlayer, starts: datetime
) -> None:
    page = open_player().page
    page.context.new_cdp_session(page).send(
        "Emulation.setTimezoneOverride", {"timezoneId": "Asia/Kolkata"}
    )
    page.clock.install()
    # the site reads its hours every four seconds
    wait_until(lambda: "Ranked hour" in page.request.get("/").text())
    page.goto("/")
    hour = page.get_by_role("region", name="Ranked hour")
    there = starts + timedelta(hours=5, minutes=30)
    expect(hour).to_contain_text(f"{there:%A}, {there:%b} {there.day}, {there:%H:%M}, in 9:")
    page.clock.fast_forward("09:00")
    expect(hour).to_contain_text("in 0:")
    expect(hour.get_by_role("link", name="Add to calendar")).to_be_visible()
    page.clock.fast_forward("01:00")
    expect(hour.get_by_role("heading", name="Ranked hour: now")).to_be_visible()
    expect(hour.get_by_role("link", name="Go to the queue")).to_be_visible()
    page.clock.fast_forward("30:00")
    expect(hour).to_be_hidden()


def test_one_press_signs_up_and_subscribes_this_browser_to_the_reminder(
    open_player: OpenPlayer, starts: datetime, tmp_path: Path
) -> None:
    player = open_player()
    page = player.page
    page.add_init_script(ALLOWS)
    player.sign_up("Hourly")
    wait_until(lambda: "Ranked hour" in page.request.get("/").text())
    page.goto("/")
    service = PushService(tmp_path)
    fields = {**service.subscribe("hourly").form, "endpoint": "https://fcm.googleapis.com/hourly"}
    service.close()
    page.evaluate(SUBSCRIBES, fields)
    hour = page.get_by_role("region", name="Ranked hour")
    hour.get_by_role("button", name="I’ll be there, remind me").click()
    expect(hour).to_contain_text("You’ll be there, and we’ll remind you")
    hour.get_by_role("button", name="I can’t make it").click()
    expect(hour.get_by_role("button", name="I’ll be there, remind me")).to_be_visible()
    page.goto("/accounts/settings/")
    expect(page.get_by_role("switch", name="A ranked hour starts")).to_be_checked()
    assert player.complaints == []
