"""Check the records of games by replaying them: no database, no network."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any, BinaryIO, Never

from django.core.management.base import BaseCommand

from games.engine.verify import verify

LONGEST = 8 * 2**20  # bytes of a line; a long game has a hundredth of it


class Command(BaseCommand):
    """Replays every record of a file: exit 0 if all are right, else 1 and the first difference."""

    help = "Replay the records in a file, one JSON object a line, and name the first difference."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", metavar="FILE", help="a file of records, or - for input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify line by line and stop at the first that is wrong, with one sentence."""
        path = options["file"]
        try:
            if path == "-":
                verified = verify_all(sys.stdin.buffer)
            else:
                with Path(path).open("rb") as lines:
                    verified = verify_all(lines)
        except ValueError as trouble:
            raise SystemExit(str(trouble)) from trouble
        except OSError as trouble:
            raise SystemExit(f"{path} cannot be read: {trouble.strerror}.") from trouble
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        self.stdout.write(f"{verified} {'record is' if verified == 1 else 'records are'} right.")


def verify_all(lines: BinaryIO) -> int:
    """How many records there are; ValueError with one sentence at the first that is wrong."""
    verified = 0
    for number, record in read_records(lines):
        difference = verify(record)
        if difference is not None:
            raise ValueError(f"Line {number}, {difference}.")
        verified += 1
    if not verified:
        raise ValueError("There is no record to verify.")
    return verified


def read_records(lines: BinaryIO) -> Iterator[tuple[int, object]]:
    """Number and JSON value of each line that is not blank; ValueError with a sentence if bad."""
    number = 0
    while line := lines.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise ValueError(f"Line {number} is longer than {LONGEST} bytes, which no record is.")
        if line.strip():
            yield number, _parse(line, number)


def _parse(line: bytes, number: int) -> object:
    try:
        return loads(
            line.decode().rstrip(),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_constant=_refuse,
        )
    except JSONDecodeError as trouble:
        raise ValueError(f"Line {number} is not JSON from column {trouble.colno} on.") from None
    except UnicodeDecodeError:
        raise ValueError(f"Line {number} is not a text in UTF-8.") from None
    except RecursionError:
        raise ValueError(f"Line {number} is nested too deep to be a record.") from None
    except ValueError as trouble:
        raise ValueError(f"Line {number} is not a record: {trouble}.") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object; a field given twice would hide one of its values."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("an object has the same field twice")
    return fields


def _refuse(constant: str) -> Never:
    raise ValueError(f"{constant} is not a number of JSON")


def _whole(digits: str) -> int:
    if len(digits) > 20:
        raise ValueError(f"it holds a number of {len(digits)} digits")
    return int(digits)
