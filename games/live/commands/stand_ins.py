"""Changes of a seat's player: stand-ins, owners who leave or return, users who take over."""

from functools import partial

from django.db import IntegrityError, transaction

from accounts.models import User
from games.engine.contract import Refused
from games.live import executor, frames, questions, table_list
from games.live.commands import ending, readiness
from games.live.executor import Change, Command, execute_command, with_held_position
from games.models import Game, Seat
from games.positions.clocks import bank_of, stand_in_is_due, stand_in_is_over
from games.positions.position import (
    Position,
    find_player,
    find_refusal,
    is_public,
    refuse_unless_playing,
)
from games.registry import GAMES


# --------------------------------------------------------------------------- handlers
@Command
def take_back(position: Position, user_id: int | None) -> Change | Refused | None:
    """Give an owner the seat back from its stand-in, with a new question and a new turn.

    An owner may return without limit in the match of the first stand-in, later RETURNS times.
    Refused("abandoned") for a seat that the clock is about to give up.
    """
    seat = find_player(position, user_id)
    if isinstance(seat, Refused):
        return seat
    if not seat.stand_in:
        return Refused("not-away")
    if counts_as_abandoned(position, seat):
        return Refused("abandoned")
    returns = frames.returns_left(position, seat)
    if returns == 0:
        return Refused("no-returns")
    if returns is not None:
        seat.returns += 1
    _dismiss_stand_in(seat)
    _ask_again(position, seat)
    return executor.presence_change(position, position.people)


@Command
def abandon_seat(position: Position, user_id: int | None) -> Change | Refused | None:
    """Let an owner leave a game for good: a stand-in plays on, and the owner may play elsewhere.

    An owner who is out of the game has nothing to abandon and simply leaves. An unrated game ends
    when its last owner leaves.
    """
    seat = find_player(position, user_id)
    if isinstance(seat, Refused):
        return seat
    if seat.index in position.rules.playing(position.state):
        return give_up_seat(position, seat)
    seat.live = False
    _hand_over_host(position, seat)
    return executor.presence_change(position, [seat], partial(_save_after_leaving, position))


@Command
def call_stand_in(position: Position, user_id: int | None, index: int) -> Change | Refused | None:
    """Let any seat owner call a stand-in for an absent owner, at a table that waits for them.

    It is allowed once the table has waited PATIENCE in the turn of that seat.
    """
    caller = find_player(position, user_id)
    if isinstance(caller, Refused):
        return caller
    seat = position.seats.get(index)
    if seat is None or seat is caller:
        return Refused("malformed")
    if seat.away_since is None or seat.played_by_ai:
        return Refused("not-away")
    wait_ms = frames.patience_left(position, seat)
    if wait_ms is None or wait_ms > 0:
        return Refused("not-allowed")
    step_in(position, seat)
    _ask_again(position, seat)
    return executor.presence_change(position, position.people)


@with_held_position
def take_over_seat(position: Position, user: User, index: int) -> Refused | None:
    """Let a spectator take, for good, a seat that a stand-in plays for an owner away or gone.

    Refused as "barred" (the host removed this user, or another user took this user's seat),
    "blocked" (between this user and one at the table), "not-away", "abandoned" (the user has left
    this game), "busy" (the user sits at another table) or "not-allowed" (also if a user has set the
    game aside).
    """
    refused = refuse_unless_playing(position) or _refuse_substitute(position, user)
    if refused is not None:
        return refused
    seat = position.seats.get(index)
    if seat is None:
        return Refused("malformed")
    if not frames.can_substitute(position, seat):
        return Refused("not-away")
    return _give_seat_to(position, seat, user)


