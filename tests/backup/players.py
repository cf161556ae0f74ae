"""Players at a site that is backed up or restored: `python -m tests.backup.players WHAT PORT`.

`WHAT` is `begin`: a game is begun and left alone, so that one surely runs when a backup is made;
beside it others are played one after the other. Or `go-on`: the games that run are played to their
end by the owners of their seats, every game is checked by its log and its record, and the one line
says what was found.
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
    ask,
    keep_tables,
    play,
    seat_people,
    steady_table,
)
from tests.people import say  # noqa: E402
from tests.servers import cookie  # noqa: E402

TABLES = 3
# a game of so many lives is not over when each player has answered once
LONG, SHORT = 5, 1
LEAVES_SOON = replace(STEADY, deserts_after=1)
# a table whose people are still being seated by the players' own process stays as it is
BEGUN = Game.objects.exclude(status=Game.Status.OPEN)


async def begin(port: int) -> None:
    """Play until ended."""

    async def open_next(number: int) -> Table:
        lives = SHORT if number else LONG
        options = {"lives": lives, "free": 60, "bank": 0, "ais": 2 * (number % 2)}
        table = steady_table(*await ask(partial(seat_people, 2, options)), [port])
        for person in table.people if number == 0 else ():
            person.behavior = LEAVES_SOON
        return table

    await keep_tables(open_next, TABLES)


def owners(game_id: str) -> list[tuple[int, str]]:
    """The ids and cookies of the owners of its seats."""
    seats = Seat.objects.filter(game=game_id, user__isnull=False).select_related("user")
    return [(seat.user.pk, cookie(seat.user)) for seat in seats if seat.user is not None]


async def go_on(port: int, game_ids: list[str]) -> None:
    """Play these games to their end."""
    over = asyncio.Event()
    over.set()
    tables = [steady_table(game_id, await ask(owners, game_id), [port]) for game_id in game_ids]
    await asyncio.gather(*(play(table, over) for table in tables))


def check(game: Game) -> list[str]:
    """What is wrong with a game that is to be finished, by its log and by its record."""
    moves = list(Move.objects.filter(game=game).order_by("ply"))
    found = [*check_log(game, moves), *check_replay(Observed(game.pk), game, moves)]
    if game.status != Game.Status.FINISHED:
        found.append(f"it is {game.status}")
    return [f"{game.pk}: {each}" for each in found]


def main() -> None:
    """Do what is named."""
    what, port = sys.argv[1], int(sys.argv[2])
    if what == "begin":
        asyncio.run(begin(port))
        return
    moves = Move.objects.count()
    running = list(BEGUN.exclude(status=Game.Status.FINISHED).values_list("pk", flat=True))
    asyncio.run(go_on(port, running))
    wrong = [each for game in BEGUN for each in check(game)]
    say(restored=moves, games=BEGUN.count(), went_on=running, wrong=wrong)


if __name__ == "__main__":
    main()
