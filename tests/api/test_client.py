"""A client that a generator writes from the schema plays a game against a running site."""

import json
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import requests

from accounts.identity.tokens import make_token
from density.api.docs import SCHEMA
from games.engine.verify import verify_record
from tests.patience import PATIENCE, wait_until
from tests.servers import Servers
from tests.servers import servers as servers
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
PACKAGE = "client_of_the_api"


@pytest.fixture(scope="module")
def generated_client(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Generate the client; return the name of its package."""
    folder: Path = tmp_path_factory.mktemp("generated")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(SCHEMA)]
    subprocess.run(
        [*command, "--meta", "none", "--output-path", str(folder / PACKAGE)],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    sys.path.insert(0, str(folder))
    return PACKAGE


class Program:
    """A program that knows nothing but the generated client and a token."""

    def __init__(self, package: str, servers: Servers, token: str) -> None:
        self.package = package
        client: Any = import_module(package).AuthenticatedClient
        self.client = client(base_url=servers.origin, token=token)
        self.connection = self.client.get_httpx_client()
        self.dice = random.Random(1)

    def call(self, operation: str, *path: Any, **arguments: Any) -> Any:
        """Call an operation such as "tables.post_tables"."""
        module = import_module(f"{self.package}.api.{operation}")
        answer = module.sync_detailed(*path, client=self.client, **arguments)
        return answer.parsed

    def build(self, model: str, fields: dict[str, Any]) -> Any:
        """Return a body of a request."""
        return getattr(import_module(f"{self.package}.models"), model).from_dict(fields)

    def has_finished(self, table: str) -> bool:
        """Make a move if one is due; return whether the game is over."""
        frame = self.call("games.get_games_game_id", table)
        if frame.game.status == "finished":
            return True
        if frame.question is not None and frame.view is not None:
            action = self.dice.choice(frame.view["legal"])
            move = self.build("Act", {"question": frame.question, "action": action})
            self.call("games.post_games_game_id_moves", table, body=move)
        return False


def test_the_generated_client_plays_a_game_and_downloads_its_record(
    servers: Servers, generated_client: str
) -> None:
    (user,) = make_users(1)
    program = Program(generated_client, servers, make_token(user, "Client", ["play", "tables"]))
    with program.connection:
        play_game(program, user.name)


def play_game(program: Program, name: str) -> None:
    """Open a table with an AI player, play to the end, and verify the record."""
    assert program.call("account.get_account").name == name
    options = {"clock": "none", "seats": 2, "ais": 1, "level": "easy", "rules": {"lives": 1}}
    table = program.call("tables.post_tables", body=program.build("OpenTable", options))
    wait_until(lambda: program.has_finished(table.id))
    record = program.call("games.get_games_game_id_record", table.id).to_dict()
    assert verify_record(record) is None


def test_a_stream_over_the_network_begins_with_the_snapshot(servers: Servers) -> None:
    (user,) = make_users(1)
    token = {"Authorization": f"Bearer {make_token(user, 'Reader', ['tables'])}"}
    site = f"{servers.origin}/api/v1"
    opened = requests.post(f"{site}/tables/", json={}, headers=token, timeout=PATIENCE)
    address = f"{site}/games/{opened.json()['id']}/stream/"
    with requests.get(address, headers=token, stream=True, timeout=PATIENCE) as stream:
        assert stream.headers["Content-Type"] == "application/x-ndjson"
        frame = json.loads(next(stream.iter_lines()))
        assert (frame["type"], frame["you"]) == ("snapshot", 0)
