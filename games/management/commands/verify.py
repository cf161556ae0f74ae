"""Checks records of games by replaying them, without database; network only for --log URL."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

import zstandard
from django.core.management.base import BaseCommand

from games.engine.deal_log import Log, compare_logs
from games.engine.record_fields import Differs
from games.engine.verify import verify_record
from games.management.json_lines import read_lines
from games.management.public_log import read_log, read_site_log

# memory that a compressed file may ask for, in bytes
LARGEST_WINDOW = 2**24


class Command(BaseCommand):
    """Replays every record of a file; exits with 1 and the first difference, if there is one."""

    help = (
        "Replay the records in a file, one JSON object a line, and name the first difference. "
        "That shows that a record is consistent with itself; with --log also that its commitment "
        "is the one that was published."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, and the log to compare with."""
        parser.add_argument(
            "file", nargs="?", metavar="FILE", help="a file of records, or - for input"
        )
        parser.add_argument(
            "--log",
            metavar="FILE|URL",
            help="the public log of commitments: https://SITE/api/deals/, a mirror, or its file",
        )
        parser.add_argument(
            "--site", metavar="URL", help="a site, to compare the mirror in --log with its log"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify line by line, and stop at the first wrong line with one sentence."""
        path = options["file"]
        try:
            log = None if options["log"] is None else read_log(options["log"])
            if log is not None and options["site"]:
                self.stdout.write(compare_mirror(log, options["site"]))
                if path is None:
                    return
            verified = verify_file(path, log)
        except ValueError as trouble:
            raise SystemExit(str(trouble)) from trouble
        except zstandard.ZstdError as trouble:
            raise SystemExit(f"{path} is not a whole file of Zstandard.") from trouble
        except OSError as trouble:
            raise SystemExit(f"{path} cannot be read: {trouble.strerror}.") from trouble
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        self.stdout.write(summarize_result(verified, log))


@contextmanager
def open_records(path: Path) -> Iterator[BinaryIO]:
    """Open a file of records, which may be compressed as a monthly file is."""
    with path.open("rb") as packed:
        if path.suffix != ".zst":
            yield packed
            return
        unpacking = zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW)
        with unpacking.stream_reader(packed, read_across_frames=True) as lines:
            yield BufferedReader(lines)


def verify_file(path: str | None, log: Log | None) -> int:
    """Verify the records of a file or of the input (-), as verify_all() does."""
    if path is None:
        raise ValueError("Name a file of records, or a mirror (--log) and a site (--site).")
    if path == "-":
        return verify_all(sys.stdin.buffer, log)
    with open_records(Path(path)) as lines:
        return verify_all(lines, log)


def compare_mirror(mirror: Log, site: str) -> str:
    """Return in a sentence how a mirror of the log fits a site; raise ValueError if it does not."""
    try:
        return compare_logs(mirror, *read_site_log(site))
    except Differs as difference:
        raise ValueError(f"The mirror is not the log of {site}: {difference.what}.") from None


def verify_all(lines: BinaryIO, log: Log | None = None) -> int:
    """Verify records and return their number. Raises ValueError with a sentence at a wrong one."""
    verified = 0
    for number, record in read_lines(lines):
        difference = verify_record(record)
        if difference is not None:
            raise ValueError(f"Line {number}, {difference}.")
        if log is not None and isinstance(record, dict):
            try:
                log.find(record)
            except Differs as difference_in_log:
                difference_in_log.game = record["id"]
                raise ValueError(f"Line {number}, {difference_in_log}.") from None
        verified += 1
    if not verified:
        raise ValueError("There is no record to verify.")
    return verified


def summarize_result(verified: int, log: Log | None) -> str:
    """Return in a sentence what was compared."""
    is_single = verified == 1
    consistency = (
        f"{'1 record' if is_single else f'{verified} records: each'} is consistent with itself"
    )
    if log is None:
        return f"{consistency}. Whether the commitment was published before the deal, --log tells."
    commitments = "its commitment is" if is_single else "their commitments are"
    entries = "1 entry" if log.entries == 1 else f"{log.entries} entries"
    chain = f"a chain of {entries} that ends in {log.head}"
    return f"{consistency}, and {commitments} in the log, {chain}."
