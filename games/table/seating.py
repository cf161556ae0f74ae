"""Who sits where, until the game begins: open a table, take and leave seats, seat AI players."""

import random
from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from games.bots.catalog import levels
from games.engine.catalog import RULES
from games.engine.contract import Refused
from games.models import Game, Seat
from games.table import dealing, history
from games.table.position import Position, lock

AI_NAMES = (
    "Agate", "Basalt", "Beryl", "Calcite", "Dolomite", "Feldspar", "Flint", "Gabbro",
    "Garnet", "Gneiss", "Granite", "Jasper", "Kyanite", "Marble", "Mica", "Olivine",
    "Pumice", "Quartz", "Rhyolite", "Schist", "Slate", "Spinel", "Topaz", "Zircon",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seated:
    """Done; `seat` is the chair that the call was about, None when it was about several."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Options:
    """How a table is set up; `free` is seconds a turn, None for a table without a clock."""

    slug: str = "density-deck"
    edition: str = "current"
    seats: int = 4
    lives: int = 10
    free: int | None = 45
    watchable: bool = True


AGAINST_AI = Options(free=None)


def open_table(host: User, options: Options) -> Game:
    """Open a table with its host on the first chair.

    Raises ValueError when the game's ruleset has no such edition, or no such number of
    seats or lives.
    """
    rules = RULES[options.slug]
    ruleset = rules.ruleset(options.edition, seats=options.seats, lives=options.lives)
    with transaction.atomic():
        game = Game.objects.create(
            slug=options.slug,
            edition=options.edition,
            ruleset=rules.ruleset_to_json(ruleset),
            clock=None if options.free is None else {"free": options.free},
            watchable=options.watchable,
            host=host,
        )
        _sit(game, 0, host)
    return game


def open_against_ai(host: User, level: str, options: Options) -> Game:
    """Open a table whose other chairs are all AI players, and begin; nobody is hurried.

    Raises ValueError on a level that the game does not offer.
    """
    if level not in levels(options.slug):
        raise ValueError(f"{options.slug} has no AI level {level!r}")
    with transaction.atomic():
        game = open_table(host, options)
        fill(game.pk, host.pk, level)
    return game


def join(game_id: str, user: User) -> Seated | Refused:
    """Take the first free chair; a user who sits already keeps the chair. The last one begins.

    Raises Game.DoesNotExist.
    """
    with transaction.atomic():
        position = lock(game_id)
        seat = position.seat_of(user.pk)
        if seat is not None:
            return Seated(seat.index)
        if position.game.status != Game.Status.OPEN:
            return Refused("table-full")
        index = _free(position)[0]
        position.seats[index] = _sit(position.game, index, user)
        _begin_or_tell(position)
    return Seated(index)


def seat_ai(game_id: str, user_id: int | None, index: int, level: str) -> Seated | Refused:
    """Let the host put an AI player on a free chair. Raises Game.DoesNotExist."""
    with transaction.atomic():
        position = lock(game_id)
        refused = _not_hosting(position, user_id)
        if refused is not None:
            return refused
        if not 0 <= index < position.size or level not in levels(position.game.slug):
            return Refused("malformed")
        if index in position.seats:
            return Refused("seat-taken")
        position.seats[index] = _sit_ai(position, index, level)
        _begin_or_tell(position)
    return Seated(index)


def unseat(game_id: str, user_id: int | None, index: int) -> Seated | Refused:
    """Let the host free any chair but the own one. Raises Game.DoesNotExist."""
    with transaction.atomic():
        position = lock(game_id)
        refused = _not_hosting(position, user_id)
        if refused is not None:
            return refused
        seat = position.seats.get(index)
        if seat is None or seat.user_id == user_id:
            return Refused("malformed")
        del position.seats[index]
        seat.delete()
        history.tell_snapshots(position)
    return Seated(index)


def fill(game_id: str, user_id: int | None, level: str) -> Seated | Refused:
    """Let the host seat AI players on all free chairs, and begin. Raises Game.DoesNotExist."""
    with transaction.atomic():
        position = lock(game_id)
        refused = _not_hosting(position, user_id)
        if refused is not None:
            return refused
        if level not in levels(position.game.slug):
            return Refused("malformed")
        for index in _free(position):
            position.seats[index] = _sit_ai(position, index, level)
        _begin_or_tell(position)
    return Seated(None)


def leave(game_id: str, user_id: int | None) -> Seated | Refused:
    """Give up the own chair before the start; the next person becomes host.

    A table without people is closed: its row is gone. Raises Game.DoesNotExist.
    """
    with transaction.atomic():
        position = lock(game_id)
        seat = position.seat_of(user_id)
        if seat is None:
            return Refused("not-seated")
        if position.game.status != Game.Status.OPEN:
            return Refused("wrong-phase")
        del position.seats[seat.index]
        if not position.people:
            position.game.delete()
            return Seated(seat.index)
        seat.delete()
        if position.game.host_id == user_id:
            _hand_over(position)
        history.tell_snapshots(position)
    return Seated(seat.index)


# ------------------------------------------------------------------------------- parts
def _not_hosting(position: Position, user_id: int | None) -> Refused | None:
    if position.seat_of(user_id) is None:
        return Refused("not-seated")
    if position.game.host_id != user_id:
        return Refused("not-host")
    if position.game.status != Game.Status.OPEN:
        return Refused("wrong-phase")
    return None


def _begin_or_tell(position: Position) -> None:
    if len(position.seats) == position.size:
        dealing.seal(position)
    else:
        history.tell_snapshots(position)


def _hand_over(position: Position) -> None:
    longest = min(position.people, key=lambda seat: (seat.joined_at, seat.index))
    position.game.host_id = longest.user_id
    position.game.save(update_fields=("host",))


def _free(position: Position) -> list[int]:
    return [index for index in range(position.size) if index not in position.seats]


def _sit(game: Game, index: int, user: User) -> Seat:
    kind = Seat.Kind.GUEST if user.is_guest else Seat.Kind.PLAYER
    return Seat.objects.create(game=game, index=index, user=user, kind=kind, name=user.name)


def _sit_ai(position: Position, index: int, level: str) -> Seat:
    taken = {seat.name for seat in position.seats.values()}
    name = random.choice([name for name in AI_NAMES if name not in taken])
    return Seat.objects.create(
        game=position.game, index=index, kind=Seat.Kind.AI, name=name, level=level
    )
