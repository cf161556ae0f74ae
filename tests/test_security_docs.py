"""What the pages about security name is there: every test, and every requirement once."""

import re
from pathlib import Path

from density.rate_limits import rate_limits

ROOT = Path(__file__).parent.parent
PAGES = ("docs/SECURITY.md", "docs/ASVS.md")
LIMIT = re.compile(r"^\| `(\w+)` \| .+ \| ([\d,]+) in (\d+) (s|min|h) \| .+ \|$", re.MULTILINE)
SECONDS = {"s": 1, "min": 60, "h": 3600}
TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
ROW = re.compile(r"^\| ([\d., ]+) \| (.+) \| (yes|partly|no|-) \| (.+) \|$")
# how many requirements of levels 1 and 2 each chapter of the standard has that is written out
COUNTS = (27, 11, 19, 10, 9, 33, 18, 7, 7, 13, 9, 13, 9, 13, 16)
CHAPTERS = dict(zip((*range(1, 10), *range(11, 17)), COUNTS, strict=True))


def test_every_test_that_is_named_exists() -> None:
    named = [found for page in PAGES for found in TEST.findall((ROOT / page).read_text())]
    assert len(named) > 50
    for file, function in named:
        assert (ROOT / file).is_file(), file
        assert not function or f"def {function}(" in (ROOT / file).read_text(), function


def test_the_table_of_rate_limits_is_what_the_site_holds() -> None:
    written = LIMIT.findall((ROOT / PAGES[0]).read_text())
    assert {
        name: (int(most.replace(",", "")), int(count) * SECONDS[unit])
        for name, most, count, unit in written
    } == rate_limits(1)


def rows() -> list[re.Match[str]]:
    lines = [line for line in (ROOT / PAGES[1]).read_text().splitlines() if line.startswith("| ")]
    found = [ROW.match(line) for line in lines if not line.startswith("| #")]
    assert None not in found, [line for line in lines if not ROW.match(line)]
    return [row for row in found if row]


def test_every_requirement_is_answered_once() -> None:
    numbers = [number.strip() for row in rows() for number in row[1].split(",")]
    assert len(numbers) == len(set(numbers))
    counts = dict.fromkeys(CHAPTERS, 0)
    for number in numbers:
        counts[int(number.split(".")[0])] += 1
    assert counts == CHAPTERS
