"""Continuing a finished game from a moment against AI players."""

import json
from typing import Any

import pytest

from accounts.models import AiAccount, User
from games.engine.contract import Json, Refused
from games.engine.verify import verify_record
from games.lobby import forks, seating
from games.models import Game, Match, Move, PlayerStats, Result, Seat
from games.positions.new_game import Options
from games.positions.position import read_position
from games.records import game_log, replay
from tests.table.harness import (
    Driver,
    frame_of,
    make_users,
    open_all_pages,
    playing_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db
OPTIONS: dict[str, Json] = {
    "density-deck": {"slug": "density-deck", "lives": 3},
    "rps-extreme": {"slug": "rps-extreme", "target": 5},
}
every_game = pytest.mark.parametrize("slug", OPTIONS)


def finished_game(slug: str) -> tuple[User, Game]:
    """Return a finished game of two users, and the first of them."""
    users = make_users(2)
    game = playing_game(users, **OPTIONS[slug])
    # few surrenders, so that matches are long enough
    return users[0], Driver(game.pk, calm=slug == "density-deck").finish()


def fork_game(game: Game, user: User, **moment: Any) -> Game:
    """Return the continued game after its deal."""
    wanted: Json = {"match": 1, "step": 5, "seat": 0, "level": "easy"} | moment
    made = forks.continue_from(game.pk, user, **wanted)
    assert isinstance(made, Game), made
    open_all_pages(made.pk)
    seal_deal(made, [user])
    return Game.objects.get(pk=made.pk)


def state_at(game: Game, plies: int) -> Any:
    steps = list(game_log.replay_moves(read_position(game.pk), game_log.moves_of(game.pk)))
    return steps[plies].state


@every_game
def test_a_fork_goes_on_from_what_its_seat_saw_at_that_moment(slug: str) -> None:
    user, game = finished_game(slug)
    made = fork_game(game, user, step=4)
    position = read_position(made.pk)
    before = state_at(game, 4)
    assert (made.status, made.rated, made.clock, made.ply) == ("playing", False, None, 4)
    for viewer in (None, 0, 1):
        now = position.rules.state_for(position.state, viewer)
        assert now == position.rules.state_for(before, viewer)
    assert position.seats[0].user_id == user.pk
    assert position.seats[1].level == "easy"


def test_its_cards_to_come_are_of_its_own_deal() -> None:
    user, game = finished_game("density-deck")
    one = fork_game(game, user)
    state = read_position(one.pk).state
    assert state != state_at(game, 5)
    Driver(one.pk).finish()
    other = fork_game(game, user)
    assert read_position(other.pk).state != state
    assert state_at(one, 5) == state


@every_game
def test_the_record_of_a_fork_says_where_it_came_from_and_verifies(slug: str) -> None:
    user, game = finished_game(slug)
    made = Driver(fork_game(game, user).pk).finish()
    record = json.loads(json.dumps(game_log.read_record(made.pk)))
    source = game_log.read_record(game.pk)
    assert record["fork"] == [{"game": game.pk, "moves": 5, "fair": source["fair"]}]
    assert "fork" not in source
    assert verify_record(record) is None
    for change in ({"moves": 1}, {"moves": 10_000}, {"moves": -1}, {"game": "other"}):
        assert verify_record(record | {"fork": [record["fork"][0] | change]}) is not None
    wrongs: tuple[Any, ...] = ([], {}, None, record["fork"] * 9)
    for wrong in wrongs:
        assert verify_record(record | {"fork": wrong}) is not None
    assert (
        verify_record({name: value for name, value in record.items() if name != "fork"}) is not None
    )


def test_a_fork_of_a_fork_verifies_before_and_after_the_first_one() -> None:
    user, game = finished_game("density-deck")
    first = Driver(fork_game(game, user, step=3).pk).finish()
    later = Driver(fork_game(first, user, step=4).pk).finish()
    earlier = Driver(fork_game(first, user, step=2).pk).finish()
    same = Driver(fork_game(first, user, step=3).pk).finish()
    kept = {each.pk: game_log.read_record(each.pk) for each in (later, earlier, same)}
    assert [verify_record(record) for record in kept.values()] == [None, None, None]
    named = {pk: [(p["game"], p["moves"]) for p in record["fork"]] for pk, record in kept.items()}
    assert named == {
        later.pk: [(game.pk, 3), (first.pk, 4)],
        earlier.pk: [(game.pk, 2)],
        same.pk: [(game.pk, 3), (first.pk, 3)],
    }


def test_its_log_is_whole_so_that_table_and_replay_show_what_came_before() -> None:
    user, game = finished_game("density-deck")
    made = fork_game(game, user, step=3)
    frame = frame_of(made.pk, user.pk)
    assert frame["log"][0]["e"] == "dealt"
    assert len(frame["log"]) > 3
    assert min(event["at"] for event in frame["log"]) == 0
    Driver(made.pk).finish()
    story = replay.read_replay(made.pk, user.pk, "all", 1)
    assert not isinstance(story, Refused)
    assert len(story["chapters"][0]["steps"]) == story["matches"][0]["steps"] + 1


def test_friends_take_the_chairs_that_a_fork_leaves_open() -> None:
    user, game = finished_game("density-deck")
    (friend,) = make_users(1, "Friend")
    made = forks.continue_from(game.pk, user, match=1, step=4, seat=1, level="easy", friends=True)
    assert isinstance(made, Game), made
    assert (made.status, made.access, made.host_id) == ("open", "link", user.pk)
    assert seating.join_table(made.pk, friend) is None
    open_all_pages(made.pk)
    seal_deal(made, [user, friend])
    position = read_position(made.pk)
    assert {seat.index: seat.user_id for seat in position.seats.values()} == {
        0: friend.pk,
        1: user.pk,
    }
    assert position.rules.state_for(position.state, 0) == position.rules.state_for(
        state_at(game, 4), 0
    )
    assert set(Move.objects.filter(game=made).values_list("by", flat=True)) == {"player"}
    assert verify_record(game_log.read_record(Driver(made.pk).finish().pk)) is None


def test_a_fork_in_a_later_match_begins_there() -> None:
    user, game = finished_game("density-deck")
    made = fork_game(game, user, match=2, step=0)
    assert list(Match.objects.filter(game=made).values_list("number", "ended_by")) == [
        (1, Match.objects.get(game=game, number=1).ended_by),
        (2, ""),
    ]
    assert read_position(made.pk).match == 2
    assert verify_record(game_log.read_record(Driver(made.pk).finish().pk)) is None


def test_a_fork_counts_for_nothing() -> None:
    user, game = finished_game("density-deck")
    Result.objects.all().delete()
    PlayerStats.objects.all().delete()
    AiAccount.objects.update(places={})
    made = Driver(fork_game(game, user).pk).finish()
    assert made.status == Game.Status.FINISHED
    assert not Result.objects.exists()
    assert not PlayerStats.objects.exists()
    assert not AiAccount.objects.exclude(places={}).exists()


def test_nothing_goes_on_from_a_running_game_or_from_its_end() -> None:
    users = make_users(2)
    game = playing_game(users, **OPTIONS["density-deck"])
    wanted: Json = {"match": 1, "step": 0, "seat": 0, "level": "easy"}
    assert forks.continue_from(game.pk, users[0], **wanted) == Refused("not-finished")
    Driver(game.pk).finish()
    last = Match.objects.filter(game=game).count()
    wanted |= {"match": last, "step": Move.objects.filter(game=game, match=last).count()}
    assert forks.continue_from(game.pk, users[0], **wanted) == Refused("game-over")


def test_who_sits_elsewhere_is_busy_and_nothing_is_saved() -> None:
    user, game = finished_game("density-deck")
    assert isinstance(seating.open_table(user, Options()), Game)
    wanted: Json = {"match": 1, "step": 5, "seat": 0, "level": "easy"}
    before = Game.objects.count(), Move.objects.count()
    assert forks.continue_from(game.pk, user, **wanted) == Refused("busy")
    assert (Game.objects.count(), Move.objects.count()) == before


def test_a_seat_that_is_out_by_then_is_for_no_user() -> None:
    users = make_users(3)
    game = Driver(playing_game(users, slug="density-deck", lives=2).pk).finish()
    position = read_position(game.pk)
    for step in game_log.replay_moves(position, game_log.moves_of(game.pk)):
        gone = {0, 1, 2} - set(position.rules.playing(step.state))
        if len(gone) == 1 and step.move is not None:
            wanted: Json = {"match": step.move.match + 1, "step": 0, "level": "easy"}
            (out,) = gone
            made = forks.continue_from(game.pk, users[0], seat=out, **wanted)
            assert made == Refused("out")
            left = next(index for index in range(3) if index != out)
            made = forks.continue_from(game.pk, users[0], seat=left, friends=True, **wanted)
            assert isinstance(made, Game)
            seats = dict(Seat.objects.filter(game=made).values_list("index", "kind"))
            assert seats == {left: "player", out: "ai"}
            return
    pytest.fail("nobody fell before the end")
