"""The table of how often a score wins: what the client loads, and how it is made."""

from json import loads

from bench import odds
from bench.odds import Step
from games.registry import GAMES

MOST_BYTES = 6_000


def test_the_table_has_every_cell_and_its_lines_rise() -> None:
    written = odds.PLACE.read_text()
    assert len(written) <= MOST_BYTES
    wins = loads(written)["wins"]
    assert set(wins) == {"2", "3", "4"}
    for rounds in wins.values():
        assert set(rounds) == {"1", "2", "3", "4"}
        for lines in rounds.values():
            scores, percents = zip(*lines, strict=True)
            assert scores[0] == odds.LEAST
            assert list(scores) == sorted(set(scores))
            assert list(percents) == sorted(percents)
            assert percents[0] <= 10
            assert percents[-1] >= 95


def test_the_table_says_how_it_was_made_and_of_what_levels() -> None:
    about = loads(odds.PLACE.read_text())["about"]
    assert about["tables"] == [",".join(levels) for levels in odds.TABLES]
    assert about["seed"] == odds.SEED
    assert about["games"] == odds.GAMES * len(odds.TABLES)
    levels = {level.rpartition(" ")[2] for table in odds.TABLES for level in table}
    # the levels that most users meet
    assert levels == set(GAMES["density-deck"].levels) - {"hard", "master"}


def test_the_same_seed_gives_the_same_samples() -> None:
    counts = odds.play((odds.TABLES[0], 1))
    assert counts == odds.play((odds.TABLES[0], 1))
    assert counts != odds.play((odds.TABLES[0], 2))
    # of those who stand at least one has the top score
    assert any(top for *_, top in counts)


def test_a_rate_that_falls_is_made_even_with_the_one_below() -> None:
    uneven = [Step(1, 10, 1), Step(2, 10, 5), Step(3, 30, 7), Step(4, 10, 9)]
    assert odds.rising(uneven) == [Step(1, 10, 1), Step(2, 40, 12), Step(4, 10, 9)]


def test_lines_are_of_many_samples_and_some_points_apart() -> None:
    fine = [
        Step(1, 500, 5),
        Step(2, 500, 9),
        Step(9, 500, 40),
        Step(12, 60, 30),
        Step(13, 200, 180),
    ]
    assert odds.coarse(fine) == [Step(1, 1000, 14), Step(9, 500, 40), Step(12, 260, 210)]
    assert odds.coarse([Step(1, 500, 5), Step(9, 50, 40)]) == [Step(1, 550, 45)]
