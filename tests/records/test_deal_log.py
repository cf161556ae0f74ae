"""The public log of commitments: its chain, and `verify --log` against forged records."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps, loads
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from games.engine import deal
from games.engine.contract import Json
from games.engine.record_fields import Differs
from games.management import public_log
from tests.records import examples
from tests.records.examples import SLUGS, record_with_people, simulate_record

AT = "2026-11-21T11:40:00.250000Z"
GOLDEN = Path(__file__).resolve().parent.parent / "golden"
OLD = loads((GOLDEN / "current-4.jsonl").read_text().splitlines()[0])
FORGED = bytes(31) + b"\x01"


def log_of(*records: Json, at: str = AT) -> list[Json]:
    """Return the log of a site with these games."""
    entries: list[Json] = []
    before = "0" * 64
    for number, each in enumerate(records, 1):
        fair = each["fair"]
        name = None if fair["scheme"].endswith("/1") else deal.hash_game_id(each["id"])
        after = deal.hash_log_entry(before, fair["commitment"], name or "")
        entries.append(
            {
                "sequence": number,
                "game": name,
                "commitment": fair["commitment"],
                "previous": before,
                "hash": after,
                "at": at,
            }
        )
        before = after
    return entries


def json_lines(values: list[Json]) -> str:
    return "".join(dumps(value) + "\n" for value in values)


def run_verify(tmp_path: Path, records: list[Json], log: str) -> str:
    """Return the output of `verify` for these records with this log."""
    return examples.run_verify(tmp_path, json_lines(records), f"--log={log}")


def save_log(tmp_path: Path, entries: list[Json]) -> str:
    file = tmp_path / "log.jsonl"
    file.write_text(json_lines(entries))
    return str(file)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_forged_record_of_a_real_game_is_found_by_the_log(tmp_path: Path, slug: str) -> None:
    real, forged = record_with_people(slug), record_with_people(slug, FORGED)
    log = save_log(tmp_path, log_of(simulate_record(), real))
    head = log_of(simulate_record(), real)[-1]["hash"]
    assert run_verify(tmp_path, [real], log) == (
        "1 record is consistent with itself, and its commitment is in the log, "
        f"a chain of 2 entries that ends in {head}.\n"
    )
    assert run_verify(tmp_path, [real, forged], log) == (
        "exit 1: Line 2, game attended: fair.commitment is not the one that entry 2 of the log "
        "has for it."
    )


def test_records_of_both_schemes_stand_in_one_log(tmp_path: Path) -> None:
    log = log_of(OLD, simulate_record())
    assert run_verify(tmp_path, [simulate_record(), OLD], save_log(tmp_path, log)).startswith(
        "2 records: each is consistent with itself, and their commitments are in the log, "
    )
    # an old entry names no game, so a forged record is only reported as missing
    forged = loads(dumps(OLD))
    secret = bytes(32)
    forged["fair"]["secret"] = secret.hex()
    forged["fair"]["commitment"] = deal.make_commitment(
        forged["id"], secret, scheme=1, game="", ruleset={}
    )
    with pytest.raises(Differs, match="not in the log"):
        public_log.read_log(save_log(tmp_path, log)).find(forged)


def test_a_game_that_was_never_published_is_found(tmp_path: Path) -> None:
    log = save_log(tmp_path, log_of(OLD, simulate_record()))
    assert run_verify(tmp_path, [record_with_people()], log) == (
        "exit 1: Line 1, game attended: the log does not name this game."
    )


def test_a_commitment_that_was_published_after_the_game_is_found(tmp_path: Path) -> None:
    log = save_log(tmp_path, log_of(record_with_people(), at="2026-11-21T12:00:01Z"))
    assert run_verify(tmp_path, [record_with_people()], log) == (
        "exit 1: Line 1, game attended: entry 1 of the log came after the game was finished."
    )


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("commitment", "00" * 32, "entry 2 of the log is not what its hash says"),
        ("game", "00" * 32, "entry 2 of the log is not what its hash says"),
        ("game", None, "entry 2 of the log is not what its hash says"),
        ("game", "", "entry 2 of the log: game is empty"),
        ("previous", "00" * 32, "entry 2 of the log does not follow the one before it"),
        ("sequence", 3, "entry 2 of the log has another number"),
        ("sequence", "2", "entry 2 of the log: sequence is not a whole number"),
        ("hash", "x", "entry 2 of the log: hash is not 64 lower-case hex digits"),
        ("hash", 7, "entry 2 of the log: hash is not 64 lower-case hex digits"),
        ("game", 7, "entry 2 of the log: game is not 64 lower-case hex digits"),
        ("at", "soon", "entry 2 of the log: at is no time like 2026-11-21T12:00:00.5Z"),
        ("more", 1, "entry 2 of the log has the unknown field 'more'"),
    ],
)
def test_a_log_that_is_no_chain_is_refused(
    tmp_path: Path, field: str, value: object, sentence: str
) -> None:
    entries = log_of(OLD, record_with_people(), simulate_record())
    entries[1][field] = value
    answer = run_verify(tmp_path, [simulate_record()], save_log(tmp_path, entries))
    assert answer == f"exit 1: The log of commitments is broken: {sentence}."


def test_every_game_is_named_and_none_twice(tmp_path: Path) -> None:
    for second, sentence in (
        (OLD, "entry 2 of the log names no game"),
        (record_with_people(secret=FORGED), "entry 2 of the log names a game for the second time"),
    ):
        answer = run_verify(
            tmp_path,
            [record_with_people()],
            save_log(tmp_path, log_of(record_with_people(), second)),
        )
        assert answer == f"exit 1: The log of commitments is broken: {sentence}."


def test_what_the_site_answered_is_a_log_as_it_is(tmp_path: Path) -> None:
    entries = log_of(OLD, record_with_people(), simulate_record())
    log = save_log(tmp_path, [{"deals": entries[:2]}, {"deals": entries[2:]}])
    assert "a chain of 3 entries" in run_verify(tmp_path, [record_with_people()], log)


def test_an_empty_or_unreadable_log_gives_one_sentence(tmp_path: Path) -> None:
    empty = save_log(tmp_path, [])
    for log, sentence in (
        (empty, f"There is no entry in the log of commitments {empty}."),
        (f"{tmp_path}/no", f"{tmp_path}/no cannot be read: No such file or directory."),
        ("http://127.0.0.1:1/", "http://127.0.0.1:1/api/deals/?after=0 cannot be read: "),
        ("file:///etc/passwd", "file:///etc/passwd cannot be read: "),
    ):
        assert run_verify(tmp_path, [simulate_record()], log).startswith(f"exit 1: {sentence}")


class Site(BaseHTTPRequestHandler):
    """A site that returns a number of entries at a time, or any given response."""

    entries: list[Json]
    answer: tuple[int, bytes] | None = None

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        after = int(parse_qs(address.query)["after"][0])
        page = dumps({"deals": self.entries[after : after + 2]}).encode()
        status, written = self.answer or (200 if address.path == "/api/deals/" else 404, page)
        self.send_response(status)
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()
        self.wfile.write(written)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    Site.entries, Site.answer = log_of(OLD, record_with_people(), simulate_record()), None
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("path", ["", "/", "/api/deals/"])
def test_the_log_is_fetched_from_a_site_answer_by_answer(
    tmp_path: Path, site: str, path: str
) -> None:
    answer = run_verify(tmp_path, [record_with_people(), OLD, simulate_record()], site + path)
    assert "their commitments are in the log, a chain of 3 entries" in answer
    answer = run_verify(tmp_path, [record_with_people(secret=FORGED)], site + path)
    assert answer.startswith("exit 1: Line 1, game attended: fair.commitment is not the one")


@pytest.mark.parametrize(
    ("status", "written", "sentence"),
    [
        (500, b"", "cannot be read: HTTP Error 500: "),
        (302, b"", "cannot be read: HTTP Error 302: "),
        (200, b"<html>", "is not JSON from column 1 on."),
        (200, b" " * (public_log.LARGEST + 1), "answers more than 1048576 bytes"),
        (200, b"[]", "The log of commitments is broken: entry 1 of the log is not an object."),
        (200, b'{"deals": 7}', "The log of commitments is broken: entry 1 of the log is not an"),
    ],
)
def test_a_site_that_answers_something_else_gives_one_sentence(
    tmp_path: Path, site: str, status: int, written: bytes, sentence: str
) -> None:
    Site.answer = (status, written)
    answer = run_verify(tmp_path, [simulate_record()], site)
    assert answer.startswith("exit 1: ")
    assert sentence in answer
