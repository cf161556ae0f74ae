"""Seating before a game begins: open a table, take and leave seats, seat AI players."""

import contextlib
import random
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from django.contrib.auth.hashers import check_password
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from accounts.names import AI_NAMES
from accounts.ratings import ai_accounts
from games.engine.contract import Refused
from games.live import again, executor, table_list
from games.live.broadcast import close_on_commit, send_on_commit
from games.live.commands import dealing
from games.live.executor import with_held_position
from games.live.messages import GameBarred
from games.lobby import drain
from games.models import Game, Seat
from games.positions.clocks import OPEN_SEAT, paced_timedelta
from games.positions.new_game import Options, build_game
from games.positions.position import Position, find_refusal, lock_position
from games.registry import GAMES

PEOPLE = (Seat.Kind.PLAYER, Seat.Kind.GUEST)


class Busy(Exception):
    """The user sits at another table."""


def open_table(host: User, options: Options) -> Game | Refused:
    """Open a table with its host on the first seat; it begins if AI players take all others.

    Refused as set_up_table() refuses. Raises ValueError as build_game() does.
    """
    game = build_game(host, options)
    level = options.level or GAMES[game.slug].usual_level
    ai_levels = dict.fromkeys(range(options.seat_count - options.ais, options.seat_count), level)
    return set_up_table(game, {0: host}, ai_levels, options.opponent)


def set_up_table(
    game: Game, people: dict[int, User], ais: dict[int, str], opponent: str = ""
) -> Game | Refused:
    """Save a new table with these users and AI levels on its seats; a full table begins.

    The first AI player has the name `opponent` unless it is "". Refused("busy") if one of the users
    sits elsewhere, Refused("draining") while no new games begin; nothing is saved then.
    """
    if drain.is_on():
        return drain.REFUSED
    try:
        with transaction.atomic():
            game.save(force_insert=True)
            for index, user in people.items():
                _create_user_seat(game, index, user, timezone.now())
            position = lock_position(game.pk)
            for index, level in ais.items():
                position.seats[index] = _create_ai_seat(position, index, level, opponent)
                opponent = ""
            if len(position.seats) == position.size:
                dealing.seal_deal(position)
            table_list.publish_list(game)
    except Busy:
        return Refused("busy")
    return position.game


def open_against_ai(host: User, level: str, options: Options) -> Game | Refused:
    """Open and begin a game of the host against AI players on all other seats.

    Refuses and raises as open_table() does.
    """
    return open_table(host, replace(options, ais=options.seat_count - 1, level=level))


def join_table(
    game_id: str, user: User, password: str = "", *, invited: bool = False
) -> Refused | None:
    """Take the first free seat, unless the user has one already; the last user begins the game.

    Refused as "ranked", "table-full", "barred" (the host removed this user), "blocked" (between
    this user and one at the table), "wrong-password" (never for an `invited` user) or, if nothing
    else is in the way, "draining" (the game would begin) or "busy" (the user sits at another
    table). Raises Game.DoesNotExist.
    """
    # before the table is locked, because hashing is slow
    may_enter = invited or knows_password(Game.objects.get(pk=game_id), password)
    return _join_locked(game_id, user, may_enter)


@with_held_position
def _join_locked(position: Position, user: User, may_enter: bool) -> Refused | None:
    seat = position.seat_of(user.pk)
    if seat is not None:
        return None
    if position.game.rated:
        return Refused("ranked")
    free = _seats_for(position, user)
    if position.game.status != Game.Status.OPEN or not free:
        return Refused("table-full")
    refused = find_refusal(position, user)
    if refused is not None or not may_enter:
        return refused or Refused("wrong-password")
    if _would_begin(position) and drain.is_on():
        return drain.REFUSED
    try:
        position.seats[free[0]] = _create_user_seat(position.game, free[0], user, position.now)
    except Busy:
        return Refused("busy")
    _begin_or_publish(position)
    return None


def knows_password(game: Game, password: str) -> bool:
    """Return whether this password opens the table; without a password, any does."""
    if game.access != Game.Access.PASSWORD:
        return True
    return check_password(password, game.password)


