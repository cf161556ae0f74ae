"""The command verify exits with 0, or with 1 and one sentence, for any input."""

from json import dumps
from pathlib import Path

import pytest

from games.management import json_lines as command
from tests.commands import run_command
from tests.records.examples import record_with_people, run_verify, simulate_record

GOOD = dumps(simulate_record(level="random"))


def test_records_are_counted_and_called_no_more_than_consistent(tmp_path: Path) -> None:
    rest = " Whether the commitment was published before the deal, --log tells.\n"
    one, both = (
        run_verify(tmp_path, GOOD),
        run_verify(tmp_path, f"{GOOD}\n\n{dumps(record_with_people())}\n"),
    )
    assert one == f"1 record is consistent with itself.{rest}"
    assert both == f"2 records: each is consistent with itself.{rest}"
    # and so is a forged one: it follows from a secret that was never committed to
    assert run_verify(tmp_path, dumps(record_with_people(secret=bytes(32)))) == one


def test_the_first_wrong_record_is_named_by_line_game_match_and_move(tmp_path: Path) -> None:
    wrong = record_with_people()
    wrong["matches"][1]["moves"][0]["round"] = 9
    assert run_verify(tmp_path, f"{GOOD}\n{dumps(wrong)}\n{{") == (
        "exit 1: Line 2, game attended, match 2, move 1: round is 9, it should be 1."
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "There is no record to verify."),
        ("\n \n", "There is no record to verify."),
        ("{", "Line 1 is not JSON from column 2 on."),
        (f"{GOOD}\n{GOOD[:400]}", "Line 2 is not JSON from column "),
        (f"{GOOD} {GOOD}", "Line 1 is not JSON from column "),
        ("[]", "Line 1, game without an id: it is not an object."),
        ("null", "Line 1, game without an id: it is not an object."),
        ("{}", "Line 1, game without an id: the field format is missing."),
        ('{"id": "a\\u0000b"}', "Line 1, game without an id: the field format is missing."),
        ('{"id": 1, "id": 2}', "Line 1 is not a record: an object has the same field twice."),
        ("NaN", "Line 1, game without an id: it is not an object."),
        ("7" * 5000, "Line 1 is not a record: Exceeds the limit (4300 digits)"),
        ("[" * 100_000, "Line 1 is nested too deep to be a record."),
        (b"\xff\xfe\x00", "Line 1 is not a text in UTF-8."),
        (b"\x00" * 100, "Line 1 is not JSON from column 1 on."),
        (b"[" + b" " * command.LONGEST, "Line 1 is longer than 8388608 bytes, which no record is."),
    ],
)
def test_what_is_no_record_gives_one_sentence(
    tmp_path: Path, content: bytes | str, sentence: str
) -> None:
    answer = run_verify(tmp_path, content)
    assert answer.startswith(f"exit 1: {sentence}")
    assert "\n" not in answer


def test_a_file_that_can_not_be_read_gives_one_sentence(tmp_path: Path) -> None:
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "no", "No such file or directory")):
        assert run_command("verify", str(path)) == f"exit 1: {path} cannot be read: {why}."
