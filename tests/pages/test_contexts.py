"""What pages show is read for their reader."""

from typing import Any

import pytest

from games.pages import contexts
from tests.table.harness import Driver, asked_seat, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_pages_list_finished_games_and_the_running_one() -> None:
    mira, ola = make_users(2)
    empty: dict[str, Any] = contexts.home(mira.pk, "density-deck")
    assert (empty["running"], empty["games"]) == (None, [])
    done = Driver(playing_game([mira, ola], lives=2).pk).finish()
    running = playing_game([mira, ola])
    home = contexts.home(mira.pk, "density-deck")
    assert [line["url"] for line in home["games"]] == [f"/game/{done.pk}/"]
    assert home["running"]["url"] == f"/game/{running.pk}/"
    assert home["running"]["your_turn"] == (asked_seat(running.pk).user_id == mira.pk)
    assert contexts.home(None, "density-deck")["running"] is None
