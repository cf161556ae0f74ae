"""The only module that publishes to sockets, and only committed changes.

One group message for each event has a ready payload for each user, and one for spectators.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from django.db import transaction
from redis import RedisError

from accounts.contact import notifications
from density.platform.redis import redis_connection
from games.live import deadlines, hub
from games.live.messages import (
    GameChanged,
    GameFrame,
    LobbyTables,
    Message,
    OfGame,
    SiteDraining,
    Step,
)
from games.protocol import Events, TablesOfUsers

# groups of messages for one user or queue, which go to every process that has users
LOBBY, QUEUE, USERS = "lobby", "queue", "users"
# the group of messages for all users
SITE = "site"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Announced:
    """A committed change: the message to the viewers of its table, and its deadlines."""

    game_id: str
    message: Step
    due: deadlines.Changed


def group_of(game_id: str) -> str:
    """Return the group of all sockets at this table."""
    return f"game.{game_id}"


def encode_frame(frame: Mapping[str, Any]) -> str:
    """Return the frame as JSON text for the wire."""
    return orjson.dumps(frame).decode()


def send_on_commit(game_id: str, build: Callable[[], OfGame]) -> None:
    """On commit, build a message and send it to the sockets of a table."""
    transaction.on_commit(lambda: _publish_message(group_of(game_id), build()))


def refresh_on_commit(user_id: int) -> None:
    """On commit, have this user's sockets read again what the user may see."""
    transaction.on_commit(
        lambda: _publish_message(USERS, {"type": "user.refresh", "user": user_id})
    )


def send_notice(user_ids: Collection[int], frame: Mapping[str, Any]) -> None:
    """Send a frame to every socket of these users: notifications by socket."""
    for user_id in user_ids:
        _publish_message(
            USERS, {"type": "user.notice", "user": user_id, "text": encode_frame(frame)}
        )


notifications.socket_senders.append(send_notice)


def sign_out_on_commit(user_id: int) -> None:
    """On commit, close all sockets of this user."""
    transaction.on_commit(
        lambda: _publish_message(USERS, {"type": "user.signed.out", "user": user_id})
    )


def publish_lobby_on_commit(build: Callable[[], TablesOfUsers]) -> None:
    """On commit, build the list of tables and send it to all.

    Its "people", the user ids at each table, are for the sockets and go to no client.
    """
    transaction.on_commit(lambda: _publish_message(LOBBY, lobby_message(build())))


def lobby_message(frame: TablesOfUsers) -> LobbyTables:
    """Return the message that carries the list of tables to the sockets."""
    public = {name: part for name, part in frame.items() if name != "people"}
    stamp, people = frame["stamp"], frame["people"]
    return {"type": "lobby.tables", "stamp": stamp, "text": encode_frame(public), "people": people}


def publish_queue(frame: Mapping[str, object]) -> bool:
    """Publish the status of a queue to all users in it; return whether it was published."""
    return _publish_message(QUEUE, {"type": "queue.news", "frame": frame})


def notify_queuers(user_ids: Sequence[int]) -> bool:
    """Have the queue sockets of these users read their state; return whether it was published."""
    return _publish_message(QUEUE, {"type": "queue.changed", "users": [*user_ids]})


def notify_queuers_on_commit(user_ids: Sequence[int]) -> None:
    """On commit, have the queue sockets of these users read their state."""
    transaction.on_commit(lambda: notify_queuers(user_ids))


def publish_draining(*, on: bool) -> bool:
    """Notify all users whether the site is draining; return whether it was published."""
    return _publish_message(SITE, draining_message(on=on))


def draining_message(*, on: bool) -> SiteDraining:
    """Return the message that tells users whether the site is draining."""
    return {"type": "site.draining", "on": on}


def close_on_commit(game_id: str) -> None:
    """On commit, close the sockets of a table that is deleted."""
    send_on_commit(game_id, lambda: {"type": "game.closed"})


def event_message(version: int, watchers: Events | None, people: Mapping[int, Events]) -> GameFrame:
    """Return the message with an event for all viewers of its table, as each may see it.

    `version` is the game's version after the event, `people` has the frames of users with a seat,
    by user id. `watchers` is None if the table is closed to spectators.
    """
    return {
        "type": "game.frame",
        "version": version,
        "people": {str(user): encode_frame(frame) for user, frame in people.items()},
        "watchers": None if watchers is None else encode_frame(watchers),
    }


def changed_message(version: int, *, soon: bool = False) -> GameChanged:
    """Return the message that has viewers read a snapshot of this version or a newer one.

    With `soon`, they first wait a moment, because another change is likely to follow.
    """
    return {"type": "game.changed", "version": version, "soon": soon}


def publish_changes(*announced: Announced) -> None:
    """Publish committed changes to the sockets of this process and to other processes."""
    for change in announced:
        hub.deliver_here(group_of(change.game_id), change.message)
    announce_changes(announced)


def deliver_change(announced: Announced) -> None:
    """Publish a committed change to the sockets of this event loop."""
    hub.loop_hub().deliver(group_of(announced.game_id), announced.message)


def announce_changes(moves: Sequence[Announced]) -> None:
    """Publish changes to other processes and index their deadlines, in one round trip.

    An outage of Redis is only logged: the clock's reconciler indexes the deadlines later.
    """
    try:
        with redis_connection().pipeline(transaction=False) as pipe:
            for move in moves:
                pipe.publish(group_of(move.game_id), hub.pack_message(move.message))
            deadlines.add_changes(pipe, [move.due for move in moves])
            pipe.execute()
    except RedisError as fault:
        names = ", ".join(f"v{move.message['version']} of {move.game_id}" for move in moves)
        log.warning(
            "redis unavailable (%s): %s was not published; clients resync, and the reconciler adds "
            "the deadlines",
            *(type(fault).__name__, names),
        )


def _publish_message(group: str, message: Message) -> bool:
    hub.deliver_here(group, message)
    try:
        redis_connection().publish(group, hub.pack_message(message))
    except RedisError as fault:
        log.warning(
            "redis unavailable (%s): %s for %s was not published; clients resync",
            *(type(fault).__name__, message["type"], group),
        )
        return False
    return True
