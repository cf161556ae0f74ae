"""Reads JSON values, one per line, from untrusted input."""

from collections.abc import Iterator
from json import JSONDecodeError, loads
from typing import BinaryIO

LONGEST = 8 * 2**20  # bytes of a line; a long game takes a hundredth of it


def read_lines(lines: BinaryIO, what: str = "record") -> Iterator[tuple[int, object]]:
    """Yield number and value of each line that is not blank. Raises ValueError with a sentence."""
    number = 0
    while line := lines.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise ValueError(f"Line {number} is longer than {LONGEST} bytes, which no {what} is.")
        if line.strip():
            yield number, parse_line(line, f"Line {number}", what)


def parse_line(line: bytes, where: str, what: str) -> object:
    """Return a JSON value. Raises ValueError with a sentence that names `where` it is."""
    try:
        return loads(line.decode().rstrip(), object_pairs_hook=_read_object)
    except JSONDecodeError as trouble:
        raise ValueError(f"{where} is not JSON from column {trouble.colno} on.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{where} is not a text in UTF-8.") from None
    except RecursionError:
        raise ValueError(f"{where} is nested too deep to be a {what}.") from None
    except ValueError as trouble:
        raise ValueError(f"{where} is not a {what}: {trouble}.") from None


def _read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object. Raises ValueError for a repeated field, which would hide a value."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("an object has the same field twice")
    return fields
