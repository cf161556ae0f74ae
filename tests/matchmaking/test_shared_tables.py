"""Waiting users share a casual table, stay queued, and are asked before they leave it."""

import json
import random

import pytest
from django.db.models.functions import Now

from accounts.models import Mute
from games.consumers import handlers
from games.engine.contract import Refused
from games.live import table_list
from games.live.commands import keeping, stand_ins
from games.live.table_list import your_table
from games.lobby import drain, removal, seating
from games.models import Game, Seat
from games.records import game_log
from matchmaking import queue, shared_tables
from matchmaking.arrivals import Arrivals
from matchmaking.models import SecondQueue, Slot
from matchmaking.queue_status import offer_seconds
from matchmaking.queues import EARLY_OFFER_SECONDS, EVERY, OFFER_SECONDS, QUEUES
from tests.matchmaking.scenario import (
    NAME,
    RPS,
    accept_shared_table,
    check_slots,
    end_gathering,
    join_queue,
    make_crowd,
    open_tables,
    pass_time,
    people_at,
    read_frame,
    run_tick,
    slot_states,
    start_shared_table,
)
from tests.pages.markup import browser_of
from tests.table.harness import (
    Driver,
    against_ai,
    at_once,
    make_users,
    open_table,
    playing_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db(transaction=True)


# ------------------------------------------------------------------------------- sitting down
def test_three_who_wait_share_one_table_with_an_ai_player_and_keep_their_places() -> None:
    users = make_crowd(3)
    pass_time(60)
    since = dict(Slot.objects.values_list("pk", "enqueued_at"))
    game = accept_shared_table(*users)
    assert game.status == "sealing"
    assert people_at(game) == {user.name for user in users}
    assert game.seats.filter(kind="ai").count() == 1
    assert (game.rated, game.ruleset["lives"]) == (False, 10)
    assert dict(Slot.objects.values_list("pk", "enqueued_at")) == since
    assert set(slot_states().values()) == {"waiting"}
    check_slots()


def test_a_table_waits_a_moment_for_the_others_and_then_begins_with_ai_players() -> None:
    users = make_crowd(3)
    game = accept_shared_table(users[0])
    run_tick()
    assert Game.objects.get(pk=game.pk).status == "open"
    end_gathering(game)
    run_tick()
    assert Game.objects.get(pk=game.pk).status == "sealing"
    assert people_at(game) == {users[0].name}


def test_who_comes_later_takes_the_seat_of_an_ai_player() -> None:
    (mira,) = make_crowd(1)
    game = start_shared_table([mira])
    (ola,) = make_crowd(1, "Ola")
    assert accept_shared_table(ola) == game
    assert people_at(game) == {mira.name, ola.name}
    assert game.seats.filter(kind="ai").count() == 2
    assert accept_shared_table(ola) == game
    finished = Driver(game.pk, random.Random(2)).finish()
    record = game_log.read_record(finished.pk)
    later = next(seat["seat"] for seat in record["seats"] if seat["name"] == ola.name)
    assert [mark["reason"] for mark in record["fair"]["silent"] if mark["seat"] == later] == [
        "sat-later"
    ]
    assert finished.seats.get(user=ola).place is not None


@pytest.mark.postgres
def test_two_who_accept_at_the_same_moment_sit_together() -> None:
    users = make_crowd(2)
    at_once(*(lambda user=user: shared_tables.sit_at_shared_table(user) for user in users))
    assert Game.objects.count() == 1
    assert people_at(Game.objects.get()) == {user.name for user in users}


def test_who_muted_another_is_not_brought_together() -> None:
    mira, ola = make_crowd(2)
    Mute.objects.create(owner=ola, muted=mira)
    assert accept_shared_table(mira) != accept_shared_table(ola)


def test_who_waits_for_one_game_is_not_brought_to_a_table_of_the_other() -> None:
    mira, ola = make_users(2)
    queue.join_queue(mira, EVERY)
    queue.join_queue(ola, RPS)
    game = start_shared_table([mira])
    assert game.slug == NAME
    assert accept_shared_table(ola).slug == RPS
    assert people_at(game) == {mira.name}


def test_who_has_left_a_shared_table_sees_no_other_hand_of_it() -> None:
    mira, ola = make_crowd(2)
    game = start_shared_table([mira, ola])
    handlers.leave_table(game.pk, ola.pk)
    assert accept_shared_table(ola) != game
    assert people_at(game) == {mira.name}


def test_only_who_waits_sits_down_and_not_from_a_table_with_others() -> None:
    mira, ola = make_users(2)
    assert shared_tables.sit_at_shared_table(mira) == Refused("not-waiting")
    game = playing_game([mira, ola], ais=1)
    join_queue(mira)
    assert shared_tables.sit_at_shared_table(mira) == Refused("busy")
    # the consent was for a ranked table
    Slot.objects.update(asked_at=Now(), agreed=True)
    assert shared_tables.sit_at_shared_table(mira) == Refused("busy")
    assert people_at(game) == {mira.name, ola.name}


# --------------------------------------------------------------------------------- the offer
def test_the_offer_says_when_and_who_would_sit_there() -> None:
    mira, ola, kim = make_crowd(3)
    assert ola.name not in json.dumps(read_frame(mira))
    assert read_frame(mira)["offer"] is None
    pass_time(60)
    offer = read_frame(mira)["offer"]
    assert sorted(offer["with"]) == [ola.name, kim.name]
    assert (offer["others"], offer["ais"], offer["begun"]) == (0, 1, False)
    accept_shared_table(mira, ola)
    offer = read_frame(kim)["offer"]
    assert (sorted(offer["with"]), offer["ais"], offer["begun"]) == ([mira.name, ola.name], 1, True)
    assert read_frame(mira)["offer"] is None


def test_the_offer_comes_early_only_where_a_ranked_table_is_unlikely() -> None:
    queue_of = QUEUES[NAME]
    rare, often = (Arrivals(0.0, 0.0) for _ in range(2))
    often.note([25.0] * 600, 300.0)
    assert offer_seconds(rare.estimate(), 1, queue_of) == EARLY_OFFER_SECONDS
    assert offer_seconds(rare.estimate(), queue_of.seats, queue_of) == OFFER_SECONDS
    assert offer_seconds(often.estimate(), 1, queue_of) == OFFER_SECONDS


def test_who_plays_an_ai_is_offered_company_and_not_another_ai() -> None:
    (mira,) = make_crowd(1)
    game = against_ai(mira)
    seal_deal(game, [mira])
    assert read_frame(mira)["offer"] is None
    make_crowd(1, "Ola")
    pass_time(60)
    assert read_frame(mira)["offer"]["with"] == ["Ola 0"]
    assert read_frame(mira)["meanwhile"] == {
        "url": f"/game/{game.pk}/",
        "people": False,
        "shared": False,
    }


# --------------------------------------------------------------------------- kept and resumed
def test_a_game_against_ai_players_is_kept_and_resumed_after_the_ranked_one() -> None:
    users = make_crowd(3)
    mira = users[0]
    game = against_ai(mira, lives=1)
    seal_deal(game, [mira])
    (ola,) = make_crowd(1, "Ola")
    (found,) = run_tick().seated
    seat = Seat.objects.get(game=game, user=mira)
    assert (seat.live, seat.abandoned_at, seat.stand_in) == (False, None, "")
    client = browser_of(mira)
    page = client.get(f"/game/{game.pk}/")
    assert page.status_code == 409
    assert "You’re at another table" in page.content.decode()
    open_tables(Game.objects.get(pk=found), [*users, ola])
    Seat.objects.filter(game=found).update(live=False)
    assert "Your game is paused" in client.get("/rules/").content.decode()
    assert client.get(f"/game/{game.pk}/").status_code == 200
    mine = your_table(mira.pk)
    assert mine is not None
    assert mine["id"] == game.pk
    assert Driver(game.pk, random.Random(4)).finish().seats.get(user=mira).place is not None


def test_who_resumes_may_leave_the_table_in_the_way() -> None:
    (mira,) = make_users(1)
    game = playing_game([mira], ais=1)
    keeping.keep_game(game.pk, mira.pk)
    other = open_table(mira)
    client = browser_of(mira)
    assert client.get(f"/game/{game.pk}/").status_code == 409
    answer = client.post(f"/game/{game.pk}/resume/", {"leave": other.pk}, follow=True)
    assert answer.status_code == 200
    assert not Game.objects.filter(pk=other.pk).exists()
    assert Seat.objects.get(game=game, user=mira).live


def test_no_other_user_comes_into_a_game_that_is_kept() -> None:
    mira, ola, kim = make_users(3)
    game = playing_game([mira, ola], ais=1, absence="substitute")
    handlers.leave_table(game.pk, ola.pk)
    assert keeping.keep_game(game.pk, mira.pk) is None
    assert stand_ins.take_over_seat(game.pk, kim, 1) == Refused("not-allowed")
    assert stand_ins.replace_ai(game.pk, kim) == Refused("not-allowed")
    assert keeping.resume_game(game.pk, mira.pk) is None
    assert stand_ins.take_over_seat(game.pk, kim, 1) is None


def test_a_kept_game_does_not_count_as_running() -> None:
    (mira,) = make_users(1)
    game = playing_game([mira], ais=1)
    assert (table_list.make_frame()["running"], drain.count_running()) == (1, 1)
    keeping.keep_game(game.pk, mira.pk)
    assert (table_list.make_frame()["running"], drain.count_running()) == (0, 0)
    keeping.resume_game(game.pk, mira.pk)
    assert (table_list.make_frame()["running"], drain.count_running()) == (1, 1)


def test_who_deletes_the_account_leaves_a_kept_game_to_the_ai() -> None:
    (mira,) = make_users(1)
    game = playing_game([mira], ais=1)
    keeping.keep_game(game.pk, mira.pk)
    removal.remove_account(mira)
    assert Seat.objects.get(game=game, index=0).abandoned_at is not None


# ------------------------------------------------------------------------------- two queues
def test_one_press_waits_for_both_games_and_the_first_table_ends_both_waits() -> None:
    (mira,) = make_users(1)
    queue.join_queue(mira, NAME)
    queue.join_queue(mira, RPS)
    assert read_frame(mira)["also"] == [RPS]
    assert queue.leave_queue(mira.pk) is None
    assert not SecondQueue.objects.exists()
    assert isinstance(queue.join_queue(mira, EVERY), Slot)
    (ola,) = make_users(1, "Ola")
    queue.join_queue(ola, RPS)
    (found,) = run_tick(RPS).seated
    assert Game.objects.get(pk=found).slug == RPS
    assert read_frame(mira)["queue"] == RPS
    make_crowd(3, "Other")
    assert run_tick().seated == []
    check_out = seating.leave_seat(found, ola.pk)
    assert not isinstance(check_out, Refused)
    run_tick(RPS)
    # the table was voided: both keep waiting in both queues
    assert slot_states()[mira.name] == "waiting"
    assert set(SecondQueue.objects.values_list("queue", flat=True)) == {NAME}
    assert len(run_tick().seated) == 1
    check_slots()
