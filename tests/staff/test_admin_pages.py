"""The admin pages: access, contents and number of queries."""

import re
from datetime import date, time
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Mute, User
from accounts.ratings.ranks import rank_of
from density.operations import task_failures
from density.platform.redis import redis_connection
from games.live.commands import ending
from games.models import Game, Move, Seat
from matchmaking.models import Attendance, RankedHour, Slot, Strike
from tests.staff.conftest import Staffed
from tests.staff.sessions import BACKEND, make_member, prove_factor, set_up, staff_client
from tests.table.harness import make_users, playing_game

pytestmark = pytest.mark.django_db

ADDED = (Group, RankedHour)
SAME = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|\d+\s(second|minute)s?|\d\d:\d\d:\d\d')


def page_texts(site: Staffed) -> dict[str, str]:
    """Return the text of every admin page, without parts that vary."""
    texts = {}
    for url in site.pages():
        answer = site.client.get(url)
        assert answer.status_code == 200, url
        texts[url] = SAME.sub("", answer.content.decode())
    return texts


def test_no_page_depends_on_what_no_member_of_staff_may_see(staffed: Staffed) -> None:
    set_up(staffed.players[0])
    before = page_texts(staffed)
    assert len(before) > 20
    Game.objects.update(state={"deck": ["Ye5"]}, secret=b"\1" * 32)
    Seat.objects.update(client_bytes=b"\2" * 16, pledge="3" * 64, tab="another")
    Move.objects.update(action={"do": "draw", "from": "discard", "card": "Ye5"})
    Slot.objects.update(mu=11.0, sigma=2.0, network="another", ticket="another")
    User.objects.exclude(pk=staffed.root.pk).update(password="md5$another")
    Authenticator.objects.exclude(user=staffed.root).update(data={"secret": "another"})
    after = page_texts(staffed)
    assert [url for url in before if before[url] != after[url]] == []


def test_the_site_keeps_its_own_pages_out_of_reach_without_a_second_factor(db: None) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org", "a long enough one")
    client = Client()
    typed = {"username": "Boss", "password": "a long enough one", "next": "/admin/"}
    assert "/accounts/login/" in client.post("/admin/login/", typed).headers["Location"]
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")
    client.force_login(boss, backend=BACKEND)
    asked = client.get("/admin/games/game/", follow=True)
    # setting one up requires the password first
    assert asked.redirect_chain[1][0] == "/accounts/2fa/totp/activate/"
    assert "Set up a second factor to use the admin pages" in asked.content.decode()
    set_up(boss)
    asked = client.get("/admin/games/game/", follow=True)
    assert asked.redirect_chain[-1][0] == "/accounts/2fa/reauthenticate/?next=/admin/games/game/"
    prove_factor(boss, client)
    assert client.get("/admin/").status_code == 200
    # a code only counts while its app is set up
    Authenticator.objects.all().delete()
    set_up(boss)
    assert client.get("/admin/").status_code == 302


def test_a_list_costs_the_same_however_many_rows_it_has(staffed: Staffed) -> None:
    lists = [url for url in staffed.pages() if url.count("/") == 4 and url != "/admin/tasks/"]
    assert len(lists) > 10

    def costs() -> dict[str, int]:
        found = {}
        for url in lists:
            with CaptureQueriesContext(connection) as queries:
                assert staffed.client.get(url).status_code == 200
            found[url] = len(queries)
            for query in queries:
                sql = query["sql"]
                counted = "COUNT(" in sql.upper()
                assert not counted or "LIMIT 10000" in sql or "auth_group" in sql, (url, sql)
        return found

    few = costs()
    for number in range(3):
        playing_game(make_users(2, prefix=f"More {number}"))
    for user in User.objects.filter(name__startswith="More"):
        rank_of(user.pk, "density-deck").save()
        Strike.objects.create(user=user, game="BBBBBBBBBBBB", reason="no-show", count=1)
        Slot.objects.create(player=user, queue="density-deck", mu=25.0, sigma=8.0)
        hour = RankedHour.objects.create(queue="density-deck", weekday=2, at=time(20))
        Attendance.objects.create(user=user, hour=hour, date=date(2026, 11, 25))
        set_up(user)
    assert costs() == few
    assert max(few.values()) <= 10, few


def test_users_are_found_by_the_beginning_of_a_name_or_an_address(staffed: Staffed) -> None:
    User.objects.create_user("Kestrel", "kes@example.org")
    User.objects.create_user("Guest 4711", is_guest=True)
    url = "/admin/accounts/user/"
    for term in ("KEST", "kes@"):
        assert "Kestrel" in staffed.client.get(url, {"q": term}).content.decode()
    assert "Kestrel" not in staffed.client.get(url, {"q": "estrel"}).content.decode()
    guests = staffed.client.get(url, {"is_guest__exact": "1"}).content.decode()
    assert "Guest 4711" in guests
    assert "Kestrel" not in guests


