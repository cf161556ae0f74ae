"""Plays the games of a run to their end in a separate process, and checks them.

`python -m tests.faults` starts it beside the site with `port games at_once lives seed`.
"""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Callable

import django

django.setup()

from games.engine.contract import Json  # noqa: E402
from games.models import Move, Seat  # noqa: E402
from tests.faults.invariants import find_violations  # noqa: E402
from tests.faults.observed import Observed  # noqa: E402
from tests.faults.private import private_of  # noqa: E402
from tests.faults.tables import Table, keep_tables, open_table  # noqa: E402
from tests.people import write_line  # noqa: E402


def summarize_games(tables: list[Table]) -> Json:
    """Return the outcome of the games, and a list of losses."""
    ledgers = [table.observed for table in tables]
    losses = [loss for observed in ledgers for loss in find_violations(observed)]
    losses += [
        f"{table.observed.game_id} is stuck: {table.stuck}" for table in tables if table.stuck
    ]
    ids = [observed.game_id for observed in ledgers]
    moves = Move.objects.filter(game__in=ids)
    seats = Seat.objects.filter(game__in=ids)

    def total(count: Callable[[Observed], int]) -> int:
        return sum(map(count, ledgers))

    def counted(name: str) -> Json:
        numbers: Counter[object] = sum((getattr(each, name) for each in ledgers), Counter())
        return {str(key): number for key, number in numbers.most_common()}

    return {
        "games": len(tables),
        "finished": sum(table.finished for table in tables),
        "people": sum(len(table.people) for table in tables),
        "moves": {by: moves.filter(by=by).count() for by in Move.By.values},
        "stand-ins": seats.filter(free_match__isnull=False).count(),
        "asked back": total(lambda each: each.returns),
        "abandoned": seats.filter(abandoned_at__isnull=False).count(),
        "answers": total(lambda each: len(each.sent)),
        "spoiled": counted("spoiled"),
        "frames": total(lambda each: each.frames),
        "acknowledged": total(lambda each: len(each.received) + len(each.done)),
        "refused": counted("refused"),
        "codes": counted("codes"),
        "back": sorted(round(seconds, 2) for each in ledgers for seconds in each.back),
        "losses": losses,
        "private": private_of(ids),
    }


def main() -> None:
    """Play, check the invariants and print the result."""
    port, games, at_once, lives, seed = map(int, sys.argv[1:])
    begun = time.monotonic()
    tables = asyncio.run(
        keep_tables(
            lambda number: open_table(port, lives, random.Random(f"{seed}:{number}")),
            at_once,
            least=games,
        )
    )
    played = round(time.monotonic() - begun, 1)
    write_line(**summarize_games(tables), seconds=played)


if __name__ == "__main__":
    main()
