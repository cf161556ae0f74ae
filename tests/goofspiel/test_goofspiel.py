"""The third game on the site: its rules, its secret, and its pages."""

import random

import pytest
from django.test import Client

from games.engine.contract import GameEvent, Seed, unwrap_accepted
from games.models import Game, Result
from tests.goofspiel.game_type import RULES
from tests.pages.markup import read_page
from tests.table.harness import Driver, make_users, playing_game

SEED = Seed(bytes(32), bytes(48))


def play_bids(*bids: int) -> tuple[object, list[GameEvent]]:
    """Return a game after these bids by the seats in turn, and its public events."""
    state, events = RULES.start(RULES.ruleset("current", seats=3), SEED)
    shown = [RULES.event_for(event, None) for event in events]
    for place, card in enumerate(bids):
        state, events = unwrap_accepted(RULES.act(state, place % 3, card))
        shown += [RULES.event_for(event, None) for event in events]
    return state, shown


def test_the_highest_bid_takes_the_prize_unless_another_seat_made_it_too() -> None:
    assert play_bids(7, 5, 6)[1][-1]["winner"] == 0
    assert play_bids(7, 7, 6)[1][-1]["winner"] == -1


def test_a_bid_is_the_seat_s_own_secret_until_all_have_bid() -> None:
    one, shown = play_bids(7, 5)
    other, _ = play_bids(3, 5)
    for viewer in (1, 2, None):
        assert RULES.state_for(one, viewer) == RULES.state_for(other, viewer)
    assert RULES.state_for(one, 0) != RULES.state_for(other, 0)
    assert [event["card"] for event in shown if event["e"] == "bid"] == [None, None]


@pytest.fixture
def finished(transactional_db: None) -> Game:
    """A finished game of two players."""
    game = playing_game(make_users(2), slug="goofspiel")
    return Driver(game.pk, random.Random(4)).finish()


def test_result_replay_and_profile_show_the_game(client: Client, finished: Game) -> None:
    points = [result.counts["points"] for result in Result.objects.filter(game=finished)]
    result = read_page(client, f"/game/{finished.pk}/")
    assert "Round by round" in result.text
    assert all(f"{number} points" in result.text for number in points)
    replay = read_page(client, f"/game/{finished.pk}/replay/?view=all&match=1&step=3")
    assert "The first prize is" in replay.text
    assert "Person 0 bids" in replay.text
    # the game has no reviews, so the page offers none
    assert b"data-reviews" not in client.get(f"/game/{finished.pk}/replay/").content
    review = client.get(f"/api/games/{finished.pk}/review/")
    assert (review.status_code, review.json()) == (404, {"code": "no-review"})
    profile = read_page(client, "/players/Person 0/?game=goofspiel")
    assert f"{points[0]} points in 1 games." in profile.text
    assert "Goofspiel" in read_page(client, "/players/Person 0/games/?game=goofspiel").text


def test_the_game_is_offered_and_taught_where_every_game_is(client: Client, db: None) -> None:
    assert "Bid in secret for seven prizes" in read_page(client, "/?game=goofspiel").text
    assert "?game=goofspiel" in read_page(client, "/tables/").links()
    assert "No clock" in read_page(client, "/tables/new/?game=goofspiel").text
    assert "/rules/goofspiel/" in read_page(client, "/learn/").links()
    assert "Rules of Goofspiel" in read_page(client, "/rules/goofspiel/").text
