"""Concurrent changes without a move are each written once."""

from collections.abc import Sequence

import pytest

from games.engine import deal
from games.live.commands import dealing, presence
from games.live.commands.presence import Socket
from games.models import Game, Seat
from games.positions import rows
from tests.table.harness import (
    at_once,
    bytes_of,
    frame_of,
    make_users,
    open_game,
    playing_game,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def stage_of(game: Game) -> str:
    frame = frame_of(game.pk, None)
    return str(frame["fair"]["stage"])


def test_pledges_and_reveals_of_all_seats_at_once_are_all_taken() -> None:
    users = make_users(4)
    game = open_game(users)
    at_once(
        *[
            lambda u=u: dealing.take_pledge(game.pk, u.pk, deal.hash_pledge(bytes_of(u)))
            for u in users
        ]
    )
    assert stage_of(game) == "reveal"
    at_once(*[lambda u=u: dealing.take_reveal(game.pk, u.pk, bytes_of(u).hex()) for u in users])
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING
    given = [bytes(seat.client_bytes or b"") for seat in Seat.objects.filter(game=game)]
    assert given == [bytes_of(user) for user in users]


def test_a_user_who_connects_again_while_the_departure_is_written_is_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mira, ola = make_users(2)
    game = playing_game([mira, ola])
    seat = game.seats.get(user=mira)
    page, write = Socket(game.pk, mira.pk, seat.tab, "s2"), rows.write_changes

    def connecting(changes: Sequence[rows.Change]) -> set[str]:
        """Let the other page read the seat before its departure is visible."""
        monkeypatch.undo()
        presence.hold_sockets([page])
        presence.mark_arrival(page.game_id, page.user_id, page.tab, watching=False)
        return write(changes)

    monkeypatch.setattr(rows, "write_changes", connecting)
    assert not presence.mark_departure(game.pk, mira.pk)
    assert game.seats.get(user=mira).away_since is None
