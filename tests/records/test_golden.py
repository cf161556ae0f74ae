"""Recorded games of every edition and number of seats replay byte for byte, forever.

They were recorded once, by `manage.py simulate` (the seeds are in their ids) and by
`examples.record_with_people` and `examples.stopped_record`. A change that breaks one breaks every
game that people have played.
"""

from json import dumps, loads
from pathlib import Path

import pytest

from games.engine.contract import RULES
from games.engine.verify import rebuild_record
from games.registry import GAMES
from tests.records.examples import SLUGS

GOLDEN = sorted((Path(__file__).resolve().parent.parent / "golden").glob("*.jsonl"))
LINES = {file.stem: file.read_text(encoding="ascii").removesuffix("\n") for file in GOLDEN}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_recorded_game_replays_byte_for_byte(line: str) -> None:
    assert dumps(rebuild_record(loads(line)), separators=(",", ":")) == line


def test_every_edition_and_number_of_seats_is_recorded() -> None:
    # the fields that define an edition, without those that a host may set
    fields = ("edition", "lone", "seats")
    recorded = {
        (record["game"], *[record["ruleset"].get(field) for field in fields])
        for record in map(loads, LINES.values())
    }
    for slug in SLUGS:
        rules = RULES[slug]
        for edition in rules.editions:
            for seats in rules.seat_counts:
                played = rules.ruleset_to_json(rules.ruleset(edition, seats=seats))
                assert (slug, *[played.get(field) for field in fields]) in recorded


@pytest.mark.parametrize(
    ("slug", "ends"),
    [
        ("density-deck", {"fight", "surrenders", "showdown", "agreement"}),
        ("rps-extreme", {"decided", "target", "agreement"}),
    ],
)
def test_every_way_to_end_a_match_is_recorded(slug: str, ends: set[str]) -> None:
    records = [record for record in map(loads, LINES.values()) if record["game"] == slug]
    field = GAMES[slug].rules.record.chapters
    chapters = [chapter for record in records for chapter in record[field]]
    assert {chapter["ended_by"] for chapter in chapters} == ends


def test_every_kind_of_move_and_effect_of_rps_extreme_is_recorded() -> None:
    records = [record for record in map(loads, LINES.values()) if record["game"] == "rps-extreme"]
    moves = [move for r in records for challenge in r["challenges"] for move in challenge["moves"]]
    assert {move["do"] for move in moves} == {
        *("throw", "drink", "pass", "break", "steal", "score", "first", "pick", "discard")
    }
    assert {effect["e"] for move in moves for effect in move.get("effects", [])} == {
        *("outcome", "awarded", "lost", "broke", "stole", "picks_first")
    }
    assert max(challenge["shuffle"] for r in records for challenge in r["challenges"]) > 1


def test_games_of_every_scheme_are_recorded_with_and_without_silent_seats() -> None:
    recorded = {
        (record["game"], record["fair"]["scheme"], bool(record["fair"].get("silent")))
        for record in map(loads, LINES.values())
    }
    for slug in SLUGS:
        for scheme, silent in ((1, False), (2, False), (2, True)):
            assert (slug, f"density-deck-fair/{scheme}", silent) in recorded
