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
    rounded_up,
    stand_in_is_due,
)
from games.positions.position import Position, Step, events_for, is_findable, is_public


def host_chair(position: Position) -> int | None:
    """Return the host's chair, if the host still has one."""
    seat = position.seat_of(position.game.host_id)
    return None if seat is None else seat.index


def seats_frame(position: Position) -> list[protocol.SeatInfo]:
    """Return every chair, its sitter, and the stand-in that plays for the owner."""
    is_open = position.game.status == Game.Status.OPEN
    promises = again.kept_chair_times(position) if is_open else {}

    def chair(index: int) -> protocol.SeatInfo:
        if index in position.seats:
            return _seat(position, position.seats[index])
        kept = promises.get(index)
        empty: protocol.SeatInfo = {"seat": index, "kind": "empty", "name": "", "level": None}
        return empty if kept is None else {**empty, "kept_for": kept[0], "kept_ms": kept[1]}

    return [chair(index) for index in range(position.size)]


def hidden_names(position: Position, viewer: Seat | None) -> set[int]:
    """Return the chairs of users whose names this viewer is not sent while the game runs.

    Watchers of a table that anyone can find do not learn that a user is online who hides that. At
    a ranked table before its deal the names are for players who have come to it: leaving costs
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
    chairs: list[protocol.SeatInfo], hidden: Collection[int]
) -> list[protocol.SeatInfo]:
    """Return the chairs with "" for the hidden names."""
    return [{**each, "name": ""} if each["seat"] in hidden else each for each in chairs]


def _seat(position: Position, seat: Seat) -> protocol.SeatInfo:
    timed = seat.kind != Seat.Kind.AI and position.game.clock is not None
    away = seat.away_since
    return {
        "seat": seat.index,
        "kind": seat.kind,
        "name": seat.name,
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
    """Return what only the owner of a chair gets, who muted these users; None for watchers.

    `alone` is a user who plays here without others.
    """
    if seat is None:
        return None
    left = returns_left(position, seat)
    playing = position.game.status == Game.Status.PLAYING
    return {
        "tab": seat.tab or None,
        "can_return": playing and bool(seat.stand_in) and left != 0,
        "returns_left": left,
        "ai_pace": seat.ai_pace if alone else None,
        "muted": chairs_of_users(muted, position.people) if muted else [],
    }


def end_frame(position: Position) -> protocol.End | None:
    """Return whose agreement ends the game now, and who has agreed; None where it cannot end so.

    Enough seats are abandoned, and the owners who are asked have theirs and are in the game.
    """
    gone = sum(seat.abandoned_at is not None for seat in position.people)
    few = gone < position.game_type.pace.abandoned
    if few or position.state is None or position.game.status != Game.Status.PLAYING:
        return None
    playing = position.rules.playing(position.state)
    asked = [seat for seat in position.owners if seat.live and seat.index in playing]
    return {
        "asked": [seat.index for seat in asked],
        "agreed": [seat.index for seat in asked if seat.wants_end],
    }


def returns_left(position: Position, seat: Seat) -> int | None:
    """Return how often the owner may still come back; None where it is not counted now."""
    if seat.free_match is None or seat.free_match == position.match:
        return None
    return max(0, RETURNS - seat.returns)


def can_substitute(position: Position, seat: Seat) -> bool:
    """Return whether a watcher may take this seat for good."""
    game = position.game
    gone = seat.away_since is not None or seat.abandoned_at is not None
    allowed = game.absence == Game.Absence.SUBSTITUTE and game.status == Game.Status.PLAYING
    return allowed and bool(seat.stand_in) and gone


def patience_left(position: Position, seat: Seat) -> int | None:
    """Return the milliseconds until others may call a stand-in for this seat; None where not.

    Rounded up: what is sent as over is over.
    """
    playing = position.game.status == Game.Status.PLAYING
    if not playing or position.game.absence != Game.Absence.WAIT:
        return None
    turn, absence = questions.turn_of(seat), questions.absence_of(seat)
    if turn is None or absence is None:
        return None
    waited = milliseconds_between(absence.begun(turn), position.now)
    spent = absence.spent(turn, position.now)
    return rounded_up(
        max(
            0, min(paced_milliseconds(PATIENCE) - waited, paced_milliseconds(ABSENT_BUDGET) - spent)
        )
    )


def clocks_frame(position: Position) -> protocol.Clocks:
    """Return the running deadlines of users by seat: what is left after the pause, what then."""
    start = position.resumes_at
    running: protocol.Clocks = {}
    for seat in position.people:
        if not seat.asked or seat.due_at is None or seat.played_by_ai:
            continue
        turn, absence = questions.turn_of(seat), questions.absence_of(seat)
        of = round_milliseconds(seat.allowed_ms)
        if turn is None:  # the deal is being agreed
            running[str(seat.index)] = {
                "ms": min(of, round_milliseconds(milliseconds_between(start, seat.due_at))),
                "of": of,
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
            "of": of,
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
    """Return milliseconds of the pause after a match that are still to run, rounded up."""
    until, now = position.game.pause_until, position.now
    if until is None:
        return 0
    return rounded_up(
        milliseconds_between(now, min(until, now + longest_pause(position.game.clock)))
    )


def ready_frame(position: Position) -> protocol.Ready | None:
    """Return for which seats the pause waits, and which are ready; None before any has said so."""
    if pause_left(position) == 0:
        return None
    said = [seat for seat in position.owners if seat.ready is not None]
    if not said:
        return None
    waiting = [seat.index for seat in said if not seat.ready and seat.away_since is None]
    return {"waiting": waiting, "ready": [seat.index for seat in said if seat.ready]}


def progress_frame(position: Position) -> protocol.Progress:
    """Return how far the game is, and which clocks and agreements run, for every viewer."""
    return {
        "version": position.game.version,
        "ply": position.game.ply,
        "clocks": clocks_frame(position),
        "pause": pause_left(position),
        "ready": ready_frame(position),
        "end": end_frame(position),
    }


def open_question(seat: Seat | None) -> int | None:
    """Return the number of the question that this seat is to answer now, if any."""
    return seat.question if seat is not None and seat.asked and not seat.stand_in else None


def chairs_of_users(muted: Collection[int], seats: Iterable[Seat]) -> list[int]:
    """Return the chairs of those of these users who sit on one."""
    return sorted(seat.index for seat in seats if seat.user_id in muted)


def events_message(position: Position, step: Step | None, public: list[GameEvent]) -> GameFrame:
    """Return the message with the frames of a move, or of none, for each viewer.

    `public` are watchers' events.
    """
    common = progress_frame(position)
    named, host_seat = seats_frame(position), host_chair(position)
    alone = position.alone is not None
    watched = without_names(named, hidden_names(position, None))

    def frame(seat: Seat | None, reader: int = 0) -> protocol.Events:
        viewer = None if seat is None else seat.index
        return {
            "type": "events",
            "host": host_seat,
            "root": position.root,
            **common,
            "seats": named if seat is not None else watched,
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
        # users who left get what watchers get, also of the last move
        if seat.user_id is not None and seat.abandoned_at is None
    }
    watchers = frame(None) if is_public(position.game) else None
    return event_message(position.game.version, watchers, people)
