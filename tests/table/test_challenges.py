"""Challenges are answered once, and end by time, with the table and by blocks."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import friends
from accounts.models import User
from games.engine.contract import Refused
from games.lobby import challenges, seating
from games.models import Challenge, Game, Seat
from games.positions.new_game import Options
from tests.table.harness import at_once, make_users, open_table

pytestmark = pytest.mark.django_db
TWO = Options(seats=2)


def make_challenge(mira: User, ola: User, options: Options = TWO) -> Challenge:
    made = challenges.challenge_user(mira, ola, options)
    assert isinstance(made, Challenge), made
    return made


def age_challenge(made: Challenge, by: timedelta) -> None:
    Challenge.objects.filter(pk=made.pk).update(made_at=timezone.now() - by)


def status_of(made: Challenge) -> str:
    return Challenge.objects.get(pk=made.pk).status


def test_a_challenge_opens_a_private_table_and_accepting_it_begins_the_game() -> None:
    mira, ola = make_users(2)
    made = make_challenge(mira, ola)
    table = made.game
    assert table is not None
    assert (table.access, table.rated, table.host) == (Game.Access.LINK, False, mira)
    (shown,) = challenges.list_waiting(ola.pk)
    assert (shown["name"], shown["seats"], shown["free"]) == (mira.name, 2, 20)
    assert challenges.list_waiting(mira.pk) == []
    assert challenges.accept_challenge(made.pk, ola) == table
    assert Game.objects.get(pk=table.pk).status == Game.Status.SEALING
    assert challenges.accept_challenge(made.pk, ola) == table
    assert Seat.objects.filter(user=ola).count() == 1
    assert (status_of(made), challenges.list_open(mira.pk)) == ("accepted", [])


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrent_writes
def test_of_an_acceptance_and_a_withdrawal_at_once_one_counts() -> None:
    mira, ola = make_users(2)
    made = make_challenge(mira, ola)
    answers = at_once(
        lambda: challenges.accept_challenge(made.pk, ola),
        lambda: challenges.withdraw_challenge(made.pk, mira),
    )
    sits = Seat.objects.filter(user=ola).exists()
    assert sits == isinstance(answers[0], Game) == (status_of(made) == "accepted")
    assert (answers[1] is None) != sits


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrent_writes
def test_accepted_in_two_tabs_at_once_one_sits_once() -> None:
    mira, ola = make_users(2)
    made = make_challenge(mira, ola, Options(seats=3))
    answers = at_once(*[lambda: challenges.accept_challenge(made.pk, ola)] * 2)
    assert answers == [made.game, made.game]
    assert Seat.objects.filter(user=ola).count() == 1


def test_it_is_declined_with_one_of_the_phrases_which_the_challenger_reads() -> None:
    mira, ola = make_users(2)
    made = make_challenge(mira, ola)
    assert challenges.decline_challenge(made.pk, ola, "whatever I like") == Refused("malformed")
    assert challenges.decline_challenge(made.pk, ola, "later") is None
    assert challenges.decline_challenge(made.pk, ola) == Refused("challenge-over")
    (answered,) = challenges.list_past(mira.pk)
    assert (answered["status"], answered["word"], answered["sent"]) == ("declined", "later", True)
    assert challenges.list_past(ola.pk) == []
    assert Seat.objects.filter(user=mira, live=True).exists()


def test_after_ten_minutes_it_cannot_be_accepted_and_is_kept_as_missed_for_a_week() -> None:
    mira, ola = make_users(2)
    made = make_challenge(mira, ola)
    age_challenge(made, timedelta(minutes=10))
    # expired ones have not been cleaned up yet
    assert challenges.list_waiting(ola.pk) == []
    assert challenges.accept_challenge(made.pk, ola) == Refused("challenge-over")
    assert challenges.decline_challenge(made.pk, ola) == Refused("challenge-over")
    assert not Seat.objects.filter(user=ola).exists()
    assert challenges.end_old(timezone.now()) == 1
    assert [each["status"] for each in challenges.list_past(ola.pk)] == ["expired"]
    assert [each["status"] for each in challenges.list_past(mira.pk)] == ["expired"]
    age_challenge(made, timedelta(days=8))
    assert challenges.end_old(timezone.now()) == 0
    assert not Challenge.objects.exists()


def test_guests_oneself_and_who_wants_none_are_not_challenged_and_no_table_opens() -> None:
    mira, ola = make_users(2)
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    User.objects.filter(pk=ola.pk).update(invites_from="nobody")
    ola.refresh_from_db()
    for one, other, code in (
        (mira, guest, "guests"),
        (guest, mira, "guests"),
        (mira, mira, "self"),
        (mira, ola, "no-invitations"),
    ):
        assert challenges.challenge_user(one, other, TWO) == Refused(code)
        assert challenges.invite_user(one, other) == Refused(code)
    assert not Game.objects.exists()


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_of_either_ends_a_challenge_and_refuses_new_ones_alike(blocker: int) -> None:
    users = make_users(2)
    mira, ola = users
    made = make_challenge(mira, ola)
    friends.block_user(users[blocker], users[1 - blocker])
    assert status_of(made) == "expired"
    assert challenges.accept_challenge(made.pk, ola) == Refused("challenge-over")
    assert challenges.invite_user(mira, ola) == Refused("no-invitations")
    assert challenges.challenge_user(ola, mira, TWO) == Refused("no-invitations")
    assert challenges.list_past(mira.pk) == challenges.list_past(ola.pk) == []


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_of_either_keeps_both_from_tables_where_the_other_sits(blocker: int) -> None:
    users = make_users(2)
    friends.block_user(users[blocker], users[1 - blocker])
    for host, other in (users, reversed(users)):
        table = open_table(host, access="public", seats=3)
        assert seating.join_table(table.pk, other) == Refused("blocked")
        seating.leave_seat(table.pk, host.pk)


def test_a_player_invites_to_the_own_open_table_the_host_past_its_password() -> None:
    mira, ola, kim = make_users(3)
    assert challenges.invite_user(mira, ola) == Refused("no-table")
    table = open_table(mira, access="password", password="sesame", watchable=False, seats=4)
    seating.join_table(table.pk, kim, "sesame")
    assert challenges.invite_user(kim, ola) == Refused("no-table")
    made = challenges.invite_user(mira, ola)
    assert isinstance(made, Challenge)
    assert challenges.invite_user(mira, ola) == made
    assert challenges.accept_challenge(made.pk, ola) == table
