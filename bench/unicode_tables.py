"""Makes the two tables of accounts/unicode from Unicode's data files in a given folder.

python -m bench.unicode_tables FOLDER, with confusables.txt, Scripts.txt, ScriptExtensions.txt and
PropertyValueAliases.txt in it (unicode.org/Public). The tables have letters, marks and digits.
"""

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from accounts.unicode import FOLDER

HEAD = "# Made from data files of Unicode, modified: see LICENSE.txt and bench/unicode_tables.py.\n"
MARKS = "\N{LEFT-TO-RIGHT MARK}"
OF_ALL = {"Zyyy", "Zinh"}


def read_lines(path: Path) -> Iterator[list[str]]:
    """Yield the fields of every line, without comments."""
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if any(fields):
            yield fields


def in_names(point: int) -> bool:
    """Return whether a name may have this character."""
    category = unicodedata.category(chr(point))
    # a later Python may know characters that are unassigned (Cn) in this one
    return category[0] in "LM" or category in {"Nd", "Cn"}


def lookalike_lines(folder: Path) -> str:
    """Return the lines "appearance < characters", all as code points."""
    sources: dict[str, list[str]] = {}
    for source, target, *_ in read_lines(folder / "confusables.txt"):
        if in_names(int(source, 16)):
            points = [point for point in target.split() if chr(int(point, 16)) != MARKS]
            sources.setdefault(" ".join(points), []).append(source)
    return "".join(f"{target} < {' '.join(sources[target])}\n" for target in sorted(sources))


def script_lines(folder: Path) -> str:
    """Return the lines "first last scripts"; a range without scripts belongs to all."""
    short = {fields[2]: fields[1] for fields in script_aliases(folder)}
    used: dict[int, str] = {}
    for points, name in read_lines(folder / "Scripts.txt"):
        for point in code_points(points):
            used[point] = "" if short[name] in OF_ALL else short[name]
    for points, names in read_lines(folder / "ScriptExtensions.txt"):
        for point in code_points(points):
            used[point] = "" if OF_ALL & set(names.split()) else names
    return "".join(
        f"{first:04X} {last:04X} {names}".rstrip() + "\n"
        for first, last, names in script_runs(used)
    )


def script_aliases(folder: Path) -> Iterator[list[str]]:
    """Yield the lines that name scripts."""
    named = read_lines(folder / "PropertyValueAliases.txt")
    return (fields for fields in named if fields[0] == "sc")


def code_points(points: str) -> range:
    """Return the code points of "0041..005A" or "00AA"."""
    first, _, last = points.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def script_runs(used: dict[int, str]) -> Iterator[tuple[int, int, str]]:
    """Yield ranges of adjacent characters with the same scripts."""
    points = sorted(point for point in used if in_names(point))
    start = 0
    for index in range(1, len(points) + 1):
        ends = index == len(points) or points[index] != points[index - 1] + 1
        if ends or used[points[index]] != used[points[start]]:
            yield points[start], points[index - 1], used[points[start]]
            start = index


if __name__ == "__main__":
    given = Path(sys.argv[1])
    (FOLDER / "lookalikes.txt").write_text(HEAD + lookalike_lines(given), encoding="ascii")
    (FOLDER / "scripts.txt").write_text(HEAD + script_lines(given), encoding="ascii")
