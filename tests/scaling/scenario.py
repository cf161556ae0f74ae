"""Plays at tables on several web processes, in a separate process: `tables lives ports`.

The players of a table connect to different web processes, and each connection goes to the next one,
like behind a load balancer. Every other table has two AI players.
"""

import asyncio
import sys
from functools import partial

import django

django.setup()

from tests.faults.scenario import summarize_games  # noqa: E402
from tests.faults.tables import Table, ask_database, keep_tables, seat_people, steady_table  # noqa: E402
from tests.people import write_line  # noqa: E402

PEOPLE = 2
# seconds per turn: longer than a restart on any busy machine
TURN = 60


def main() -> None:
    """Play, check the invariants and print the result."""
    count, lives, *ports = map(int, sys.argv[1:])

    async def open_next(number: int) -> Table:
        options = {"lives": lives, "free": TURN, "bank": 0, "ais": 2 * (number % 2)}
        return steady_table(*await ask_database(partial(seat_people, PEOPLE, options)), ports)

    write_line(**summarize_games(asyncio.run(keep_tables(open_next, count))))


if __name__ == "__main__":
    main()
