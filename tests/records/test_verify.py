"""The verifier finds every wrong value, says where, and never crashes."""

import re
from collections.abc import Iterator
from itertools import chain, cycle
from json import dumps, loads
from typing import Any

import pytest

from games.density_deck.rules.cards import CODES as FACES
from games.engine import deal
from games.engine.verify import verify_record
from games.registry import GAMES
from games.rps_extreme.rules.cards import CODES as CARDS
from games.rps_extreme.rules.cards import SIGN_NAMES
from tests.records.examples import (
    SLUGS,
    Path,
    record_with_people,
    simulate_record,
    stopped_record,
    value_at,
    walk_objects,
    walk_scalars,
)

# a replay cannot compute these, so only their form is checked
UNPROVEN = re.compile(r"rated|finished_at|seats\.\d+\.(name|level)|.*\.by")
AT = "2026-11-21T11:45:00Z"
ABSURD: list[Any] = [
    *(None, True, -1, 10**19, 0.5, float("inf"), "", "\ud800", "x" * 99, [], {}, [[]])
]


def dotted_path(path: Path) -> str:
    return ".".join(map(str, path))


def change_value(value: object) -> object:
    """Return a different value of the same form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    for codes in (FACES, CARDS[1:], SIGN_NAMES):
        if value in codes:
            return codes[(codes.index(str(value)) + 7) % len(codes)]
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{32,}", value):
        return ("1" if value[0] == "0" else "0") + value[1:]
    return 1 if value is None else f"{value}x"


def put_value(written: Any, path: Path, value: object) -> Any:
    value_at(written, path[:-1])[path[-1]] = value
    return written


# a record of challenges has many more values, mostly in its supplies, so take a sample
EVERY = {"density-deck": 1, "rps-extreme": 3}
every_game = pytest.mark.parametrize("slug", SLUGS)


def with_another_value(slug: str) -> Iterator[tuple[Path, Any]]:
    """Yield records with one wrong value that a replay can detect, and its path."""
    values = list(walk_scalars(simulate_record(slug=slug)))
    for path, value in values:
        if not UNPROVEN.fullmatch(dotted_path(path)):
            yield path, put_value(simulate_record(slug=slug), path, change_value(value))
    for path, value in values[:: EVERY[slug]]:
        if type(value) is int:
            for other in (str(value), float(value), bool(value)):
                yield path, put_value(simulate_record(slug=slug), path, other)


def with_other_parts(slug: str) -> Iterator[tuple[Path, Any]]:
    """Yield records with an extra or missing field or entry, and its path."""
    whole = simulate_record(slug=slug)
    for path in list(walk_objects(whole))[:: EVERY[slug]]:
        for field in value_at(whole, path):
            tampered = simulate_record(slug=slug)
            del value_at(tampered, path)[field]
            yield (*path, field), tampered
        yield (*path, "more"), put_value(simulate_record(slug=slug), (*path, "more"), 1)
    for path in {path[:-1] for path, _ in walk_scalars(whole) if isinstance(path[-1], int)}:
        for entries in (
            value_at(whole, path)[:-1],
            [*value_at(whole, path), value_at(whole, path)[-1]],
        ):
            yield path, put_value(simulate_record(slug=slug), path, entries)


@every_game
def test_whatever_is_changed_left_out_or_added_is_found_in_its_own_match(slug: str) -> None:
    for path, tampered in chain(with_another_value(slug), with_other_parts(slug)):
        difference = verify_record(tampered)
        assert difference is not None, dotted_path(path)
        if path[0] == GAMES[slug].rules.record.chapters and len(path) > 1:
            assert difference.match == int(path[1]) + 1, (dotted_path(path), str(difference))


@every_game
def test_moves_and_matches_that_are_missing_or_too_many_are_found(slug: str) -> None:
    field, whole = GAMES[slug].rules.record.chapters, simulate_record(slug=slug)
    game, chapters = f"game {whole['id']}", whole[field]
    first, count = chapters[0]["moves"], len(chapters)
    for cut, sentence in (
        ((field,), ": its matches do not end the game"),
        ((field, 0, "moves"), ", match 1: its moves do not end the match"),
    ):
        for left in (slice(-1), slice(0)):
            shorter = put_value(simulate_record(slug=slug), cut, value_at(whole, cut)[left])
            assert str(verify_record(shorter)) == game + sentence
    more = put_value(simulate_record(slug=slug), (field,), [*chapters, chapters[0]])
    said = f"{game}, match {count + 1}: the game was over before this match"
    assert str(verify_record(more)) == said
    more = put_value(simulate_record(slug=slug), (field, 0, "moves"), [*first, first[0]])
    said = f"{game}, match 1, move {len(first) + 1}: it should not be there"
    assert str(verify_record(more)) == said


def by_the_clock(written: Any, *verbs: str) -> Any:
    """Return the record as if the clock had made all moves of these kinds."""
    moves = [move for match in written["matches"] for move in match["moves"]]
    for move in moves:
        if move["do"] in verbs:
            move["by"] = "clock"
    return written


def with_another_throw(written: Any) -> Any:
    moves = written["challenges"][0]["moves"]
    throw = next(move for move in moves if move.get("by") == "clock" and move["do"] == "throw")
    throw["sign"] = change_value(throw["sign"])
    return written


FIRST = ("matches", 0, "moves", 0)
EARLY = stopped_record()
EARLY["matches"][0]["ended_by"] = "agreement"
EARLY["matches"][0]["moves"].pop()
# the same seed, but attributed to the AI's seat
DERIVED = deal.derive_client_bytes("attended", bytes(range(32)), 3).hex()


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (
            put_value(record_with_people(), (*FIRST, "seat"), 3),
            "match 1, move 1: it is not the turn of seat 3",
        ),
        (
            put_value(record_with_people(), (*FIRST, "by"), "somebody"),
            "move 1: by is neither clock nor ai",
        ),
        (
            put_value(
                record_with_people(),
                FIRST,
                record_with_people()["matches"][0]["moves"][0] | {"do": "fight"},
            ),
            "match 1, move 1: the move is refused: malformed",
        ),
        (
            put_value(record_with_people(), FIRST, {"seat": 0, "round": 1, "do": "fight"}),
            "match 1, move 1: the move is refused: illegal-fight",
        ),
        (
            by_the_clock(record_with_people(), "fight", "surrender"),
            "the clock does not make this move",
        ),
        (
            with_another_throw(record_with_people("rps-extreme")),
            "the clock does not make this move",
        ),
        (
            put_value(record_with_people(), ("id",), "elsewhere"),
            "fair.commitment does not fit the id",
        ),
        (put_value(record_with_people(), ("fair", "client_bytes", 3), DERIVED), "None"),
        (
            put_value(record_with_people(), ("fair", "client_bytes", 3), "00" * 16),
            "game attended: first_dealer is 3, it should be 2",
        ),
        (put_value(simulate_record(), ("matches", -1, "ended_by"), "agreement"), "ended_by"),
        (EARLY, "game stopped, match 1: scores.1 should not be there"),
    ],
)
def test_a_difference_is_one_sentence_with_its_place(written: Any, sentence: str) -> None:
    assert sentence in str(verify_record(written))


@every_game
def test_an_absurd_value_anywhere_is_a_difference_and_no_fault(slug: str) -> None:
    for absurd in ABSURD:
        assert "is not an object" in str(verify_record(absurd)) or "is missing" in str(
            verify_record(absurd)
        )
    whole = simulate_record(slug=slug)
    paths = [path for path in walk_objects(whole) if path]
    paths += [path for path, _ in walk_scalars(whole)]
    for path, absurd in zip(paths[:: EVERY[slug]], cycle(ABSURD), strict=False):
        tampered = simulate_record(slug=slug)
        same = repr(value_at(tampered, path)) == repr(absurd)
        found = verify_record(put_value(tampered, path, absurd))
        assert found is not None or same or UNPROVEN.fullmatch(dotted_path(path)), dotted_path(path)
        assert len(str(found)) < 300


@every_game
def test_a_changed_end_by_agreement_is_found(slug: str) -> None:
    chapters, written = GAMES[slug].rules.record.chapters, dumps(stopped_record(slug=slug))
    last = len(loads(written)[chapters]) - 1
    for path, value in walk_scalars(loads(written)):
        # a throw that was never revealed had no effect: it could be any
        open_to_all = slug == "density-deck" or path[-1] not in ("seat", "sign")
        if path[0] == "places" or (path[:2] == (chapters, last) and open_to_all):
            difference = verify_record(put_value(loads(written), path, change_value(value)))
            assert difference is not None, dotted_path(path)
            assert difference.match == (last + 1 if path[0] == chapters else None), str(difference)


@pytest.mark.parametrize(("slug", "fewest"), [("density-deck", 3), ("rps-extreme", 2)])
def test_an_end_by_agreement_takes_people_who_can_agree(slug: str, fewest: int) -> None:
    # enough players have abandoned their seats, and another agrees
    assert fewest == GAMES[slug].pace.abandoned + 1
    for people, rated, sentence in (
        (fewest - 1, True, f"takes {fewest} people or more: {fewest - 1} play"),
        # the last player has left
        (fewest - 1, False, "None"),
        (0, True, f"takes {fewest} people or more: 0 play"),
        (0, False, "takes 1 people or more: 0 play"),
    ):
        written = put_value(stopped_record(slug=slug), ("rated",), rated)
        for seat in written["seats"][people:]:
            seat.update(kind="ai", level="easy")
        written["fair"]["silent"] = written["fair"]["silent"][:people]
        assert sentence in str(verify_record(written))


@pytest.mark.parametrize(
    ("silent", "said"),
    [
        ([], "fair.silent leaves out a person's seat without own bytes"),
        (None, "fair.silent is not a list"),
        ([{"seat": 0, "reason": "no-pledge", "at": AT}] * 2, "not in order"),
        ([{"seat": 2, "reason": "no-pledge", "at": AT}], "no person's seat without own bytes"),
        (
            [{"seat": 0, "reason": "late", "at": AT}],
            "reason is not one of no-pledge, no-reveal, sat-later",
        ),
        ([{"seat": 0, "reason": "no-reveal", "at": None}], "at is no time like"),
        ([{"seat": 0, "reason": "no-reveal"}], "lacks the field at"),
    ],
)
def test_a_silent_seat_is_marked_with_reason_and_time(silent: object, said: str) -> None:
    right = stopped_record(slug="rps-extreme")
    marks = [("no-pledge", 0), ("no-reveal", 1)]
    assert [(mark["reason"], mark["seat"]) for mark in right["fair"]["silent"]] == marks
    assert said in str(verify_record(put_value(right, ("fair", "silent"), silent)))
    # seat 0 sent its own bytes
    mark = {"seat": 0, "reason": "no-reveal", "at": AT}
    forged = put_value(record_with_people(), ("fair", "silent"), [mark])
    assert "no person's seat without own bytes" in str(verify_record(forged))
