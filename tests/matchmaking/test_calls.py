"""Who is called from outside the site, and who keeps a place without an open page."""

from datetime import timedelta

import pytest
from django.db.models import F

from accounts.models import Rank, User
from density.platform.redis import redis_connection
from games.models import Game
from matchmaking import queue_cache, queue_status
from matchmaking.models import Slot
from tests.matchmaking.scenario import NAME, come, crowd, enqueue, look, reasons, states, wait
from tests.patience import PATIENCE
from tests.table.harness import established, make_users, open_table
from tests.workers import deliveries, let_push_reach

pytestmark = pytest.mark.django_db(transaction=True)
SHORT, READY = "short", "ready"


def called(*users: User) -> set[str]:
    """Those of these users to whom a tick sends something."""
    redis_connection().delete("celery", f"{queue_cache.TURN}short:{NAME}")
    look()
    names = {user.pk: user.name for user in users}
    return {names[each["user"]] for each in deliveries()}


def close_pages(user: User, seconds: float = 40) -> None:
    """Let this user have had no page open for so long."""
    past = timedelta(seconds=seconds)
    Slot.objects.filter(pk=user.pk).update(beat_at=F("beat_at") - past)


# ------------------------------------------------------------------------ one player is missing
def test_users_near_the_rating_of_three_who_wait_are_called_if_they_chose_it() -> None:
    near, far, silent, busy = established(make_users(4, "Friend"))
    Rank.objects.filter(user=far).update(mu=45.0)
    let_push_reach(SHORT, near, far, busy)
    let_push_reach(READY, silent)
    open_table(busy)
    crowd(2)
    assert called(near, far, silent, busy) == set()
    crowd(1, "Third")
    assert called(near, far, silent, busy) == {near.name}
    # once in half an hour
    assert called(near, far, silent, busy) == set()


def test_nobody_is_called_to_a_table_that_is_found() -> None:
    (mira,) = make_users(1, "Mira")
    let_push_reach(SHORT, mira)
    crowd(4)
    assert called(mira) == set()


# -------------------------------------------------------------------------------- a table is found
def test_who_looks_at_no_page_is_notified_without_the_names_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queue_cache, "VIEWING_SECONDS", PATIENCE)
    users = crowd()
    let_push_reach(READY, *users)
    queue_cache.record_viewing(user.pk for user in users[1:])
    assert look().seated
    (sent,) = deliveries()
    assert (sent["user"], sent["message"]["body"]) == (
        users[0].pk,
        "3 players are waiting for you.",
    )


def test_a_player_whose_page_went_without_a_word_is_notified_as_soon_as_that_is_known() -> None:
    users = crowd()
    let_push_reach(READY, *users)
    queue_cache.record_viewing(user.pk for user in users)
    (found,) = look().seated
    come(Game.objects.get(pk=found), users[1:])
    assert deliveries() == []
    queue_cache.forget_viewing(users[0].pk)
    look()
    look()
    assert [each["user"] for each in deliveries()] == [users[0].pk]


# --------------------------------------------------------------------------------- closed pages
def test_who_is_reached_by_a_notification_keeps_the_place_without_a_page() -> None:
    mira, ola = crowd(2)
    let_push_reach(READY, mira)
    for user in (mira, ola):
        close_pages(user)
    assert look().gone == [ola.pk]
    assert queue_status.current_frame(mira.pk)["pushed"] is True
    close_pages(mira, 1800)
    assert look().gone == [mira.pk]


def test_who_only_a_notification_could_call_gets_no_strike_and_waits_no_more() -> None:
    users = crowd(3)
    (mira,) = make_users(1, "Mira")
    enqueue(mira)
    let_push_reach(READY, mira)
    close_pages(mira)
    (found,) = look().seated
    come(Game.objects.get(pk=found), users)
    wait(60)
    assert look().voided == [found]
    assert reasons() == []
    assert states() == {user.name: "waiting" for user in users}
