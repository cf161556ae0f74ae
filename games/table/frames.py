"""What is sent of a game at the table: snapshots, events, pulses, each as its viewer may see it."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from games.engine.contract import Json, Refused
from games.models import Game, Move, Seat
from games.records import game_log, standings
from games.records.game_log import Step, events_for
from games.table import position as positions
from games.table import table_info, talk, watchers
from games.table.broadcast import Frames, tell_on_commit
from games.table.position import Position, is_public, raise_version

READS = 5


# ------------------------------------------------------------------------------- now
def snapshot(game_id: str, user_id: int | None) -> Json | Refused:
    """Everything that this viewer may know now, as docs/PROTOCOL.md writes it.

    A user without a seat, and None, see what watchers see; Refused("not-seated") where the
    table has no watchers. Raises Game.DoesNotExist.
    """
    return snapshots(game_id, [user_id])[user_id]


def snapshots(game_id: str, user_ids: Iterable[int | None]) -> dict[int | None, Json | Refused]:
    """The same for several viewers, of one reading; those who see the same share one object.

    Raises Game.DoesNotExist.
    """
    viewers = set(user_ids)
    position, moves = _read_whole(game_id)
    muted = talk.mutes([user_id for user_id in viewers if user_id is not None])
    shared, steps = _shared(position), _recent(position, moves)
    public = is_public(position.game)
    made: dict[tuple[int | None, frozenset[int]], Json] = {}

    def frame(user_id: int | None) -> Json | Refused:
        seat = position.seat_of(user_id)
        if seat is None and not public:
            return Refused("not-seated")
        deaf_to = frozenset() if user_id is None else muted[user_id]
        sees = (None if seat is None else seat.index, deaf_to)
        if sees not in made:
            made[sees] = _snapshot(position, seat, deaf_to, shared, steps)
        return made[sees]

    return {user_id: frame(user_id) for user_id in viewers}


def pulse(game_id: str) -> Json:
    """How far a game is and how many look on. Raises Game.DoesNotExist."""
    version = Game.objects.values_list("version", flat=True).get(pk=game_id)
    return {"version": version, "watchers": watchers.count(game_id)}


def publish_snapshots(position: Position) -> None:
    """Raise the version of a game and tell everybody all of how it stands, on commit."""
    moves = [] if position.state is None else list(game_log.moves_of(position.game.pk))
    raise_version(position)
    tell_on_commit(position.game.pk, partial(_snapshots, position, moves))


def publish_change(position: Position) -> None:
    """Raise the version of a game and tell who is here and plays for whom, on commit.

    For what changes no cards and nobody's chair.
    """
    if position.game.status == Game.Status.PLAYING:
        raise_version(position)
        tell_on_commit(position.game.pk, partial(events, position, None, []))
    else:
        publish_snapshots(position)


def events(position: Position, step: Step | None, public: list[Json]) -> Frames:
    """What each viewer is told of a move, `public` being what watchers are; or of no move."""
    common = {
        "type": "events",
        "version": position.game.version,
        "ply": position.game.ply,
        "host": table_info.host(position),
        "seats": table_info.seats(position),
        "clocks": table_info.clocks(position),
        "pause": table_info.pause(position),
        "end": table_info.end(position),
        "root": position.root,
    }

    owners = _owners(position)
    muted = talk.mutes(owners)
    own = partial(events_for, position)

    def frame(seat: Seat | None, reader: int = 0) -> Json:
        viewer = None if seat is None else seat.index
        return {
            **common,
            "events": public if step is None or seat is None else own(step, seat.index),
            "view": position.rules.seen_by(position.state, viewer),
            "question": table_info.open_question(seat),
            "me": table_info.me(position, seat, muted.get(reader, ())),
        }

    return Frames(
        version=position.game.version,
        watchers=frame(None) if is_public(position.game) else None,
        people={
            user: frame(seat, user)
            for user, seat in owners.items()
            # who left is told what watchers are, also of the last move
            if seat.abandoned_at is None
        },
    )


# -------------------------------------------------------------------------- snapshots
def _read_whole(game_id: str) -> tuple[Position, list[Move]]:
    """Rows that belong together: read again when the game moved on in between."""
    for _ in range(READS):
        position = positions.read(game_id)
        moves = list(game_log.moves_of(game_id))
        version = Game.objects.values_list("version", flat=True).get(pk=game_id)
        if version == position.game.version:
            return position, moves
    with transaction.atomic():
        position = positions.lock(game_id)
        return position, list(game_log.moves_of(game_id))


def _owners(position: Position) -> dict[int, Seat]:
    """The seats of people, by user."""
    return {seat.user_id: seat for seat in position.owners if seat.user_id is not None}


def _snapshots(position: Position, moves: list[Move]) -> Frames:
    owners = _owners(position)
    muted = talk.mutes(owners)
    shared, steps = _shared(position), _recent(position, moves)
    public = is_public(position.game)
    return Frames(
        version=position.game.version,
        watchers=_snapshot(position, None, frozenset(), shared, steps) if public else None,
        people={
            user: _snapshot(position, seat, muted[user], shared, steps)
            for user, seat in owners.items()
        },
        apart=talk.readers_apart(position.game.pk),
    )


def _shared(position: Position) -> Json:
    """What a snapshot tells every viewer; the talk of those who muted nobody."""
    return {
        "type": "snapshot",
        "protocol": game_log.PROTOCOL,
        "version": position.game.version,
        "ply": position.game.ply,
        "game": table_info.table(position),
        "seats": table_info.seats(position),
        "ranks": {str(seat): rank for seat, rank in standings.chips(position).items()},
        "clocks": table_info.clocks(position),
        "pause": table_info.pause(position),
        "end": table_info.end(position),
        "fair": table_info.fair(position),
        "watchers": watchers.count(position.game.pk),
        "talk": talk.lines(position.game.pk, ()),
    }


def _snapshot(
    position: Position,
    seat: Seat | None,
    muted: frozenset[int],
    shared: Json,
    steps: list[Step],
) -> Json:
    """What the viewer on this chair, or a watcher, may know, who muted these users."""
    viewer = None if seat is None else seat.index
    state = position.state
    own = {
        "you": viewer,
        "view": None if state is None else position.rules.seen_by(state, viewer),
        "log": _log(position, steps, viewer),
        "question": table_info.open_question(seat),
        "me": table_info.me(position, seat, muted),
        "muted": talk.chairs(muted, position.people),
    }
    if muted:
        own["talk"] = talk.lines(position.game.pk, muted)
    return {**shared, **own}


def _recent(position: Position, moves: list[Move]) -> list[Step]:
    """The steps of this match and of the one before it."""
    if position.state is None:
        return []
    current = moves[-1].match if moves else 0
    steps = game_log.replay(position, moves)
    return [step for step in steps if step.move is None or step.move.match >= current - 1]


def _log(position: Position, steps: list[Step], viewer: int | None) -> list[Json]:
    """The told events of the current match, and first how the one before it ended."""
    log = [event for step in steps for event in events_for(position, step, viewer)]
    deals = [place for place, event in enumerate(log) if event["e"] == "dealt"]
    ends = [place for place, event in enumerate(log) if event["e"] == "match_over"]
    first = deals[-1] if deals else 0
    return log[max((place for place in ends if place < first), default=first) :]
