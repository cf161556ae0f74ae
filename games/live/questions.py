"""Opens and closes the questions of seats, and runs the clocks of turns."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random, SystemRandom

from django.conf import settings

from games.engine.contract import Action, GameEvent
from games.models import Game, Seat
from games.positions.clocks import (
    ABSENT_BUDGET,
    AFTER_RESTART,
    OPEN_SEAT,
    SEAL_SECONDS,
    STAND_IN_SECONDS,
    Absence,
    Turn,
    bank_in_new_match,
    bank_of,
    free_of,
    longest_pause,
    looking_seconds,
    paced_milliseconds,
    paced_timedelta,
)
from games.positions.position import Position

# thinking time of a stand-in, long enough for the seat's owner to come back in between
STAND_IN_THINK_SECONDS = (2.0, 3.0)
# thinking time when no user is still playing
QUICK_SECONDS = (0.4, 0.8)
# the shortest thinking time at the normal pace of a user who plays alone: the last card still flies
FLIGHT_SECONDS = 0.25
# factor of AI players' thinking time for a user who plays alone, by the pace that they chose
PACES = {Seat.AiPace.NORMAL: 1.0, Seat.AiPace.FAST: 0.5, Seat.AiPace.INSTANT: 0.0}
# random source of thinking times
DICE = SystemRandom()


def ask_question(position: Position, index: int, *, same_turn: bool = False) -> Seat:
    """Ask a seat the next question and set its deadline; return the seat.

    A question of the same turn keeps the turn's deadline. A turn that would begin in the pause
    after a match begins when the pause ends.
    """
    seat = position.seats[index]
    seat.question += 1
    seat.asked = True
    if seat.played_by_ai:
        thinking = timedelta(seconds=thinking_seconds(position, index))
        seat.due_at, seat.allowed_ms = position.resumes_at + thinking, 0
        return seat
    if not same_turn or seat.turn_at is None:
        _begin_turn(position, seat)
        _set_deadline(position, seat)
    return seat


def close_question(seat: Seat) -> None:
    """Note that this seat has no open question."""
    seat.asked = False
    seat.due_at = None
    seat.allowed_ms = 0


def turn_of(seat: Seat) -> Turn | None:
    """Return the clock of the owner's open turn, if there is one."""
    if not seat.asked or seat.turn_at is None or seat.played_by_ai:
        return None
    return Turn(seat.turn_at, seat.free_ms, seat.bank_ms, seat.lag_ms)


def absence_of(seat: Seat) -> Absence | None:
    """Return the absence of the seat's owner, if away."""
    if seat.away_since is None:
        return None
    return Absence(seat.away_since, seat.absent_turns, seat.absent_ms)


def end_turn(position: Position, seat: Seat, *, lapsed: bool | None) -> None:
    """Subtract the cost of the owner's turn from time bank and budget; call before closing it.

    `lapsed` is None if the clock declined an optional action: that does not show whether the owner
    plays, so it is no lapse and does not end a series of lapses.
    """
    turn, absence = turn_of(seat), absence_of(seat)
    if turn is None:
        return
    if seat.due_at is not None:
        seat.bank_ms = turn.bank_left(position.now)
        if absence is not None:
            seat.absent_ms = absence.spent(turn, position.now)
    if lapsed is not None:
        seat.lapses = seat.lapses + 1 if lapsed else 0
    seat.turn_at = None


def is_decline(position: Position, action: Action) -> bool:
    """Return whether an action of the clock declines an optional action."""
    return position.rules.write_action(action)["do"] in position.game_type.pace.declines


def mark_away(position: Position, seat: Seat) -> None:
    """Mark the seat's owner as away; an open turn is the first one of the absence."""
    seat.away_since = position.now
    seat.absent_turns = 0 if turn_of(seat) is None else 1
    set_deadlines(position)


def mark_back(position: Position, seat: Seat) -> None:
    """Mark the seat's owner as back; the open turn has its ordinary time again.

    The time of the turn spent away counts even if the table waited.
    """
    turn, absence = turn_of(seat), absence_of(seat)
    if turn is not None and absence is not None and position.hurried:
        seat.absent_ms = min(paced_milliseconds(ABSENT_BUDGET), absence.spent(turn, position.now))
    seat.away_since, seat.absent_turns = None, 0
    set_deadlines(position)


def set_deadlines(position: Position) -> None:
    """Set the deadlines of open turns by the presence of owners; the seats are not saved.

    A turn whose clock stood still continues now with the time that was left.
    """
    for seat in position.people:
        if turn_of(seat) is None or position.game.status != Game.Status.PLAYING:
            continue
        if seat.due_at is None:
            seat.turn_at = position.resumes_at
        _set_deadline(position, seat)


def grant_time(position: Position) -> bool:
    """Give users' open turns at least 20 s after an outage; return whether any needed it."""
    start = position.resumes_at
    least = start + paced_timedelta(AFTER_RESTART)
    hasty = [
        seat
        for seat in position.people
        if turn_of(seat) is not None and seat.due_at is not None and seat.due_at < least
    ]
    # an owner must not lose the seat to a stand-in because of the time of an outage
    since = position.now - paced_timedelta(STAND_IN_SECONDS - AFTER_RESTART)
    replaced_long = [seat for seat in position.people if seat.stand_in_at is not None]
    replaced_long = [
        seat for seat in replaced_long if seat.stand_in_at is not None and seat.stand_in_at < since
    ]
    for seat in replaced_long:
        seat.stand_in_at = since
    for seat in hasty:
        seat.turn_at = start
        seat.free_ms = max(seat.free_ms, paced_milliseconds(AFTER_RESTART))
        # the outage is not taken from the budget of an owner who is away
        seat.absent_ms = min(seat.absent_ms, paced_milliseconds(ABSENT_BUDGET - AFTER_RESTART))
        _set_deadline(position, seat)
    return bool(hasty or replaced_long)


