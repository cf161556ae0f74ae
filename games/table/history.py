"""The read side: what each viewer may see of a game now, and of its past."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.engine import deal
from games.engine import record as records
from games.engine.contract import Json, Moved, Refused, Rules
from games.models import DealCommitment, Game, Move, Seat
from games.table import facts, standings, talk, watchers
from games.table import position as positions
from games.table.broadcast import Frames, tell_on_commit
from games.table.clocks import rounded, to_the_tenth
from games.table.position import Position, is_public

PROTOCOL = 1
READS = 5
MOST_DEALS = 1000


@dataclass(frozen=True, slots=True)
class Step:
    """What one move did: the state after it and the events on the way; no move for the deal."""

    move: Move | None
    state: Any
    events: tuple[Any, ...]


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


def tell_snapshots(position: Position) -> None:
    """Raise the version of a game and tell everybody all of how it stands, on commit."""
    moves = [] if position.state is None else list(_moves(position.game.pk))
    _raise_version(position)
    tell_on_commit(position.game.pk, partial(_snapshots, position, moves))


def tell_change(position: Position) -> None:
    """Raise the version of a game and tell who is here and plays for whom, on commit.

    For what changes no cards and nobody's chair.
    """
    if position.game.status == Game.Status.PLAYING:
        _raise_version(position)
        tell_on_commit(position.game.pk, partial(events, position, None, []))
    else:
        tell_snapshots(position)


def events(position: Position, step: Step | None, public: list[Json]) -> Frames:
    """What each viewer is told of a move, `public` being what watchers are; or of no move."""
    common = {
        "type": "events",
        "version": position.game.version,
        "ply": position.game.ply,
        "host": facts.host(position),
        "seats": facts.seats(position),
        "clocks": facts.clocks(position),
        "pause": facts.pause(position),
        "end": facts.end(position),
        "root": position.root,
    }

    owners = _owners(position)
    muted = talk.mutes(owners)

    def frame(seat: Seat | None, reader: int = 0) -> Json:
        viewer = None if seat is None else seat.index
        own = public if step is None or seat is None else told(position, step, viewer)
        return {
            **common,
            "events": own,
            "view": position.rules.seen_by(position.state, viewer),
            "question": facts.open_question(seat),
            "me": facts.me(position, seat, muted.get(reader, ())),
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


def told(position: Position, step: Step, viewer: int | None) -> list[Json]:
    """The events of a step for one viewer, with who caused them and when."""
    events = [position.rules.tell(event, viewer) for event in step.events]
    for event in events:
        if step.move is not None:
            event["by"] = step.move.by
        event["at"] = 0 if step.move is None else _since_start(position.game, step.move.at)
    return events


# ------------------------------------------------------------------------------ past
def replay(position: Position, moves: Iterable[Move]) -> Iterator[Step]:
    """Play a game again from its seed: the deal, then a step for each move in order.

    Raises ValueError when the rules refuse a move of the log, which no game's log may hold.
    """
    rules = position.rules
    seed = positions.seed_of(position.game, position.seats)
    state, events = rules.start(position.ruleset, seed)
    yield Step(None, state, events)
    for move in moves:
        moved = _again(rules, state, move)
        if isinstance(moved, Refused):
            raise ValueError(f"{move} was refused as {moved.code}")
        state, events = moved
        yield Step(move, state, events)


def _again(rules: Rules, state: Any, move: Move) -> Moved | Refused:
    """What a move of the log does to a state."""
    if move.seat is None:
        return rules.stop(state)
    action = rules.read_action(move.action)
    return action if isinstance(action, Refused) else rules.act(state, move.seat, action)


def record(game_id: str) -> Json:
    """The record of a finished game (docs/RECORD.md), its secret included.

    Raises Game.DoesNotExist when there is no such game or it is not finished.
    """
    position = positions.read(game_id)
    game, seats = position.game, position.seats
    if game.status != Game.Status.FINISHED or game.finished_at is None:
        raise Game.DoesNotExist(f"{game_id} is not finished")
    origin = records.Origin(
        slug=game.slug,
        game_id=game.pk,
        ruleset=position.ruleset,
        seed=positions.seed_of(game, seats),
        revealed=[seats[index].bytes_by == Seat.BytesBy.CLIENT for index in sorted(seats)],
        scheme=DealCommitment.objects.values_list("scheme", flat=True).get(game_id=game.pk),
        silent=[
            records.Silent(index, seat.silent, _timestamp(seat.silent_at))
            for index, seat in sorted(seats.items())
            if seat.silent_at is not None
        ],
    )
    moves = list(_moves(game_id))
    return records.build(
        origin,
        _played(position, moves),
        seated=[
            records.Seated(seats[index].kind, seats[index].name, seats[index].level or None)
            for index in sorted(seats)
        ],
        rated=game.rated,
        finished_at=_timestamp(game.finished_at),
        stopped=any(move.by == Move.By.ALL for move in moves),
    )


def _timestamp(at: datetime) -> str:
    """A time as records write it."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def _played(position: Position, moves: Iterable[Move]) -> Iterator[records.Played]:
    """The moves as a record wants them: an owner's own moves have no `by`."""
    for move in moves:
        if move.seat is None:
            continue
        action = position.rules.read_action(move.action)
        if isinstance(action, Refused):
            raise ValueError(f"{move} is {action.code}")
        own = Move.By.AI if position.seats[move.seat].kind == Seat.Kind.AI else Move.By.PLAYER
        yield records.Played(move.seat, action, None if move.by == own else move.by)


