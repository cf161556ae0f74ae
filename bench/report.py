"""Reports of benchmarks: goals, and each benchmark's section of bench/README.md."""

from pathlib import Path
from typing import NamedTuple

README = Path(__file__).parent / "README.md"


class Goal(NamedTuple):
    """A goal and the measured value."""

    what: str
    measured: float
    limit: float
    at_least: bool = False

    @property
    def met(self) -> bool:
        """Whether the measured value meets the goal."""
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit

    def __str__(self) -> str:
        """Return a row of the Markdown table."""
        sign, word = "≥" if self.at_least else "≤", "met" if self.met else "not met"
        measured = f"{self.measured:,.0f}" if self.measured >= 1000 else f"{self.measured:.3g}"
        return f"| {self.what} | {measured} | {sign} {self.limit:g} | {word} |"


def goal_table(goals: list[Goal]) -> list[str]:
    """Return all goals as Markdown."""
    return ["| goal | measured | limit | |", "|---|---:|---:|---|", *map(str, goals)]


def write_section(
    name: str, title: str, report: str, command: str = "", page: Path = README
) -> None:
    """Write a report between its two marks in the README or another page.

    `command` is the command that makes it, if that is not the module of this name.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    text = page.read_text() if page.exists() else "# What is measured, and against what\n"
    if begin not in text:
        text += f"\n{begin}\n{end}\n"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    head = f"## {title}\n`{command or f'python -m bench.{name} --write'}`"
    page.write_text(f"{before}{begin}\n{head}\n\n{report}\n{end}{after}")
