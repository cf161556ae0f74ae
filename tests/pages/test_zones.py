"""Times and dates on pages are in the reader's zone, or else in UTC and marked so."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Mute, User
from games.models import Challenge, Result
from tests.pages.conftest import Site
from tests.project_files import project_files
from tests.staff.sessions import make_superuser, staff_client
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db

AUCKLAND = "Pacific/Auckland"
# 10 a.m. on the 26th in Auckland, the evening before in UTC
AT = datetime(2026, 11, 25, 21, 9, 30, 123456, UTC)


def open_browser(zone: str, language: str = "en", user: User | None = None) -> Client:
    """Return a browser with a zone cookie."""
    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user)
    if zone:
        client.cookies["zone"] = zone
    return client


@pytest.mark.parametrize(
    ("zone", "language", "said"),
    [
        (AUCKLAND, "en", "Nov 26, 2026, 10:09"),
        (AUCKLAND, "de", "26. Nov. 2026, 10:09"),
        ("America/New_York", "en", "Nov 25, 2026, 16:09"),
        ("", "en", "Nov 25, 2026, 21:09 UTC"),
        ("Middle/Earth", "en", "Nov 25, 2026, 21:09 UTC"),
        ("../../etc/passwd", "de", "25. Nov. 2026, 21:09 UTC"),
        ("UTC", "en", "Nov 25, 2026, 21:09"),
    ],
)
def test_a_missed_challenge_is_said_by_the_readers_clock(
    zone: str, language: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mira, tom = make_users(2)
    options = {"slug": "density-deck", "edition": "current", "free": None, "seats": 4}
    made = Challenge.objects.create(
        challenger=tom, challenged=mira, status="expired", options=options
    )
    Challenge.objects.filter(pk=made.pk).update(made_at=AT)
    monkeypatch.setattr("games.lobby.challenges.KEPT", timezone.now() - AT + timedelta(days=1))
    page = open_browser(zone, language, mira).get("/friends/").text
    assert f'<time datetime="2026-11-25T21:09:30Z" data-moment="datetime">{said}</time>' in page


def games_of(client: Client, mira: User, **days: str) -> int:
    page = client.get(f"/players/{mira.name}/games/", days)
    return len(page.context["games"])


@pytest.mark.django_db(transaction=True)
def test_the_days_of_the_history_are_the_readers(site: Site) -> None:
    mira = site.mira
    Result.objects.filter(user=mira).update(finished_at=AT)
    count = Result.objects.filter(user=mira).count()
    assert count
    auckland, visitor = open_browser(AUCKLAND), open_browser("")
    assert games_of(auckland, mira, since="2026-11-26", until="2026-11-26") == count
    assert games_of(auckland, mira, since="2026-11-25", until="2026-11-25") == 0
    assert games_of(visitor, mira, since="2026-11-25", until="2026-11-25") == count
    assert games_of(visitor, mira, since="2026-11-26") == 0
    for ending in ("json", "csv"):
        address = f"/players/{mira.name}/games.{ending}?since=2026-11-26&until=2026-11-26"
        assert "2026-11-25T21:09:30+00:00" in auckland.get(address).getvalue().decode()
        assert "2026-11-25T" not in visitor.get(address).getvalue().decode()


@pytest.mark.django_db(transaction=True)
def test_a_day_of_the_history_is_whole_when_clocks_change(site: Site) -> None:
    mira, berlin = site.mira, open_browser("Europe/Berlin")
    for at, day in (
        (datetime(2026, 10, 25, 23, 30, tzinfo=ZoneInfo("Europe/Berlin")), "2026-10-25"),
        (datetime(2026, 10, 25, 0, 0, tzinfo=ZoneInfo("Europe/Berlin")), "2026-10-25"),
        (datetime(2026, 3, 29, 23, 59, tzinfo=ZoneInfo("Europe/Berlin")), "2026-03-29"),
    ):
        Result.objects.filter(user=mira).update(finished_at=at)
        assert games_of(berlin, mira, since=day, until=day) > 0, at
        before = str(at.date() - timedelta(days=1))
        assert games_of(berlin, mira, since=before, until=before) == 0, at


def test_the_admin_pages_are_in_utc_and_say_so() -> None:
    client = staff_client(make_superuser())
    client.cookies["zone"] = AUCKLAND
    mute = Mute.objects.create(owner=make_users(1)[0], muted=make_superuser("Tom"))
    Mute.objects.update(at=AT)
    page = client.get(f"/admin/accounts/user/{mute.owner_id}/change/").text
    assert "All times are in UTC." in page
    assert AUCKLAND not in page


def test_no_template_says_a_moment_in_another_way() -> None:
    said = re.compile(r"(\w+)\|(?:date|time|timesince|timeuntil|naturaltime)\b")
    templates = project_files("templates/*.html", "templates/*.txt")
    assert templates
    for path in templates:
        if path.parent.name != "admin":
            assert said.findall(path.read_text(encoding="utf-8")) == [], path
