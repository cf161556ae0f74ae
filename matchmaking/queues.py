"""The queues that there are, and the tables that they fill."""

from collections.abc import Mapping
from typing import NamedTuple

from accounts.models import User
from games.engine.contract import Json
from games.game_type import GameType, RankedQueue
from games.models import Game
from games.registry import GAMES


class Queue(NamedTuple):
    """The table of one queue, as games.game_type.RankedQueue describes it.

    Its name is the slug of the game.
    """

    name: str
    edition: str
    seats: int
    clock: Mapping[str, int]
    ruleset: Json  # as a table stores it

    def new_game(self, *, host: User | None = None, rated: bool = False) -> Game:
        """Return a game of this queue, without players and not saved yet."""
        return Game(
            slug=self.name,
            edition=self.edition,
            ruleset=dict(self.ruleset),
            clock=dict(self.clock),
            host=host,
            origin="" if host is None else host.origin,
            rated=rated,
        )


def _queue(game: GameType, ranked: RankedQueue) -> Queue:
    rules = game.rules
    ruleset = rules.ruleset(ranked.edition, seats=ranked.seats, **ranked.rules)
    written = rules.ruleset_to_json(ruleset)
    return Queue(rules.slug, ranked.edition, ranked.seats, ranked.clock, written)


QUEUES = {slug: _queue(game, game.ranked) for slug, game in GAMES.items() if game.ranked}
DEFAULT = next(iter(QUEUES))
# names all queues at once
EVERY = "every"

# seconds until all players must be at the table
GO_SECONDS = 20.0
# a page says every 5 s that its reader looks at it, and needs a moment to say so
VIEWING_SECONDS = 7.0
# a user without a beat for so long has left
STALE_SECONDS = 30.0
# whom a notification reaches may close the page, and keeps the place for so long
AWAY_SECONDS = 1800.0
# when users who wait are offered a table that they share meanwhile: at the latest, and where the
# usual wait is longer than that
OFFER_SECONDS, EARLY_OFFER_SECONDS = 45.0, 6.0
# so long a shared table waits for others of the queue, before AI players take the free seats
GATHER_SECONDS = 10.0
# how long a question is open whether a user leaves a game for a ranked table, and a yes good: about
# as long as a game among people, because the last player of the table may come at any time
ASK_SECONDS, AGREED_SECONDS = 20.0, 600.0
# players who met in so many seconds had better not meet again at once
JUST_MET_SECONDS = 1800.0


# after so many seconds any player near will do; and while a ranked hour runs, when many are there
CAP_SECONDS, HOUR_CAP_SECONDS = 300.0, 120.0
