"""The audit log records changes by staff, but no actions of players."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from auditlog.models import LogEntry
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from accounts import tasks
from accounts.identity import audit
from accounts.models import User
from games.models import Game
from matchmaking.models import Strike
from tests.staff.conftest import Staffed
from tests.staff.sessions import BACKEND, set_up
from tests.table.harness import Driver, playing_game
from tests.workers import collect_mails

pytestmark = pytest.mark.django_db
USERS = "/admin/accounts/user/"


def log_entries() -> list[tuple[str, str, str]]:
    """Return actor, action and object of all entries, oldest first."""
    entries = LogEntry.objects.select_related("actor").order_by("pk")
    return [(str(each.actor), each.object_repr, str(each.changes)) for each in entries]


def press_action(site: Staffed, action: str, *users: User) -> None:
    """Run an action on the list of users."""
    fields = {"action": action, "_selected_action": [user.pk for user in users]}
    assert site.client.post(USERS, fields).status_code == 302


def test_who_is_logged_out_locked_out_and_let_in_again_is_written_down(staffed: Staffed) -> None:
    player, own = staffed.players[0], Client()

    def is_in() -> bool:
        return own.get("/accounts/settings/").status_code == 200

    own.force_login(player, backend=BACKEND)
    assert is_in()
    with bound_contextvars(request="0123456789abcdef"):
        press_action(staffed, "end_sessions", player)
    # the request id of the log lines
    assert LogEntry.objects.get().cid == "0123456789abcdef"
    assert not is_in()
    player.refresh_from_db()
    own.force_login(player, backend=BACKEND)
    assert is_in()
    press_action(staffed, "deactivate", player)
    assert not is_in()
    press_action(staffed, "reactivate", player)
    assert log_entries() == [
        ("Root", player.name, "{'sessions_ended': ['0', '1']}"),
        ("Root", player.name, "{'is_active': ['True', 'False']}"),
        ("Root", player.name, "{'is_active': ['False', 'True']}"),
    ]


@pytest.mark.django_db(transaction=True)
def test_a_reset_second_factor_is_gone_written_down_and_mailed(staffed: Staffed) -> None:
    player = staffed.players[0]
    User.objects.filter(pk=player.pk).update(email="mira@example.org")
    set_up(player)
    collect_mails().clear()
    press_action(staffed, "reset_second_factor", player)
    assert not Authenticator.objects.filter(user=player).exists()
    (sent,) = collect_mails()
    assert (sent.to, sent.subject) == (
        ["mira@example.org"],
        "Density Deck: Second factor removed",
    )
    texts = str(log_entries())
    assert "'type': ['totp', 'None']" in texts
    assert "secret" not in texts


def test_a_strike_is_lifted(staffed: Staffed) -> None:
    strike = Strike.objects.get()
    fields = {"action": "lift", "_selected_action": [strike.pk]}
    assert staffed.client.post("/admin/matchmaking/strike/", fields).status_code == 302
    assert not Strike.objects.exists()
    ((actor, about, changes),) = log_entries()
    assert (actor, about) == ("Root", str(strike))
    assert "declined" in changes


def test_a_stuck_game_is_ended_unrated_and_that_is_written_down(staffed: Staffed) -> None:
    Game.objects.filter(pk=staffed.game.pk).update(rated=True)
    fields = {"action": "end", "_selected_action": [staffed.game.pk]}
    url = "/admin/games/game/"
    assert staffed.client.post(url, fields).status_code == 302
    game = Game.objects.get(pk=staffed.game.pk)
    assert (game.status, game.rated) == ("finished", False)
    assert log_entries() == [("Root", game.pk, "{'done': ['', 'ended by the staff']}")]
    page = staffed.client.post(url, fields | {"status__exact": "finished"}, follow=True)
    assert LogEntry.objects.count() == 1, page
    assert staffed.client.get(f"/game/{game.pk}/").status_code == 200


def test_an_entry_has_no_client_address_no_password_and_no_e_mail_address(staffed: Staffed) -> None:
    player = staffed.players[0]
    User.objects.filter(pk=player.pk).update(email="mira@example.org")
    fields = {"name": "Mira", "is_active": "on", "is_staff": "on"}
    changed = staffed.client.post(
        f"{USERS}{player.pk}/change/", fields, headers={"x-forwarded-for": "203.0.113.7"}
    )
    assert changed.status_code == 302
    with audit.audit_changes():
        user = User.objects.get(pk=player.pk)
        user.email = "another@example.org"
        user.set_password("another long one")
        user.save()
    row = str(list(LogEntry.objects.values().order_by("pk")))
    assert "'name': ['Person 0', 'Mira']" in row
    assert "'is_staff': ['False', 'True']" in row
    for secret in ("203.0.113.7", "127.0.0.1", "mira@", "another@", "md5$"):
        assert secret not in row, secret


@pytest.mark.django_db(transaction=True)
def test_a_member_of_staff_with_a_second_factor_deletes_the_own_account(staffed: Staffed) -> None:
    root = User.objects.get(name="Root")
    answer = staffed.client.post("/accounts/delete/", {"password": "a long enough one"})
    assert answer.status_code == 302
    assert not User.objects.filter(pk=root.pk).exists()
    assert not Authenticator.objects.filter(user=root.pk).exists()


def test_players_are_not_written_down(client: Client) -> None:
    client.post("/accounts/guest/", {"next": "/"})
    guest = User.objects.get()
    client.post("/accounts/settings/", {"name": "Kestrel"})
    guest.refresh_from_db()
    assert guest.name == "Kestrel"
    game = playing_game([guest], ais=1)
    Driver(game.pk).step()
    guest.delete()
    assert not LogEntry.objects.exists()


def test_the_log_is_read_never_changed_and_kept_for_400_days(staffed: Staffed) -> None:
    press_action(staffed, "deactivate", staffed.players[0])
    entry = LogEntry.objects.get()
    url = "/admin/auditlog/logentry/"
    page = staffed.client.get(url, {"q": "root"}).content.decode()
    assert "is_active: True → False" in page
    assert "is_active" not in staffed.client.get(url, {"q": "somebody"}).content.decode()
    assert staffed.client.post(f"{url}{entry.pk}/change/", {"action": 1}).status_code == 403
    assert staffed.client.post(f"{url}{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert "delete_selected" not in page
    for days, is_kept in ((399, True), (401, False)):
        LogEntry.objects.update(timestamp=timezone.now() - timedelta(days=days))
        tasks.bring_up_to_date()
        assert LogEntry.objects.exists() == is_kept


def test_a_command_makes_staff_and_takes_it_back(db: None) -> None:
    mira = User.objects.create_user("Mira", "", "a long enough one")
    call_command("staff", "mira", "--group", "Operators", verbosity=0)
    mira.refresh_from_db()
    assert (mira.is_staff, mira.is_superuser) == (True, False)
    assert mira.has_perm("games.change_game")
    assert [str(group) for group in mira.groups.all()] == ["Operators"]
    call_command("staff", "Mira", "--group", "none")
    mira = User.objects.get(pk=mira.pk)
    assert not mira.is_staff
    assert not mira.groups.exists()
    assert "'is_staff': ['False', 'True']" in str(log_entries())
    guest = User.objects.create_user("Guest 4711", is_guest=True)
    for name in (guest.name, "Kestrel"):
        with pytest.raises(CommandError):
            call_command("staff", name)


def test_groups_get_exactly_what_this_version_says(db: None) -> None:
    call_command("staff")
    group = Group.objects.get(name="Moderators")
    usual = set(group.permissions.all())
    group.permissions.clear()
    call_command("staff")
    assert set(group.permissions.all()) == usual
    assert {each.codename for each in usual} >= {"view_user", "change_user", "delete_strike"}


def test_a_lost_second_factor_is_reset_by_a_command(db: None) -> None:
    mira = User.objects.create_user("Mira", "", "a long enough one")
    set_up(mira)
    call_command("reset_second_factor", "mira")
    assert not Authenticator.objects.exists()
    assert "'type': ['totp', 'None']" in str(log_entries())
    for name in ("mira", "Kestrel"):
        with pytest.raises(CommandError):
            call_command("reset_second_factor", name)
