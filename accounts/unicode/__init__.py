"""Unicode data about letters: their scripts and lookalikes (UTS 39); pure.

The two tables are made from Unicode's own files by bench/unicode_tables.py, and are theirs
(LICENSE.txt).
"""

import unicodedata
from bisect import bisect_right
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
UNKNOWN = frozenset({"Zzzz"})
# scripts that are written together: Japanese, Korean, Chinese with its phonetic letters
TOGETHER = ({"Hani", "Hira", "Kana"}, {"Hani", "Hang"}, {"Hani", "Bopo"})


def confusable_skeleton(text: str) -> str:
    """Return what all texts that look like this one have in common (UTS 39, 4)."""
    drawn = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_lookalikes().get(each, each) for each in drawn))


def mixes_scripts(text: str) -> bool:
    """Return whether letters of scripts meet that are not written together.

    As in UTS 39, 5.2 "highly restrictive": one script, or Latin beside Japanese, Korean or
    Chinese. Digits, marks and signs of all scripts count for none.
    """
    written = [scripts for each in text if (scripts := scripts_of(each)) is not None]
    if not written:
        return False
    allowed = [frozenset.intersection(*written)]
    allowed += [_in_one(written, {"Latn", *east}) for east in TOGETHER]
    return not any(allowed)


def _in_one(written: list[frozenset[str]], scripts: set[str]) -> frozenset[str]:
    """Return the scripts of a way of writing that has a place for every letter, or none."""
    return frozenset(scripts) if all(each & scripts for each in written) else frozenset()


def scripts_of(character: str) -> frozenset[str] | None:
    """Return the scripts (ISO 15924) that use a character; None for one of all scripts."""
    firsts, ranges = _scripts()
    index = bisect_right(firsts, ord(character)) - 1
    if index < 0 or ord(character) > ranges[index][0]:
        return UNKNOWN if character.isalpha() else None
    return ranges[index][1]


@cache
def _lookalikes() -> dict[str, str]:
    found = {}
    for line in _lines("lookalikes.txt"):
        target, _, sources = line.partition(" < ")
        looks = "".join(chr(int(point, 16)) for point in target.split())
        found.update({chr(int(point, 16)): looks for point in sources.split()})
    return found


@cache
def _scripts() -> tuple[list[int], list[tuple[int, frozenset[str] | None]]]:
    firsts, ranges = [], []
    for line in _lines("scripts.txt"):
        first, last, *names = line.split()
        firsts.append(int(first, 16))
        ranges.append((int(last, 16), frozenset(names) or None))
    return firsts, ranges


def _lines(name: str) -> list[str]:
    text = (FOLDER / name).read_text(encoding="ascii")
    return [line for line in text.splitlines() if not line.startswith("#")]