def test_games_are_found_by_id_and_by_player_and_lead_to_their_pages(staffed: Staffed) -> None:
    game, url = staffed.game, "/admin/games/game/"
    assert game.pk in staffed.client.get(url).content.decode()
    for term in (game.pk, game.pk[:5], staffed.players[0].name):
        assert game.pk in staffed.client.get(url, {"q": term}).content.decode()
    assert game.pk not in staffed.client.get(url, {"status__exact": "finished"}).content.decode()
    row = staffed.client.get(f"{url}{game.pk}/change/").content.decode()
    assert f'href="/game/{game.pk}/">Table' in row
    assert staffed.players[1].name in row
    assert ending.stop_game(game.pk) is None
    row = staffed.client.get(f"{url}{game.pk}/change/").content.decode()
    for page in ("", "replay/", "record.json"):
        assert f'href="/game/{game.pk}/{page}"' in row


def test_rows_are_found_by_the_whole_id_of_their_game(staffed: Staffed) -> None:
    for model in ("match", "move", "dealcommitment"):
        for term, found in ((f" {staffed.game.pk}", True), (staffed.game.pk[:5], False)):
            page = staffed.client.get(f"/admin/games/{model}/", {"q": term})
            assert bool(page.context["cl"].result_list) == found, model


def test_an_address_filters_users_by_no_hidden_field(staffed: Staffed) -> None:
    hidden = ("password__startswith", "sessions_ended", "groups__name", "skeleton", "factor")
    for lookup in hidden:
        answer = staffed.client.get("/admin/accounts/user/", {lookup: "a"})
        assert answer.status_code == 400, lookup


def test_players_and_tasks_that_wait_and_tasks_that_failed_are_shown(staffed: Staffed) -> None:
    page = staffed.client.get("/admin/matchmaking/slot/").content.decode()
    assert "Waiting for" in page
    assert "density-deck" in page
    redis_connection().rpush("ai", "one", "two", "three")
    task = SimpleNamespace(name="games.answer_due")
    task_failures.record_failure(sender=task, task_id="the-id-7", exception=KeyError("Ye5"))
    page = staffed.client.get("/admin/tasks/").content.decode()
    assert '<th scope="row">ai</th><td>3</td>' in page
    assert "games.answer_due" in page
    assert "KeyError" in page
    assert "Ye5" not in page


def test_moderators_see_and_change_less_than_operators(staffed: Staffed) -> None:
    moderator = staff_client(make_member("Mo", "Moderators"))
    operator = staff_client(make_member("Opal", "Operators"))
    for client, tasks in ((moderator, 403), (operator, 200)):
        assert client.get("/admin/accounts/user/").status_code == 200
        assert client.get("/admin/games/move/").status_code == 200
        assert client.get("/admin/auth/group/").status_code == 403
        assert client.get("/admin/tasks/").status_code == tasks
        assert client.get("/admin/auditlog/logentry/").status_code == tasks
        assert client.get("/admin/mfa/authenticator/").status_code == tasks


def test_the_staff_does_not_outrank_itself(staffed: Staffed) -> None:
    moderator, operator = make_member("Mo", "Moderators"), make_member("Opal", "Operators")
    client = staff_client(moderator)
    url = "/admin/accounts/user/"
    fields = {"name": "Mo", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    assert client.post(f"{url}{moderator.pk}/change/", fields).status_code == 403
    assert client.post(f"{url}{staffed.root.pk}/change/", fields).status_code == 403
    player = staffed.players[0]
    fields |= {
        "name": player.name,
        "email": "mine@example.org",
        "groups": str(Group.objects.get(name="Operators").pk),
    }
    assert client.post(f"{url}{player.pk}/change/", fields).status_code == 302
    player.refresh_from_db()
    assert (player.is_staff, player.is_superuser, player.email) == (False, False, "")
    assert not player.groups.exists()
    chosen = {"action": "deactivate", "_selected_action": [str(staffed.root.pk), str(operator.pk)]}
    client.post(url, chosen)
    assert User.objects.filter(is_staff=True, is_active=False).count() == 0
    chosen = {"action": "reset_second_factor", "_selected_action": [str(player.pk)]}
    set_up(player)
    client.post(url, chosen)
    assert Authenticator.objects.filter(user=player).exists()


def test_nothing_is_added_in_the_admin_pages_but_groups_and_ranked_hours(staffed: Staffed) -> None:
    for model in admin.site._registry:
        url = f"/admin/{model._meta.app_label}/{model._meta.model_name}/add/"
        assert staffed.client.get(url).status_code == (200 if model in ADDED else 403), url
    assert Mute not in admin.site._registry


def test_pages_of_the_staff_are_in_one_language(staffed: Staffed) -> None:
    User.objects.update(language="de")
    german = {"Accept-Language": "de"}
    assert "Abmelden" in staffed.client.get("/accounts/logout/", headers=german).text
    for url in ("/admin/", "/admin/accounts/user/"):
        page = staffed.client.get(url, headers=german).text
        assert 'lang="en' in page
        assert "Benutzer" not in page
