"""A live game as lines: the frames of the socket for the same viewer, and the bounds."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator

from accounts.identity.tokens import hash_token, make_token
from accounts.models import AccessToken, User
from density.api import streams
from density.platform import limits
from density.server import bounds
from density.server.requests import BoundedRequest
from games.models import Game, Seat
from tests.api.oauth_flow import start_flow
from tests.pages.markup import browser_of
from tests.patience import PATIENCE
from tests.sockets.clients import in_process
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS = "203.0.113.7"


async def refuse_page(scope: Any, receive: Any, send: Any) -> None:
    """Stand for Django, which no request for a stream reaches."""
    raise AssertionError(scope["path"])


class Lines:
    """A client that reads the lines of a stream."""

    def __init__(self, communicator: Any) -> None:
        self.communicator = communicator

    async def next_event(self) -> Any:
        return await self.communicator.receive_output(timeout=PATIENCE)

    async def next_frame(self) -> Any:
        """The next frame that is about more than who is here."""
        while not (text := (await self.next_event())["body"]).strip():
            pass
        frame = json.loads(text)
        return await self.next_frame() if frame.get("events") == [] else frame


@asynccontextmanager
async def open_stream(game: Game, text: str = "") -> AsyncIterator[Lines]:
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/api/v1/games/{game.pk}/stream/",
        "query_string": b"",
        "headers": [(b"authorization", f"Bearer {text}".encode())] if text else [],
        "client": (ADDRESS, 5),
    }
    communicator: Any = ApplicationCommunicator(streams.Streams(refuse_page), scope)  # type: ignore[no-untyped-call]
    await communicator.send_input({"type": "http.request", "body": b""})
    try:
        yield Lines(communicator)
    finally:
        await communicator.send_input({"type": "http.disconnect"})
        await communicator.wait(timeout=PATIENCE)


def token_of(user: User, *scopes: str) -> str:
    return make_token(user, "Bot", scopes)


def start_game() -> tuple[Game, list[User]]:
    users = make_users(2)
    return playing_game(users, free=None), users


async def read_start(lines: Lines) -> dict[bytes, bytes]:
    start = await lines.next_event()
    assert start["status"] == 200
    return dict(start["headers"])


@pytest.mark.parametrize("seated", [True, False])
async def test_a_stream_has_the_frames_of_the_socket_of_the_same_viewer(seated: bool) -> None:
    game, users = await sync_to_async(start_game)()
    viewer = users[0] if seated else None
    text = await sync_to_async(token_of)(users[0], "play") if seated else ""
    async with in_process(game.pk, viewer) as socket, open_stream(game, text) as lines:
        headers = await read_start(lines)
        assert headers[b"content-type"] == b"application/x-ndjson"
        there, here = await socket.receive(), await lines.next_frame()
        assert there["view"] == here["view"]
        assert there["you"] == here["you"] == (0 if seated else None)
        for _ in range(3):
            await sync_to_async(Driver(game.pk, calm=True).step)()
            there, here = await socket.receive(), await lines.next_frame()
            timed = ("clocks", "me", "seats", "watchers", "version")
            assert {k: v for k, v in here.items() if k not in timed} == {
                k: v for k, v in there.items() if k not in timed
            }


async def test_an_open_stream_of_a_program_that_may_play_keeps_its_user_present() -> None:
    game, users = await sync_to_async(start_game)()
    seat = Seat.objects.filter(game=game, user=users[0])
    await seat.aupdate(away_since=game.created_at, tab="")
    async with open_stream(game, await sync_to_async(token_of)(users[0])) as lines:
        await read_start(lines)
        assert (await seat.aget()).away_since is not None
    async with open_stream(game, await sync_to_async(token_of)(users[0], "play")) as lines:
        await read_start(lines)
        assert (await seat.aget()).away_since is None


@pytest.mark.parametrize(
    ("what", "status", "code"),
    [
        ("a token that is none", 401, "signed-out"),
        ("a closed table", 403, "not-seated"),
        ("no game", 404, "no-such-game"),
        ("too many streams", 429, "too-often"),
        ("too many requests", 429, "too-often"),
    ],
)
async def test_a_refused_stream_is_a_problem_with_its_status(
    what: str, status: int, code: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    game, _users = await sync_to_async(start_game)()
    if what == "a closed table":
        await Game.objects.aupdate(watchable=False)
    if what == "no game":
        game.pk = "nosuchgame00"
    if what == "too many streams":
        monkeypatch.setattr(bounds, "MOST_STREAMS", 0)
    if what == "too many requests":
        settings.LIMITS = {**settings.LIMITS, "api": (1, 600)}
        await sync_to_async(limits.count_use)("api", ADDRESS)
    async with open_stream(game, "ddo_none" if status == 401 else "") as lines:
        start, body = await lines.next_event(), await lines.next_event()
    assert start["status"] == status
    assert (b"content-type", b"application/problem+json") in start["headers"]
    assert json.loads(body["body"])["code"] == code


async def test_closed_streams_do_not_count_towards_the_bound() -> None:
    game, _users = await sync_to_async(start_game)()
    for _ in range(bounds.MOST_STREAMS + 1):
        async with open_stream(game) as lines:
            await read_start(lines)
    assert not streams._open_streams


async def test_a_revoked_token_ends_its_stream_at_once() -> None:
    game, users = await sync_to_async(start_game)()
    text = await sync_to_async(token_of)(users[0], "play")
    other = await sync_to_async(token_of)(users[0], "play")
    async with open_stream(game, text) as lines, open_stream(game, other) as kept:
        await read_start(lines)
        await read_start(kept)
        token = await AccessToken.objects.aget(digest=hash_token(text))
        browser = await sync_to_async(browser_of)(users[0])
        await sync_to_async(browser.post)(f"/accounts/tokens/{token.pk}/revoke/")
        while (await lines.next_event()).get("more_body"):
            pass
        assert (await kept.next_event())["more_body"]


async def test_the_stream_of_an_app_ends_when_its_user_revokes_it() -> None:
    game, users = await sync_to_async(start_game)()
    flow = await sync_to_async(start_flow)(users[:2])
    tokens = await sync_to_async(flow.sign_in)()
    async with open_stream(game, tokens["access_token"]) as lines:
        await read_start(lines)
        await sync_to_async(flow.browser.post)(f"/accounts/apps/{flow.app.pk}/revoke/")
        while (await lines.next_event()).get("more_body"):
            pass


class Connection:
    """A connection whose client does not read, and its transport."""

    def __init__(self) -> None:
        self._waitingForTransport = True
        self.transport = self
        self.is_cut_off = False

    def abortConnection(self) -> None:  # noqa: N802
        self.is_cut_off = True


@pytest.fixture
def unread_request(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A response in an open stream, at a time that a test sets as `now`."""
    request: Any = BoundedRequest.__new__(BoundedRequest)
    request.channel, request.now = Connection(), 100.0
    monkeypatch.setattr(time, "monotonic", lambda: request.now)
    return request


def test_a_client_is_cut_off_with_too_many_unread_bytes(unread_request: Any) -> None:
    unread_request.count_unsent(bounds.MOST_UNSENT)
    assert not unread_request.channel.is_cut_off
    unread_request.count_unsent(1)
    assert unread_request.channel.is_cut_off


def test_a_client_that_reads_nothing_for_too_long_is_cut_off(unread_request: Any) -> None:
    unread_request.count_unsent(1)
    unread_request.now += bounds.UNSENT_SECONDS + 1
    unread_request.channel._waitingForTransport = False
    unread_request.count_unsent(1)
    assert not unread_request.channel.is_cut_off
    unread_request.channel._waitingForTransport = True
    unread_request.count_unsent(1)
    unread_request.now += bounds.UNSENT_SECONDS + 1
    unread_request.count_unsent(1)
    assert unread_request.channel.is_cut_off
