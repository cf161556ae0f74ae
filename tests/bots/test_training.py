"""Training: the same seed gives the same weights, also when it was stopped on the way."""

from json import loads
from pathlib import Path
from random import Random

import numpy
import pytest

from games.density_deck.bots import network
from games.density_deck.training import run
from games.density_deck.training.perceptron import SIZES, Array, Perceptron

PLAN = run.Plan(iterations=2, matches=10, samples=4, kept=3, seed=3)


@pytest.fixture(autouse=True)
def few_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "TESTS", 4)


def said(_text: str) -> None:
    """Say nothing."""


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = run.train(PLAN, tmp_path / "whole", said)
    folder = tmp_path / "parts"

    def stop(text: str) -> None:
        if text.startswith("iteration 2:"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.train(PLAN, folder, stop)
    assert run.load(PLAN, folder).iteration == 1
    again = run.train(PLAN, folder, said)
    assert again.lines == whole.lines
    for one, other in zip(again.network.parts, whole.network.parts, strict=True):
        assert (one == other).all()


def test_the_slopes_are_those_of_the_error() -> None:
    chance = numpy.random.default_rng(1)
    rows = chance.standard_normal((8, SIZES[0])).astype(numpy.float32)
    targets = chance.standard_normal(8).astype(numpy.float32)
    network = Perceptron(chance)
    seen: list[list[Array]] = []
    network._step = lambda slopes, rate: seen.append(slopes)  # type: ignore[method-assign]
    network.learn(rows, targets, 0.1)

    def error() -> float:
        return float(((network.values(rows) - targets) ** 2).mean())

    for part, slope in zip(network.parts, seen[0], strict=True):
        place = (0,) * part.ndim
        kept, small = part[place].copy(), 1e-2
        part[place] = kept + small
        above = error()
        part[place] = kept - small
        below = error()
        part[place] = kept
        assert (above - below) / (2 * small) == pytest.approx(slope[place], abs=2e-2)


def test_it_learns_what_can_be_learned() -> None:
    chance = numpy.random.default_rng(2)
    rows = chance.standard_normal((4096, SIZES[0])).astype(numpy.float32)
    targets = numpy.maximum(rows[:, 0], rows[:, 1])
    network = Perceptron(chance)
    first = network.epoch(rows, targets, 1e-3, chance)
    for _ in range(40):
        last = network.epoch(rows, targets, 1e-3, chance)
    assert last < first / 5


def test_what_is_written_is_what_the_players_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "network.json"
    trained = Perceptron(numpy.random.default_rng(4))
    place.write_text(run.packed(trained, {"seed": 4}), encoding="ascii")
    monkeypatch.setattr(network, "PLACE", place)
    network._network.cache_clear()
    try:
        expected, dice = run.values_of(trained), Random(5)
        for _ in range(50):
            shared = [dice.uniform(-1, 1) for _ in range(38)]
            own = [[dice.uniform(-1, 1) for _ in range(20)] for _ in range(5)]
            found, wanted = network.values(shared, own), expected(shared, own)
            assert found == pytest.approx(wanted, abs=1e-3)
            assert found.index(max(found)) == wanted.index(max(wanted))
    finally:
        monkeypatch.undo()
        network._network.cache_clear()
    assert loads(place.read_text())["about"] == {"seed": 4}
