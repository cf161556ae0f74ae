"""The frames of a move for each viewer: events, seats, clocks and the viewer's question."""

from collections.abc import Collection, Iterable

from games import protocol
from games.engine.contract import GameEvent
from games.live import again, questions
from games.live.broadcast import event_message
from games.live.messages import GameFrame
from games.models import Game, Seat
from games.positions.clocks import (
    ABSENT_BUDGET,
    PATIENCE,
    RETURNS,
    Absence,
    longest_pause,
    milliseconds_between,
    paced_milliseconds,
    round_milliseconds,
    round_up_milliseconds,
    stand_in_is_due,
)
from games.positions.position import Position, Step, events_for, is_findable, is_public


def host_index(position: Position) -> int | None:
    """Return the index of the host's seat, if the host still has one."""
    seat = position.seat_of(position.game.host_id)
    return None if seat is None else seat.index


def seats_frame(position: Position) -> list[protocol.SeatInfo]:
    """Return every seat with its player, and with the stand-in that plays for the owner."""
    is_open = position.game.status == Game.Status.OPEN
    reserved = again.reserved_seat_times(position) if is_open else {}

    def seat_info(index: int) -> protocol.SeatInfo:
        if index in position.seats:
            return _taken_seat(position, position.seats[index])
        empty: protocol.SeatInfo = {"seat": index, "kind": "empty", "name": "", "level": None}
        if index not in reserved:
            return empty
        name, left_ms = reserved[index]
        return {**empty, "kept_for": name, "kept_ms": left_ms}

    return [seat_info(index) for index in range(position.size)]


def hidden_names(position: Position, viewer: Seat | None) -> set[int]:
    """Return the seats whose names this viewer must not get while the game runs.

    Spectators of a table that anyone can find must not learn that a user is online who hides it. At
    a ranked table before its deal, only players who have come to it get the names: leaving costs
    them a strike.
    """
    game, people = position.game, position.people
    absent = viewer is None or viewer.away_since is not None
    if absent and game.rated and game.status == Game.Status.OPEN:
        return {seat.index for seat in people if seat is not viewer}
    if viewer is not None or not is_findable(game) or game.status == Game.Status.FINISHED:
        return set()
    return {seat.index for seat in people if seat.hides_name}


def without_names(
    seats: list[protocol.SeatInfo], hidden: Collection[int]
) -> list[protocol.SeatInfo]:
    """Return the seats with "" for hidden names and their avatars."""
    return [
        {**seat, "name": "", "avatar": ""} if seat["seat"] in hidden else seat for seat in seats
    ]


def _taken_seat(position: Position, seat: Seat) -> protocol.SeatInfo:
    timed = seat.kind != Seat.Kind.AI and position.game.clock is not None
    away = seat.away_since
    return {
        "seat": seat.index,
        "kind": seat.kind,
        "name": seat.name,
        "avatar": seat.avatar,
        "level": seat.stand_in or seat.level or None,
        "state": owner_state(seat),
        "away_ms": None
        if away is None
        else round_milliseconds(milliseconds_between(away, position.now)),
        "bank_ms": round_milliseconds(seat.bank_ms) if timed else None,
        "call_ms": patience_left(position, seat),
        "can_substitute": can_substitute(position, seat),
    }


def owner_state(seat: Seat) -> protocol.Presence:
    """Return whether the owner plays, is away, has a stand-in, or is gone for good."""
    if seat.abandoned_at is not None:
        return "abandoned"
    if seat.stand_in:
        return "stand-in"
    return "playing" if seat.away_since is None else "away"


def own_frame(
    position: Position, seat: Seat | None, muted: Collection[int], *, alone: bool
) -> protocol.Me | None:
    """Return the part of a frame that only a seat's owner gets; None for spectators.

    `muted` are the users whom the owner muted. `alone`: the owner plays without other users.
    """
    if seat is None:
        return None
    returns = returns_left(position, seat)
    playing = position.game.status == Game.Status.PLAYING
    return {
        "tab": seat.tab or None,
        "can_return": playing and bool(seat.stand_in) and returns != 0,
        "returns_left": returns,
        "ai_pace": seat.ai_pace if alone else None,
        "muted": seats_of_users(muted, position.people) if muted else [],
    }


def end_frame(position: Position) -> protocol.End | None:
    """Return the seats that can agree to end the game, and those that have; None for no such offer.

    It needs enough abandoned seats. Asked are the owners who are still in the game.
    """
    abandoned = sum(seat.abandoned_at is not None for seat in position.people)
    too_few = abandoned < position.game_type.pace.abandoned
    if too_few or position.state is None or position.game.status != Game.Status.PLAYING:
        return None
    playing = position.rules.playing(position.state)
    asked_seats = [seat for seat in position.owners if seat.live and seat.index in playing]
    return {
        "asked": [seat.index for seat in asked_seats],
        "agreed": [seat.index for seat in asked_seats if seat.wants_end],
    }


def returns_left(position: Position, seat: Seat) -> int | None:
    """Return how often the owner may still return to the seat; None if there is no limit now."""
    if seat.free_match is None or seat.free_match == position.match:
        return None
    return max(0, RETURNS - seat.returns)


