"""The third game on the site: rules, sockets, AI players, records and pages."""

import random
import subprocess
import sys

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from games.engine.contract import Json, Seed, accepted
from games.engine.verify import verify
from games.models import Game, Result
from games.records import game_log
from tests.goofspiel.game_type import RULES
from tests.pages.markup import read_page
from tests.serve_process import ROOT, environ
from tests.servers import serving
from tests.sockets.clients import SocketPlayer
from tests.sockets.test_real_sockets import outside
from tests.table.harness import Driver, against_ai, make_users, playing_game

SITE = "tests.goofspiel.settings"
SEED = Seed(bytes(32), bytes(48))


def played(*bids: int) -> tuple[object, list[Json]]:
    """A game after these bids of the seats in turn, and its public events."""
    state, events = RULES.start(RULES.ruleset("current", seats=3), SEED)
    shown = [RULES.event_for(event, None) for event in events]
    for place, card in enumerate(bids):
        state, events = accepted(RULES.act(state, place % 3, card))
        shown += [RULES.event_for(event, None) for event in events]
    return state, shown


def test_the_highest_bid_that_nobody_else_made_takes_the_prize() -> None:
    _, shown = played(7, 5, 6)
    assert shown[-1]["winner"] == 0
    _, shown = played(7, 7, 6)
    assert shown[-1]["winner"] == -1


def test_a_bid_is_the_seat_s_own_secret_until_all_have_bid() -> None:
    one, shown = played(7, 5)
    other, _ = played(3, 5)
    for viewer in (1, 2, None):
        assert RULES.state_for(one, viewer) == RULES.state_for(other, viewer)
    assert RULES.state_for(one, 0) != RULES.state_for(other, 0)
    assert [event["card"] for event in shown if event["e"] == "bid"] == [None, None]


def manage(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environ(DJANGO_SETTINGS_MODULE=SITE),
        input=given,
        check=False,
        capture_output=True,
        text=True,
    )


def test_simulated_games_are_verified() -> None:
    records = manage("simulate", "--game=goofspiel", "--games=5", "--level=medium,easy,random")
    assert records.returncode == 0, records.stderr
    verified = manage("verify", "-", given=records.stdout)
    assert verified.returncode == 0, verified.stderr
    forged = records.stdout.replace('"card":7', '"card":6', 1)
    assert manage("verify", "-", given=forged).returncode != 0


@pytest.mark.django_db(transaction=True)
async def test_somebody_plays_to_the_end_against_ai_players_of_a_real_worker(
    valkey: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (mira,) = await sync_to_async(make_users)(1)
    game = await sync_to_async(against_ai)(mira, "medium", slug="goofspiel", seats=3)
    folder = tmp_path_factory.mktemp("third")
    with serving(valkey, folder, DJANGO_SETTINGS_MODULE=SITE) as servers:
        async with outside(servers, game.pk, mira) as wire:
            person = SocketPlayer(wire, random.Random(3), own=b"m" * 16)
            await person.play()
    await game.arefresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert verify(await sync_to_async(game_log.record)(game.pk)) is None
    secrets = [
        event
        for frame in person.frames
        for event in frame.get("events", [])
        if event["e"] == "bid" and event["seat"] != 0
    ]
    assert {event["card"] for event in secrets} == {None}


@pytest.fixture
def finished(transactional_db: None) -> Game:
    """A game of two people, played to its end."""
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
    # no AI looks back on it, and the page does not offer that
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


def test_its_scripts_and_sheets_are_joined_and_hashed_like_those_of_every_game(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("data")
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"],
        cwd=ROOT,
        env=environ(DATA_DIR=str(folder), DJANGO_SETTINGS_MODULE=SITE),
        check=True,
    )
    scripts = list((folder / "static" / "goofspiel" / "table").glob("main.*.js"))
    assert scripts
    for script in scripts:
        assert "\nimport " not in script.read_text()
    # modules that are only parts of others are not served
    assert not list((folder / "static" / "goofspiel" / "table").glob("text.*.js"))
