"""Permissions to join a queue, and joining again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.db.models.functions import Now

from accounts.models import Mode, Rank, User
from density.platform.addresses import home_of
from density.platform.token_buckets import address_of
from density.server.clients import TrustedClient
from games.engine.contract import Json, Refused
from games.live.commands import stand_ins
from games.lobby import seating
from games.models import Game, Seat
from matchmaking import queue
from matchmaking.models import Slot, Strike
from tests.matchmaking.scenario import (
    NAME,
    check_slots,
    join_queue,
    open_tables,
    run_tick,
    seat_players,
    slot_states,
)
from tests.pages.markup import browser_of
from tests.table.harness import (
    at_once,
    make_users,
    open_table,
    playing_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_asking_from_many_pages_at_once_waits_once() -> None:
    (mira,) = make_users(1)
    slots = at_once(*[lambda: queue.join_queue(mira, NAME) for _ in range(6)])
    slots.append(queue.join_queue(mira, NAME))
    waits = {(slot.ticket, slot.enqueued_at) for slot in slots if isinstance(slot, Slot)}
    assert waits == set(Slot.objects.values_list("ticket", "enqueued_at"))
    assert len(waits) == 1


def test_who_is_rated_waits_with_the_own_strength_and_guests_play_casual_tables() -> None:
    (mira,) = make_users(1)
    Rank.objects.create(
        user=mira, slug=NAME, mode=Mode.RANKED, mu=31.5, sigma=2.0, rating=1600, standing=29.5
    )
    join_queue(mira)
    slot = Slot.objects.get()
    assert (slot.mu, slot.sigma) == (31.5, 2.0)
    guest = User.objects.create_user("Guest 1", is_guest=True)
    assert queue.join_queue(guest, NAME) == Refused("guests-play-casual")


def test_who_sits_at_a_casual_table_may_wait_and_who_plays_for_points_may_not() -> None:
    (mira, ola) = make_users(2)
    for user in (mira, ola):
        open_table(user)
    Game.objects.filter(host=ola).update(rated=True)
    join_queue(mira)
    assert queue.join_queue(ola, NAME) == Refused("busy")
    assert slot_states() == {mira.name: "waiting"}


def test_who_has_finished_a_ranked_game_may_queue_at_once() -> None:
    users, game = seat_players()
    open_tables(game, users)
    seal_deal(game, users)
    answer = queue.join_queue(users[0], NAME)
    assert isinstance(answer, Slot)
    assert answer.state == "seated"
    Seat.objects.filter(game=game).update(live=False)
    join_queue(users[0])
    assert Slot.objects.get(pk=users[0].pk).state == "waiting"
    assert sorted(run_tick().gone) == sorted(user.pk for user in users[1:])
    check_slots()


def test_who_abandons_a_ranked_game_is_struck_once() -> None:
    users, game = seat_players()
    open_tables(game, users)
    seal_deal(game, users)
    assert stand_ins.abandon_seat(game.pk, users[1].pk) is None
    assert run_tick().gone == [users[1].pk]
    assert run_tick().gone == []
    strike = Strike.objects.get()
    assert (strike.user, strike.reason, strike.game) == (users[1], "abandoned", game.pk)
    assert slot_states().get("Person 1") is None
    assert len(slot_states()) == 3


def test_during_a_cooldown_nobody_waits() -> None:
    (mira,) = make_users(1)
    Strike.objects.create(
        user=mira, game="x", reason="declined", count=2, until=Now() + timedelta(minutes=10)
    )
    assert queue.join_queue(mira, NAME) == Refused("cooldown")
    Strike.objects.update(until=Now() - timedelta(seconds=1))
    join_queue(mira)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::1", "10.1.2.3", "192.168.0.9", "::ffff:10.0.0.1", "", "nobody"]
)
def test_addresses_that_many_share_are_no_network(address: str) -> None:
    assert queue.network_of(home_of(address)) == ""


@pytest.mark.concurrent_writes
def test_a_wait_that_begins_and_ends_on_another_page_in_between_begins_again_here() -> None:
    (mira,) = make_users(1)
    others: list[Callable[[], object]] = [
        lambda: queue.join_queue(mira, NAME),
        lambda: queue.leave_queue(mira.pk),
    ]

    def meddle(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if others and sql.startswith('INSERT INTO "matchmaking_slot"'):
            at_once(others.pop(0))
            try:
                return execute(sql, *rest)
            finally:
                at_once(others.pop(0))
        return execute(sql, *rest)

    with connection.execute_wrapper(meddle):
        slot = queue.join_queue(mira, NAME)
    assert isinstance(slot, Slot)
    assert slot.ticket == Slot.objects.get().ticket
    assert not others


def test_who_logs_out_or_is_locked_waits_no_more() -> None:
    users = make_users(3)
    pages = [browser_of(user) for user in users]
    join_queue(*users)
    pages[0].post("/accounts/logout/")
    assert set(slot_states()) == {"Person 1", "Person 2"}
    users[1].is_active = False
    users[1].save()
    users[2].save()
    assert set(slot_states()) == {"Person 2"}


# ------------------------------------------------------------------------ without a script


def test_forms_join_and_leave_and_the_api_says_so() -> None:
    (mira,) = make_users(1)
    client = browser_of(mira)
    assert client.get("/queue/").status_code == 200
    joined = client.post("/queue/join/", {"queue": NAME})
    assert (joined.status_code, joined["Location"]) == (303, "/queue/")
    assert client.get("/api/v1/queue/").json()["state"] == "waiting"
    assert client.get("/queue/").context["status"]["state"] == "waiting"
    assert client.post("/queue/leave/").status_code == 303
    assert client.get("/api/v1/queue/").json()["state"] == "idle"


def test_a_form_of_somebody_who_is_seated_leads_to_the_table() -> None:
    users, game = seat_players()
    client = browser_of(users[0])
    for address in ("/queue/join/", "/queue/leave/", "/queue/ai/"):
        answer = client.post(address)
        assert (answer.status_code, answer["Location"]) == (303, f"/game/{game.pk}/")
    check_slots()


def test_a_refusal_is_said_on_the_page() -> None:
    (mira,) = make_users(1)
    game = playing_game([mira], ais=1)
    Game.objects.filter(pk=game.pk).update(rated=True)
    client = browser_of(mira)
    page = client.post("/queue/join/", follow=True)
    assert "You’re already at a table." in page.content.decode()


def test_a_stranger_is_told_that_a_ranked_table_is_not_for_sitting_down() -> None:
    users, game = seat_players()
    seating.leave_seat(game.pk, users[0].pk)
    (ola,) = make_users(1, "Ola")
    page = browser_of(ola).post(f"/game/{game.pk}/join/", follow=True)
    assert "You can join ranked tables only through the queue." in page.content.decode()


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_a_connection_has_the_network_of_the_client_that_the_proxy_saw(
    settings: LazySettings, kind: str
) -> None:
    settings.TRUSTED_PROXIES = 1
    marks = []

    async def note(scope: Json, receive: object, send: object) -> None:
        marks.append(queue.network_of(address_of(scope)))

    for forwarded in (b"93.184.216.34", b"1.1.1.1, 93.184.216.34", b"93.184.216.35", b"nonsense"):
        headers = [(b"x-forwarded-for", forwarded)]
        scope = {"type": kind, "client": ("10.0.0.1", 4711), "headers": headers}
        await TrustedClient(note)(scope, None, None)
    assert marks[0] == marks[1] != ""
    assert "93.184" not in marks[0]
    assert marks[2] not in ("", marks[0])
    assert marks[3] == ""
