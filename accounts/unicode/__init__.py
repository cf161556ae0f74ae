"""Unicode data about letters: their scripts and lookalikes (UTS 39).

bench/unicode_tables.py makes the two tables from files of Unicode, whose license applies
(LICENSE.txt).
"""

import unicodedata
from bisect import bisect_right
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
UNKNOWN = frozenset({"Zzzz"})
# scripts of one writing system: Japanese, Korean, Chinese with Bopomofo
TOGETHER = ({"Hani", "Hira", "Kana"}, {"Hani", "Hang"}, {"Hani", "Bopo"})


def confusable_skeleton(text: str) -> str:
    """Return the skeleton of a text: equal for texts that look alike (UTS 39, 4)."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize(
        "NFD", "".join(_lookalikes().get(character, character) for character in decomposed)
    )


def mixes_scripts(text: str) -> bool:
    """Return whether a text mixes scripts that are not written together.

    As in UTS 39, 5.2 "highly restrictive": allowed are one script, or Latin with Japanese, Korean
    or Chinese. Digits, marks and punctuation that all scripts share do not count.
    """
    scripts_by_letter = [
        scripts for character in text if (scripts := scripts_of(character)) is not None
    ]
    if not scripts_by_letter:
        return False
    allowed = [frozenset.intersection(*scripts_by_letter)]
    allowed += [_in_one(scripts_by_letter, {"Latn", *east}) for east in TOGETHER]
    return not any(allowed)


def _in_one(scripts_by_letter: list[frozenset[str]], scripts: set[str]) -> frozenset[str]:
    """Return the scripts of a writing system if it covers every letter; otherwise none."""
    return frozenset(scripts) if all(each & scripts for each in scripts_by_letter) else frozenset()


def scripts_of(character: str) -> frozenset[str] | None:
    """Return the scripts (ISO 15924) that use a character; None if all scripts share it."""
    firsts, ranges = _scripts()
    index = bisect_right(firsts, ord(character)) - 1
    if index < 0 or ord(character) > ranges[index][0]:
        return UNKNOWN if character.isalpha() else None
    return ranges[index][1]


@cache
def _lookalikes() -> dict[str, str]:
    table = {}
    for line in _lines("lookalikes.txt"):
        target, _, sources = line.partition(" < ")
        looks = "".join(chr(int(point, 16)) for point in target.split())
        table.update({chr(int(point, 16)): looks for point in sources.split()})
    return table


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
