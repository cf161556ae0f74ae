"""The players of bench.live play real tables, and count what they did."""

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bench.live_site import LiveSite, Players, processes_of
from tests.serve_process import serve

TABLES = 2


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LiveSite]:
    """A site of its own whose AI players answer at once."""
    server = serve(tmp_path / "deck", AI_PACE="0")
    port = int(server.url.rstrip("/").rsplit(":", 1)[1])
    yield LiveSite("now", port, processes_of(psutil.Process(server.process.pid), None))
    server.end()


def test_four_people_play_and_every_move_is_counted_once(site: LiveSite) -> None:
    with site.players("people") as players:
        players.fill(TABLES)
        played = players.phase("play", "play", 1)
        paced = players.phase("paced", "paced", 1, 8)
        shown = players.phase("snapshots", "snapshots", 8, 40)
    assert TABLES < played["moves"] == played["versions"] == len(played["latencies"])
    assert 0 < paced["moves"] + paced["skipped"] <= 7
    assert paced["moves"] == len(paced["latencies"])
    assert shown["snapshots"] == 8
    assert all(each["cpu"]["web"] > 0 for each in (played, shown))
    assert [each["tables"] for each in site.results["opening"]] == [TABLES]


def test_ai_players_move_between_the_moves_of_a_person(site: LiveSite) -> None:
    with site.players("ais") as players:
        players.fill(TABLES)
        played = play_until_ais_moved(players)
    assert played["versions"] > played["moves"] > 0


def play_until_ais_moved(players: Players) -> dict[str, int]:
    """What came of the first second in which an AI player moved."""
    while True:
        played = players.phase("play", "play", 1)
        if played["versions"] > played["moves"]:
            return played
