"""The ranked queues and their settings."""

from collections.abc import Mapping
from typing import NamedTuple

from accounts.models import Mode, User
from games.engine.contract import Json
from games.game_type import GameType, RankedQueue
from games.models import Game
from games.registry import GAMES


class Queue(NamedTuple):
    """A queue and its kind of table, from games.game_type.RankedQueue.

    The name of a queue of people is the slug of its game. Bots have a queue of their own.
    """

    name: str
    slug: str
    for_bots: bool
    edition: str
    seats: int
    clock: Mapping[str, int]
    ruleset: Json  # as a table stores it

    def new_game(self, *, host: User | None = None, rated: bool = False) -> Game:
        """Return an unsaved game of this queue, without players."""
        return Game(
            slug=self.slug,
            edition=self.edition,
            ruleset=dict(self.ruleset),
            clock=dict(self.clock),
            host=host,
            origin="" if host is None else host.origin,
            rated=rated,
            for_bots=rated and self.for_bots,
        )

    @property
    def mode(self) -> Mode:
        """The ranks of this queue."""
        return Mode.BOTS if self.for_bots else Mode.RANKED


def _queue(game: GameType, ranked: RankedQueue, *, for_bots: bool) -> Queue:
    rules = game.rules
    name = f"{rules.slug}:bots" if for_bots else rules.slug
    ruleset = rules.ruleset(ranked.edition, seats=ranked.seats, **ranked.rules)
    stored = rules.ruleset_to_json(ruleset)
    return Queue(name, rules.slug, for_bots, ranked.edition, ranked.seats, ranked.clock, stored)


# by slug: the queues of people, and those of bots
QUEUES, BOT_QUEUES = (
    {
        slug: _queue(game, game.ranked, for_bots=for_bots)
        for slug, game in GAMES.items()
        if game.ranked
    }
    for for_bots in (False, True)
)
# by name
ALL_QUEUES = {queue.name: queue for queue in (*QUEUES.values(), *BOT_QUEUES.values())}
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
