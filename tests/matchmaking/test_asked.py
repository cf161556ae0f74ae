"""Users who play with others are asked, and leave for a ranked table only with a yes."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from games.consumers import handlers
from games.engine.contract import Refused
from games.models import Game
from matchmaking import claim, shared_tables
from matchmaking.models import Slot
from tests.matchmaking.scenario import (
    QUEUE,
    check_slots,
    end_match,
    make_crowd,
    open_tables,
    pass_time,
    people_at,
    read_frame,
    run_tick,
    slot_states,
    start_shared_table,
    strike_reasons,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_plays_with_others_is_not_called_but_asked_once_when_the_match_is_over() -> None:
    users = make_crowd(3)
    game = start_shared_table(users)
    (ola,) = make_crowd(1, "Ola")
    done = run_tick()
    assert (done.seated, done.asked) == ([], [])
    end_match(game)
    assert sorted(run_tick().asked) == sorted(user.pk for user in users)
    assert 0 < read_frame(users[0])["ask"]["left_ms"] <= 20_000
    assert read_frame(ola)["ask"] is None
    assert run_tick().asked == []
    for user in users:
        assert shared_tables.save_answer(user.pk, yes=True) is None
    (found,) = run_tick().seated
    assert people_at(Game.objects.get(pk=found)) == {user.name for user in (*users, ola)}
    assert strike_reasons() == []
    check_slots()


def test_a_no_keeps_the_place_and_the_game_and_is_not_asked_again() -> None:
    users = make_crowd(3)
    game = start_shared_table(users)
    make_crowd(1, "Ola")
    end_match(game)
    run_tick()
    for user in users[:2]:
        shared_tables.save_answer(user.pk, yes=True)
    assert shared_tables.save_answer(users[2].pk, yes=False) is None
    assert shared_tables.save_answer(users[2].pk, yes=True) == Refused("too-late")
    done = run_tick()
    assert (done.seated, done.asked) == ([], [])
    assert people_at(game) == {user.name for user in users}
    assert slot_states()[users[2].name] == "waiting"
    assert strike_reasons() == []


def test_where_one_is_missing_players_are_asked_and_called_when_that_one_comes() -> None:
    users = make_crowd(3)
    game = start_shared_table(users)
    end_match(game)
    assert sorted(run_tick().asked) == sorted(user.pk for user in users)
    for user in users:
        shared_tables.save_answer(user.pk, yes=True)
    assert run_tick().seated == []
    Slot.objects.update(asked_at=F("asked_at") - timedelta(minutes=9))
    (ola,) = make_crowd(1, "Ola")
    (found,) = run_tick().seated
    assert people_at(Game.objects.get(pk=found)) == {user.name for user in (*users, ola)}
    assert strike_reasons() == []
    check_slots()


def test_where_two_are_missing_no_player_is_asked() -> None:
    game = start_shared_table(make_crowd(2))
    end_match(game)
    assert run_tick().asked == []


def test_who_agreed_and_does_not_come_gets_no_strike() -> None:
    users = make_crowd(3)
    game = start_shared_table(users)
    (ola,) = make_crowd(1, "Ola")
    end_match(game)
    run_tick()
    for user in users:
        shared_tables.save_answer(user.pk, yes=True)
    (found,) = run_tick().seated
    open_tables(Game.objects.get(pk=found), [*users[:2], ola])
    pass_time(60)
    assert run_tick().voided == [found]
    assert strike_reasons() == []
    assert users[2].name not in slot_states()
    assert set(slot_states().values()) == {"waiting"}
    assert not Slot.objects.filter(agreed=True).exists()


def test_who_agreed_stays_in_the_game_where_the_table_does_not_come_about() -> None:
    users = make_crowd(3)
    game = start_shared_table(users)
    (ola,) = make_crowd(1, "Ola")
    Slot.objects.filter(pk=users[0].pk).update(asked_at=Now(), agreed=True)
    slots = list(Slot.objects.order_by("pk"))
    group = {slot.pk: slot.ticket for slot in slots}
    assert claim.claim_groups(QUEUE, [group]) == []
    assert people_at(game) == {user.name for user in users}
    assert slot_states()[ola.name] == "waiting"


def test_no_answer_is_a_no() -> None:
    users = make_crowd(3)
    game = start_shared_table(users)
    make_crowd(1, "Ola")
    end_match(game)
    run_tick()
    Slot.objects.update(asked_at=F("asked_at") - timedelta(seconds=21))
    assert shared_tables.save_answer(users[0].pk, yes=True) == Refused("too-late")
    assert read_frame(users[0])["ask"] is None
    assert run_tick().seated == []
    handlers.leave_table(game.pk, users[0].pk)
    run_tick()
    assert Slot.objects.get(pk=users[0].pk).asked_at is None


def test_who_plays_forces_no_wide_table_and_who_only_waits_gets_one_in_time() -> None:
    users = make_crowd(3)
    start_shared_table(users)
    pass_time(600)
    (ola,) = make_crowd(1, "Ola")
    Slot.objects.filter(pk=ola.pk).update(mu=200)
    Slot.objects.exclude(pk=ola.pk).update(asked_at=Now(), agreed=True)
    assert run_tick().seated == []
    pass_time(301, player=ola)
    assert len(run_tick().seated) == 1
