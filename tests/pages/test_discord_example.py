"""The Discord example answers signed requests only, with what the site says."""

import json
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from runpy import run_path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from nacl.signing import SigningKey

from accounts.models import Rank
from tests.project_files import ROOT
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db

EXAMPLE = run_path(str(ROOT / "docs/examples/discord_bot.py"))
KEY, AT = SigningKey(bytes(range(32))), "1763733600"
SITE = "https://deck.example"
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
            return json.load(answer)
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