@with_held_position
def seat_ai(
    position: Position, user_id: int | None, index: int | None, level: str
) -> Refused | None:
    """Let the host seat an AI player on a free seat, or on all of them if `index` is None.

    A seat that is reserved for a rematch is not free. Refused("seat-taken") if none is free.
    """
    refused = _refuse_non_host(position, user_id)
    if refused is not None:
        return refused
    wrong = index is not None and not 0 <= index < position.size
    if wrong or not GAMES[position.game.slug].may_seat(level):
        return Refused("malformed")
    free = [seat for seat in _free_seats(position) if index in (None, seat)]
    if not free:
        return Refused("seat-taken")
    if _would_begin(position, len(free)) and drain.is_on():
        return drain.REFUSED
    for seat in free:
        position.seats[seat] = _create_ai_seat(position, seat, level)
    _begin_or_publish(position)
    return None


def fill_table(game_id: str, user_id: int | None, level: str) -> Refused | None:
    """Let the host seat AI players on all free seats, and begin."""
    return seat_ai(game_id, user_id, None, level)


@with_held_position
def unseat_user(position: Position, user_id: int | None, index: int) -> Refused | None:
    """Let the host free any other seat; a removed user must not come back."""
    refused = _refuse_non_host(position, user_id)
    if refused is not None:
        return refused
    seat = position.seats.get(index)
    if seat is None or seat.user_id == user_id:
        return Refused("malformed")
    if seat.user_id is not None:
        position.game.barred.append(seat.user_id)
        position.game.save(update_fields=("barred",))
        barred: GameBarred = {"type": "game.barred", "user": seat.user_id}
        send_on_commit(position.game.pk, lambda: barred)
    _free_seat(position, seat)
    _publish_table(position)
    return None


@with_held_position
def leave_seat(position: Position, user_id: int | None) -> Refused | None:
    """Give up a user's seat before the game begins; another user becomes host if needed.

    A table without users is closed: its row is deleted. A ranked table stays, so that the matcher
    sees that one player declined.
    """
    seat = position.seat_of(user_id)
    if seat is None:
        return Refused("not-seated")
    if position.game.status != Game.Status.OPEN:
        return Refused("wrong-phase")
    _free_seat(position, seat)
    if not position.game.rated:
        _close_or_publish(position)
    elif position.seats:
        executor.write_change(executor.seats_change(position, []))
    return None


def free_vanished_seats() -> int:
    """Free the seats of users who vanished from open tables; return the number of seats.

    These are users without a socket for OPEN_SEAT seconds, and deleted accounts. A table without
    users is closed. Ranked tables are left alone.
    """
    freed = 0
    waiting = Seat.objects.filter(
        _vanished_condition(), game__status=Game.Status.OPEN, game__rated=False
    )
    for game_id in waiting.order_by("game_id").values_list("game_id", flat=True).distinct():
        with contextlib.suppress(Game.DoesNotExist):
            freed += _tidy_table(game_id)
    return freed


# ------------------------------------------------------------------------------- parts
def _vanished_condition() -> Q:
    return Q(user=None, kind__in=PEOPLE) | Q(away_since__lt=Now() - paced_timedelta(OPEN_SEAT))


@with_held_position
def _tidy_table(position: Position) -> int:
    if position.game.status != Game.Status.OPEN:
        return 0
    indexes = Seat.objects.filter(_vanished_condition(), game=position.game).values_list(
        "index", flat=True
    )
    vanished = [position.seats[index] for index in indexes]
    for seat in vanished:
        _free_seat(position, seat)
    if vanished:
        _close_or_publish(position)
    return len(vanished)


def _free_seat(position: Position, seat: Seat) -> None:
    del position.seats[seat.index]
    seat.delete()
    again.publish_rematch(position.game)


def _close_or_publish(position: Position) -> None:
    """Close a table without users; otherwise make sure that it has a host, and publish it."""
    if not any(seat.user_id is not None for seat in position.people):
        close_on_commit(position.game.pk)
        table_list.publish_list(position.game)
        position.game.delete()
        return
    if position.seat_of(position.game.host_id) is None:
        _choose_host(position)
    _publish_table(position)


