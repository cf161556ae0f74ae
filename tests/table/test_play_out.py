"""Players who are out: a new game at once, and playing out a game with only AI players."""

import random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.engine.contract import Refused
from games.live import play_out
from games.live.commands import stand_ins
from games.live.executor import Change
from games.live.table_list import your_table
from games.lobby import rematch
from games.models import Game, Move, Seat
from games.positions.position import read_position
from games.records import game_log
from tests.table.harness import (
    Driver,
    act_on,
    asked_seat,
    end_pause,
    legal_actions,
    make_users,
    playing_game,
    write_action,
)

pytestmark = pytest.mark.django_db(transaction=True)


class Loser(Driver):
    """Plays a game in which the first user surrenders whenever possible."""

    def step(self) -> None:
        """Make a move for the asked seat."""
        position, seat = read_position(self.game_id), asked_seat(self.game_id)
        surrender = [
            sent
            for sent in (write_action(position, action) for action in legal_actions(position, seat))
            if sent["do"] == "surrender" and seat.index == 0 and not seat.played_by_ai
        ]
        if not surrender:
            super().step()
            return
        end_pause(self.game_id)
        done = act_on(self.game_id, seat.user_id, seat.question, surrender[0])
        assert isinstance(done, Change), done


def beaten_game(users: int = 1, ais: int = 3, **options: Any) -> tuple[Game, list[User]]:
    """Return a game whose first user is out while others play on.

    Until then users who never surrender play the AI players' seats, so that nothing is random.
    """
    people = make_users(users + ais)
    game = playing_game(people, **{"lives": 1, **options})
    driver = Loser(game.pk, random.Random(5), calm=True)
    while not read_position(game.pk).is_out(read_position(game.pk).seats[0]):
        driver.step()
    Seat.objects.filter(game=game, index__gte=users).update(kind="ai", level="easy", user=None)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    return game, people[:users]


def test_a_user_who_is_out_plays_the_same_game_anew_while_the_others_play_on() -> None:
    game, (mira,) = beaten_game(free=45, edition="classic")
    opened = rematch.play_like_this(game.pk, mira)
    assert isinstance(opened, Game), opened
    assert (opened.ruleset, opened.clock) == (game.ruleset, game.clock)
    assert opened.ruleset["lives"] == 1
    assert opened.rated is False
    assert opened.status == Game.Status.SEALING
    seats = opened.seats.order_by("index")
    assert [(seat.kind, seat.level) for seat in seats] == [("player", "")] + [("ai", "easy")] * 3
    mine = your_table(mira.pk)
    assert mine is not None
    assert mine["id"] == opened.pk
    # the game is played to its end, and the user's place stays
    finished = Driver(game.pk, random.Random(3)).finish()
    assert finished.seats.get(user=mira).place == 4
    assert finished.seats.get(user=mira).abandoned_at is None


def test_only_who_is_out_or_has_ended_the_game_plays_it_anew() -> None:
    mira, ola, eva = make_users(3)
    game = playing_game([mira, ola], ais=1, lives=2)
    assert rematch.play_like_this(game.pk, mira) == Refused("not-out")
    assert rematch.play_like_this(game.pk, eva) == Refused("not-seated")
    finished = Driver(game.pk, random.Random(3)).finish()
    opened = rematch.play_like_this(finished.pk, mira)
    assert isinstance(opened, Game)
    # the other player's seat is an AI player's, so no one is waited for
    assert [seat.kind for seat in opened.seats.order_by("index")] == ["player", "ai", "ai"]
    assert rematch.play_like_this(finished.pk, mira) == Refused("busy")


def test_a_game_that_is_left_to_ai_players_is_played_out_at_once_by_ordinary_moves() -> None:
    game, (mira,) = beaten_game()
    before = Move.objects.filter(game=game).count()
    assert play_out.read_outlook(game.pk, mira.pk)["can_skip"]
    while play_out.play_out(game.pk):
        pass
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert game.seats.get(user=mira).place == 4
    assert game.seats.filter(place=1).exists()
    moves = Move.objects.filter(game=game, ply__gt=before)
    assert set(moves.values_list("by", flat=True)) == {"ai"}
    # the log is authoritative here too
    last = list(
        game_log.replay_moves(
            read_position(game.pk), game_log.read_moves(game, game_log.moves_of(game.pk))
        )
    )
    assert last[-1].events[-1].places == tuple(seat.place for seat in game.seats.order_by("index"))


def test_a_game_with_people_in_it_is_never_played_out() -> None:
    game, (mira, ola) = beaten_game(users=2, ais=2)
    version = read_position(game.pk).game.version
    for user_id in (mira.pk, ola.pk, None):
        assert not play_out.read_outlook(game.pk, user_id)["can_skip"]
    assert play_out.play_out(game.pk) is False
    assert read_position(game.pk).game.version == version
    # no one waits for a player who has left for good; a stand-in is for owners who may return
    stand_ins.abandon_seat(game.pk, ola.pk)
    assert play_out.read_outlook(game.pk, mira.pk)["can_skip"]


def test_the_page_of_the_outcome_waits_and_shows_no_result_before_the_end(client: Client) -> None:
    game, (mira, ola) = beaten_game(users=2, ais=1)
    client.force_login(mira, backend=settings.AUTHENTICATION_BACKENDS[-1])
    address = f"/game/{game.pk}/outcome/"
    page = client.get(address).content.decode()
    assert f"{ola.name} and " in page
    assert "are still playing. The result appears here when the game is over." in page
    assert "Skip to the result" not in page
    assert "Play again now" in page
    assert client.post(address).status_code == 302
    assert read_position(game.pk).game.status == Game.Status.PLAYING
    client.force_login(ola, backend=settings.AUTHENTICATION_BACKENDS[-1])
    assert "Play again now" not in client.get(address).content.decode()
    Driver(game.pk, random.Random(3)).finish()
    assert client.get(address)["Location"] == f"/game/{game.pk}/"
