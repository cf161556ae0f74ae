"""Snapshots: everything that a viewer may know of a table now; publishing them after a change."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.urls import reverse

from games.engine.contract import Json, Refused
from games.models import DealCommitment, Game, Match, Move, Seat
from games.records import game_log, standings
from games.table import again, frames, spectators, talk
from games.table import position as positions
from games.table.broadcast import change_on_commit, publish_on_commit
from games.table.position import Position, Step, events_for, is_public, raise_version

READS = 5


def snapshot(game_id: str, user_id: int | None) -> Json | Refused:
    """Return everything that this viewer may know now, as docs/PROTOCOL.md writes it.

    A user without a seat, and None, see what watchers see; Refused("not-seated") where the
    table has no watchers. Raises Game.DoesNotExist.
    """
    return snapshots(game_id, [user_id])[user_id]


def snapshots(game_id: str, user_ids: Iterable[int | None]) -> dict[int | None, Json | Refused]:
    """Return the same for several viewers, of one reading; equal ones share one object.

    Raises Game.DoesNotExist.
    """
    viewers = set(user_ids)
    position, moves = _read_whole(game_id)
    muted = frames.mutes([user_id for user_id in viewers if user_id is not None])
    shared, steps = _shared(position), _recent(position, moves)
    public = is_public(position.game)
    made: dict[tuple[int | None, frozenset[int]], Json] = {}

    def frame(user_id: int | None) -> Json | Refused:
        seat = position.seat_of(user_id)
        if seat is None and not public:
            return Refused("not-seated")
        muted_users = frozenset() if user_id is None else muted[user_id]
        sees = (None if seat is None else seat.index, muted_users)
        if sees not in made:
            made[sees] = _snapshot(position, seat, muted_users, shared, steps)
        return made[sees]

    return {user_id: frame(user_id) for user_id in viewers}


def status(game_id: str) -> Json:
    """Return a game's version and its number of watchers. Raises Game.DoesNotExist."""
    version = Game.objects.values_list("version", flat=True).get(pk=game_id)
    return {"version": version, "watchers": spectators.count(game_id)}


def publish_snapshots(position: Position) -> None:
    """Raise the version of a game, and have every viewer read a snapshot, on commit.

    Of changes that follow each other at once they read the last one only.
    """
    raise_version(position)
    change_on_commit(position.game.pk, position.game.version)


def publish_change(position: Position) -> None:
    """Raise the version of a game and publish presence and stand-ins, on commit.

    For changes of neither cards nor chairs.
    """
    if position.game.status == Game.Status.PLAYING:
        raise_version(position)
        publish_on_commit(position.game.pk, partial(frames.events, position, None, []))
    else:
        publish_snapshots(position)


# -------------------------------------------------------------------------- snapshots
def _read_whole(game_id: str) -> tuple[Position, list[Move]]:
    """Return rows that belong together: read again when the game moved on in between."""
    for _ in range(READS):
        position = positions.read(game_id)
        moves = list(game_log.moves_of(game_id))
        version = Game.objects.values_list("version", flat=True).get(pk=game_id)
        if version == position.game.version:
            return position, moves
    with transaction.atomic():
        position = positions.lock(game_id)
        return position, list(game_log.moves_of(game_id))


def _shared(position: Position) -> Json:
    """Return what a snapshot has for every viewer; the talk is of viewers without mutes."""
    return {
        "type": "snapshot",
        "protocol": game_log.PROTOCOL,
        "version": position.game.version,
        "ply": position.game.ply,
        "game": table(position),
        "seats": frames.seats(position),
        "ranks": {str(seat): rank for seat, rank in standings.chips(position).items()},
        "clocks": frames.clocks(position),
        "pause": frames.pause(position),
        "end": frames.end(position),
        "fair": fair(position),
        "watchers": spectators.count(position.game.pk),
        "talk": talk.lines(position.game.pk, ()),
    }


def _snapshot(
    position: Position,
    seat: Seat | None,
    muted: frozenset[int],
    shared: Json,
    steps: list[Step],
) -> Json:
    """Return what the viewer on this chair, or a watcher, may know, who muted these users."""
    viewer = None if seat is None else seat.index
    state = position.state
    own = {
        "you": viewer,
        "view": None if state is None else position.rules.state_for(state, viewer),
        "log": _log(position, steps, viewer),
        "question": frames.open_question(seat),
        "me": frames.me(position, seat, muted),
        "muted": frames.chairs(muted, position.people),
    }
    if muted:
        own["talk"] = talk.lines(position.game.pk, muted)
    return {**shared, **own}


def _recent(position: Position, moves: list[Move]) -> list[Step]:
    """Return the steps of this match and of the one before it."""
    if position.state is None:
        return []
    current = moves[-1].match if moves else 0
    steps = game_log.replay(position, moves)
    return [step for step in steps if step.move is None or step.move.match >= current - 1]


def _log(position: Position, steps: list[Step], viewer: int | None) -> list[Json]:
    """Return the events of the current match, after the end of the match before it."""
    log = [event for step in steps for event in events_for(position, step, viewer)]
    deals = [place for place, event in enumerate(log) if event["e"] == "dealt"]
    ends = [place for place, event in enumerate(log) if event["e"] == "match_over"]
    first = deals[-1] if deals else 0
    return log[max((place for place in ends if place < first), default=first) :]


def table(position: Position) -> Json:
    """Return the table itself."""
    game = position.game
    url = reverse("games:game", args=(game.pk,))
    return {
        "id": game.pk,
        "title": game.title,
        "slug": game.slug,
        "edition": game.edition,
        "ruleset": game.ruleset,
        "rated": game.rated,
        "access": game.access,
        "chat": game.chat,
        "absence": game.absence,
        "watchable": game.watchable,
        "status": game.status,
        "clock": game.clock,
        "host": frames.host(position),
        "again": again.offer(position),
        "url": url,
        "result_url": url,
    }


def fair(position: Position) -> Json:
    """Return how far the sealing of the deal has come, and the Merkle root of the current deck.

    The secret is in none of it.
    """
    game = position.game
    dealt = Match.objects.filter(game_id=game.pk).order_by("number").last()
    commitment = DealCommitment.objects.filter(game_id=game.pk).first()
    people = position.people
    stage = "dealt" if game.state is not None else None
    if game.status == Game.Status.SEALING:
        stage = "reveal" if any(seat.question for seat in people) else "pledge"
    return {
        "commitment": commitment.commitment if commitment else None,
        "pledges": [
            position.seats[index].pledge or None if index in position.seats else None
            for index in range(position.size)
        ],
        "given": [
            position.seats[index].bytes_by or None if index in position.seats else None
            for index in range(position.size)
        ],
        "stage": stage,
        "root": dealt.merkle_root if dealt else None,
    }
