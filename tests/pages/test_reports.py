"""Players are reported, moderators answer, and reporters see the answer."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import friends
from accounts.identity import groups
from accounts.models import Follow, User
from games.lobby import removal, reports
from games.models import Game, Line, Report, Seat
from tests.pages.markup import browser_of, read_page
from tests.staff.sessions import make_superuser, staff_client
from tests.table.harness import Driver, make_users, open_table, playing_game

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
LOOKED = "A moderator reviewed your report about Ola. Thank you."


@pytest.fixture
def mira() -> User:
    return User.objects.create_user("Mira")


@pytest.fixture
def ola() -> User:
    return User.objects.create_user("Ola")


def save_line(game: Game, user: User, text: str) -> Line:
    """Save a chat line at the table, some seconds ago."""
    seat = Seat.objects.get(game=game, user=user)
    row: dict[str, Any] = {"seat": seat.index, "name": seat.name, "kind": "text", "text": text}
    return Line.objects.create(game=game, user=user, **row)


def reported_texts(report: Report) -> list[str]:
    return [line["text"] for line in report.said]


def send_report(user: User, address: str, **fields: object) -> str:
    """Send the form of a report; return the redirect."""
    given = {"player": 0, "reason": "insults", **fields}
    return browser_of(user).post(address, given).headers["Location"]


def test_a_name_is_reported_on_the_page_of_its_player(mira: User, ola: User) -> None:
    assert "/players/Ola/report/" in read_page(browser_of(mira), "/players/Ola/").links()
    sent = send_report(
        mira, "/players/Ola/report/", reason="name", note="An insult in my language."
    )
    assert "Thank you. A moderator will look into it" in read_page(browser_of(mira), sent).text
    report = Report.objects.get()
    assert (report.reporter, report.reported, report.name) == (mira, ola, "Ola")
    assert (report.reason, report.note) == ("name", "An insult in my language.")
    assert (report.game, report.said, report.status) == ("", [], "open")


def test_friends_are_reported_from_their_menu(mira: User, ola: User) -> None:
    Follow.objects.create(owner=mira, followed=ola)
    assert "/players/Ola/report/" in read_page(browser_of(mira), "/friends/").links()


def test_a_report_from_a_table_has_the_line_and_the_talk_around_it(mira: User, ola: User) -> None:
    game = playing_game([mira, ola])
    lines = [save_line(game, ola, "You play like a potato."), save_line(game, mira, "Stop that.")]
    page = browser_of(mira).get(f"/game/{game.pk}/report/?seat=1&line={lines[0].pk}").text
    assert f'name="line" value="{lines[0].pk}"' in page
    assert "Report Ola" in page
    send_report(mira, f"/game/{game.pk}/report/", player=1, line=lines[0].pk)
    report = Report.objects.get()
    assert (report.reported, report.game) == (ola, game.pk)
    assert [(line["user"], line["text"], line["reported"]) for line in report.said] == [
        (ola.pk, "You play like a potato.", True),
        (mira.pk, "Stop that.", False),
    ]


def test_the_one_who_is_meant_is_chosen_among_all_at_the_table(mira: User, ola: User) -> None:
    guest = User.objects.create_user("Guest 12", is_guest=True)
    game = playing_game([mira, ola, guest])
    Game.objects.update(rated=True, revision=100)
    page = browser_of(guest).get(f"/game/{game.pk}/report/?seat=1").text
    assert '<option value="1" selected>Ola</option>' in page
    assert "Guest 12</option>" not in page
    send_report(guest, f"/game/{game.pk}/report/", player=0, reason="cheating")
    assert Report.objects.get().reported == mira


def test_a_finished_game_leads_its_players_to_a_report(mira: User, ola: User) -> None:
    game = Driver(playing_game([mira, ola], lives=1).pk, random.Random(5)).finish()
    result, address = f"/game/{game.pk}/", f"/game/{game.pk}/report/"
    assert address in read_page(browser_of(mira), result).links()
    assert address not in read_page(browser_of(make_users(1)[0]), result).links()
    sent = read_page(browser_of(mira), send_report(mira, address, player=1))
    assert "Thank you." in sent.text
    assert "Your table is still open" not in sent.text
    assert result in sent.links()


def test_nothing_goes_along_that_the_reporter_could_not_read(mira: User, ola: User) -> None:
    game = playing_game([mira, ola])
    save_line(game, ola, "before the mute")
    friends.mute_user(mira.pk, ola.pk)
    save_line(game, ola, "after the mute")
    send_report(mira, f"/game/{game.pk}/report/", player=1)
    assert reported_texts(Report.objects.get()) == ["before the mute"]
    Seat.objects.filter(user=ola).update(live=False, abandoned_at=timezone.now())
    Game.objects.update(watchable=False, revision=100)
    save_line(game, mira, "after Ola has left")
    send_report(ola, f"/game/{game.pk}/report/")
    assert reported_texts(Report.objects.get(reporter=ola)) == ["before the mute", "after the mute"]


def test_closed_tables_strangers_and_oneself_are_not_reported(mira: User, ola: User) -> None:
    stranger, host = make_users(2)
    game = playing_game([mira, ola], watchable=False)
    locked = open_table(host, access="password", password="sesame")
    for address in (f"/game/{game.pk}/report/", f"/game/{locked.pk}/report/"):
        assert (
            browser_of(stranger).post(address, {"player": 0, "reason": "spam"}).status_code == 404
        )
    assert browser_of(mira).get("/players/Mira/report/").status_code == 404
    for fields in ({"player": 0}, {"player": 7}, {"player": 1, "reason": "dull"}):
        given = {"reason": "spam", **fields}
        assert browser_of(mira).post(f"/game/{game.pk}/report/", given).status_code == 200
    assert browser_of(mira).post("/players/Ola/report/", {"note": "x" * 501}).status_code == 200
    assert browser_of(None).post("/players/Ola/report/").status_code == 302
    assert not Report.objects.exists()


def test_hidden_names_are_not_shown_to_those_who_report(mira: User, ola: User) -> None:
    (watcher,) = make_users(1)
    game = playing_game([mira, ola], access="public")
    Seat.objects.filter(user=ola).update(hides_name=True)
    Game.objects.update(revision=100)
    page = browser_of(watcher).get(f"/game/{game.pk}/report/").text
    assert "Player 2" in page
    assert "Ola" not in page


def test_one_report_of_a_player_and_game_is_open_at_a_time(mira: User, ola: User) -> None:
    game = playing_game([mira, ola])
    address = f"/game/{game.pk}/report/"
    send_report(mira, address, player=1, note="first")
    again = send_report(mira, address, player=1, note="second")
    assert "You’ve already reported this player" in read_page(browser_of(mira), again).text
    assert [each.note for each in Report.objects.all()] == ["first"]
    send_report(mira, "/players/Ola/report/")
    assert Report.objects.count() == 2
    Report.objects.update(status="dismissed")
    send_report(mira, address, player=1, note="third")
    assert Report.objects.count() == 3
    first = Report.objects.get(note="first")
    reopened = staff_client(make_superuser()).post(
        f"/admin/games/report/{first.pk}/change/", {"status": "open", "staff_note": ""}
    )
    assert "A newer report of this player and game is open." in reopened.text


def test_a_moderator_answers_and_the_reporter_is_told_once(mira: User, ola: User) -> None:
    game = playing_game([mira, ola])
    save_line(game, ola, "<b>You</b> potato")
    send_report(mira, f"/game/{game.pk}/report/", player=1, note="At the table.")
    report = Report.objects.get()
    moderator = make_superuser()
    moderator.is_superuser = False
    moderator.save()
    moderator.groups.set([groups.bring_up_to_date()["Moderators"]])
    staff = staff_client(moderator)
    address = f"/admin/games/report/{report.pk}/change/"
    page = staff.get(address).text
    for words in ("At the table.", "&lt;b&gt;You&lt;/b&gt; potato", "Insults or threats"):
        assert words in page
    assert f"/admin/accounts/user/{ola.pk}/change/" in page
    assert LOOKED not in browser_of(mira).get("/").text
    given = {"status": "looked-at", "staff_note": "Warned.", "note": "changed"}
    assert staff.post(address, given).status_code == 302
    report.refresh_from_db()
    assert (report.status, report.staff_note, report.note) == (
        "looked-at",
        "Warned.",
        "At the table.",
    )
    assert LOOKED not in browser_of(ola).get("/").text
    told = browser_of(mira).get("/").text
    assert LOOKED in told
    assert "Warned." not in told


def test_actions_close_several_reports_at_once(mira: User, ola: User) -> None:
    send_report(mira, "/players/Ola/report/")
    chosen = {"action": "dismiss", "_selected_action": [Report.objects.get().pk]}
    staff = staff_client(make_superuser())
    assert "Closed 1 reports." in staff.post("/admin/games/report/", chosen, follow=True).text
    assert Report.objects.get().status == "dismissed"
    assert LOOKED in browser_of(mira).get("/").text
    assert LOOKED not in browser_of(mira).get("/").text


def test_an_account_that_is_deleted_leaves_its_reports_without_names(mira: User, ola: User) -> None:
    game = playing_game([mira, ola])
    save_line(game, ola, "You potato")
    send_report(mira, f"/game/{game.pk}/report/", player=1)
    removal.remove_account(ola)
    report = Report.objects.get()
    assert (report.name, report.reported, reported_texts(report)) == ("", None, ["You potato"])
    page = staff_client(make_superuser()).get(f"/admin/games/report/{report.pk}/change/").text
    assert "deleted account" in page
    assert "Ola" not in page
    Report.objects.update(status="looked-at")
    assert "A moderator reviewed your report. Thank you." in browser_of(mira).get("/").text
    removal.remove_account(mira)
    assert Report.objects.get().reporter is None


def test_the_export_has_the_reports_that_a_user_sent(mira: User, ola: User) -> None:
    send_report(mira, "/players/Ola/report/", note="Rude.")
    (report,) = browser_of(mira).get("/accounts/data.json").json()["reports"]
    assert (report["name"], report["reason"], report["note"]) == ("Ola", "insults", "Rude.")
    assert browser_of(ola).get("/accounts/data.json").json()["reports"] == []


def test_closed_reports_are_forgotten_after_400_days(client: Client, mira: User, ola: User) -> None:
    send_report(mira, "/players/Ola/report/")
    Report.objects.update(at=timezone.now() - reports.KEPT - timedelta(days=1))
    reports.delete_old_reports(timezone.now())
    assert Report.objects.exists()
    Report.objects.update(status="dismissed")
    reports.delete_old_reports(timezone.now())
    assert not Report.objects.exists()
