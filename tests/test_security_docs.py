"""The tests and limits named in the security documents exist."""

import re
from pathlib import Path

from density.platform.rate_limits import rate_limits
from density.server import bounds

ROOT = Path(__file__).parent.parent
PAGES = ("docs/SECURITY.md", "docs/ASVS.md")
LIMIT = re.compile(r"^\| `(\w+)` \| .+ \| ([\d,]+) in (\d+) (s|min|h) \| .+ \|$", re.MULTILINE)
SECONDS = {"s": 1, "min": 60, "h": 3600}
TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


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


def test_the_bounds_of_the_web_server_are_in_the_tables_of_limits() -> None:
    sections = {
        "SECURITY.md": "\n## Other limits\n",
        "PROTOCOL.md": "\n## How much and how slowly\n",
    }
    tables = " ".join(
        (ROOT / "docs" / page).read_text("utf-8").partition(heading)[2].partition("\n## ")[0]
        for page, heading in sections.items()
    )
    told = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\b", tables)}
    numbers = {name: getattr(bounds, name) for name in dir(bounds) if name.startswith("MOST_")}
    numbers |= {"LARGEST_BODY": bounds.LARGEST_BODY, "LARGEST_HEAD": bounds.LARGEST_HEAD}
    assert {name: number for name, number in numbers.items() if number not in told} == {}