@with_held_position
def replace_ai(position: Position, user: User) -> Refused | None:
    """Give a user the seat of an AI player in a running unrated game, for good.

    The user counts as away until their page is open. Refused as "ranked", "barred", "abandoned"
    (the user has left this game), "not-allowed" (the user sits here, the table is closed, or a user
    has set the game aside), "table-full" (no AI player is still in the game) or "busy" (the user
    sits at another table).
    """
    if position.game.rated:
        return Refused("ranked")
    refused = refuse_unless_playing(position) or _refuse_substitute(position, user)
    if refused is not None:
        return refused
    seat = _find_ai_seat(position)
    if seat is None:
        return Refused("table-full")
    # the record explains with it why a user's seat has bytes of the server
    seat.level, seat.silent, seat.silent_at = "", Seat.Silent.LATER, position.now
    return _give_seat_to(position, seat, user, away=True)


@Command
def choose_absence(position: Position, user_id: int | None, mode: str) -> Change | Refused | None:
    """Let the host choose what happens to the seats of absent owners, until the end."""
    game = position.game
    if mode not in Game.Absence.values:
        return Refused("malformed")
    if position.seat_of(user_id) is None:
        return Refused("not-seated")
    if game.host_id != user_id:
        return Refused("not-host")
    if game.status == Game.Status.FINISHED:
        return Refused("game-over")
    if game.rated:
        return Refused("not-allowed")
    game.absence = mode
    questions.set_deadlines(position)
    save = partial(game.save, update_fields=("absence",))
    return executor.seats_change(position, position.people, save)


def settle_stand_in(game_id: str, index: int) -> bool:
    """Mark a seat as abandoned if its stand-in has played for too long, or its account is deleted.

    Return whether it was marked.
    """
    try:
        return execute_command(game_id, _give_up_if_abandoned, index) is not None
    except Game.DoesNotExist:
        return False


def _give_up_if_abandoned(position: Position, index: int) -> Change | None:
    seat = position.seats.get(index)
    if (
        seat is None
        or refuse_unless_playing(position) is not None
        or not counts_as_abandoned(position, seat)
    ):
        return None
    return give_up_seat(position, seat)


# ---------------------------------------------------------------- parts that play uses
def step_in_if_due(position: Position, seat: Seat) -> None:
    """Let a stand-in play from the next decision on, if it is due; called after a user's turn."""
    absent = None if seat.away_since is None else seat.absent_ms
    waits = position.game.absence == Game.Absence.WAIT
    if not waits and stand_in_is_due(lapses=seat.lapses, absent_ms=absent):
        step_in(position, seat)


def step_in(position: Position, seat: Seat) -> None:
    """Let an AI player of the usual level play for the seat's owner from now on."""
    match = position.match
    seat.stand_in = GAMES[position.game.slug].usual_level
    seat.stand_in_at = position.now
    seat.stand_in_match = match
    if seat.free_match is None:
        seat.free_match = match


def counts_as_abandoned(position: Position, seat: Seat) -> bool:
    """Return whether a seat counts as abandoned by now without being marked."""
    if seat.kind == Seat.Kind.AI or seat.abandoned_at is not None:
        return False
    since, first_match = seat.stand_in_at, seat.stand_in_match
    over = (
        since is not None
        and first_match is not None
        and stand_in_is_over(
            since, position.now, position.game_type.pace, matches=position.match - first_match
        )
    )
    return over or seat.user_id is None


def give_up_seat(position: Position, seat: Seat) -> Change:
    """Mark a seat as abandoned, and set the clocks of the others."""
    seat.abandoned_at = position.now
    seat.live = False
    if seat.stand_in:
        questions.set_deadlines(position)
    else:
        step_in(position, seat)
        _ask_again(position, seat)
    readiness.settle_pause(position)
    _hand_over_host(position, seat)
    return executor.seats_change(
        position, [*position.seats.values()], partial(_save_after_leaving, position)
    )


def dismiss_beaten_stand_ins(position: Position) -> None:
    """Remove the stand-ins of seats that are out of the game."""
    playing = position.rules.playing(position.state)
    for seat in position.people:
        if seat.stand_in and seat.abandoned_at is None and seat.index not in playing:
            _dismiss_stand_in(seat)


