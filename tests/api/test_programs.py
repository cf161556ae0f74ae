"""Programs play whole games by requests and streams alone, or by a client made from the schema."""

import hashlib
import json
import random
import secrets
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import requests

from accounts.identity.tokens import SCOPES, make_token
from accounts.models import Rank, User
from density.api.docs import SCHEMA
from games.engine.verify import verify_record
from games.models import Game, Seat
from tests.matchmaking.test_bots import make_bot, make_bots
from tests.patience import PATIENCE, wait_until
from tests.servers import Servers
from tests.servers import servers as servers
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
RPS = "rps-extreme"
PACKAGE = "client_of_the_api"


class Program:
    """A program with a token of a bot, which knows the published API only."""

    def __init__(self, servers: Servers, bot: User) -> None:
        self.site = f"{servers.origin}/api/v1"
        self.http = requests.Session()
        self.http.headers["Authorization"] = f"Bearer {make_token(bot, 'Program', list(SCOPES))}"
        self.dice = random.Random(bot.name)
        self.own_bytes = secrets.token_bytes(16)
        self.stages: set[str] = set()

    def ask(self, method: str, address: str, body: Any = None) -> Any:
        """Return the answer to a request; refusals are faults."""
        answer = self.http.request(method, f"{self.site}/{address}", json=body, timeout=PATIENCE)
        assert answer.ok, (address, answer.text)
        return answer.json() if answer.content else None

    def find_opponent(self) -> str:
        """Join the ladder, and keep asking until there is a table; return its id."""
        self.ask("POST", "queue/", {"queue": RPS})
        found: list[str] = []

        def is_found() -> bool:
            table = self.ask("GET", "queue/")["table"]
            found.extend(table["url"].split("/")[2:3] if table else ())
            return bool(found)

        wait_until(is_found)
        return found[0]

    def is_idle(self) -> bool:
        """Return whether the program is in no queue and at no ranked table."""
        return bool(self.ask("GET", "queue/")["state"] == "idle")

    def play_game(self, table: str) -> list[int]:
        """Play at a table by its stream until the game is over; return the places."""
        address = f"{self.site}/games/{table}/stream/"
        answered = None
        with self.http.get(address, stream=True, timeout=PATIENCE) as stream:
            for line in stream.iter_lines():
                frame = json.loads(line or "{}")
                if frame.get("type") not in ("snapshot", "events"):
                    continue
                self.seal_deal(table, frame)
                view, question = frame["view"], frame["question"]
                if view and view["places"]:
                    places: list[int] = view["places"]
                    return places
                if view and view["legal"] and question not in (None, answered):
                    action = self.dice.choice(view["legal"])
                    move = {"question": question, "action": action}
                    self.ask("POST", f"games/{table}/moves/", move)
                    answered = question
        raise AssertionError("the stream ended before the game")

    def seal_deal(self, table: str, frame: Any) -> None:
        """Give this seat's bytes to the deal: first their hash, and then the bytes."""
        stage = frame.get("fair", {}).get("stage")
        if stage not in ("pledge", "reveal") or stage in self.stages:
            return
        self.stages.add(stage)
        hexes = {
            "pledge": {"hash": hashlib.sha256(self.own_bytes).hexdigest()},
            "reveal": {"bytes": self.own_bytes.hex()},
        }
        self.ask("POST", f"games/{table}/{stage}/", hexes[stage])


def run_together(*jobs: Callable[[], Any]) -> list[Any]:
    """Run jobs at the same time; return their results."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result() for future in [pool.submit(job) for job in jobs]]


def test_a_bot_plays_a_game_by_requests_and_its_stream_alone(servers: Servers) -> None:
    bot = make_bot(make_users(1)[0])
    program = Program(servers, bot)
    options = {"clock": "standard", "seats": 2, "ais": 1, "level": "easy", "rules": {"lives": 1}}
    table = program.ask("POST", "tables/", options)["id"]
    assert sorted(program.play_game(table)) == [1, 2]
    record = program.ask("GET", f"games/{table}/record/")
    assert verify_record(record) is None
    seat = Seat.objects.get(game=table, user=bot)
    assert (seat.bytes_by, bytes(seat.client_bytes or b"")) == ("client", program.own_bytes)


def test_two_bots_are_paired_and_play_a_ranked_game(servers: Servers) -> None:
    bots = make_bots(2)
    programs = [Program(servers, bot) for bot in bots]
    tables = run_together(*(program.find_opponent for program in programs))
    assert tables[0] == tables[1]
    places = run_together(
        *(lambda program=program: program.play_game(tables[0]) for program in programs)
    )
    assert places[0] == places[1]
    game = Game.objects.get(pk=tables[0])
    assert (game.rated, game.for_bots, game.status) == (True, True, "finished")
    assert Rank.objects.filter(user__in=bots, mode="bots", games=1).count() == 2
    for program in programs:
        wait_until(program.is_idle)


# ------------------------------------------------------------------ a client made from the schema
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


class GeneratedProgram:
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
    token = make_token(user, "Client", ["play", "tables"])
    program = GeneratedProgram(generated_client, servers, token)
    with program.connection:
        play_game(program, user.name)


def play_game(program: GeneratedProgram, name: str) -> None:
    """Open a table with an AI player, play to the end, and verify the record."""
    assert program.call("account.get_account").name == name
    options = {"clock": "none", "seats": 2, "ais": 1, "level": "easy", "rules": {"lives": 1}}
    table = program.call("tables.post_tables", body=program.build("OpenTable", options))
    wait_until(lambda: program.has_finished(table.id))
    record = program.call("games.get_games_game_id_record", table.id).to_dict()
    assert verify_record(record) is None
