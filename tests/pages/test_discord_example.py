"""The Discord example answers signed requests only, and announces signed events of the site."""

import json
import threading
import time
from collections import deque
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from runpy import run_path
from typing import Any, get_args, get_type_hints
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from nacl.signing import SigningKey

from accounts.contact.webhooks import sign_message
from accounts.models import Rank
from games.webhook_messages import MESSAGES
from tests.project_files import ROOT
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db

EXAMPLE = run_path(str(ROOT / "docs/examples/discord_bot.py"))
KEY, AT = SigningKey(bytes(range(32))), "1763733600"
SITE = "https://deck.example"
# as the site sends them
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
GAME = {
    "player": "Owl Bot",
    "id": "hFFqZdmNUJ5u",
    "url": "/game/hFFqZdmNUJ5u/",
    "slug": "density-deck",
    "edition": "current",
    "rated": True,
    "seats": [
        {"name": "Owl Bot", "kind": "player", "place": 1},
        {"name": "Heron Bot", "kind": "player", "place": 2},
    ],
}
INVITATION = {"player": "Owl Bot", "sender": "Mira", "url": "/game/hFFqZdmNUJ5u/"}
EVENTS = {
    "game.started": (GAME, f"Owl Bot is playing: {SITE}/game/hFFqZdmNUJ5u/"),
    "game.finished": (GAME, f"Owl Bot won a game: {SITE}/game/hFFqZdmNUJ5u/"),
    "invitation": (INVITATION, f"Mira invites Owl Bot to play: {SITE}/game/hFFqZdmNUJ5u/"),
    "test": ({"player": "Owl Bot"}, "The webhook works."),
}
# as Discord sends them, without the fields that the example does not read
PING = {"id": "1", "application_id": "2", "type": 1, "version": 1}


def build_command(name: str, *options: str) -> dict[str, Any]:
    """Return a recorded command."""
    given = [{"name": "player", "type": 3, "value": value} for value in options]
    data = {"id": "5", "name": name, "type": 1, "options": given}
    return {"id": "3", "application_id": "2", "type": 2, "guild_id": "4", "data": data}


def sign_body(body: bytes, at: str = AT) -> dict[str, str]:
    """Return the headers with the signature of a body."""
    signature = KEY.sign(at.encode() + body).signature.hex()
    return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": at}


def fetch_from_site(url: str) -> Any:
    """Return the JSON that this site answers."""
    assert url.startswith(SITE)
    return Client().get(url.removeprefix(SITE)).json()


def words_for(interaction: dict[str, Any]) -> str:
    answer = EXAMPLE["answer_interaction"](interaction, SITE, fetch_from_site)
    assert (answer["type"], answer["data"]["allowed_mentions"]) == (4, {"parse": []})
    return str(answer["data"]["content"])


@pytest.fixture
def discord_endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of the running example."""
    monkeypatch.setenv("DISCORD_PUBLIC_KEY", KEY.verify_key.encode().hex())
    monkeypatch.setenv("SITE", f"{SITE}/")
    monkeypatch.setenv("WEBHOOK_SECRET", SECRET)
    monkeypatch.setattr(EXAMPLE["Handler"], "announced", deque())
    monkeypatch.setattr(EXAMPLE["Handler"], "log_message", lambda *words: None)
    server = ThreadingHTTPServer(("127.0.0.1", 0), EXAMPLE["Handler"])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def ask_endpoint(url: str, body: bytes, headers: dict[str, str]) -> Any:
    """Return the answer to a request, or its status."""
    try:
        with urlopen(Request(url, body, headers), timeout=20) as answer:
            return json.loads(answer.read() or "null")
    except HTTPError as refused:
        with refused:
            return refused.code


def test_only_requests_that_discord_signed_are_answered(discord_endpoint: str) -> None:
    body = json.dumps(PING).encode()
    assert ask_endpoint(discord_endpoint, body, sign_body(body)) == {"type": 1}
    later = {**sign_body(body), "X-Signature-Timestamp": "1763733601"}
    other = json.dumps(build_command("daily")).encode()
    for forged in (
        sign_body(other),
        later,
        {},
        {**sign_body(body), "X-Signature-Ed25519": "no hex"},
    ):
        assert ask_endpoint(discord_endpoint, body, forged) == 401
    assert (
        f"{SITE}/learn/puzzles/daily/"
        in ask_endpoint(discord_endpoint, other, sign_body(other))["data"]["content"]
    )


@pytest.fixture
def channel_posts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The messages posted to the channel."""
    posted: list[Any] = []

    class Channel(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 # of the library
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Channel)
    monkeypatch.setenv("DISCORD_CHANNEL", f"http://127.0.0.1:{server.server_port}/")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield posted
    server.shutdown()
    thread.join()
    server.server_close()


def sign_event(body: bytes, at: float, number: str = "msg_1") -> dict[str, str]:
    """Return the headers of a message of the site."""
    stamp = int(at)
    return {
        "webhook-id": number,
        "webhook-timestamp": str(stamp),
        "webhook-signature": f"v1,none {sign_message(SECRET, number, stamp, body.decode())}",
    }


@pytest.mark.parametrize("event", EVENTS)
def test_the_events_of_the_site_are_announced_in_the_channel(
    discord_endpoint: str, channel_posts: list[Any], event: str
) -> None:
    data, words = EVENTS[event]
    body = json.dumps({"type": event, "timestamp": "2026-11-27T09:00:00Z", "data": data}).encode()
    headers = sign_event(body, time.time())
    for _ in range(2):
        ask_endpoint(f"{discord_endpoint}webhook", body, headers)
    assert channel_posts == [{"content": words, "allowed_mentions": {"parse": []}}]


def test_only_fresh_messages_that_the_site_signed_are_announced(
    discord_endpoint: str, channel_posts: list[Any]
) -> None:
    body, now = json.dumps({"type": "test", "data": {"player": "Owl Bot"}}).encode(), time.time()
    signed = sign_event(body, now)
    for forged in (
        {},
        sign_event(b"{}", now),
        sign_event(body, now - 400),
        {**signed, "webhook-id": "msg_2"},
        {**signed, "webhook-timestamp": str(int(now) + 1)},
        {**signed, "webhook-timestamp": "9" * 5000},
        {**signed, "webhook-signature": "v1,\xe9"},
    ):
        assert ask_endpoint(f"{discord_endpoint}webhook", body, forged) == 401
    assert channel_posts == []


def test_every_event_of_the_site_has_a_sentence() -> None:
    events = {get_args(get_type_hints(message)["type"])[0] for message in MESSAGES}
    assert events == set(EVENTS)


def test_the_commands_lead_to_pages_of_the_site() -> None:
    for name, page in (("table", "new-table"), ("daily", "daily-puzzle")):
        address = words_for(build_command(name)).split(SITE)[1]
        assert resolve(address.partition("?")[0]).url_name == page
    assert {each["name"] for each in EXAMPLE["COMMANDS"]} == {"table", "daily", "rank"}


def test_rank_tells_the_rating_of_a_listed_player() -> None:
    listed, other = make_users(2)
    Rank.objects.create(
        user=listed,
        slug="density-deck",
        mu=30,
        sigma=1,
        games=40,
        rating=1712,
        standing=29,
        rated_at=timezone.now(),
    )
    assert words_for(build_command("rank", listed.name.upper())) == (
        f"{listed.name}: rating 1712, place 1 after 40 games"
    )
    elsewhere = words_for(build_command("rank", other.name))
    assert elsewhere.startswith(f"{other.name} is not among the first 100")
    assert Client().get(elsewhere.split(SITE)[1]).status_code == 200
