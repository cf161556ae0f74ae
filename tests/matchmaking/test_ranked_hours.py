"""Ranked hours on pages, attendance, reminders and the shorter cap."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone, translation
from icalendar import Calendar

from accounts.contact import push
from accounts.identity.guests import create_guest
from accounts.models import Mute, PushChoices, User
from matchmaking import ranked_hours, tasks
from matchmaking.models import Attendance, RankedHour, Slot
from matchmaking.templatetags.ranked import until_words
from tests.matchmaking.scenario import (
    NAME,
    make_crowd,
    pass_time,
    read_frame,
    read_page,
    run_tick,
    slot_states,
)
from tests.matchmaking.test_pages import form_actions
from tests.pages.markup import Page, browser_of
from tests.staff.sessions import make_member, staff_client
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db
HOUR = 3_600_000
HALF = timedelta(minutes=30)


def hour_in(wait: timedelta, **fields: Any) -> RankedHour:
    """Make a ranked hour in UTC that starts after this time."""
    cache.clear()
    starts = datetime.now(UTC) + wait
    usual: dict[str, Any] = {"queue": NAME, "weekday": starts.weekday(), "at": starts.time()}
    return RankedHour.objects.create(**{**usual, **fields})


def hour_soon(**fields: Any) -> RankedHour:
    return hour_in(timedelta(hours=5, minutes=30), **fields)


def running_hour(**fields: Any) -> RankedHour:
    return hour_in(-timedelta(minutes=10), **fields)


def next_of(hour: RankedHour) -> ranked_hours.Hour:
    found = ranked_hours.soonest_hour(hour.queue, timezone.now())
    assert found is not None
    return found


def sign_up(hour: RankedHour, *users: User) -> None:
    """Sign these users up for the shown occurrence."""
    cache.clear()
    day = next_of(hour).occurrence.date
    for user in users:
        Attendance.objects.create(user=user, hour=hour, date=day)


def press_button(user: User, hour: RankedHour, **fields: str) -> list[str]:
    """Press the button; return the notices of the next page."""
    answer = browser_of(user).post(
        f"/queue/hours/{hour.pk}/", {"next": "/queue/", **fields}, follow=True
    )
    assert answer.redirect_chain[0] == ("/queue/", 303)
    return [str(each) for each in answer.context["messages"]]


# ------------------------------------------------------------------------- what pages show
def test_a_site_without_hours_says_nothing_of_them() -> None:
    hour_soon(active=False)
    hour_soon(queue="rps-extreme")
    for address in ("/", "/queue/"):
        assert "ranked-hour" not in read_page(None, address)
    assert "ranked-hour" in read_page(None, "/?game=rps-extreme")


def test_the_first_page_and_that_of_the_queue_show_the_next_hour() -> None:
    hour = hour_soon()
    hour_in(timedelta(days=3))
    for address in ("/", "/queue/"):
        page = Page(read_page(None, address))
        assert page.broken == []
        assert f"{next_of(hour).occurrence.starts:%H:%M} UTC" in page.text
        (given, _) = page.all("time")[:2]
        assert given["datetime"] == f"{next_of(hour).occurrence.starts:%Y-%m-%dT%H:%M:%SZ}"
        assert "in 5 hours" in page.text
        assert f"/queue/hours/{hour.pk}.ics" in page.links()
    assert "in 5 Stunden" in read_german_page("/")


def read_german_page(address: str) -> str:
    return Client(headers={"accept-language": "de"}).get(address).content.decode()


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (50 * HOUR, "in 2 days"),
        (1.5 * HOUR, "in 1\u00a0h 30\u00a0min"),
        (HOUR - 1000, "in 59:59"),
        (-5, "in 0:00"),
    ],
)
def test_how_long_it_is_until_then_is_said_in_words(ms: float, words: str) -> None:
    with translation.override("en"):
        assert until_words(ms) == words


def test_an_hour_that_runs_is_announced_as_now() -> None:
    hour = running_hour()
    (mira,) = make_users(1)
    page = read_page(mira, "/")
    shown = [given.get("href") for _, given in Page(page).shown]
    assert "/queue/?game=density-deck" in shown
    assert f"/queue/hours/{hour.pk}/" not in {given.get("action") for _, given in Page(page).shown}
    assert re.search(r'<span data-hour="now"\s*>\s*Ranked hour: now', page)
    RankedHour.objects.filter(pk=hour.pk).update(minutes=30, at=(timezone.now() - HALF).time())
    cache.clear()
    assert re.search(r'<span data-hour="next"\s*>\s*Ranked hour', read_page(mira, "/"))


def test_who_says_so_is_named_to_all_and_may_take_it_back() -> None:
    hour = hour_soon()
    mira, ola = make_users(2)
    assert "Sign up to take part" in read_page(None, "/")
    assert "Keep this account to take part" in read_page(create_guest(), "/")
    assert {each for each in form_actions(read_page(mira, "/")) if "hours" in each}
    assert press_button(mira, hour, on="1", date=f"{next_of(hour).occurrence.date}") == []
    assert press_button(mira, hour, on="1") == []
    assert "1 will be there: You" in Page(read_page(mira, "/queue/")).text
    assert "You’ll be there I can’t make it" in Page(read_page(mira, "/queue/")).text
    for reader in (ola, None):
        page = read_page(reader, "/")
        assert "1 will be there: Person 0" in Page(page).text
        assert "I can’t make it" not in page
    press_button(mira, hour, on="")
    assert not Attendance.objects.exists()
    assert "will be there" not in read_page(ola, "/")


def test_the_same_press_switches_the_reminder_on_for_the_browsers_of_a_user() -> None:
    hour, (mira, ola) = hour_soon(), make_users(2)
    form = re.search(r"<form[^>]*/queue/hours/[^>]*>", read_page(mira, "/"))
    assert form is not None
    assert 'data-remind="/accounts/push/subscribe/"' in form[0]
    press_button(mira, hour, on="1")
    assert push.find_reachable([mira.pk], "hour") == set()
    assert "You’ll be there I can’t" in Page(read_page(mira, "/")).text
    assert "data-remind" not in read_page(mira, "/")
    push.add_subscription(mira, "https://fcm.googleapis.com/mira")
    assert push.find_reachable([mira.pk], "hour") == {mira.pk}
    assert "You’ll be there, and we’ll remind you" in Page(read_page(mira, "/")).text
    press_button(ola, hour, on="1", date="2020-01-01")
    press_button(ola, hour, on="")
    assert not PushChoices.objects.filter(user=ola).exists()


def test_the_tables_and_an_empty_leaderboard_lead_to_the_next_hour() -> None:
    for address in ("/tables/", "/leaderboards/", "/leaderboards/?game=rps-extreme"):
        assert "Ranked hour:" not in read_page(None, address)
    hour = hour_soon()
    for address in ("/tables/", "/tables/?game=density-deck", "/leaderboards/"):
        page = Page(read_page(None, address))
        assert f"{next_of(hour).occurrence.starts:%H:%M} UTC" in page.text
        assert "/queue/?game=density-deck#ranked-hour" in page.links()
    for address in ("/tables/?game=rps-extreme", "/leaderboards/?game=rps-extreme"):
        assert "Ranked hour:" not in read_page(None, address)


def test_eight_are_named_and_the_others_are_counted() -> None:
    hour = hour_soon()
    users = make_users(12)
    User.objects.filter(pk=users[0].pk).update(hides_history=True)
    User.objects.filter(pk=users[1].pk).update(is_active=False)
    sign_up(hour, *users[:11])
    Mute.objects.create(owner=users[11], muted=users[3])
    text = Page(read_page(None, "/")).text
    names = ", ".join(f"Person {number}" for number in range(2, 10))
    assert f"10 will be there: {names} and 2 more" in text
    assert "Person 3," not in Page(read_page(users[11], "/")).text


def test_what_cannot_be_come_to_is_refused_and_said() -> None:
    hour, (mira,) = hour_soon(), make_users(1)
    sentence = ["This ranked hour has already started or was canceled."]
    for day in ("2020-01-01", "tomorrow"):
        assert press_button(mira, hour, on="1", date=day) == sentence
    begun = running_hour()
    today = f"{timezone.now() - timedelta(minutes=10):%Y-%m-%d}"
    assert press_button(mira, begun, on="1", date=today) == sentence
    hour.active = False
    hour.save()
    assert press_button(mira, hour, on="1") == sentence
    assert press_button(create_guest(), hour_soon(), on="1") != []
    assert not Attendance.objects.exists()


def test_a_calendar_file_is_of_an_hour_that_is_announced(client: Client) -> None:
    hour = hour_soon(zone="Europe/Berlin", minutes=90)
    address = f"/queue/hours/{hour.pk}.ics"
    answer = client.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.content)
    assert isinstance(calendar, Calendar)
    (event,) = calendar.events
    assert event.start == next_of(hour).occurrence.starts.replace(microsecond=0)
    assert event.uid == f"ranked-hour-{hour.pk}@testserver"
    assert event["URL"] == "http://testserver/queue/?game=density-deck"
    assert event["SUMMARY"] == "Ranked hour: Density Deck"
    RankedHour.objects.update(active=False)
    cache.clear()
    assert client.get(address).status_code == 404


# --------------------------------------------------------------------- the cap and the reminder
def test_the_cap_is_shorter_while_an_hour_runs() -> None:
    users = make_crowd(4)
    for number, user in enumerate(users):
        Slot.objects.filter(pk=user.pk).update(mu=25.0 * number)
    pass_time(130)
    hour_soon()
    running_hour(queue="rps-extreme")
    assert run_tick().seated == []
    assert read_frame(users[0])["cap_ms"] == 300_000
    running_hour()
    assert read_frame(users[0])["cap_ms"] == 120_000
    assert set(slot_states().values()) == {"seated"}


def test_who_comes_is_reminded_once_when_the_hour_begins() -> None:
    hour, (mira, ola, gone, other) = hour_soon(), make_users(4)
    sign_up(hour, mira, ola, gone)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    starts = next_of(hour).occurrence.starts
    assert ranked_hours.remind_due(starts - timedelta(seconds=1)) == {}
    assert ranked_hours.remind_due(starts) == {hour.pk: [mira.pk, ola.pk]}
    assert ranked_hours.remind_due(starts + timedelta(minutes=1)) == {}
    week = timedelta(weeks=1)
    Attendance.objects.create(user=other, hour=hour, date=next_of(hour).occurrence.date + week)
    assert ranked_hours.remind_due(starts + week) == {hour.pk: [other.pk]}


def test_the_worker_reminds_and_forgets() -> None:
    hour, (mira, ola) = running_hour(), make_users(2)
    sign_up(hour, mira)
    old = timezone.now().date() - timedelta(days=9)
    Attendance.objects.create(user=ola, hour=hour, date=old)
    tasks.send_reminders()
    assert ranked_hours.remind_due(timezone.now()) == {}
    assert list(Attendance.objects.values_list("user", flat=True)) == [mira.pk]


# ------------------------------------------------------------------------------- data and staff
def test_operators_announce_hours_and_moderators_only_see_them() -> None:
    url = "/admin/matchmaking/rankedhour/"
    fields = {
        "queue": NAME, "weekday": "1", "at": "20:00", "zone": "Europe/Berlin",
        "minutes": "60", "active": "on",
    }  # fmt: skip
    operator = staff_client(make_member("Opal", "Operators"))
    moderator = staff_client(make_member("Mo", "Moderators"))
    assert moderator.get(url).status_code == 200
    assert moderator.post(f"{url}add/", fields).status_code == 403
    for wrong in ({"zone": "Europe/Bonn"}, {"minutes": "29"}, {"minutes": "181"}, {"queue": "x"}):
        answer = operator.post(f"{url}add/", fields | wrong)
        assert answer.status_code == 200
        assert answer.context["errors"], wrong
    for _ in range(2):  # they may overlap
        assert operator.post(f"{url}add/", fields).status_code == 302
    assert str(RankedHour.objects.all()[0]) == "Tuesday 20:00 Europe/Berlin, density-deck"
    hour = RankedHour(queue=NAME, weekday=1, at="20:00", zone="Europe/Bonn")
    with pytest.raises(ValidationError, match="Unknown time zone: Europe/Bonn"):
        hour.full_clean()
