"""While the site drains, no games start, running ones continue, and users keep their places."""

import random

import pytest
from asgiref.sync import sync_to_async
from django.core.management import CommandError
from django.test import Client

from accounts.models import User
from density.platform.redis import redis_connection
from games.consumers import heartbeat
from games.engine.contract import Refused
from games.lobby import drain, rematch, seating
from games.lobby.drain import Known
from games.models import Game, Seat
from games.positions.new_game import AGAINST_AI
from matchmaking import queue
from matchmaking.models import Slot
from tests.commands import run_command
from tests.matchmaking.scenario import NAME, make_crowd, run_tick, slot_states
from tests.sockets.clients import in_process, send_and_receive
from tests.table.harness import Driver, make_users, open_table, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
DRAINING = Refused("draining")


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the cached state, as in a new process."""
    monkeypatch.setattr(drain, "known", Known())


def run_drain(*words: str) -> str:
    return run_command("drain", *words)


def test_no_game_begins_and_tables_wait_until_it_is_over() -> None:
    mira, ola, tomasz = make_users(3)
    waiting = open_table(mira, seats=3)
    run_drain()
    assert seating.open_against_ai(ola, "easy", AGAINST_AI) == DRAINING
    assert not Seat.objects.filter(user=ola).exists()
    assert seating.join_table(waiting.pk, ola) is None
    assert seating.join_table(waiting.pk, tomasz) == DRAINING
    assert seating.seat_ai(waiting.pk, mira.pk, 2, "easy") == DRAINING
    assert seating.fill_table(waiting.pk, mira.pk, "easy") == DRAINING
    assert Game.objects.get(pk=waiting.pk).status == Game.Status.OPEN
    run_drain("--off")
    assert seating.join_table(waiting.pk, tomasz) is None
    assert Game.objects.get(pk=waiting.pk).status == Game.Status.SEALING


def test_what_runs_goes_on_to_its_end_and_is_not_begun_anew() -> None:
    mira, ola = make_users(2)
    game = playing_game([mira, ola], lives=1)
    run_drain()
    assert Driver(game.pk, random.Random(1)).finish().status == Game.Status.FINISHED
    assert rematch.play_again(game.pk, mira) == DRAINING
    assert rematch.play_like_this(game.pk, mira) == DRAINING


def test_who_waits_in_the_queue_keeps_the_place_and_is_seated_afterwards() -> None:
    first = make_crowd(4)
    since = dict(Slot.objects.values_list("player__name", "enqueued_at"))
    run_drain()
    assert run_tick().seated == []
    assert set(slot_states().values()) == {"waiting"}
    (late,) = make_users(1, "Late")
    assert queue.join_queue(late, NAME) == DRAINING
    assert isinstance(queue.join_queue(first[0], NAME), Slot)
    assert dict(Slot.objects.values_list("player__name", "enqueued_at")) == since
    run_drain("--off")
    assert len(run_tick().seated) == 1


def test_a_game_to_which_players_were_called_begins() -> None:
    make_crowd(4)
    (game_id,) = run_tick().seated
    run_drain()
    assert drain.count_running() == 1
    assert run_tick().voided == []
    assert Game.objects.filter(pk=game_id).exists()


def test_pages_say_it_in_the_language_of_the_reader(client: Client) -> None:
    run_drain()
    (mira,) = make_users(1)
    client.force_login(mira)
    page = client.get("/", headers={"accept-language": "de"}).content.decode()
    notice = page.split("data-draining")[1].split("</div>")[0]
    assert not notice.startswith(" hidden")
    assert "Gleich gibt es ein Update" in notice
    answer = client.post("/play/ai/", {"level": "easy"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert Client().post("/tables/new/").status_code == 503
    assert not User.objects.filter(is_guest=True).exists()
    answer = client.post("/queue/join/", follow=True)
    assert b"You can start new games again in a few minutes" in answer.content
    run_drain("--off")
    assert "data-draining hidden" in client.get("/").content.decode()


async def test_sockets_are_sent_it_at_once_and_whenever_they_open() -> None:
    mira, ola = await sync_to_async(make_users)(2)
    game = await sync_to_async(open_table)(mira, seats=2)
    async with in_process(game.pk, mira) as early:
        await early.receive()
        await sync_to_async(run_drain)()
        assert await early.receive() == {"type": "draining", "on": True}
        refused = await send_and_receive(early, type="fill", level="easy", ref="f1")
        assert refused == {"type": "refused", "code": "draining", "ref": "f1"}
        async with in_process(game.pk, ola) as later:
            assert await later.receive() == {"type": "draining", "on": True}
        await sync_to_async(run_drain)("--off")
        assert await early.receive() == {"type": "draining", "on": False}


async def test_a_process_that_missed_the_message_finds_it_by_its_heartbeat() -> None:
    (mira,) = await sync_to_async(make_users)(1)
    game = await sync_to_async(open_table)(mira, seats=2)
    async with in_process(game.pk, mira) as page:
        await page.receive()
        redis_connection().set(drain.KEY, 1)
        await sync_to_async(heartbeat.report_process)()
        assert await page.receive() == {"type": "draining", "on": True}


def test_the_operator_is_given_how_it_stands_and_may_wait() -> None:
    assert run_drain("--status") == "Not draining. Running games: 0.\n"
    game = playing_game(make_users(2), lives=1)
    assert "Running games: 1." in run_drain()
    with pytest.raises(CommandError, match="after 0 s 1 of them"):
        run_drain("--wait", "0")
    Driver(game.pk, random.Random(1)).finish()
    assert run_drain("--wait").endswith("Running games: 0.\nNo game runs.\n")
    assert run_drain("--status").startswith("Draining since ")
