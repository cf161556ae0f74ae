"""The rows of new games: for new tables, rematches and continued games."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.contrib.auth.hashers import make_password

from accounts.models import User
from games.models import Game
from games.registry import GAMES, default_game


@dataclass(frozen=True, slots=True)
class Options:
    """The setup of a table.

    `seats` is None for the most that the game can have; `rules` are other ruleset options that
    differ from the usual ones. `free` is seconds per turn (None: no clock), `bank` seconds per
    game. `access` is public, link or password; `absence` ai, substitute or wait. AI players of
    `level` ("": the usual one) take the last `ais` seats, the account `opponent` the first of them.
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
    def seat_count(self) -> int:
        """The number of seats of the table."""
        return max(GAMES[self.slug].rules.seat_counts) if self.seats is None else self.seats


AGAINST_AI = Options(free=None)


def build_game(host: User, options: Options) -> Game:
    """Return the game of a new table with these options, unsaved.

    Raises ValueError if the game has no such edition, number of seats or other option.
    """
    rules = GAMES[options.slug].rules
    ruleset = rules.ruleset(options.edition, seats=options.seat_count, **options.rules)
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


def build_similar_game(game: Game, host: User, numbers: Mapping[str, int] | None = None) -> Game:
    """Return an unrated game on a link with the options of another one, unsaved.

    `numbers` are ruleset options that differ.
    """
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


def build_rematch(game: Game, host: User) -> Game:
    """Return an unrated game with the options and the access of a finished one, unsaved."""
    table = build_similar_game(game, host)
    table.access, table.password = game.access, game.password
    return table
