"""The queue does not reveal opponents, and leaving a found table has a cost."""

import json
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.test import Client

from accounts.models import Audience, Mute, User
from density.platform.redis import redis_connection
from games.live import snapshots
from games.live.commands import presence
from games.lobby import seating
from games.models import Game
from matchmaking import queue, queue_cache, queue_status
from matchmaking.models import Slot
from tests.matchmaking.scenario import (
    RPS,
    accept_shared_table,
    make_crowd,
    open_tables,
    pass_time,
    read_frame,
    run_tick,
    seat_players,
    strike_reasons,
)
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)


def frame_of_two(user: User) -> str:
    """Return the frame of a queue of two after a tick, as text."""
    redis_connection().delete(f"{queue_cache.TURN}tell:{RPS}")
    run_tick(RPS)
    return json.dumps(queue_status.current_frame(user.pk))


def test_a_player_who_hides_being_online_is_counted_in_the_offer_and_not_named() -> None:
    mira, ola, kim = make_crowd(3)
    User.objects.filter(pk=ola.pk).update(presence_for=Audience.NO_ONE)
    pass_time(60)
    offer = read_frame(mira)["offer"]
    assert (offer["with"], offer["others"], offer["ais"]) == ([kim.name], 1, 1)
    accept_shared_table(ola)
    offer = read_frame(mira)["offer"]
    assert (offer["with"], offer["others"], offer["begun"]) == ([], 1, True)


def test_the_next_opponent_of_a_queue_of_two_is_named_by_nothing() -> None:
    mira, ola = make_users(2)
    # they meanwhile play with others, so that they are not seated together
    for user in (mira, ola):
        queue.join_queue(user, RPS)
    Slot.objects.filter(pk=ola.pk).update(mu=60.0)
    Slot.objects.filter(pk=mira.pk).update(mu=1.0)
    pass_time(100)
    assert ola.name not in frame_of_two(mira)
    accept_shared_table(ola)
    text = frame_of_two(mira)
    assert ola.name not in text
    assert json.loads(text)["offer"]["others"] == 1


def test_a_mute_does_not_show_whether_a_hidden_player_waits() -> None:
    mira, ola = make_crowd(2)
    User.objects.filter(pk=ola.pk).update(presence_for=Audience.NO_ONE)
    pass_time(60)
    before = read_frame(mira)["offer"]
    Mute.objects.create(owner=mira, muted=ola)
    assert read_frame(mira)["offer"] == before
    assert before["others"] == 1


def test_the_ratings_of_few_who_wait_are_not_sent() -> None:
    users = make_crowd(3)
    assert read_frame(users[0])["dots"] == []
    assert read_frame(make_users(1, "Idle")[0])["dots"] == []
    more = make_users(9, "More")
    for number, user in enumerate(more):
        queue.join_queue(user, "density-deck")
        Slot.objects.filter(pk=user.pk).update(mu=100.0 * (number + 2))
    dots = read_frame(users[0])["dots"]
    assert len(dots) >= queue_status.FEWEST_DOTS
    User.objects.filter(pk=more[-1].pk).update(hides_rating=True)
    assert len(read_frame(users[0])["dots"]) == len(dots) - 1


def test_only_a_player_who_has_come_to_a_ranked_table_reads_the_names_before_the_deal() -> None:
    users, game = seat_players()
    names = {user.name for user in users}

    def read(user_id: int | None) -> set[str]:
        text = json.dumps(snapshots.make_snapshot(game.pk, user_id))
        return {name for name in names if f'"{name}"' in text}

    (stranger,) = make_users(1, "Stranger")
    assert read(None) == read(stranger.pk) == set()
    assert read(users[0].pk) == {users[0].name}
    presence.mark_arrival(game.pk, users[0].pk, "tab", watching=False)
    assert read(users[0].pk) == names
    page = Client().get(f"/game/{game.pk}/").content.decode()
    assert not [name for name in names if name in page]


def test_a_player_who_need_not_come_reads_no_names_in_the_queue() -> None:
    users, game = seat_players()
    assert [seat["name"] for seat in read_frame(users[0])["table"]["seats"]] != [""] * 4
    Slot.objects.filter(pk=users[0].pk).update(beat_at=Now() - timedelta(minutes=5))
    assert [seat["name"] for seat in read_frame(users[0])["table"]["seats"]] == [""] * 4
    Slot.objects.filter(pk=users[1].pk).update(agreed=True, asked_at=Now())
    assert [seat["name"] for seat in read_frame(users[1])["table"]["seats"]] == [""] * 4
    assert game.status == "open"


@pytest.mark.parametrize("reason", ["declined", "no-show"])
def test_leaving_the_table_after_reading_the_names_costs_a_strike_even_with_an_excuse(
    reason: str,
) -> None:
    users, game = seat_players()
    Slot.objects.filter(game=game).update(agreed=True, asked_at=Now())
    open_tables(game, users[:3])
    if reason == "declined":
        seating.leave_seat(game.pk, users[0].pk)
    else:
        presence.mark_departure(game.pk, users[0].pk)
        pass_time(60)
    assert run_tick().voided == [game.pk]
    assert strike_reasons() == [(users[0].name, reason)]
    assert not Game.objects.filter(pk=game.pk).exists()