# -------------------------------------------------------------------------- snapshots
def _read_whole(game_id: str) -> tuple[Position, list[Move]]:
    """Rows that belong together: read again when the game moved on in between."""
    for _ in range(READS):
        position = positions.read(game_id)
        moves = list(_moves(game_id))
        version = Game.objects.values_list("version", flat=True).get(pk=game_id)
        if version == position.game.version:
            return position, moves
    with transaction.atomic():
        position = positions.lock(game_id)
        return position, list(_moves(game_id))


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
        "protocol": PROTOCOL,
        "version": position.game.version,
        "ply": position.game.ply,
        "game": facts.table(position),
        "seats": facts.seats(position),
        "ranks": {str(seat): rank for seat, rank in standings.chips(position).items()},
        "clocks": facts.clocks(position),
        "pause": facts.pause(position),
        "end": facts.end(position),
        "fair": facts.fair(position),
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
        "question": facts.open_question(seat),
        "me": facts.me(position, seat, muted),
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
    steps = replay(position, moves)
    return [step for step in steps if step.move is None or step.move.match >= current - 1]


def _log(position: Position, steps: list[Step], viewer: int | None) -> list[Json]:
    """The told events of the current match, and first how the one before it ended."""
    log = [event for step in steps for event in told(position, step, viewer)]
    deals = [place for place, event in enumerate(log) if event["e"] == "dealt"]
    ends = [place for place, event in enumerate(log) if event["e"] == "match_over"]
    first = deals[-1] if deals else 0
    return log[max((place for place in ends if place < first), default=first) :]


def deals(after: int, game_id: str = "") -> list[Json]:
    """Up to 1000 links of the public log of commitments after this sequence number.

    They name their games by the hash of the id: whoever knows an id may watch the game. With an
    id only the link of that game.
    """
    links = DealCommitment.objects.filter(sequence__gt=after)
    if game_id:
        links = links.filter(game_id=game_id)
    return [
        {
            "sequence": link.sequence,
            "game": deal.log_name(link.game_id) if link.scheme > 1 else None,
            "commitment": link.commitment,
            "previous": link.previous,
            "hash": link.hash,
            "at": to_the_tenth(link.at),
        }
        for link in links[:MOST_DEALS]
    ]


def _moves(game_id: str) -> QuerySet[Move]:
    return Move.objects.filter(game_id=game_id).order_by("ply")


def _raise_version(position: Position) -> None:
    position.game.version += 1
    position.game.save(update_fields=("version",))


def _since_start(game: Game, at: datetime) -> int:
    began = game.started_at
    return 0 if began is None else rounded(facts.milliseconds(began, at))