def hold_stage(position: Position) -> bool:
    """Give users the whole time again while the deal is being sealed; return whether any needed it.

    Without their bytes, the deal would depend on the server alone.
    """
    due_at = position.now + timedelta(seconds=SEAL_SECONDS)
    due_early = [
        seat for seat in position.people if seat.due_at is not None and seat.due_at < due_at
    ]
    for seat in due_early:
        seat.due_at = due_at
    return bool(due_early)


def hold_seats(position: Position) -> bool:
    """Hold the seats of an open table for at least 20 s; return whether any needed it."""
    latest = position.now - paced_timedelta(OPEN_SEAT - AFTER_RESTART)
    away_long = [
        seat for seat in position.people if seat.away_since is not None and seat.away_since < latest
    ]
    for seat in away_long:
        seat.away_since = latest
    return bool(away_long)


def bound_times(position: Position) -> bool:
    """Bound times in the future after the clock was set back; return whether any was changed.

    Start times become now at the latest, ends and deadlines the latest that they can be.
    """
    game, now, before = position.game, position.now, _times_of(position)
    game.pause_until = _bound_time(game.pause_until, now + longest_pause(game.clock))
    for seat in position.seats.values():
        seat.turn_at = _bound_time(seat.turn_at, position.resumes_at)
        seat.away_since = _bound_time(seat.away_since, now)
        seat.stand_in_at = _bound_time(seat.stand_in_at, now)
        seat.due_at = _bound_time(seat.due_at, _latest_due(position, seat))
    return before != _times_of(position)


def _bound_time(at: datetime | None, latest: datetime) -> datetime | None:
    return None if at is None else min(at, latest)


def _latest_due(position: Position, seat: Seat) -> datetime:
    """Return the latest time at which the open question of a seat can be due."""
    if position.game.status == Game.Status.SEALING:
        return position.now + timedelta(seconds=SEAL_SECONDS)
    turn = turn_of(seat)
    if turn is not None:
        return max(position.resumes_at, turn.due)
    longest = max(position.game_type.pace.think[1], STAND_IN_THINK_SECONDS[1])
    return position.resumes_at + timedelta(seconds=longest * float(settings.AI_PACE))


def _times_of(position: Position) -> list[datetime | None]:
    times = [position.game.pause_until]
    for seat in position.seats.values():
        times += [seat.turn_at, seat.due_at, seat.away_since, seat.stand_in_at]
    return times


def fill_banks(position: Position, *, new_match: bool) -> None:
    """Fill the time banks of users when the game begins; add the bonus in every new match."""
    clock, pace = position.game.clock, position.game_type.pace
    for seat in position.people:
        full = bank_in_new_match(seat.bank_ms, clock, pace) if new_match else bank_of(clock)
        seat.bank_ms = full


def _begin_turn(position: Position, seat: Seat) -> None:
    seat.turns += 1
    seat.turn_at = position.resumes_at
    seat.free_ms = free_of(position.game.clock, position.game_type.pace, first=seat.turns == 1)
    if seat.away_since is not None:
        seat.absent_turns += 1


def _set_deadline(position: Position, seat: Seat) -> None:
    """Set the deadline of the open turn of a user's seat.

    There is none if no other user waits, or if the table waits for its absent owner.
    """
    turn, absence = turn_of(seat), absence_of(seat)
    waits = position.game.absence == Game.Absence.WAIT
    if turn is None or not position.hurried or (absence is not None and waits):
        if turn is not None and seat.due_at is not None:
            seat.free_ms, seat.bank_ms = turn.remaining(position.now)
            seat.turn_at = max(turn.begun, position.now)
        seat.due_at, seat.allowed_ms = None, 0
        return
    start = turn.begun if absence is None else absence.begun(turn)
    seat.due_at = turn.due if absence is None else absence.due(turn)
    seat.allowed_ms = max(0, round((seat.due_at - start).total_seconds() * 1000))


def thinking_seconds(position: Position, index: int, dice: Random = DICE) -> float:
    """Return an AI player's thinking time: longer with more choices, short if no user waits.

    It is drawn from public data before the AI player chooses, so it reveals nothing of hidden cards
    or of the choice. It is shorter for a user who plays alone, by the pace that they chose.
    """
    playing, alone = position.rules.playing(position.state), position.alone
    pace = position.game_type.pace
    if not any(seat.index in playing for seat in position.owners):
        seconds = dice.uniform(*QUICK_SECONDS)
    elif position.seats[index].stand_in:
        seconds = dice.uniform(*STAND_IN_THINK_SECONDS)
    else:
        shortest, longest = pace.think
        public = position.rules.state_for(position.state, None)
        slow = shortest + pace.choice * pace.choices(public, index)
        seconds = min(longest, dice.uniform(0.7 * slow, 1.3 * slow))
        seconds = max(shortest, seconds)
        if alone is not None:
            seconds = max(FLIGHT_SECONDS, pace.alone * seconds)
    if alone is not None:
        seconds *= PACES[Seat.AiPace(alone.ai_pace)]
        # before the first turn of a user who plays alone, AI players are fast
        seconds *= 1.0 if alone.turns else PACES[Seat.AiPace.FAST]
    return seconds * float(settings.AI_PACE)


def start_pause(position: Position, public: Sequence[GameEvent]) -> None:
    """Start the pause in which viewers look at these events of a move.

    The next questions begin after it. AI_PACE scales it, too.
    """
    seconds = looking_seconds(position.game_type.pace, public)
    if seconds:
        seconds *= float(settings.AI_PACE)
        position.game.pause_until = position.now + timedelta(seconds=seconds)
        for seat in position.people:
            seat.ready = None