def _refuse_non_host(position: Position, user_id: int | None) -> Refused | None:
    if position.seat_of(user_id) is None:
        return Refused("not-seated")
    if position.game.rated:
        return Refused("ranked")
    if position.game.host_id != user_id:
        return Refused("not-host")
    if position.game.status != Game.Status.OPEN:
        return Refused("wrong-phase")
    return None


def _would_begin(position: Position, more: int = 1) -> bool:
    """Return whether the table is full with `more` players."""
    return len(position.seats) + more >= position.size


def _begin_or_publish(position: Position) -> None:
    again.publish_rematch(position.game)
    if len(position.seats) == position.size:
        dealing.seal_deal(position)
        table_list.publish_list(position.game)
    else:
        _publish_table(position)


def _publish_table(position: Position) -> None:
    executor.write_change(executor.seats_change(position, []))
    table_list.publish_list(position.game)


def _choose_host(position: Position) -> None:
    people = (seat for seat in position.people if seat.user_id is not None)
    longest = min(people, key=lambda seat: (seat.joined_at, seat.index))
    position.game.host_id = longest.user_id
    position.game.save(update_fields=("host",))


def _free_seats(position: Position) -> list[int]:
    """Return the seats that are free and not reserved for a rematch."""
    reserved = again.reserved_seats(position)
    return [i for i in range(position.size) if i not in position.seats and i not in reserved]


def _seats_for(position: Position, user: User) -> list[int]:
    """Return the seats that this user may take: the reserved one, or else all free ones."""
    reserved = [
        index for index, owner in again.reserved_seats(position).items() if owner == user.pk
    ]
    return reserved or _free_seats(position)


def _create_user_seat(game: Game, index: int, user: User, now: datetime) -> Seat:
    """Save a user's seat, away until a socket of the user arrives.

    Raises Busy if the user sits at another table. The database decides it, so that only one of two
    simultaneous calls succeeds.
    """
    seat = Seat(
        game=game,
        index=index,
        user=user,
        kind=Seat.Kind.GUEST if user.is_guest else Seat.Kind.PLAYER,
        name=user.name,
        hides_name=user.hides_presence,
        avatar=user.avatar,
        joined_at=now,
        away_since=now,
    )
    try:
        with transaction.atomic():
            seat.save(force_insert=True)
    except IntegrityError as fault:
        raise Busy from fault
    return seat


def show_name(user_id: int, *, hides_name: bool) -> None:
    """Show or hide the name of a user to spectators of the table where they sit."""
    for seat in Seat.objects.filter(user=user_id, live=True).exclude(hides_name=hides_name):
        with contextlib.suppress(Game.DoesNotExist), transaction.atomic():
            position = lock_position(seat.game_id)
            Seat.objects.filter(pk=seat.pk, user=user_id).update(hides_name=hides_name)
            _publish_table(position)


def names_for(slug: str, level: str, taken: Collection[str]) -> list[str]:
    """Return possible names of another AI player of a level.

    They are the unused names of accounts of the level; if there are none, as for a strength on the
    dial, names that no account has; or else any unused name.
    """
    of_accounts = [name for name in ai_accounts.account_names(slug, level) if name not in taken]
    others = [name for name in AI_NAMES if name not in taken]
    return of_accounts or [name for name in others if not ai_accounts.is_ai_name(name)] or others


def ai_names(slug: str, level: str, count: int) -> list[str]:
    """Return different random names for a number of AI players of a level."""
    names: list[str] = []
    for _ in range(count):
        names.append(random.choice(names_for(slug, level, names)))
    return names


def _create_ai_seat(position: Position, index: int, level: str, name: str = "") -> Seat:
    taken = {seat.name for seat in position.seats.values()}
    name = name or random.choice(names_for(position.game.slug, level, taken))
    return Seat.objects.create(
        game=position.game, index=index, kind=Seat.Kind.AI, name=name, level=level
    )
