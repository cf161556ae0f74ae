"""The verifier finds whatever is not so, and says where, and never stumbles."""

import re
from collections.abc import Iterator
from itertools import chain, cycle
from json import dumps, loads
from typing import Any

import pytest

from games.density_deck.rules.cards import CODES as FACES
from games.engine import deal
from games.engine.verify import Difference, verify
from games.registry import GAMES
from games.rps_extreme.rules.cards import CODES as CARDS
from games.rps_extreme.rules.cards import SIGN_NAMES
from tests.records.examples import SLUGS, Path, at, attended, objects, record, scalars, stopped

# No replay can know these, so their form alone is checked.
UNPROVEN = re.compile(r"rated|finished_at|seats\.\d+\.(name|level)|.*\.by")
AT = "2026-11-21T11:45:00Z"
ABSURD: list[Any] = [
    None,
    True,
    -1,
    10**19,
    0.5,
    float("inf"),
    "",
    "\ud800",
    "x" * 99,
    [],
    {},
    [[]],
]


def dotted(path: Path) -> str:
    return ".".join(map(str, path))


def changed(value: object) -> object:
    """Another value that looks like this one."""
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


def put(written: Any, path: Path, value: object) -> Any:
    at(written, path[:-1])[path[-1]] = value
    return written


# A record of challenges has many more values, most of them in its supplies: some stand for all.
EVERY = {"density-deck": 1, "rps-extreme": 3}
every_game = pytest.mark.parametrize("slug", SLUGS)


def with_another_value(slug: str) -> Iterator[tuple[Path, Any]]:
    """A record with one wrong value that a replay can know, and the way to it."""
    values = list(scalars(record(slug=slug)))
    for path, value in values:
        if not UNPROVEN.fullmatch(dotted(path)):
            yield path, put(record(slug=slug), path, changed(value))
    for path, value in values[:: EVERY[slug]]:
        if type(value) is int:
            for other in (str(value), float(value), bool(value)):
                yield path, put(record(slug=slug), path, other)


def with_other_parts(slug: str) -> Iterator[tuple[Path, Any]]:
    """A record with a field or an entry too many or too few, and the way to it."""
    whole = record(slug=slug)
    for path in list(objects(whole))[:: EVERY[slug]]:
        for field in at(whole, path):
            tampered = record(slug=slug)
            del at(tampered, path)[field]
            yield (*path, field), tampered
        yield (*path, "more"), put(record(slug=slug), (*path, "more"), 1)
    for path in {path[:-1] for path, _ in scalars(whole) if isinstance(path[-1], int)}:
        for entries in (at(whole, path)[:-1], [*at(whole, path), at(whole, path)[-1]]):
            yield path, put(record(slug=slug), path, entries)


@every_game
def test_whatever_is_changed_left_out_or_added_is_found_in_its_own_match(slug: str) -> None:
    for path, tampered in chain(with_another_value(slug), with_other_parts(slug)):
        difference = verify(tampered)
        assert difference is not None, dotted(path)
        if path[0] == GAMES[slug].rules.record.chapters and len(path) > 1:
            assert difference.match == int(path[1]) + 1, (dotted(path), str(difference))


@every_game
@pytest.mark.parametrize("end", [slice(None, -1), slice(None, 0)])
def test_missing_moves_and_matches_are_found(slug: str, end: slice) -> None:
    chapters = GAMES[slug].rules.record.chapters
    cut = record(slug=slug)
    cut[chapters] = cut[chapters][end]
    assert verify(cut) == Difference(cut["id"], None, None, "its matches do not end the game")
    cut = record(slug=slug)
    cut[chapters][0]["moves"] = cut[chapters][0]["moves"][end]
    assert verify(cut) == Difference(cut["id"], 1, None, "its moves do not end the match")


@every_game
def test_moves_and_matches_after_the_end_are_found(slug: str) -> None:
    chapters = GAMES[slug].rules.record.chapters
    more = record(slug=slug)
    more[chapters].append(more[chapters][0])
    said = "the game was over before this match"
    assert verify(more) == Difference(more["id"], len(more[chapters]), None, said)
    more = record(slug=slug)
    moves = more[chapters][0]["moves"]
    moves.append(moves[0])
    said = "the match was over before this move"
    assert verify(more) == Difference(more["id"], 1, len(moves), said)


def test_a_difference_is_one_sentence_with_the_place() -> None:
    tampered = record()
    tampered["matches"][0]["moves"][2]["seat"] += 1
    move = tampered["matches"][0]["moves"][2]
    assert str(verify(tampered)) == (
        f"game {tampered['id']}, match 1, move 3: it is not the turn of seat {move['seat']}"
    )


def test_a_move_that_the_rules_refuse_is_found_with_its_code() -> None:
    tampered = record()
    move = tampered["matches"][0]["moves"][0]
    tampered["matches"][0]["moves"][0] = {"seat": move["seat"], "round": 1, "do": "fight"}
    assert verify(tampered) == Difference(
        tampered["id"], 1, 1, "the move is refused: illegal-fight"
    )


