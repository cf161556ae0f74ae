"""Read JSON values, one a line; the input is not trusted."""

from collections.abc import Iterator
from json import JSONDecodeError, loads
from typing import BinaryIO

LONGEST = 8 * 2**20  # bytes of a line; a long game has a hundredth of it


def read_lines(lines: BinaryIO, what: str = "record") -> Iterator[tuple[int, object]]:
    """Number and JSON value of each line that is not blank; ValueError with a sentence if bad."""
    number = 0
    while line := lines.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise ValueError(f"Line {number} is longer than {LONGEST} bytes, which no {what} is.")
        if line.strip():
            yield number, parse_line(line, f"Line {number}", what)


def parse_line(written: bytes, where: str, what: str) -> object:
    """Return the JSON value; ValueError with a sentence about where it stands if it is none."""
    try:
        return loads(written.decode().rstrip(), object_pairs_hook=_object)
    except JSONDecodeError as trouble:
        raise ValueError(f"{where} is not JSON from column {trouble.colno} on.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{where} is not a text in UTF-8.") from None
    except RecursionError:
        raise ValueError(f"{where} is nested too deep to be a {what}.") from None
    except ValueError as trouble:
        raise ValueError(f"{where} is not a {what}: {trouble}.") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object; a field given twice would hide one of its values."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("an object has the same field twice")
    return fields
