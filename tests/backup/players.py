"""Plays on a site that is backed up or restored: `python -m tests.backup.players WHAT PORT`.

With `begin` one game is started and left running, so that one surely runs during the backup, and
others are played one after the other. With `go-on` the owners of the seats play the running games
to their end, every game is checked by its log and record, and one line reports the result.
"""

import asyncio
import sys
from dataclasses import replace
from functools import partial

import django

django.setup()

from games.models import Game, Move, Seat  # noqa: E402
from tests.faults.invariants import check_log, check_replay  # noqa: E402
from tests.faults.observed import Observed  # noqa: E402
from tests.faults.players import STEADY  # noqa: E402
from tests.faults.tables import (  # noqa: E402
    Table,
    ask_database,
    keep_tables,
    play_table,
    seat_people,
    steady_table,
)
from tests.people import write_line  # noqa: E402
from tests.servers import cookie_header  # noqa: E402

TABLES = 3
# enough lives that the game is not over after one move of each player
LONG, SHORT = 5, 1
LEAVES_SOON = replace(STEADY, deserts_after=1)
# skip tables whose seats are still being filled
BEGUN = Game.objects.exclude(status=Game.Status.OPEN)


async def begin_games(port: int) -> None:
    """Start and play games until killed."""

    async def open_next(number: int) -> Table:
        lives = SHORT if number else LONG
        options = {"lives": lives, "free": 60, "bank": 0, "ais": 2 * (number % 2)}
        table = steady_table(*await ask_database(partial(seat_people, 2, options)), [port])
        for person in table.people if number == 0 else ():
            person.behavior = LEAVES_SOON
        return table

    await keep_tables(open_next, TABLES)


def find_owners(game_id: str) -> list[tuple[int, str]]:
    """Return the ids and cookies of the owners of a game's seats."""
    seats = Seat.objects.filter(game=game_id, user__isnull=False).select_related("user")
    return [(seat.user.pk, cookie_header(seat.user)) for seat in seats if seat.user is not None]


async def go_on(port: int, game_ids: list[str]) -> None:
    """Play these games to their end."""
    over = asyncio.Event()
    over.set()
    tables = [
        steady_table(game_id, await ask_database(find_owners, game_id), [port])
        for game_id in game_ids
    ]
    await asyncio.gather(*(play_table(table, over) for table in tables))


def check_game(game: Game) -> list[str]:
    """Return the faults in the log and record of a finished game."""
    moves = list(Move.objects.filter(game=game).order_by("ply"))
    found = [*check_log(game, moves), *check_replay(Observed(game.pk), game, moves)]
    if game.status != Game.Status.FINISHED:
        found.append(f"it is {game.status}")
    return [f"{game.pk}: {each}" for each in found]


def main() -> None:
    """Run the command."""
    what, port = sys.argv[1], int(sys.argv[2])
    if what == "begin":
        asyncio.run(begin_games(port))
        return
    moves = Move.objects.count()
    running = list(BEGUN.exclude(status=Game.Status.FINISHED).values_list("pk", flat=True))
    asyncio.run(go_on(port, running))
    wrong = [each for game in BEGUN for each in check_game(game)]
    write_line(restored=moves, games=BEGUN.count(), went_on=running, wrong=wrong)


if __name__ == "__main__":
    main()
