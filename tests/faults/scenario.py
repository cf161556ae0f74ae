"""The scenario of a run in its own process: games are played to their end and checked.

`python -m tests.faults` starts it beside the site. A line on its input says that the faults are
over; what it found goes into a file, as JSON.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path

import django
import orjson

django.setup()

from games.engine.contract import Json  # noqa: E402
from games.models import Move, Seat  # noqa: E402
from tests.faults.invariants import violations  # noqa: E402
from tests.faults.observed import DEALT, RESULT, Observed  # noqa: E402
from tests.faults.private import private_of  # noqa: E402
from tests.faults.tables import Table, open_table, play  # noqa: E402


async def run_scenario(arguments: argparse.Namespace) -> list[Table]:
    """Play so many games, and on until the faults are over; every table when all have ended."""
    faults_over = asyncio.Event()
    tables: list[Table] = []
    waiting = asyncio.create_task(_wait_for_faults_over(faults_over))
    counting = asyncio.create_task(_count_dealt(tables, Path(arguments.folder) / DEALT))
    chairs = asyncio.Semaphore(arguments.at_once)

    async def one(number: int) -> None:
        async with chairs:
            if number >= arguments.games and faults_over.is_set():
                return
            dice = random.Random(f"{arguments.seed}:{number}")
            table = await open_table(arguments.port, number, arguments.lives, dice)
            tables.append(table)
            await play(table, faults_over, arguments.patience)

    running: set[asyncio.Task[None]] = set()
    number = 0
    while number < arguments.games or not faults_over.is_set():
        while len(running) < arguments.at_once and (
            number < arguments.games or not faults_over.is_set()
        ):
            running.add(asyncio.create_task(one(number)))
            number += 1
        done, running = await asyncio.wait(
            running, timeout=0.5, return_when=asyncio.FIRST_COMPLETED
        )
        for task in done:
            task.result()
    await asyncio.gather(*running)
    await waiting
    counting.cancel()
    return tables


async def _wait_for_faults_over(faults_over: asyncio.Event) -> None:
    if not await asyncio.to_thread(sys.stdin.readline):
        os._exit(1)  # the parent is gone
    faults_over.set()


async def _count_dealt(tables: list[Table], path: Path) -> None:
    """Say how many games have been dealt: before that there is little to lose."""
    while True:
        path.write_text(str(sum(bool(table.observed.received) for table in tables)))
        await asyncio.sleep(0.1)


def found(tables: list[Table]) -> Json:
    """What became of the games, as a table of the report and a list of losses."""
    ledgers: list[Observed] = [table.observed for table in tables]
    losses = [loss for observed in ledgers for loss in violations(observed)]
    losses += [
        f"{table.observed.game_id} is stuck: {table.stuck}" for table in tables if table.stuck
    ]
    ids = [observed.game_id for observed in ledgers]
    moves = Move.objects.filter(game__in=ids)
    refused: Counter[str] = Counter()
    spoiled: Counter[str] = Counter()
    for observed in ledgers:
        refused += observed.refused
        spoiled += observed.spoiled
    return {
        "games": len(tables),
        "finished": sum(table.finished for table in tables),
        "people": sum(len(table.people) for table in tables),
        "moves": {by: moves.filter(by=by).count() for by in Move.By.values},
        "frames": sum(observed.frames for observed in ledgers),
        "answers": sum(len(observed.sent) for observed in ledgers),
        "acknowledged": sum(len(observed.received) + len(observed.done) for observed in ledgers),
        "returns": sum(observed.returns for observed in ledgers),
        "stand_ins": Seat.objects.filter(game__in=ids, free_match__isnull=False).count(),
        "abandoned": Seat.objects.filter(game__in=ids, abandoned_at__isnull=False).count(),
        "refused": dict(refused.most_common()),
        "spoiled": dict(spoiled.most_common()),
        "losses": losses,
        "private": private_of(ids),
    }


def main() -> None:
    """Play, check the invariants, write the result."""
    arguments = argparse.Namespace(**json.loads(sys.argv[1]))
    folder = Path(arguments.folder)
    begun = time.monotonic()
    tables = asyncio.run(run_scenario(arguments))
    played = time.monotonic() - begun
    (folder / RESULT).write_bytes(orjson.dumps(found(tables) | {"seconds": round(played, 1)}))


if __name__ == "__main__":
    main()
