"""From the queue to the table, and what becomes of a table to which somebody does not come."""

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
    check,
    come,
    crowd,
    enqueue,
    look,
    plan_now,
    reasons,
    seated,
    states,
    wait,
)
from tests.path import followed
from tests.table.harness import at_once, established, make_users, open_table, seal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def statements(asked: CaptureQueriesContext) -> list[str]:
    """What was asked of the tables, without the ends of transactions."""
    return [each["sql"] for each in asked if " FROM " in each["sql"] or " INTO " in each["sql"]]


def waiting() -> set[str]:
    """Who waits."""
    return {name for name, state in states().items() if state == "waiting"}


# ------------------------------------------------------------------------------- seated
def test_four_who_wait_are_seated_and_the_deal_begins_when_all_have_come() -> None:
    users, game = seated()
    assert (game.status, game.rated, game.chat, game.host) == ("open", True, False, None)
    assert game.clock == {"free": 20, "bank": 90}
    assert set(states().values()) == {"seated"}
    come(game, users[:3])
    assert Game.objects.get(pk=game.pk).status == "open"
    come(game, users[3:])
    assert Game.objects.get(pk=game.pk).status == "sealing"
    seal(game, users)
    assert Game.objects.get(pk=game.pk).status == "playing"
    check()


def test_a_ticket_costs_few_modules_and_queries_until_its_player_is_seated() -> None:
    before, game = seated()  # what is loaded once is loaded
    come(game, before)
    users = established(make_users(4, "Later"))
    queue_cache.record_viewing([user.pk for user in users])  # no player is called
    enqueue(*users[:3])
    look()
    # every tick publishes the status, which is for all
    redis_connection().delete(f"{queue_cache.TURN}tell:{QUEUE.name}")
    with followed() as empty, CaptureQueriesContext(connection) as idle:
        look()
    redis_connection().delete(f"{queue_cache.TURN}tell:{QUEUE.name}")
    with followed() as path, CaptureQueriesContext(connection) as whole:
        enqueue(users[3])
        assert look().seated
    count = len(statements(whole)) - len(statements(idle))
    assert count <= 20, statements(whole)
    own = path.hops - empty.hops
    assert len({module for _, module in own}) <= 20, own


def test_nobody_else_sits_down_at_a_ranked_table_and_nobody_is_its_host() -> None:
    users, game = seated()
    (ola,) = make_users(1, "Ola")
    assert seating.join_table(game.pk, ola) == Refused("ranked")
    mine = users[0].pk
    assert seating.unseat_user(game.pk, mine, 2) == Refused("ranked")
    assert seating.seat_ai(game.pk, mine, 2, "easy") == Refused("ranked")
    assert seating.fill_table(game.pk, mine, "easy") == Refused("ranked")
    Seat.objects.update(away_since=Now() - timedelta(hours=1))
    assert seating.free_vanished_chairs() == 0
    check()


def test_people_of_one_network_share_no_table_unless_the_site_says_so(settings: Any) -> None:
    users = make_users(5)
    enqueue(*users[:2], network="home")
    enqueue(users[2], users[3])
    wait(1000)
    assert look().seated == []
    enqueue(users[4])
    wait(1000)
    settings.RANKED_SAME_NETWORK = True
    assert len(plan_now()) == 1
    settings.RANKED_SAME_NETWORK = False
    (game_id,) = look().seated
    at_table = set(Seat.objects.filter(game=game_id).values_list("user", flat=True))
    assert len(at_table & {users[0].pk, users[1].pk}) == 1


# -------------------------------------------------------------------------------- mutes
def mute(owner: User, *others: User, days: float = 2) -> None:
    """Let one mute others so many days ago, the first of them first."""
    for number, other in enumerate(others):
        at = timezone.now() - timedelta(days=days) + timedelta(seconds=number)
        Mute.objects.create(owner=owner, muted=other, at=at)


