"""The initial puzzles of every site: many, varied and reproducible by a command."""

import json
from random import Random

import pytest

from games.analysis import puzzles
from games.density_deck.bots.puzzle import describe_position, find_puzzle
from games.management.commands.simulate import play_decisions, read_ruleset
from games.models import Puzzle
from games.registry import GAMES
from tests.records.puzzle_rows import SLUG

RULES = GAMES[SLUG].rules


@pytest.mark.django_db(transaction=True)
def test_a_new_site_has_its_puzzles_and_they_come_once() -> None:
    puzzles.load_starters()
    count = Puzzle.objects.count()
    assert count >= 150
    puzzles.load_starters()
    assert Puzzle.objects.count() == count
    assert all(each.data["worth"][0][1] > each.data["worth"][1][1] for each in Puzzle.objects.all())
    best = {(each.question, each.data["kind"]) for each in Puzzle.objects.all()}
    for question in ("fight", "fold", "draw"):
        assert len([kind for asked, kind in best if asked == question]) > 1, question


def test_the_command_beside_the_first_puzzles_finds_them_again() -> None:
    written = json.loads(puzzles.starters_file(SLUG).read_text(encoding="ascii"))
    words = written["command"].split()
    options = dict(zip(words[3::2], words[4::2], strict=True))
    players = options["--level"].split(",")
    ruleset = read_ruleset(SLUG, RULES.editions[0], len(players))
    first = written["puzzles"][0]
    source = first.pop("source")
    for at, (state, seat, _action) in enumerate(
        play_decisions(SLUG, ruleset, players, int(options["--seed"]), 1)
    ):
        view = RULES.observe(state, seat)
        if describe_position(view) == first["position"]:
            assert find_puzzle(view, Random(f"{source}/{at}/puzzle")) == first
            return
    pytest.fail("the moment of the first puzzle is not in the first game")
