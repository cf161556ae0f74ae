"""Reads the tables of rights."""

from dataclasses import dataclass
from pathlib import Path

ROLES = ("anonymous", "guest", "other", "owner", "spectator", "host", "staff")
FOLDER = Path(__file__).parent
# marks a form that other sites may send, since it uses no session
TOKENLESS = "no-token "


@dataclass(frozen=True)
class Row:
    """A row: the request and the outcome of each role."""

    asked: str
    cells: tuple[str, ...]

    @property
    def without_token(self) -> bool:
        """Return whether a form is accepted without a token."""
        return self.asked.startswith(TOKENLESS)

    @property
    def words(self) -> list[str]:
        """Return the method or socket, the path or table, and the form or message."""
        return [*self.asked.removeprefix(TOKENLESS).split(" ", 2), ""][:3]

    @property
    def method(self) -> str:
        """Return the method."""
        return self.words[0]

    @property
    def path(self) -> str:
        """Return the path, with names in braces."""
        return self.words[1]

    @property
    def sent(self) -> str:
        """Return the form or message."""
        return self.words[2]

    def allowed(self, role: str) -> set[str]:
        """Return the allowed outcomes of a role; several for a row of many paths."""
        return set(self.cells[ROLES.index(role)].split("/"))


def parse_row(line: str) -> Row:
    """Parse a row; a single cell applies to all roles."""
    asked, *cells = (part.strip() for part in line.split(" | "))
    given = cells * len(ROLES) if len(cells) == 1 else cells
    assert len(given) == len(ROLES), line
    return Row(asked, tuple(given))


def read_sections(name: str) -> dict[str, list[Row]]:
    """Return the rows of a table by heading."""
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
    """Return a row as Markdown."""
    return " | ".join([asked, *(cells[:1] if len(set(cells)) == 1 else cells)])