# ------------------------------------------------------------------------------- parts
def _find_ai_seat(position: Position) -> Seat | None:
    """Return the seat of an AI player that a user may take, if possible in the current match."""
    playing = position.rules.playing(position.state)
    ai_seats = [
        seat
        for index, seat in sorted(position.seats.items())
        if seat.kind == Seat.Kind.AI and index in playing
    ]
    in_match = position.game_type.in_match
    observation = position.rules.observe(position.state, None)
    matched = playing if in_match is None else in_match(observation)
    return min(ai_seats, key=lambda seat: seat.index not in matched, default=None)


def _refuse_substitute(position: Position, user: User) -> Refused | None:
    if position.seat_of(user.pk) is not None:
        return Refused("not-allowed")
    if any(seat.user_id == user.pk for seat in position.people):
        return Refused("abandoned")
    refused = find_refusal(position, user)
    if refused is not None:
        return refused
    # no time runs while a user has set the game aside
    set_aside = any(seat.kept_at is not None for seat in position.owners)
    return None if is_public(position.game) and not set_aside else Refused("not-allowed")


def _dismiss_stand_in(seat: Seat) -> None:
    seat.stand_in, seat.stand_in_at, seat.stand_in_match = "", None, None
    seat.lapses = 0


def _ask_again(position: Position, seat: Seat) -> None:
    """Ask an open question again for the seat's new player, so that answers to the old one fail."""
    if seat.asked:
        questions.ask_question(position, seat.index)
    questions.set_deadlines(position)


def _save_after_leaving(position: Position) -> bool:
    """Save the host after an owner has left; return whether the game ended by it."""
    position.game.save(update_fields=("host",))
    return ending.end_without_owners(position) or ending.end_if_agreed(position)


def _give_seat_to(
    position: Position, seat: Seat, user: User, *, away: bool = False
) -> Refused | None:
    """Give a user a seat for good, in the transaction that holds the game."""
    try:
        with transaction.atomic():
            _replace_owner(position, seat, user, away=away)
    except IntegrityError:
        return Refused("busy")
    ending.reset_agreements(position)
    _ask_again(position, seat)
    if away:
        readiness.settle_pause(position)
        table_list.publish_list(position.game)
    executor.write_change(executor.seats_change(position, [*position.seats.values()]))
    return None


def _hand_over_host(position: Position, seat: Seat) -> None:
    """If the owner of this seat was the host, make another owner host; the game is not saved.

    It is the one who has been at the table longest, present ones first.
    """
    game = position.game
    if game.host_id is None or game.host_id != seat.user_id:
        return
    others = [other for other in position.owners if other is not seat and other.live]
    longest = min(
        others,
        key=lambda other: (other.away_since is not None, other.joined_at, other.index),
        default=None,
    )
    game.host_id = None if longest is None else longest.user_id


def _replace_owner(position: Position, seat: Seat, user: User, *, away: bool = False) -> None:
    """Save another owner of the seat, without the former owner's lapses and budgets.

    The former owner has seen the cards of the seat and may take no other seat. `away` is a new
    owner whose page is not open yet.
    """
    if seat.user_id is not None:
        position.game.barred.append(seat.user_id)
        position.game.save(update_fields=("barred",))
    seat.user = user
    seat.kind = Seat.Kind.GUEST if user.is_guest else Seat.Kind.PLAYER
    seat.name, seat.hides_name, seat.avatar = user.name, user.hides_presence, user.avatar
    seat.joined_at = position.now
    seat.abandoned_at, seat.live = None, True
    seat.away_since = position.now if away else None
    seat.absent_turns, seat.absent_ms, seat.tab = 0, 0, ""
    seat.returns, seat.free_match, seat.lag_ms, seat.ai_pace = 0, None, 0, Seat.AiPace.NORMAL
    seat.bank_ms = bank_of(position.game.clock)
    _dismiss_stand_in(seat)
    seat.save()
