"""One AI player of a table plays in the patient style, chosen without storing anything."""

import random

import pytest

from games.engine.contract import Action, Dice, Observation
from games.models import Game
from games.positions import position
from games.registry import GAMES
from tests.table.harness import Driver, against_ai, make_users, open_game, playing_game

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = GAMES["density-deck"].ai_levels


def test_of_several_ai_players_one_is_patient_the_same_in_every_position() -> None:
    found = set()
    for (mira,) in (make_users(1, f"Host{number}-") for number in range(8)):
        game = against_ai(mira, "easy")
        builder = position.read_position(game.pk).builder
        assert builder in (1, 2, 3)
        assert position.read_position(game.pk).builder == builder
        found.add(builder)
    assert len(found) > 1


def test_a_single_ai_player_is_not_and_one_at_a_rated_table_is_not() -> None:
    users = make_users(3)
    game = open_game(users, ais=1)
    assert position.read_position(game.pk).builder is None
    (mira,) = make_users(1, "Mira")
    rated = against_ai(mira, "easy")
    Game.objects.filter(pk=rated.pk).update(rated=True)
    assert position.read_position(rated.pk).builder is None


def test_its_moves_are_those_of_the_patient_player(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []
    patient = LEVELS["easy"].builder
    assert patient

    def noticed(observation: Observation, dice: Dice) -> Action:
        asked.append(observation.viewer)
        return patient(observation, dice)

    monkeypatch.setitem(LEVELS, "easy", LEVELS["easy"]._replace(builder=noticed))
    (mira,) = make_users(1)
    game = playing_game([mira], ais=3, lives=1)
    Driver(game.pk, random.Random(1)).finish()
    assert asked
    assert set(asked) == {position.read_position(game.pk).builder}
