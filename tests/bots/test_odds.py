"""The table of how often a score wins: the client's file and its computation."""

from json import loads

from bench import odds
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
    # the levels that most users play against
    assert levels == set(GAMES["density-deck"].levels) - {"hard", "master"}