def test_a_throw_that_the_clock_would_not_make_is_found() -> None:
    written = attended("rps-extreme")
    moves = written["challenges"][0]["moves"]
    throw = next(move for move in moves if move.get("by") == "clock" and move["do"] == "throw")
    throw["sign"] = changed(throw["sign"])
    assert "the clock does not make this move" in str(verify(written))


def test_the_clock_makes_no_move_but_its_own() -> None:
    written = attended()
    for match in written["matches"]:
        for move in match["moves"]:
            if move["do"] in ("fight", "surrender"):
                move["by"] = "clock"
    assert "the clock does not make this move" in str(verify(written))


def test_a_move_is_by_the_owner_the_clock_or_an_ai() -> None:
    written = attended()
    written["matches"][0]["moves"][0]["by"] = "somebody"
    assert verify(written) == Difference("attended", 1, 1, "by is neither clock nor ai")


@every_game
def test_an_absurd_value_anywhere_is_a_difference_and_no_fault(slug: str) -> None:
    for absurd in ABSURD:
        assert "is not an object" in str(verify(absurd)) or "is missing" in str(verify(absurd))
    whole = record(slug=slug)
    paths = [path for path in objects(whole) if path]
    paths += [path for path, _ in scalars(whole)]
    for path, absurd in zip(paths[:: EVERY[slug]], cycle(ABSURD), strict=False):
        tampered = record(slug=slug)
        same = repr(at(tampered, path)) == repr(absurd)
        found = verify(put(tampered, path, absurd))
        assert found is not None or same or UNPROVEN.fullmatch(dotted(path)), dotted(path)
        assert len(str(found)) < 300


def test_bytes_that_the_server_chose_itself_are_found_out() -> None:
    written = attended()
    assert written["fair"]["client_bytes"][3] is None
    # the same seed in effect, but claimed to come from the AI's seat itself
    derived = deal.server_bytes("attended", bytes(range(32)), 3)
    assert verify(put(attended(), ("fair", "client_bytes", 3), derived.hex())) is None
    other = verify(put(attended(), ("fair", "client_bytes", 3), "00" * 16))
    assert str(other) == "game attended: first_dealer is 3, it should be 2"
    assert "fair.commitment does not fit the id" in str(
        verify(put(attended(), ("id",), "elsewhere"))
    )


@every_game
def test_a_changed_end_by_agreement_is_found(slug: str) -> None:
    chapters, written = GAMES[slug].rules.record.chapters, dumps(stopped(slug=slug))
    last = len(loads(written)[chapters]) - 1
    for path, value in scalars(loads(written)):
        # nothing followed from a throw that was never revealed: any could have been made
        open_to_all = slug == "density-deck" or path[-1] not in ("seat", "sign")
        if path[0] == "places" or (path[:2] == (chapters, last) and open_to_all):
            difference = verify(put(loads(written), path, changed(value)))
            assert difference is not None, dotted(path)
            assert difference.match == (last + 1 if path[0] == chapters else None), str(difference)


def test_a_game_is_stopped_once_and_in_the_middle_of_a_match() -> None:
    *_, whole = record()["matches"]
    over = put(record(), ("matches", record()["matches"].index(whole), "ended_by"), "agreement")
    assert "ended_by" in str(verify(over))
    early = stopped()
    early["matches"][0]["ended_by"] = "agreement"
    early["matches"][0]["moves"].pop()
    assert verify(early) == Difference("stopped", 1, None, "scores has the unknown field '1'")
    more = stopped()
    more["matches"].append(more["matches"][-1])
    assert "the game was over before this match" in str(verify(more))


def test_an_end_by_agreement_takes_people_who_can_agree() -> None:
    for slug, fewest in (("density-deck", 3), ("rps-extreme", 2)):
        people = stopped(slug=slug)
        last = len(people[GAMES[slug].rules.record.chapters])
        for seat in people["seats"][fewest - 1 :]:
            seat.update(kind="ai", level="easy")
        people["fair"]["silent"] = people["fair"]["silent"][: fewest - 1]
        said = f"it ended by agreement, which takes {fewest} people or more: {fewest - 1} play"
        people["rated"] = False
        # the last one has left it
        assert verify(people) is None
        people["rated"] = True
        assert verify(people) == Difference("stopped", last, None, said)
        for seat in people["seats"]:
            seat.update(kind="ai", level="easy")
        people["fair"]["silent"] = []
        assert "people or more: 0 play" in str(verify(people))
        people["rated"] = False
        assert "takes 1 people or more: 0 play" in str(verify(people))


@every_game
def test_the_fewest_who_can_agree_are_those_of_the_table(slug: str) -> None:
    # so many have abandoned their seats, and somebody else agrees
    assert GAMES[slug].rules.record.agreeing == GAMES[slug].pace.abandoned + 1


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
    right = stopped(slug="rps-extreme")
    marks = [("no-pledge", 0), ("no-reveal", 1)]
    assert [(mark["reason"], mark["seat"]) for mark in right["fair"]["silent"]] == marks
    assert said in str(verify(put(right, ("fair", "silent"), silent)))


def test_who_gave_bytes_was_not_silent() -> None:
    mark = {"seat": 0, "reason": "no-reveal", "at": AT}
    assert "no person's seat without own bytes" in str(
        verify(put(attended(), ("fair", "silent"), [mark]))
    )
