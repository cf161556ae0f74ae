"""Reads the tables of rights."""

from dataclasses import dataclass
from pathlib import Path

ROLES = ("anonymous", "guest", "other", "owner", "spectator", "host", "staff")
FOLDER = Path(__file__).parent
# before a line of a form that other sites may send: it has no session to misuse
TOKENLESS = "no-token "


@dataclass(frozen=True)
class Row:
    """One line: what is asked for, and what each role gets."""

    asked: str
    cells: tuple[str, ...]

    @property
    def without_token(self) -> bool:
        """Return whether a form is taken from other sites, too."""
        return self.asked.startswith(TOKENLESS)

    @property
    def words(self) -> list[str]:
        """Return the method or socket, the address or table, and the form or message."""
        return [*self.asked.removeprefix(TOKENLESS).split(" ", 2), ""][:3]

    @property
    def method(self) -> str:
        """Return the method of an address."""
        return self.words[0]

    @property
    def path(self) -> str:
        """Return the address, with names in braces."""
        return self.words[1]

    @property
    def sent(self) -> str:
        """Return the form or the message that is sent."""
        return self.words[2]

    def allowed(self, role: str) -> set[str]:
        """Return what this role may get: one outcome, or several of a line for many addresses."""
        return set(self.cells[ROLES.index(role)].split("/"))


def parse_row(line: str) -> Row:
    """Return the row of a line; one cell stands for all roles."""
    asked, *cells = (part.strip() for part in line.split(" | "))
    given = cells * len(ROLES) if len(cells) == 1 else cells
    assert len(given) == len(ROLES), line
    return Row(asked, tuple(given))


def read_sections(name: str) -> dict[str, list[Row]]:
    """Return the rows of a table by their headings."""
    found: dict[str, list[Row]] = {}
    rows: list[Row] = []
    for line in (FOLDER / name).read_text().splitlines():
        if line.startswith("## "):
            rows = found[line[3:]] = []
        elif line and not line.startswith("#"):
            rows.append(parse_row(line))
    return found


def read_rows(name: str) -> list[Row]:
    """Return all rows of a table."""
    return [row for rows in read_sections(name).values() for row in rows]


def format_row(asked: str, cells: list[str]) -> str:
    """Return a row as it is written in its table."""
    return " | ".join([asked, *(cells[:1] if len(set(cells)) == 1 else cells)])
