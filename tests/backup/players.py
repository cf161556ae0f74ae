"""Players at a site, in a process of their own: `python -m tests.backup.players PORT WHAT`.

`WHAT` is `begin`: tables are opened and played one after the other, until the process is ended;
a few times a second it says how many games there are, as a line of JSON. Or `go-on`: the games
that run are played to their end by the owners of their seats, every game is checked by its log and
its record, and the last line says what was found.
"""

import asyncio
import random
import sys
from collections import Counter
from functools import partial

import django
import orjson

django.setup()

from games.engine.contract import Json  # noqa: E402
from games.engine.verify import verify  # noqa: E402
from games.models import Game, Move, Seat  # noqa: E402
from games.records import game_log  # noqa: E402
from tests.faults.invariants import check_log, check_replay  # noqa: E402
from tests.faults.observed import Observed  # noqa: E402
from tests.faults.players import ScriptedPlayer  # noqa: E402
from tests.faults.tables import Table, ask, play, seat_people  # noqa: E402
from tests.scaling.scenario import STEADY, SteadyPlayer  # noqa: E402
from tests.servers import cookie  # noqa: E402

TABLES = 3
PATIENCE = 60.0
CLOCK = {"lives": 1, "free": 20, "bank": 0}


def player(port: int, game_id: str, user_id: int, key: str, observed: Observed) -> ScriptedPlayer:
    """A player at a table."""
    return SteadyPlayer(port, game_id, user_id, key, STEADY, random.Random(user_id), observed)


async def open_tables(port: int, number: int) -> None:
    """Open one table after the other, of two people and maybe two AI players, and play there."""
    while True:
        options = {**CLOCK, "ais": 2 * (number % 2)}
        game_id, users = await ask(partial(seat_people, 2, f"{number}.b", options))
        observed = Observed(game_id)
        people = [player(port, game_id, user, key, observed) for user, key in users]
        await play(Table(observed, people), asyncio.Event(), PATIENCE)
        number += TABLES


def counts() -> Json:
    """How many games there are of each status, and how many moves."""
    found = Counter(Game.objects.values_list("status", flat=True))
    return {**found, "moves": Move.objects.count()}


async def begin(port: int) -> None:
    """Play until ended."""
    tables = [asyncio.create_task(open_tables(port, number)) for number in range(TABLES)]
    while not any(table.done() for table in tables):
        print(orjson.dumps(await ask(counts)).decode(), flush=True)
        await asyncio.sleep(0.2)
    await asyncio.gather(*tables)


def running() -> dict[str, list[tuple[int, str]]]:
    """The ids and cookies of the owners of seats, of every game that is not over."""
    seats = Seat.objects.filter(user__isnull=False).exclude(game__status=Game.Status.FINISHED)
    found: dict[str, list[tuple[int, str]]] = {}
    for seat in seats.select_related("user"):
        assert seat.user is not None
        found.setdefault(seat.game_id, []).append((seat.user.pk, cookie(seat.user)))
    return found


async def go_on(port: int) -> list[str]:
    """Play every running game to its end; return their ids."""
    over = asyncio.Event()
    over.set()
    games = await ask(running)
    tables = []
    for game_id, users in games.items():
        observed = Observed(game_id)
        people = [player(port, game_id, user, key, observed) for user, key in users]
        tables.append(Table(observed, people))
    await asyncio.gather(*(play(table, over, PATIENCE) for table in tables))
    return list(games)


def check(game_id: str) -> list[str]:
    """What is wrong with a finished game, by its log and by its record."""
    game = Game.objects.get(pk=game_id)
    moves = list(Move.objects.filter(game=game).order_by("ply"))
    if game.status != Game.Status.FINISHED:
        return [f"{game_id} is {game.status}"]
    found = [*check_log(game, moves), *check_replay(Observed(game_id), game, moves)]
    if (difference := verify(game_log.record(game_id))) is not None:
        found.append(str(difference))
    return [f"{game_id}: {each}" for each in found]


def main() -> None:
    """Do what is named."""
    port, what = int(sys.argv[1]), sys.argv[2]
    if what == "begin":
        asyncio.run(begin(port))
        return
    before = counts()
    ids = list(Game.objects.values_list("pk", flat=True))
    went_on = asyncio.run(go_on(port))
    wrong = [each for game_id in ids for each in check(game_id)]
    result = {"before": before, "after": counts(), "went_on": went_on, "wrong": wrong}
    print(orjson.dumps(result).decode(), flush=True)


if __name__ == "__main__":
    main()