def at_tables() -> list[set[str]]:
    """Who sits with whom."""
    return [set(game.seats.values_list("user__name", flat=True)) for game in Game.objects.all()]


def test_who_mutes_everybody_else_does_not_get_a_table_of_accomplices() -> None:
    others = crowd(4, "Other")
    mob = crowd(4, "Mob")
    for owner in mob:
        mute(owner, *others)
    # one is a little stronger, and would be left over by a plan for both kinds
    Slot.objects.filter(player__in=[*mob[:3], others[3]]).update(mu=40.0)
    wait(1000)
    assert len(look().seated) == 2
    assert {"Mob 0", "Mob 1", "Mob 2", "Other 3"} in at_tables()


@pytest.mark.parametrize(
    ("days", "older_mutes", "waits_on"),
    [(2, 0, "Person 1"), (0, 0, "Person 4"), (0.9, 0, "Person 4"), (2, 3, "Person 4")],
)
def test_the_three_oldest_mutes_that_are_older_than_a_day_are_wishes(
    days: float, older_mutes: int, waits_on: str
) -> None:
    users = crowd(5)
    Slot.objects.filter(player=users[4]).update(mu=25.5)
    mute(users[1], *make_users(older_mutes, "Gone"), days=9)
    mute(users[1], users[3], days=days)
    assert len(look().seated) == 1
    assert waiting() == {waits_on}
    check()


def test_accounts_of_equal_rating_made_one_after_the_other_do_not_sit_together_for_that() -> None:
    crowd(8)
    planned: set[frozenset[int]] = set()
    for _ in range(20):
        planned |= {frozenset(group) for group in plan_now()}
    # of 70 possible tables twenty plans of two have many
    assert len(planned) > 4


def test_seats_are_drawn() -> None:
    crowd(4)
    assert len({tuple(group) for _ in range(20) for group in plan_now()}) > 4


def test_two_ai_players_are_seated_after_the_longest_wait_where_the_site_says_so(
    settings: Any,
) -> None:
    users = crowd(2)
    wait(CAP_SECONDS / 2)
    settings.RANKED_HOUSE_BOTS = True
    assert look().seated == []
    wait(CAP_SECONDS)
    settings.RANKED_HOUSE_BOTS = False
    assert look().seated == []
    settings.RANKED_HOUSE_BOTS = True
    (game_id,) = look().seated
    sitting = [seat.kind for seat in Seat.objects.filter(game=game_id)]
    assert sorted(sitting) == ["ai", "ai", "player", "player"]
    come(Game.objects.get(pk=game_id), users)
    assert Game.objects.get(pk=game_id).status == "sealing"


# -------------------------------------------------------------------------------- races


def test_two_claims_of_the_same_plan_seat_it_once() -> None:
    crowd(8)
    plan = plan_now()
    claims = at_once(*[lambda: claim.claim_groups(QUEUE, plan) for _ in range(4)])
    assert sum(len(each) for each in claims if isinstance(each, list)) == 2
    assert Game.objects.count() == 2
    check()


def test_a_plan_for_somebody_who_queued_anew_is_void() -> None:
    users = crowd(4)
    old = dict(Slot.objects.values_list("pk", "ticket"))
    queue.leave_queue(users[0].pk)
    enqueue(users[0])
    assert claim.claim_groups(QUEUE, [old]) == []
    assert len(look().seated) == 1


def test_somebody_who_sat_down_elsewhere_costs_only_the_own_group_its_table() -> None:
    users = crowd(8)
    plan = plan_now()
    (elsewhere,) = [user for user in users if user.pk == list(plan[0])[2]]
    (ola,) = make_users(1, "Ola")
    seating.join_table(open_table(ola, seats=4).pk, elsewhere)
    assert len(claim.claim_groups(QUEUE, plan)) == 1
    assert Game.objects.filter(rated=True).count() == 1
    assert len(waiting()) == 4
    look()
    assert len(waiting()) == 4


