"""Seating from the queue, and tables to which a player does not come."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Mute, User
from density.platform.redis import redis_connection
from games.engine.contract import Refused
from games.live import outage
from games.lobby import seating
from games.models import Game, Seat
from matchmaking import claim, leaving, queue, queue_cache
from matchmaking.models import Slot
from matchmaking.queues import CAP_SECONDS
from tests.matchmaking.scenario import (
    QUEUE,
    check_slots,
    join_queue,
    make_crowd,
    open_tables,
    pass_time,
    plan_now,
    run_tick,
    seat_players,
    slot_states,
    strike_reasons,
)
from tests.path import follow_path
from tests.table.harness import at_once, establish_ranks, make_users, open_table, seal_deal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def select_statements(asked: CaptureQueriesContext) -> list[str]:
    """Return the captured statements on tables, without those of transactions."""
    return [each["sql"] for each in asked if " FROM " in each["sql"] or " INTO " in each["sql"]]


def waiting_names() -> set[str]:
    """Return the names of waiting users."""
    return {name for name, state in slot_states().items() if state == "waiting"}


# ------------------------------------------------------------------------------- seated
def test_four_who_wait_are_seated_and_the_deal_begins_when_all_have_come() -> None:
    users, game = seat_players()
    assert (game.status, game.rated, game.chat, game.host) == ("open", True, False, None)
    assert game.clock == {"free": 20, "bank": 90}
    assert set(slot_states().values()) == {"seated"}
    open_tables(game, users[:3])
    assert Game.objects.get(pk=game.pk).status == "open"
    open_tables(game, users[3:])
    assert Game.objects.get(pk=game.pk).status == "sealing"
    seal_deal(game, users)
    assert Game.objects.get(pk=game.pk).status == "playing"
    check_slots()


def test_a_ticket_costs_few_modules_and_queries_until_its_player_is_seated() -> None:
    before, game = seat_players()  # run once, so that lazy loading is done
    open_tables(game, before)
    users = establish_ranks(make_users(4, "Later"))
    queue_cache.record_viewing([user.pk for user in users])  # no player has to be called
    join_queue(*users[:3])
    run_tick()
    # every tick publishes the status
    redis_connection().delete(f"{queue_cache.TURN}tell:{QUEUE.name}")
    with follow_path() as empty, CaptureQueriesContext(connection) as idle:
        run_tick()
    redis_connection().delete(f"{queue_cache.TURN}tell:{QUEUE.name}")
    with follow_path() as path, CaptureQueriesContext(connection) as whole:
        join_queue(users[3])
        assert run_tick().seated
    count = len(select_statements(whole)) - len(select_statements(idle))
    assert count <= 20, select_statements(whole)
    own = path.hops - empty.hops
    assert len({module for _, module in own}) <= 20, own


def test_nobody_else_sits_down_at_a_ranked_table_and_nobody_is_its_host() -> None:
    users, game = seat_players()
    (ola,) = make_users(1, "Ola")
    assert seating.join_table(game.pk, ola) == Refused("ranked")
    mine = users[0].pk
    assert seating.unseat_user(game.pk, mine, 2) == Refused("ranked")
    assert seating.seat_ai(game.pk, mine, 2, "easy") == Refused("ranked")
    assert seating.fill_table(game.pk, mine, "easy") == Refused("ranked")
    Seat.objects.update(away_since=Now() - timedelta(hours=1))
    assert seating.free_vanished_seats() == 0
    check_slots()


def test_people_of_one_network_share_no_table_unless_the_site_says_so(settings: Any) -> None:
    users = make_users(5)
    join_queue(*users[:2], network="home")
    join_queue(users[2], users[3])
    pass_time(1000)
    assert run_tick().seated == []
    join_queue(users[4])
    pass_time(1000)
    settings.RANKED_SAME_NETWORK = True
    assert len(plan_now()) == 1
    settings.RANKED_SAME_NETWORK = False
    (game_id,) = run_tick().seated
    at_table = set(Seat.objects.filter(game=game_id).values_list("user", flat=True))
    assert len(at_table & {users[0].pk, users[1].pk}) == 1


# -------------------------------------------------------------------------------- mutes
def mute_users(owner: User, *others: User, days: float = 2) -> None:
    """Save mutes of others by one user, some days ago, in order."""
    for number, other in enumerate(others):
        at = timezone.now() - timedelta(days=days) + timedelta(seconds=number)
        Mute.objects.create(owner=owner, muted=other, at=at)


def at_tables() -> list[set[str]]:
    """Return the names at each table."""
    return [set(game.seats.values_list("user__name", flat=True)) for game in Game.objects.all()]


def test_who_mutes_everybody_else_does_not_get_a_table_of_accomplices() -> None:
    others = make_crowd(4, "Other")
    mob = make_crowd(4, "Mob")
    for owner in mob:
        mute_users(owner, *others)
    # one is slightly stronger, and a plan for both kinds would leave them out
    Slot.objects.filter(player__in=[*mob[:3], others[3]]).update(mu=40.0)
    pass_time(1000)
    assert len(run_tick().seated) == 2
    assert {"Mob 0", "Mob 1", "Mob 2", "Other 3"} in at_tables()


@pytest.mark.parametrize(
    ("days", "older_mutes", "waits_on"),
    [(2, 0, "Person 1"), (0, 0, "Person 4"), (0.9, 0, "Person 4"), (2, 3, "Person 4")],
)
def test_the_three_oldest_mutes_that_are_older_than_a_day_are_wishes(
    days: float, older_mutes: int, waits_on: str
) -> None:
    users = make_crowd(5)
    Slot.objects.filter(player=users[4]).update(mu=25.5)
    mute_users(users[1], *make_users(older_mutes, "Gone"), days=9)
    mute_users(users[1], users[3], days=days)
    assert len(run_tick().seated) == 1
    assert waiting_names() == {waits_on}
    check_slots()


def test_accounts_of_equal_rating_made_one_after_the_other_do_not_sit_together_for_that() -> None:
    make_crowd(8)
    planned: set[frozenset[int]] = set()
    for _ in range(20):
        planned |= {frozenset(group) for group in plan_now()}
    # twenty plans of two tables show many of the 70 possible tables
    assert len(planned) > 4


def test_seats_are_drawn() -> None:
    make_crowd(4)
    assert len({tuple(group) for _ in range(20) for group in plan_now()}) > 4


def test_two_ai_players_are_seated_after_the_longest_wait_where_the_site_says_so(
    settings: Any,
) -> None:
    users = make_crowd(2)
    pass_time(CAP_SECONDS / 2)
    settings.RANKED_HOUSE_BOTS = True
    assert run_tick().seated == []
    pass_time(CAP_SECONDS)
    settings.RANKED_HOUSE_BOTS = False
    assert run_tick().seated == []
    settings.RANKED_HOUSE_BOTS = True
    (game_id,) = run_tick().seated
    sitting = [seat.kind for seat in Seat.objects.filter(game=game_id)]
    assert sorted(sitting) == ["ai", "ai", "player", "player"]
    open_tables(Game.objects.get(pk=game_id), users)
    assert Game.objects.get(pk=game_id).status == "sealing"


# -------------------------------------------------------------------------------- races


def test_two_claims_of_the_same_plan_seat_it_once() -> None:
    make_crowd(8)
    plan = plan_now()
    claims = at_once(*[lambda: claim.claim_groups(QUEUE, plan) for _ in range(4)])
    seated = sum(len(each) for each in claims if isinstance(each, list))
    assert Game.objects.count() == seated
    # each of two claims may lock a part of a group, which then waits for the next plan
    assert seated + len(claim.claim_groups(QUEUE, plan)) == 2
    assert Game.objects.count() == 2
    check_slots()


def test_a_plan_for_somebody_who_queued_anew_is_void() -> None:
    users = make_crowd(4)
    old = dict(Slot.objects.values_list("pk", "ticket"))
    queue.leave_queue(users[0].pk)
    join_queue(users[0])
    assert claim.claim_groups(QUEUE, [old]) == []
    assert len(run_tick().seated) == 1


def test_somebody_who_sat_down_elsewhere_costs_only_the_own_group_its_table() -> None:
    users = make_crowd(8)
    plan = plan_now()
    (elsewhere,) = [user for user in users if user.pk == list(plan[0])[2]]
    (ola,) = make_users(1, "Ola")
    seating.join_table(open_table(ola, seats=4).pk, elsewhere)
    assert len(claim.claim_groups(QUEUE, plan)) == 1
    assert Game.objects.filter(rated=True).count() == 1
    assert len(waiting_names()) == 4
    run_tick()
    assert len(waiting_names()) == 4


# ------------------------------------------------------------------- it does not come about
def test_who_declines_is_out_with_a_strike_and_the_others_wait_on_as_long_as_before() -> None:
    users = make_crowd()
    pass_time(90)
    game = Game.objects.get(pk=run_tick().seated[0])
    since = dict(Slot.objects.values_list("pk", "enqueued_at"))
    open_tables(game, users[:2])
    assert seating.leave_seat(game.pk, users[1].pk) is None
    assert run_tick().voided == [game.pk]
    assert strike_reasons() == [("Person 1", "declined")]
    assert waiting_names() == {"Person 0", "Person 2", "Person 3"}
    kept = dict(Slot.objects.values_list("pk", "enqueued_at"))
    assert kept == {pk: at for pk, at in since.items() if pk != users[1].pk}
    assert not Game.objects.exists()


def test_who_does_not_come_is_out_with_a_strike_and_the_others_wait_on() -> None:
    users, game = seat_players()
    open_tables(game, users[:3])
    assert run_tick().voided == []
    pass_time(60)
    assert run_tick().voided == [game.pk]
    assert strike_reasons() == [("Person 3", "no-show")]
    assert waiting_names() == {"Person 0", "Person 1", "Person 2"}
    (ola,) = make_crowd(1, "Ola")
    (again,) = run_tick().seated
    open_tables(Game.objects.get(pk=again), [*users[:3], ola])
    assert Game.objects.get(pk=again).status == "sealing"
    check_slots()


def test_nobody_is_late_for_a_table_that_nobody_was_told_of() -> None:
    _, game = seat_players()
    Slot.objects.update(announced_at=None)
    pass_time(60)
    assert leaving.void_due(QUEUE) == []
    assert run_tick().voided == []
    assert Slot.objects.filter(announced_at=None).count() == 0
    assert Slot.objects.filter(ready_by__gt=Now()).count() == 4
    assert Game.objects.filter(pk=game.pk).exists()


def test_an_account_that_is_deleted_takes_its_table_away_but_nobody_elses_place() -> None:
    users, game = seat_players()
    users[0].delete()
    assert run_tick().voided == [game.pk]
    assert waiting_names() == {"Person 1", "Person 2", "Person 3"}
    assert strike_reasons() == []


def test_voiding_twice_at_once_voids_once() -> None:
    users, game = seat_players()
    seating.leave_seat(game.pk, users[0].pk)
    voided = at_once(*[lambda: leaving.void_table(game.pk) for _ in range(4)])
    assert sorted(map(bool, voided)) == [False, False, False, True]
    assert len(waiting_names()) == 3
    assert strike_reasons() == [("Person 0", "declined")]


def test_the_last_arrival_and_the_end_of_patience_agree() -> None:
    for number in range(4):
        users = make_crowd(4, f"Late {number}")
        (game_id,) = run_tick().seated
        game = Game.objects.get(pk=game_id)
        open_tables(game, users[:3])
        pass_time(60)
        at_once(lambda: open_tables(game, users[3:]), lambda: leaving.void_table(game.pk))  # noqa: B023
        left = Game.objects.filter(pk=game_id).first()
        if left is None:
            assert {f"Late {number} {place}" for place in range(3)} <= waiting_names()
        else:
            assert left.status == "sealing"
        check_slots()
        Slot.objects.filter(state="waiting").delete()


# ---------------------------------------------------------------------------- gone anyway
def test_who_was_not_heard_of_for_long_has_left() -> None:
    users = make_crowd(2)
    past = timedelta(seconds=31)
    Slot.objects.filter(pk=users[0].pk).update(beat_at=F("beat_at") - past)
    assert run_tick().gone == [users[0].pk]
    assert waiting_names() == {"Person 1"}


def test_nobody_leaves_the_queue_because_the_house_was_away() -> None:
    users = make_crowd(2)
    Slot.objects.update(beat_at=F("beat_at") - timedelta(minutes=5))
    outage.resume_turns()
    assert run_tick().gone == []
    assert queue.refresh_slots([user.pk for user in users]) == {
        user.pk: "waiting" for user in users
    }
    redis_connection().delete(outage.RESUMED)
    assert run_tick().gone == []
