"""Changes without a move: of several that are made from one position each is written once."""

from collections.abc import Sequence

import pytest

from games.engine import deal
from games.engine.contract import Refused
from games.models import Game, Seat
from games.table import dealing, play, presence, rows, snapshots, updates
from games.table.play import Made
from games.table.position import read
from games.table.presence import Socket
from games.table.updates import Update
from tests.table.harness import (
    asked_seat,
    at_once,
    bytes_of,
    frozen,
    make_users,
    open_game,
    playing_game,
    seal,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DRAW = {"do": "draw", "from": "pile"}


def stage_of(game: Game) -> str:
    frame = snapshots.snapshot(game.pk, None)
    assert not isinstance(frame, Refused)
    return str(frame["fair"]["stage"])


def test_pledges_and_reveals_of_all_seats_at_once_are_all_taken() -> None:
    users = make_users(4)
    game = open_game(users)
    at_once(*[lambda u=u: dealing.pledge(game.pk, u.pk, deal.pledge(bytes_of(u))) for u in users])
    assert stage_of(game) == "reveal"
    at_once(*[lambda u=u: dealing.reveal(game.pk, u.pk, bytes_of(u).hex()) for u in users])
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING
    given = [bytes(seat.client_bytes or b"") for seat in Seat.objects.filter(game=game)]
    assert given == [bytes_of(user) for user in users]


def test_a_pledge_from_an_old_position_is_not_written() -> None:
    mira, ola = make_users(2)
    game = open_game([mira, ola])
    made = dealing.pledged(read(game.pk), mira.pk, deal.pledge(bytes_of(mira)))
    assert isinstance(made, Update)
    dealing.pledge(game.pk, ola.pk, deal.pledge(bytes_of(ola)))
    before = frozen(game.pk)
    assert not updates.commit(made)
    assert frozen(game.pk) == before


def test_a_move_a_pledge_and_an_arrival_of_three_games_are_written_together() -> None:
    users = make_users(6)
    played, sealed, visited = playing_game(users[:2]), open_game(users[2:4]), open_game(users[4:])
    seal(visited, users[4:])
    presence.depart(visited.pk, users[4].pk)
    asked = asked_seat(played.pk)
    all_made = [
        play.answer(read(played.pk), asked.user_id, asked.question, DRAW, None),
        dealing.pledged(read(sealed.pk), users[2].pk, deal.pledge(bytes_of(users[2]))),
        presence.arrived(read(visited.pk), users[4].pk, "page-2"),
    ]
    changes = [made.change for made in all_made if isinstance(made, Made | Update)]
    assert rows.write(changes) == {played.pk, sealed.pk, visited.pk}
    assert len(frozen(played.pk)["moves"]) == 1
    assert sealed.seats.get(user=users[2]).pledge == deal.pledge(bytes_of(users[2]))
    here = visited.seats.get(user=users[4])
    assert (here.away_since, here.tab) == (None, "page-2")


def test_viewers_may_wait_a_moment_for_a_pledge_but_not_for_a_stage() -> None:
    mira, ola = make_users(2)
    game = open_game([mira, ola])
    soon = []
    for step in (dealing.pledged, dealing.revealed):
        for user in (mira, ola):
            own = bytes_of(user)
            written = deal.pledge(own) if step is dealing.pledged else own.hex()
            made = step(read(game.pk), user.pk, written)
            assert isinstance(made, Update)
            soon.append(made.message()["soon"])
            assert updates.commit(made)
    assert soon == [True, False, True, False]


def test_a_seat_that_knows_its_page_is_not_written_when_that_connects_again() -> None:
    mira, ola = make_users(2)
    game = playing_game([mira, ola])
    pages = [Socket(game.pk, user.pk, "page", "s1") for user in (mira, ola)]
    assert presence.arriving(pages) == set(pages)
    presence.arrive(game.pk, mira.pk, "page", watching=False)
    assert presence.arriving(pages) == {pages[1]}
    before = frozen(game.pk)
    presence.arrive(game.pk, mira.pk, "page", watching=False)
    assert frozen(game.pk) == before


def test_a_page_of_no_seat_or_of_a_finished_game_has_nothing_to_arrive_at() -> None:
    mira, ola, stranger = make_users(3)
    game = playing_game([mira, ola])
    assert not presence.arriving([Socket(game.pk, stranger.pk, "page", "s1")])
    assert not presence.arriving([Socket("nosuchgame00", mira.pk, "page", "s1")])


def test_a_user_who_connects_again_while_the_departure_is_written_is_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mira, ola = make_users(2)
    game = playing_game([mira, ola])
    seat = game.seats.get(user=mira)
    page, write = Socket(game.pk, mira.pk, seat.tab, "s2"), rows.write

    def connecting(changes: Sequence[rows.Change]) -> set[str]:
        """Let the other page look at the seat before its departure is there to see."""
        monkeypatch.undo()
        presence.hold([page])
        presence.arrive(page.game_id, page.user_id, page.tab, watching=False)
        return write(changes)

    monkeypatch.setattr(rows, "write", connecting)
    assert not presence.depart(game.pk, mira.pk)
    assert game.seats.get(user=mira).away_since is None
