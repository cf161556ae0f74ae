"""The features of the hard and master players, and the agreement of both inferences."""

from array import array
from base64 import b64decode
from json import loads
from pathlib import Path
from random import Random

import pytest

from bench.training import network as training
from bench.training.equity import life_vectors, loss_orders, vector_chance
from bench.training.matches import match_moments
from games.density_deck.bots import life_equity, network
from games.density_deck.game_type import GAME


# -------------------------------------------------------------------------- life equity
@pytest.mark.parametrize("lives", [(10, 10, 10, 10), (3, 7, 1, 9), (5, 2, 4), (1, 8), (6, 6, 0)])
def test_the_equities_of_all_seats_add_up_to_one(lives: tuple[int, ...]) -> None:
    shares = [
        life_equity.game_equity(own, [*lives[:seat], *lives[seat + 1 :]])
        for seat, own in enumerate(lives)
    ]
    assert sum(shares) == pytest.approx(1, abs=1e-3)
    assert [share for _, share in sorted(zip(lives, shares, strict=True))] == sorted(shares)


def test_a_lead_of_a_long_game_is_worth_less_and_each_life_of_it_something() -> None:
    assert 0.5 < life_equity.game_equity(20, [17]) < life_equity.game_equity(10, [7])
    ahead = [life_equity.game_equity(20, [lives]) for lives in range(1, 21)]
    assert ahead == sorted(set(ahead), reverse=True)
    # medium players who played on in 120 such games won 3.9 %
    assert life_equity.game_equity(12, [15, 18, 20]) == pytest.approx(0.04, abs=0.01)


def test_the_table_is_what_its_losses_give() -> None:
    written = loads(life_equity.PLACE.read_text(encoding="ascii"))
    losses = {
        int(seats): {tuple(map(int, each.split())): times for each, times in counted.items()}
        for seats, counted in written["about"]["losses"].items()
    }
    numbers = array("H", b64decode(written["chances"]))
    found = {
        lives: number / life_equity.ONE
        for lives, number in zip(life_vectors(), numbers, strict=True)
    }
    ways = loss_orders(losses)
    for own, *others in Random(1).sample([*found], 60):
        again = vector_chance(own, others, found, ways)
        assert found[own, *others] == pytest.approx(again, abs=1.5 / life_equity.ONE)


# ----------------------------------------------------------------------------- features


# ---------------------------------------------------------------------------- inference
def judge_as_trained(judged: list[list[float]]) -> None:
    assert len(judged) >= 50
    for (_, shared, own), trained in zip(match_moments(7), judged, strict=False):
        found = network.move_values(shared, own)
        assert found == pytest.approx(trained, abs=0.002)
        assert found.index(max(found)) == trained.index(max(trained))


def test_the_players_judge_as_the_training_did() -> None:
    judge_as_trained(loads(network.PLACE.read_text(encoding="ascii"))["judged"])


def test_the_same_seed_trains_the_same_weights_for_the_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = training.make_file(3, iterations=2, matches=8)
    assert training.make_file(3, iterations=2, matches=8) == written
    monkeypatch.setattr(network, "PLACE", tmp_path / "network.json")
    network.PLACE.write_text(written, encoding="ascii")
    network._network.cache_clear()
    try:
        judge_as_trained(loads(written)["judged"])
    finally:
        network._network.cache_clear()


# -------------------------------------------------------------------------- on the page
def test_every_level_says_how_it_plays() -> None:
    assert all(level.manner for level in GAME.ai_levels.values())
    assert list(GAME.ai_ratings.values()) == sorted(GAME.ai_ratings.values())
    assert set(GAME.ai_doubts) == set(GAME.levels) == set(GAME.ai_ratings)
