"""Snapshots: everything that a viewer may know about a table now."""

from collections.abc import Iterable

from django.urls import reverse

from accounts.models import Mute
from games import protocol
from games.engine.contract import Refused
from games.live import again, frames, look_back, online, talk
from games.live.look_back import LookBack
from games.live.snapshot_rows import SnapshotRows
from games.models import Game, Seat
from games.positions.position import Position, is_public
from games.records import standings


def make_snapshot(game_id: str, user_id: int | None) -> protocol.Snapshot | Refused:
    """Return everything that this viewer may know now, in the format of docs/PROTOCOL.md.

    A user without a seat, and None, get the snapshot of spectators; Refused("not-seated") if the
    table is closed to spectators. Raises Game.DoesNotExist.
    """
    return make_snapshots(game_id, [user_id])[user_id]


def make_snapshots(
    game_id: str, user_ids: Iterable[int | None]
) -> dict[int | None, protocol.Snapshot | Refused]:
    """Return the snapshots of several viewers from one reading; equal ones share one object.

    Raises Game.DoesNotExist.
    """
    viewers = set(user_ids)
    position, past, rows = look_back.read_table(game_id)
    muted = _read_mutes(position, viewers)
    watched, public = _spectator_snapshot(position, rows, past), is_public(position.game)
    rematch = again.rematch_offer(position)
    shared: dict[tuple[int | None, frozenset[int]], protocol.Snapshot] = {}

    def frame(user_id: int | None) -> protocol.Snapshot | Refused:
        seat = position.seat_of(user_id)
        if seat is None and not public:
            return Refused("not-seated")
        muted_users = frozenset() if user_id is None else muted.get(user_id, frozenset())
        view = (None if seat is None else seat.index, muted_users)
        if view not in shared:
            shared[view] = snapshot = _viewer_snapshot(watched, position, seat, muted_users, past)
            if any(line.speaker in muted_users for line in rows.lines):
                snapshot["talk"] = talk.latest_lines(
                    game_id, muted_users, frames.hidden_names(position, None)
                )
            if hidden := frames.hidden_names(position, seat):
                snapshot["seats"] = frames.without_names(watched["seats"], hidden)
            if seat is not None and rematch is not None:
                snapshot["game"] = {**watched["game"], "again": rematch}
        return shared[view]

    return {user_id: frame(user_id) for user_id in viewers}


def read_status(game_id: str) -> protocol.Status:
    """Return a game's version and its number of spectators. Raises Game.DoesNotExist."""
    version = Game.objects.values_list("version", flat=True).get(pk=game_id)
    return {"version": version, "watchers": online.count_recent_spectators(game_id)}


# -------------------------------------------------------------------------- snapshots
def _read_mutes(position: Position, viewers: set[int | None]) -> dict[int, frozenset[int]]:
    """Return the users whom these viewers muted, by user id; the position has some already."""
    seated = {seat.user_id for seat in position.people}
    muted: dict[int, set[int]] = {viewer: set() for viewer in viewers - seated if viewer}
    if not muted:
        return position.mutes
    pairs = Mute.objects.filter(owner__in=muted)
    for user_id, other in pairs.values_list("owner_id", "muted_id"):
        muted[user_id].add(other)
    return position.mutes | {user_id: frozenset(others) for user_id, others in muted.items()}


def _spectator_snapshot(
    position: Position, rows: SnapshotRows, past: LookBack | None
) -> protocol.Snapshot:
    """Return the snapshot of a spectator who muted no one, with every name."""
    chips = standings.rank_chips(position, rows.ranks)
    hidden = frames.hidden_names(position, None)
    state = position.state
    return {
        "type": "snapshot",
        "protocol": protocol.VERSION,
        **frames.progress_frame(position),
        "game": describe_table(position),
        "seats": frames.seats_frame(position),
        "ranks": {str(seat): rank for seat, rank in chips.items()},
        "you": None,
        "view": None if state is None else position.rules.state_for(state, None),
        "log": [] if past is None else past.log(position, None),
        "question": None,
        "fair": describe_deal(position, rows),
        "watchers": online.count_recent_spectators(position.game.pk),
        "talk": [talk.write_line(line, hidden) for line in rows.lines],
        "me": None,
        "muted": [],
    }


def _viewer_snapshot(
    watched: protocol.Snapshot,
    position: Position,
    seat: Seat | None,
    muted: frozenset[int],
    past: LookBack | None,
) -> protocol.Snapshot:
    """Return the snapshot of a seat's owner, or of a spectator (None), who muted these users."""
    snapshot = watched.copy()
    snapshot["muted"] = frames.seats_of_users(muted, position.people)
    if seat is not None:
        snapshot["you"], snapshot["question"] = seat.index, frames.open_question(seat)
        snapshot["me"] = frames.own_frame(position, seat, muted, alone=position.alone is not None)
        if position.state is not None:
            snapshot["view"] = position.rules.state_for(position.state, seat.index)
        if past is not None:
            snapshot["log"] = past.log(position, seat.index)
    return snapshot


def describe_table(position: Position) -> protocol.Game:
    """Return the part of a snapshot about the table itself."""
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
        "host": frames.host_index(position),
        "again": again.rematch_offer(position, public=True),
        "url": url,
        "result_url": url,
    }


def describe_deal(position: Position, rows: SnapshotRows) -> protocol.Fair:
    """Return the stage of sealing the deal, and the Merkle root of the current deck.

    It never includes the secret.
    """
    game = position.game
    people = position.people
    stage = "dealt" if game.state is not None else None
    if game.status == Game.Status.SEALING:
        stage = "reveal" if any(seat.question for seat in people) else "pledge"
    return {
        "commitment": rows.commitment,
        "pledges": [
            position.seats[index].pledge or None if index in position.seats else None
            for index in range(position.size)
        ],
        "given": [
            position.seats[index].bytes_by or None if index in position.seats else None
            for index in range(position.size)
        ],
        "stage": stage,
        "root": rows.root,
    }
