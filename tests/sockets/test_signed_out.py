"""After a logout all sockets of the session close, in every process."""

import asyncio
import time
from collections.abc import Callable, Collection

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.identity.guests import create_guest
from accounts.identity.sessions import users_of
from accounts.models import User
from games.consumers import heartbeat, person
from games.models import Line
from tests.pages.markup import browser_of
from tests.patience import PATIENCE
from tests.servers import Servers, cookie_header
from tests.sockets.clients import (
    in_process,
    open_socket,
    receive_until,
    send_and_receive,
    send_message,
)
from tests.sockets.test_real_sockets import open_real_socket
from tests.staff.sessions import prove_factor, staff_client
from tests.table.harness import make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
SIGNED_OUT = 4401
PASSWORD, NEWER = "eleven-kinds-of-cards", "a-newer-kind-of-card"

make_people = sync_to_async(make_users)
start_playing = sync_to_async(playing_game)


def cookies_of(client: Client) -> str:
    """Return the Cookie header of a browser."""
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


def log_out(user: User, client: Client) -> None:
    assert client.post("/accounts/logout/").status_code == 302


def log_out_of_the_admin_pages(user: User, client: Client) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=True)
    prove_factor(user, client)
    assert client.post("/admin/logout/").status_code == 200


def change_the_password(user: User, client: Client) -> None:
    fields = {"oldpassword": PASSWORD, "password1": NEWER, "password2": NEWER}
    assert client.post("/accounts/password/change/", fields).status_code == 302


def lock_out(user: User, client: Client) -> None:
    boss = User.objects.create_superuser("Boss", password=PASSWORD)
    fields = {"name": user.name, "email": ""}
    assert (
        staff_client(boss).post(f"/admin/accounts/user/{user.pk}/change/", fields).status_code
        == 302
    )
    user.refresh_from_db()
    assert not user.is_active


def end_all_sessions(user: User, client: Client) -> None:
    boss = User.objects.create_superuser("Boss", password=PASSWORD)
    fields = {"action": "end_sessions", "_selected_action": [user.pk]}
    assert staff_client(boss).post("/admin/accounts/user/", fields).status_code == 302


def delete_account(user: User, client: Client) -> None:
    user.delete()


@pytest.mark.parametrize(
    "part",
    [
        log_out,
        log_out_of_the_admin_pages,
        change_the_password,
        lock_out,
        end_all_sessions,
        delete_account,
    ],
)
async def test_every_socket_of_the_user_is_closed_and_nobody_elses(
    part: Callable[[User, Client], None],
) -> None:
    users = await make_people(2)
    game = await start_playing(users)
    users[0].set_password(PASSWORD)
    await users[0].asave()
    client = await sync_to_async(browser_of)(users[0])
    elsewhere = await sync_to_async(browser_of)(users[0])
    async with (
        in_process(game.pk, None, header=cookies_of(client)) as first,
        in_process(game.pk, None, header=cookies_of(elsewhere)) as second,
        open_socket("/ws/tables/", header=cookies_of(client)) as tables,
        in_process(game.pk, None, header=await sync_to_async(cookie_header)(users[1])) as other,
        open_socket("/ws/tables/") as strangers,
    ):
        assert [(await wire.receive())["you"] for wire in (first, second, other)] == [0, 0, 1]
        await tables.receive()
        await sync_to_async(part)(users[0], client)
        for wire in (first, second, tables):
            assert await wire.closed() == SIGNED_OUT
        await send_message(strangers, type="ping")
        await receive_until(strangers, lambda frame: frame["type"] == "pong")
        # messages still on their way have no effect
        await send_message(first, type="say", kind="phrase", text="thanks")
        assert (await send_and_receive(other, type="resync"))["talk"] == []
    assert not await Line.objects.aexists()
    if part is change_the_password:  # in this browser the user stays logged in
        for browser, you in ((client, 0), (elsewhere, None)):
            async with in_process(game.pk, None, header=cookies_of(browser)) as wire:
                assert (await wire.receive())["you"] == you


@pytest.mark.parametrize("name", ["Mira", "Guest"])
async def test_a_guest_who_logs_in_to_an_older_account_leaves_nothing_open(name: str) -> None:
    guest = await sync_to_async(create_guest)()
    await sync_to_async(User.objects.create_user)("Mira", password=PASSWORD)
    (ola,) = await make_people(1)
    game = await start_playing([guest, ola])
    client = await sync_to_async(browser_of)(guest)
    header = cookies_of(client)
    fields = {"login": name, "password": PASSWORD}
    async with (
        in_process(game.pk, None, header=header) as wire,
        open_socket("/ws/tables/", header=header) as tables,
    ):
        assert (await wire.receive())["you"] == 0
        await tables.receive()
        answer = await sync_to_async(client.post)("/accounts/login/", fields)
        if name == "Mira":
            assert answer.status_code == 302
            assert [await each.closed() for each in (wire, tables)] == [SIGNED_OUT] * 2
        else:
            assert (await send_and_receive(wire, type="ping"))["type"] == "pong"
    async with in_process(game.pk, None, header=cookies_of(client)) as wire:
        assert (await wire.receive())["you"] == (None if name == "Mira" else 0)


async def test_a_session_that_ended_unheard_is_noticed_on_the_rounds() -> None:
    users = await make_people(2)
    game = await start_playing(users)
    headers = [await sync_to_async(cookie_header)(user) for user in users]
    async with (
        in_process(game.pk, None, header=headers[0]) as first,
        in_process(game.pk, None, header=headers[1]) as second,
    ):
        await first.receive()
        await second.receive()
        gone = headers[0].partition("=")[2]
        assert await Session.objects.filter(pk=gone).adelete() == (1, {"sessions.Session": 1})
        await heartbeat.check_sessions(time.monotonic())
        assert (await send_and_receive(first, type="ping"))["type"] == "pong"
        await heartbeat.check_sessions(time.monotonic() + heartbeat.SESSION_SECONDS)
        assert await first.closed() == SIGNED_OUT
        assert (await send_and_receive(second, type="ping"))["type"] == "pong"


async def test_a_session_that_ends_during_the_handshake_opens_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = await make_people(2)
    game = await start_playing(users)
    client = await sync_to_async(browser_of)(users[0])

    def read_just_before(keys: Collection[str]) -> dict[str, int | None]:
        found = users_of(keys)
        monkeypatch.undo()
        log_out(users[0], client)
        return found

    monkeypatch.setattr(person, "users_of", read_just_before)
    async with in_process(game.pk, None, header=cookies_of(client)) as wire:
        assert await wire.closed() == SIGNED_OUT


async def test_a_log_out_is_heard_in_another_process(servers: Servers) -> None:
    users = await make_people(2)
    game = await start_playing(users)
    async with open_real_socket(servers, game.pk, users[0]) as wire:
        assert (await wire.receive())["you"] == 0
        client = await sync_to_async(browser_of)(users[0])
        await sync_to_async(log_out)(users[0], client)
        async with asyncio.timeout(PATIENCE):
            await wire.connection.wait_closed()
        assert wire.connection.close_code == SIGNED_OUT
