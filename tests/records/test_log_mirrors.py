"""Every kind of tampering with the log or its mirror is found, and named in a sentence."""

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from json import dumps
from pathlib import Path
from threading import Thread

import pytest

from games.engine import deal
from games.engine.contract import Json
from games.engine.log_signature import Signature, public_key, sign_entry
from tests.commands import run_command

KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))
AT = "2026-11-21T11:40:00.250000Z"
DAYS = {3: "2026-11-20", 5: "2026-11-21", 8: "2026-11-22"}


def make_entries(count: int, changed: int = 0) -> list[Json]:
    """Return a log; from the entry `changed` on it is another one."""
    entries: list[Json] = []
    previous = "0" * 64
    for number in range(1, count + 1):
        game = deal.hash_game_id(f"game-{number}{'x' * (number == changed)}")
        commitment = deal.hash_pledge(bytes([number]))
        after = deal.hash_log_entry(previous, commitment, game)
        entries.append(
            {
                "sequence": number,
                "game": game,
                "commitment": commitment,
                "previous": previous,
                "hash": after,
                "at": AT,
            }
        )
        previous = after
    return entries


def sign_entries(entries: list[Json], key: bytes = KEY) -> list[Json]:
    """Return the signatures of the days on which these entries were the last."""
    return [
        sign_entry(key, day, number, entries[number - 1]["hash"])._asdict()
        for number, day in DAYS.items()
        if number <= len(entries)
    ]


def write_log(file: Path, entries: list[Json], signatures: list[Json] | None = None) -> Path:
    """Write the file of a log."""
    signatures = sign_entries(entries) if signatures is None else signatures
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{dumps({'deals': entries})}\n{dumps({'signatures': signatures})}\n")
    return file


class Folder(SimpleHTTPRequestHandler):
    """Serves a folder without a log."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture
def logged_site(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A site with eight entries in its log: its URL, and the file of its log."""
    folder = tmp_path / "site"
    file = write_log(folder / "deals" / "log.jsonl", make_entries(8))
    keys = folder / ".well-known" / "deal-log.json"
    keys.parent.mkdir()
    keys.write_text(dumps({"format": "deal-log/1", "keys": [public_key(KEY)]}))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Folder, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", file
        server.shutdown()
        thread.join()


def compare_mirror(mirror: Path | str, site: str) -> str:
    """Return the output of `verify` for a mirror and a site."""
    return run_command("verify", f"--log={mirror}", f"--site={site}")


def test_a_faithful_mirror_may_be_a_file_or_a_url_and_a_day_behind(
    logged_site: tuple[str, Path], tmp_path: Path
) -> None:
    url, _ = logged_site
    mirror = write_log(tmp_path / "mirror.jsonl", make_entries(6))
    assert compare_mirror(mirror, url) == (
        "All 6 entries and 2 signatures of the mirror are those of the site, which has 2 more.\n"
    )
    write_log(tmp_path / "site" / "copy.jsonl", make_entries(8))
    assert compare_mirror(f"{url}/copy.jsonl", url).startswith("All 8 entries and 3 signatures")


def drop_entry(entries: list[Json]) -> list[Json]:
    return entries[:2] + entries[3:]


def swap_entries(entries: list[Json]) -> list[Json]:
    return [entries[1], entries[0], *entries[2:]]


@pytest.mark.parametrize(
    ("tamper", "sentence"),
    [
        (drop_entry, "The log of commitments is broken: entry 3 of the log has another number"),
        (swap_entries, "The log of commitments is broken: entry 1 of the log has another number"),
    ],
)
def test_a_dropped_or_moved_entry_breaks_the_chain(
    logged_site: tuple[str, Path],
    tmp_path: Path,
    tamper: Callable[[list[Json]], list[Json]],
    sentence: str,
) -> None:
    entries = make_entries(8)
    mirror = write_log(tmp_path / "mirror.jsonl", tamper(entries), [])
    assert compare_mirror(mirror, logged_site[0]) == f"exit 1: {sentence}."


def test_a_rewritten_chain_differs_from_the_mirror(
    logged_site: tuple[str, Path], tmp_path: Path
) -> None:
    url, file = logged_site
    mirror = write_log(tmp_path / "mirror.jsonl", make_entries(8))
    write_log(file, make_entries(8, changed=4))
    assert compare_mirror(mirror, url).endswith(
        "its entry 4 is not that of the site, so one of them was changed."
    )
    write_log(file, make_entries(4))
    assert compare_mirror(mirror, url).endswith("the site has lost entries: 4 are left of 8.")


def test_a_mirror_that_was_rolled_back_is_found(
    logged_site: tuple[str, Path], tmp_path: Path
) -> None:
    whole, cut = make_entries(8), make_entries(4)
    mirror = write_log(tmp_path / "mirror.jsonl", cut, sign_entries(whole))
    assert compare_mirror(mirror, logged_site[0]) == (
        "exit 1: The log of commitments is broken: "
        "the signature of 2026-11-21 covers 5 entries, but the log ends at entry 4."
    )
    write_log(mirror, cut)
    assert compare_mirror(mirror, logged_site[0]).endswith(
        "it lacks 4 entries: it is old, or was rolled back."
    )


def test_forged_signatures_are_found(logged_site: tuple[str, Path], tmp_path: Path) -> None:
    url, entries, file = logged_site[0], make_entries(8), tmp_path / "mirror.jsonl"
    forged = [{**sign_entries(entries)[0], "day": "2026-11-19"}]
    assert "the signature of 2026-11-19 is not by its key" in compare_mirror(
        write_log(file, entries, forged), url
    )
    stranger = sign_entries(entries, OTHER_KEY)
    assert "by a key that the site does not publish" in compare_mirror(
        write_log(file, entries, stranger), url
    )
    # the key is a stranger's, so the day may be any JSON value
    nonsense = [sign_entry(OTHER_KEY, ["Friday"], 3, entries[2]["hash"])._asdict()]  # type: ignore[arg-type]
    assert "day is no date like 2026-11-21" in compare_mirror(
        write_log(file, entries, nonsense), url
    )
    other = sign_entries(make_entries(8, changed=2))
    assert "is for another log: entry 3 was changed since" in compare_mirror(
        write_log(file, entries, other), url
    )


def test_two_logs_signed_on_one_day_convict_the_site(
    logged_site: tuple[str, Path], tmp_path: Path
) -> None:
    entries = make_entries(8)
    early = sign_entry(KEY, DAYS[8], 7, entries[6]["hash"])._asdict()
    mirror = write_log(tmp_path / "mirror.jsonl", entries[:7], [early])
    assert compare_mirror(mirror, logged_site[0]).endswith(
        "the site signed two different logs on 2026-11-22."
    )


def test_a_statement_is_the_documented_bytes() -> None:
    signed = sign_entry(KEY, "2026-11-21", 3, "ab" * 32)
    assert signed.statement == b"deal-log/1\n2026-11-21\n3\n" + b"ab" * 32 + b"\n"
    assert signed.is_valid
    assert not signed._replace(sequence=4).is_valid
    assert not Signature("2026-11-21", 3, "ab" * 32, "00" * 31, signed.signature).is_valid


def test_verify_without_anything_to_verify_says_what_it_needs() -> None:
    assert run_command("verify").startswith("exit 1: Name a file of records, or a mirror")
