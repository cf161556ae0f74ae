"""The position of a game: its row, its seats, its rules and the state of the rules."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zlib import crc32

from django.db.models import Exists, OuterRef

from accounts import friends
from accounts.models import User
from games.engine import deal
from games.engine.contract import GameAction, GameEvent, Json, Moved, Refused, Rules, Seed
from games.engine.record import Chance, Past, build_chance
from games.engine.record_fields import read_pasts
from games.game_type import GameType
from games.models import Game, Move, Seat
from games.positions import rows
from games.positions.clocks import milliseconds_between, round_milliseconds
from games.protocol import Mark
from games.registry import GAMES

RUNNING = (Game.Status.SEALING, Game.Status.PLAYING)
# the mark of the events of the first deal, which no move caused
FIRST_DEAL: Mark = {"at": 0}


@dataclass(slots=True)
class Position:
    """Everything that a command reads of a game; `state` is None before the deal.

    `now` is the time of the database. `mutes` are the users whom each owner muted, by user id.
    `root` is the Merkle root of a match that the current change deals.
    """

    game: Game
    seats: dict[int, Seat]
    now: datetime
    rules: Rules
    ruleset: Any
    state: Any
    mutes: dict[int, frozenset[int]] = field(default_factory=dict)
    root: str | None = None
    game_type: GameType = field(init=False)

    def __post_init__(self) -> None:
        """Look up the type of the game."""
        self.game_type = GAMES[self.rules.slug]

    @property
    def size(self) -> int:
        """The number of seats of the table."""
        return size_of(self.game.ruleset)

    @property
    def turns(self) -> dict[int, tuple[int, ...]]:
        """The turns to which the open questions belong, by seat."""
        rules, state = self.rules, self.state
        return {seat: rules.turn(state, seat) for seat in rules.asked(state)}

    @property
    def people(self) -> list[Seat]:
        """The seats of users, including deleted accounts."""
        return [seat for seat in self.seats.values() if seat.kind != Seat.Kind.AI]

    @property
    def owners(self) -> list[Seat]:
        """The seats of owners who have not abandoned them and whose accounts are not deleted.

        In a finished game, abandoned seats count, too.
        """
        finished = self.game.status == Game.Status.FINISHED
        return [
            seat
            for seat in self.seats.values()
            if seat.user_id is not None and (finished or seat.abandoned_at is None)
        ]

    @property
    def hurried(self) -> bool:
        """Whether users wait for each other, so that clocks run."""
        return self.game.rated or len(self.owners) > 1

    @property
    def alone(self) -> Seat | None:
        """The seat of the user who plays here without other users; None if there are others."""
        owners = self.owners
        return owners[0] if len(owners) == 1 and not self.hurried else None

    @property
    def resumes_at(self) -> datetime:
        """The time from which turns run: now, or the end of the pause after a match."""
        return max(self.now, self.game.pause_until or self.now)

    @property
    def is_pausing(self) -> bool:
        """Whether there is a pause, in which no seat may answer."""
        return self.resumes_at > self.now

    @property
    def match(self) -> int:
        """The number of the current match, or of the next one in a pause; 1 before the deal."""
        return 1 if self.state is None else int(self.rules.observe(self.state, None).match)

    def is_out(self, seat: Seat) -> bool:
        """Return whether a seat is out of a running game."""
        playing = self.game.status == Game.Status.PLAYING
        return playing and seat.index not in self.rules.playing(self.state)

    @property
    def is_left_to_ai(self) -> bool:
        """Whether the game is running, and only AI players can still make moves in it."""
        if self.game.status != Game.Status.PLAYING:
            return False
        return all(
            seat.kind == Seat.Kind.AI or (seat.abandoned_at is not None and self._stays_with_ai)
            for seat in self.seats.values()
            if seat.index in self.rules.playing(self.state)
        )

    @property
    def _stays_with_ai(self) -> bool:
        """Whether no spectator may take over an abandoned seat."""
        return self.game.absence != Game.Absence.SUBSTITUTE or not is_public(self.game)

    @property
    def builder(self) -> int | None:
        """The seat of the AI player that plays as a builder; None with fewer than two AI players.

        It depends only on the game's id and the seats. A rated table has none, because the ratings
        of AI players were measured without it.
        """
        ais = sorted(seat.index for seat in self.seats.values() if seat.kind == Seat.Kind.AI)
        if len(ais) < 2 or self.game.rated:
            return None
        return ais[crc32(self.game.pk.encode()) % len(ais)]

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Return the seat of this user, if there is one."""
        if user_id is None:
            return None
        return next((seat for seat in self.owners if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a move, or of the deal (no move): the state after it and its events.

    `cause` is what all viewers get with each event: what made the move, and when.
    """

    move: Move | None
    state: Any
    events: tuple[Any, ...]
    cause: Mark = field(default_factory=FIRST_DEAL.copy)


def is_set_aside() -> Exists:
    """Return the condition that a user has set a game aside; it does not count as running then."""
    seats = Seat.objects.filter(game=OuterRef("pk"), kept_at__isnull=False, abandoned_at=None)
    return Exists(seats)


def size_of(ruleset: Json) -> int:
    """Return the number of seats that a ruleset has."""
    return int(ruleset["seats"])


def lock_position(game_id: str) -> Position:
    """Return the position, locked against other changes until this transaction ends.

    Raises Game.DoesNotExist.
    """
    return position_of_rows(rows.lock_rows(game_id))


def lock_games(user_id: int) -> None:
    """Lock every unfinished game of a user, in a fixed order.

    It is for changes of several games, or of games and ranks: a move also locks its game first, and
    then the ranks if it is the last one.
    """
    running = Game.objects.filter(seats__user=user_id).exclude(status=Game.Status.FINISHED)
    rows.raise_revisions(running.values_list("pk", flat=True))


def read_position(game_id: str) -> Position:
    """Return the position as last committed. Raises Game.DoesNotExist."""
    return position_of_rows(rows.read_rows(game_id))


def refuse_unless_playing(position: Position) -> Refused | None:
    """Return why the players cannot change now, or None while cards are played."""
    if position.game.status == Game.Status.FINISHED:
        return Refused("game-over")
    return None if position.game.status == Game.Status.PLAYING else Refused("wrong-phase")


def find_owner(position: Position, user_id: int | None) -> Seat | Refused:
    """Return the seat of this user, or why there is none."""
    seat = position.seat_of(user_id)
    if seat is not None:
        return seat
    has_left = user_id is not None and any(seat.user_id == user_id for seat in position.people)
    return Refused("abandoned" if has_left else "not-seated")


def find_player(position: Position, user_id: int | None) -> Seat | Refused:
    """Return the seat of this user while cards are played, or why there is none."""
    return refuse_unless_playing(position) or find_owner(position, user_id)


def find_refusal(position: Position, user: User) -> Refused | None:
    """Return why a user must not sit down, or None: the host removed them, or there is a block."""
    if user.pk in position.game.barred:
        return Refused("barred")
    blocked = friends.blocked_with(user.pk)
    return Refused("blocked") if any(seat.user_id in blocked for seat in position.owners) else None


def is_public(game: Game) -> bool:
    """Return whether spectators may watch the game; its host may close it to them.

    A table with a password is shown only to users who sat down with it.
    """
    if game.access == Game.Access.PASSWORD:
        return False
    return game.watchable or game.status == Game.Status.OPEN


def is_findable(game: Game) -> bool:
    """Return whether users can find the game without its link."""
    return bool(game.rated) or game.access != Game.Access.LINK


def seed_of(game: Game, seats: dict[int, Seat]) -> Seed:
    """Return the seed of a game. Raises ValueError unless every seat has its bytes."""
    client = b"".join(bytes(seats[index].client_bytes or b"") for index in sorted(seats))
    if len(client) != deal.CLIENT_BYTES * len(seats):
        raise ValueError(f"game {game.pk} is not dealt: some seat has no bytes")
    return Seed(secret=bytes(game.secret), client=client)


def pasts_of(position: Position) -> list[Past]:
    """Return the games that this one continues, oldest first."""
    fork = position.game.fork
    return [] if fork is None else read_pasts(position.game.slug, position.ruleset, fork["pasts"])


def chance_of_all(position: Position) -> Chance:
    """Return the randomness of a dealt game, including that of the games that it continues."""
    return build_chance(seed_of(position.game, position.seats), pasts_of(position))


def position_of_rows(stored: rows.Rows) -> Position:
    """Return the position that rows make."""
    game = stored.game
    rules = GAMES[game.slug].rules
    position = Position(
        game=game,
        seats={seat.index: seat for seat in stored.seats},
        now=stored.now,
        rules=rules,
        ruleset=rules.ruleset_from_json(game.ruleset),
        state=None,
        mutes=stored.mutes,
    )
    if game.state is not None:
        seed = seed_of(game, position.seats)
        position.state = rules.load(position.ruleset, seed, game.state)
    return position


def advance_position(
    position: Position, moved: Moved, *, action: GameAction, by: str, seat: Seat | None = None
) -> Step:
    """Advance a position to the result of a move, in memory; without a seat it is an agreed end."""
    game, before = position.game, position.rules.observe(position.state, None)
    position.state, events = moved
    game.ply += 1
    move = Move(
        game_id=game.pk,
        ply=game.ply,
        seat=None if seat is None else seat.index,
        question=None if seat is None else seat.question,
        match=before.match,
        round=before.round,
        action=action,
        by=by,
        at=position.now,
    )
    return Step(move, position.state, events, cause_of_move(game, by, position.now))


def events_for(position: Position, step: Step, viewer: int | None) -> list[GameEvent]:
    """Return the events of a step for one viewer, with their cause and time."""
    return [{**position.rules.event_for(event, viewer), **step.cause} for event in step.events]


def cause_of_move(game: Game, by: str, at: datetime) -> Mark:
    """Return what all viewers get with the events of a move: what made it, and when."""
    began = game.started_at
    return {
        "by": by,
        "at": 0 if began is None else max(0, round_milliseconds(milliseconds_between(began, at))),
    }
