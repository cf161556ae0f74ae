"""The ranked queues and their settings."""

from collections.abc import Mapping
from typing import NamedTuple

from accounts.models import User
from games.engine.contract import Json
from games.game_type import GameType, RankedQueue
from games.models import Game
from games.registry import GAMES


class Queue(NamedTuple):
    """A queue and its kind of table, from games.game_type.RankedQueue; `name` is a game's slug."""

    name: str
    edition: str
    seats: int
    clock: Mapping[str, int]
    ruleset: Json  # as a table stores it

    def new_game(self, *, host: User | None = None, rated: bool = False) -> Game:
        """Return an unsaved game of this queue, without players."""
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
    stored = rules.ruleset_to_json(ruleset)
    return Queue(rules.slug, ranked.edition, ranked.seats, ranked.clock, stored)


QUEUES = {slug: _queue(game, game.ranked) for slug, game in GAMES.items() if game.ranked}
DEFAULT = next(iter(QUEUES))
# means all queues at once
EVERY = "every"

# seconds in which all players must come to the table
GO_SECONDS = 20.0
# a viewed page reports every 5 s, plus some time for sending
VIEWING_SECONDS = 7.0
# seconds without a heartbeat after which a user counts as gone
STALE_SECONDS = 30.0
# the same for users whom a notification reaches
AWAY_SECONDS = 1800.0
# seconds of waiting until a shared table is offered: usually, and if the usual wait is longer than
# that
OFFER_SECONDS, EARLY_OFFER_SECONDS = 45.0, 6.0
# how long a shared table waits for others before AI players take the free seats
GATHER_SECONDS = 10.0
# how long a user can answer whether to leave a game for a ranked table, and how long a yes is
# valid: the length of a game, because the last player of the table may arrive at any time
ASK_SECONDS, AGREED_SECONDS = 20.0, 600.0
# seconds in which players should not meet again
JUST_MET_SECONDS = 1800.0


# wait after which any nearby player is accepted; shorter during ranked hours, when many are there
CAP_SECONDS, HOUR_CAP_SECONDS = 300.0, 120.0
