"""Push calls to users outside the site, and places of users without an open page."""

from datetime import timedelta

import pytest
from django.db.models import F

from accounts.models import Rank, User
from density.platform.redis import redis_connection
from games.models import Game
from matchmaking import queue_cache, queue_status
from matchmaking.models import Slot
from tests.matchmaking.scenario import (
    NAME,
    join_queue,
    make_crowd,
    open_tables,
    pass_time,
    run_tick,
    slot_states,
    strike_reasons,
)
from tests.patience import PATIENCE
from tests.table.harness import establish_ranks, make_users, open_table
from tests.workers import collect_deliveries, let_push_reach

pytestmark = pytest.mark.django_db(transaction=True)
SHORT, READY = "short", "ready"


def called_users(*users: User) -> set[str]:
    """Return the users to whom a tick sends a push."""
    redis_connection().delete("celery", f"{queue_cache.TURN}short:{NAME}")
    run_tick()
    names = {user.pk: user.name for user in users}
    return {names[each["user"]] for each in collect_deliveries()}


def close_pages(user: User, seconds: float = 40) -> None:
    """Make a user appear to have had no page open for some time."""
    past = timedelta(seconds=seconds)
    Slot.objects.filter(pk=user.pk).update(beat_at=F("beat_at") - past)


# ------------------------------------------------------------------------ one player is missing
def test_users_near_the_rating_of_three_who_wait_are_called_if_they_chose_it() -> None:
    near, far, silent, busy = establish_ranks(make_users(4, "Friend"))
    Rank.objects.filter(user=far).update(mu=45.0)
    let_push_reach(SHORT, near, far, busy)
    let_push_reach(READY, silent)
    open_table(busy)
    make_crowd(2)
    assert called_users(near, far, silent, busy) == set()
    make_crowd(1, "Third")
    assert called_users(near, far, silent, busy) == {near.name}
    # once in half an hour
    assert called_users(near, far, silent, busy) == set()


def test_nobody_is_called_to_a_table_that_is_found() -> None:
    (mira,) = make_users(1, "Mira")
    let_push_reach(SHORT, mira)
    make_crowd(4)
    assert called_users(mira) == set()


# -------------------------------------------------------------------------------- a table is found
def test_who_looks_at_no_page_is_notified_without_the_names_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queue_cache, "VIEWING_SECONDS", PATIENCE)
    users = make_crowd()
    let_push_reach(READY, *users)
    queue_cache.record_viewing(user.pk for user in users[1:])
    assert run_tick().seated
    (sent,) = collect_deliveries()
    assert (sent["user"], sent["message"]["body"]) == (
        users[0].pk,
        "3 players are waiting for you.",
    )


def test_a_player_whose_page_went_without_a_word_is_notified_as_soon_as_that_is_known() -> None:
    users = make_crowd()
    let_push_reach(READY, *users)
    queue_cache.record_viewing(user.pk for user in users)
    (found,) = run_tick().seated
    open_tables(Game.objects.get(pk=found), users[1:])
    assert collect_deliveries() == []
    queue_cache.forget_viewing(users[0].pk)
    run_tick()
    run_tick()
    assert [each["user"] for each in collect_deliveries()] == [users[0].pk]


# --------------------------------------------------------------------------------- closed pages
def test_who_is_reached_by_a_notification_keeps_the_place_without_a_page() -> None:
    mira, ola = make_crowd(2)
    let_push_reach(READY, mira)
    for user in (mira, ola):
        close_pages(user)
    assert run_tick().gone == [ola.pk]
    assert queue_status.current_frame(mira.pk)["pushed"] is True
    close_pages(mira, 1800)
    assert run_tick().gone == [mira.pk]


def test_who_only_a_notification_could_call_gets_no_strike_and_waits_no_more() -> None:
    users = make_crowd(3)
    (mira,) = make_users(1, "Mira")
    join_queue(mira)
    let_push_reach(READY, mira)
    close_pages(mira)
    (found,) = run_tick().seated
    open_tables(Game.objects.get(pk=found), users)
    pass_time(60)
    assert run_tick().voided == [found]
    assert strike_reasons() == []
    assert slot_states() == {user.name: "waiting" for user in users}
