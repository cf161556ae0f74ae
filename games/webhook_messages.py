"""The messages to webhooks about games, and the functions that send them (docs/API.md).

A message has no card and no choice of a game, only who plays and, at the end, the places.
"""

from datetime import datetime
from typing import Literal, TypedDict

from django.urls import reverse

from accounts.contact.notifications import notify_users
from games.models import Challenge, Game, Seat
from games.positions.position import Position, size_of
from games.protocol import SeatKind


class SeatNews(TypedDict):
    """A seat; `place` is null until the game is over. A hidden name is "" until then."""

    name: str
    kind: SeatKind
    place: int | None


class GameNews(TypedDict):
    """A game of `player`: the webhook's user, or a bot of that user."""

    player: str
    id: str
    url: str
    slug: str
    edition: str
    rated: bool
    seats: list[SeatNews]


class InvitationNews(TypedDict):
    """An invitation of `player` by `sender` to the table with this id; `seats`: their number."""

    player: str
    sender: str
    id: str
    url: str
    slug: str
    edition: str
    seats: int


class TestNews(TypedDict):
    """The user who asked for a test."""

    player: str


class GameStarted(TypedDict):
    """A game begins: its table is full, and its deal is being sealed."""

    type: Literal["game.started"]
    timestamp: datetime
    data: GameNews


class GameFinished(TypedDict):
    """A game is over, and its record can be read."""

    type: Literal["game.finished"]
    timestamp: datetime
    data: GameNews


class Invitation(TypedDict):
    """Another player invites to a table, which waits for ten minutes."""

    type: Literal["invitation"]
    timestamp: datetime
    data: InvitationNews


class WebhookTest(TypedDict):
    """The user pressed "Send a test"."""

    type: Literal["test"]
    timestamp: datetime
    data: TestNews


MESSAGES = (GameStarted, GameFinished, Invitation, WebhookTest)


def tell_started(position: Position) -> None:
    """On commit, tell the webhooks of the players that their game begins."""
    _tell_players("started", position)


def tell_finished(position: Position) -> None:
    """On commit, tell the webhooks of the players that their game is over."""
    _tell_players("finished", position)


def describe_invitation(challenge: Challenge, table: Game) -> dict[str, object]:
    """Return the data of an invitation, without `player`."""
    return {
        "sender": challenge.challenger.name,
        "id": table.pk,
        "url": reverse("games:game", args=(table.pk,)),
        "slug": table.slug,
        "edition": table.edition,
        "seats": size_of(table.ruleset),
    }


def _tell_players(kind: str, position: Position) -> None:
    game, path = position.game, reverse("games:game", args=(position.game.pk,))
    is_over = game.status == Game.Status.FINISHED
    seats: list[SeatNews] = [
        {
            "name": "" if seat.hides_name and not is_over else seat.name,
            "kind": Seat.Kind(seat.kind).value,
            "place": seat.place if is_over else None,
        }
        for _index, seat in sorted(position.seats.items())
    ]
    data = {
        "id": game.pk,
        "url": path,
        "slug": game.slug,
        "edition": game.edition,
        "rated": game.rated,
        "seats": seats,
    }
    users = [seat.user_id for seat in position.people if seat.user_id is not None]
    notify_users(kind, users, path, data=data)