# ------------------------------------------------------------------- it does not come about
def test_who_declines_is_out_with_a_strike_and_the_others_wait_on_as_long_as_before() -> None:
    users = crowd()
    wait(90)
    game = Game.objects.get(pk=look().seated[0])
    since = dict(Slot.objects.values_list("pk", "enqueued_at"))
    come(game, users[:2])
    assert seating.leave_chair(game.pk, users[1].pk) is None
    assert look().voided == [game.pk]
    assert reasons() == [("Person 1", "declined")]
    assert waiting() == {"Person 0", "Person 2", "Person 3"}
    kept = dict(Slot.objects.values_list("pk", "enqueued_at"))
    assert kept == {pk: at for pk, at in since.items() if pk != users[1].pk}
    assert not Game.objects.exists()


def test_who_does_not_come_is_out_with_a_strike_and_the_others_wait_on() -> None:
    users, game = seated()
    come(game, users[:3])
    assert look().voided == []
    wait(60)
    assert look().voided == [game.pk]
    assert reasons() == [("Person 3", "no-show")]
    assert waiting() == {"Person 0", "Person 1", "Person 2"}
    (ola,) = crowd(1, "Ola")
    (again,) = look().seated
    come(Game.objects.get(pk=again), [*users[:3], ola])
    assert Game.objects.get(pk=again).status == "sealing"
    check()


def test_nobody_is_late_for_a_table_that_nobody_was_told_of() -> None:
    _, game = seated()
    Slot.objects.update(announced_at=None)
    wait(60)
    assert leaving.void_due(QUEUE) == []
    assert look().voided == []
    assert Slot.objects.filter(announced_at=None).count() == 0
    assert Slot.objects.filter(ready_by__gt=Now()).count() == 4
    assert Game.objects.filter(pk=game.pk).exists()


def test_an_account_that_is_deleted_takes_its_table_away_but_nobody_elses_place() -> None:
    users, game = seated()
    users[0].delete()
    assert look().voided == [game.pk]
    assert waiting() == {"Person 1", "Person 2", "Person 3"}
    assert reasons() == []


def test_voiding_twice_at_once_voids_once() -> None:
    users, game = seated()
    seating.leave_chair(game.pk, users[0].pk)
    voided = at_once(*[lambda: leaving.void_table(game.pk) for _ in range(4)])
    assert sorted(map(bool, voided)) == [False, False, False, True]
    assert len(waiting()) == 3
    assert reasons() == [("Person 0", "declined")]


def test_the_last_arrival_and_the_end_of_patience_agree() -> None:
    for number in range(4):
        users = crowd(4, f"Late {number}")
        (game_id,) = look().seated
        game = Game.objects.get(pk=game_id)
        come(game, users[:3])
        wait(60)
        at_once(lambda: come(game, users[3:]), lambda: leaving.void_table(game.pk))  # noqa: B023
        left = Game.objects.filter(pk=game_id).first()
        if left is None:
            assert {f"Late {number} {place}" for place in range(3)} <= waiting()
        else:
            assert left.status == "sealing"
        check()
        Slot.objects.filter(state="waiting").delete()


# ---------------------------------------------------------------------------- gone anyway
def test_who_was_not_heard_of_for_long_has_left() -> None:
    users = crowd(2)
    past = timedelta(seconds=31)
    Slot.objects.filter(pk=users[0].pk).update(beat_at=F("beat_at") - past)
    assert look().gone == [users[0].pk]
    assert waiting() == {"Person 1"}


def test_nobody_leaves_the_queue_because_the_house_was_away() -> None:
    users = crowd(2)
    Slot.objects.update(beat_at=F("beat_at") - timedelta(minutes=5))
    outage.resume_turns()
    assert look().gone == []
    assert queue.refresh_slots([user.pk for user in users]) == {
        user.pk: "waiting" for user in users
    }
    redis_connection().delete(outage.RESUMED)
    assert look().gone == []