def can_substitute(position: Position, seat: Seat) -> bool:
    """Return whether a spectator may take this seat for good."""
    game = position.game
    is_absent = seat.away_since is not None or seat.abandoned_at is not None
    allowed = game.absence == Game.Absence.SUBSTITUTE and game.status == Game.Status.PLAYING
    return allowed and bool(seat.stand_in) and is_absent


def patience_left(position: Position, seat: Seat) -> int | None:
    """Return the milliseconds until others may call a stand-in for this seat, rounded up.

    None if they cannot.
    """
    playing = position.game.status == Game.Status.PLAYING
    if not playing or position.game.absence != Game.Absence.WAIT:
        return None
    turn, absence = questions.turn_of(seat), questions.absence_of(seat)
    if turn is None or absence is None:
        return None
    waited = milliseconds_between(absence.begun(turn), position.now)
    spent = absence.spent(turn, position.now)
    return round_up_milliseconds(
        max(
            0, min(paced_milliseconds(PATIENCE) - waited, paced_milliseconds(ABSENT_BUDGET) - spent)
        )
    )


def clocks_frame(position: Position) -> protocol.Clocks:
    """Return the running deadlines of users by seat: the time left, and what happens then."""
    start = position.resumes_at
    running: protocol.Clocks = {}
    for seat in position.people:
        if not seat.asked or seat.due_at is None or seat.played_by_ai:
            continue
        turn, absence = questions.turn_of(seat), questions.absence_of(seat)
        whole_ms = round_milliseconds(seat.allowed_ms)
        if turn is None:  # the deal is being sealed
            running[str(seat.index)] = {
                "ms": min(whole_ms, round_milliseconds(milliseconds_between(start, seat.due_at))),
                "of": whole_ms,
            }
            continue
        free, bank = turn.left(start, seat.due_at, seat.allowed_ms)
        absent = None if absence is None else absence.spent(turn, seat.due_at)
        waits = position.game.absence == Game.Absence.WAIT
        lapse = position.rules.lapse(position.state, seat.index)
        lapses = seat.lapses + (not questions.is_decline(position, lapse))
        replaced = not waits and stand_in_is_due(lapses=lapses, absent_ms=absent)
        running[str(seat.index)] = {
            "ms": free + bank,
            "of": whole_ms,
            "free": free,
            "bank": bank,
            "away": absence is not None,
            "then": "stand-in" if replaced else "lapse",
        }
        if absence is None:
            away = Absence(start, 1, seat.absent_ms)
            running[str(seat.index)]["absent"] = (
                None if waits else round_milliseconds(away.allowed(turn))
            )
    return running


def pause_left(position: Position) -> int:
    """Return the milliseconds left of the pause after a match, rounded up."""
    until, now = position.game.pause_until, position.now
    if until is None:
        return 0
    return round_up_milliseconds(
        milliseconds_between(now, min(until, now + longest_pause(position.game.clock)))
    )


def ready_frame(position: Position) -> protocol.Ready | None:
    """Return the seats that the pause waits for, and the ready ones; None before any answer."""
    if pause_left(position) == 0:
        return None
    answered = [seat for seat in position.owners if seat.ready is not None]
    if not answered:
        return None
    waiting = [seat.index for seat in answered if not seat.ready and seat.away_since is None]
    return {"waiting": waiting, "ready": [seat.index for seat in answered if seat.ready]}


def progress_frame(position: Position) -> protocol.Progress:
    """Return the part of a frame that every viewer gets: progress, clocks and agreements."""
    return {
        "version": position.game.version,
        "ply": position.game.ply,
        "clocks": clocks_frame(position),
        "pause": pause_left(position),
        "ready": ready_frame(position),
        "end": end_frame(position),
    }


def open_question(seat: Seat | None) -> int | None:
    """Return the number of the question that this seat has to answer now, if any."""
    return seat.question if seat is not None and seat.asked and not seat.stand_in else None


def seats_of_users(muted: Collection[int], seats: Iterable[Seat]) -> list[int]:
    """Return the indexes of the seats whose users are among `muted`."""
    return sorted(seat.index for seat in seats if seat.user_id in muted)


def events_message(position: Position, step: Step | None, public: list[GameEvent]) -> GameFrame:
    """Return the message with a frame for each viewer, about a move or a change without one.

    `public` are the events of spectators.
    """
    common = progress_frame(position)
    named_seats, host_seat = seats_frame(position), host_index(position)
    alone = position.alone is not None
    public_seats = without_names(named_seats, hidden_names(position, None))

    def frame(seat: Seat | None, reader: int = 0) -> protocol.Events:
        viewer = None if seat is None else seat.index
        return {
            "type": "events",
            "host": host_seat,
            "root": position.root,
            **common,
            "seats": named_seats if seat is not None else public_seats,
            "events": public
            if step is None or seat is None
            else events_for(position, step, viewer),
            "view": position.rules.state_for(position.state, viewer),
            "question": open_question(seat),
            "me": own_frame(position, seat, position.mutes.get(reader, ()), alone=alone),
        }

    people = {
        seat.user_id: frame(seat, seat.user_id)
        for seat in position.owners
        # users who left get the spectators' frames, including that of the last move
        if seat.user_id is not None and seat.abandoned_at is None
    }
    watchers = frame(None) if is_public(position.game) else None
    return event_message(position.game.version, watchers, people)
