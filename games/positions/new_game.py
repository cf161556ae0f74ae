"""The rows of new games, for opened tables and rematches."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.contrib.auth.hashers import make_password

from accounts.models import User
from games.models import Game
from games.registry import GAMES, default_game


@dataclass(frozen=True, slots=True)
class Options:
    """How a table is set up; `free` is seconds a turn, None for a table without a clock.

    `seats` is None for as many as the game can have, and `rules` has what else of its ruleset is
    not as usual. `bank` is seconds a game. `access` is public, link or password, `absence` ai,
    substitute or wait. AI players of `level` ("" is the usual one of the game) sit on the last
    `ais` chairs from the beginning, first the one with the account named `opponent`, if any.
    """

    slug: str = field(default_factory=default_game)
    edition: str = "current"
    seats: int | None = None
    rules: Mapping[str, int] = field(default_factory=dict)
    free: int | None = 20
    bank: int = 90
    title: str = ""
    access: str = Game.Access.LINK
    password: str = ""
    watchable: bool = True
    chat: bool = False
    absence: str = Game.Absence.AI
    ais: int = 0
    level: str = ""
    opponent: str = ""

    @property
    def chairs(self) -> int:
        """How many chairs the table has."""
        return max(GAMES[self.slug].rules.seat_counts) if self.seats is None else self.seats


AGAINST_AI = Options(free=None)


def from_options(host: User, options: Options) -> Game:
    """Return a table set up like this, not saved yet.

    Raises ValueError when the game's ruleset has no such edition, seats or other number.
    """
    rules = GAMES[options.slug].rules
    ruleset = rules.ruleset(options.edition, seats=options.chairs, **options.rules)
    locked = options.access == Game.Access.PASSWORD
    return Game(
        title=options.title,
        slug=options.slug,
        edition=options.edition,
        ruleset=rules.ruleset_to_json(ruleset),
        clock=None if options.free is None else {"free": options.free, "bank": options.bank},
        access=options.access,
        password=make_password(options.password) if locked else "",
        watchable=options.watchable and not locked,
        chat=options.chat,
        absence=options.absence,
        host=host,
        origin=host.origin,
    )


def as_before(game: Game, host: User, numbers: Mapping[str, int] | None = None) -> Game:
    """Return a game like a finished one, on a link and not rated; maybe with other numbers."""
    return Game(
        slug=game.slug,
        edition=game.edition,
        ruleset={**game.ruleset, **(numbers or {})},
        clock=game.clock,
        host=host,
        origin=host.origin,
        title=game.title,
        watchable=game.watchable,
        chat=game.chat,
        absence=game.absence,
    )


def rematch_of(game: Game, host: User) -> Game:
    """Return a game like a finished one, open to the same users: in the lobby, by link or password.

    It is not rated.
    """
    table = as_before(game, host)
    table.access, table.password = game.access, game.password
    return table
