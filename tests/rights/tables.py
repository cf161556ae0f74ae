"""Reads the tables of rights, and writes them as a page of the documentation."""

from dataclasses import dataclass
from pathlib import Path

ROLES = ("anonymous", "guest", "other", "owner", "spectator", "host", "staff")
FOLDER = Path(__file__).parent
PAGE = FOLDER.parent.parent / "docs" / "RIGHTS.md"
# before a line of a form that other sites may send: it has no session to misuse
TOKENLESS = "no-token "
INTRODUCTION = """# Who may do what

Written by `python -m tests.rights` from `tests/rights/urls.txt` and `messages.txt`; `make test`
does what every line says. A route or a message without a line fails it, and so does a line
without a route.

| role | who |
|---|---|
| anonymous | signed out |
| guest | plays without an account, and sits nowhere |
| other | a registered user who sits at another table |
| owner | of a seat at the table, but not the host; elsewhere of the page |
| spectator | a registered user without a seat |
| host | has the first seat of the table, and opened it |
| staff | may open the admin pages; at a table a spectator like others |

Words in braces are tables, and so are those behind the socket of a message:

| table | what |
|---|---|
| `open`, `locked` | waits for players; with a password, closed to spectators |
| `sealing`, `revealing` | the deal is being agreed: bytes are pledged, or shown |
| `playing`, `closed` | cards are played, the owner is asked; closed to spectators |
| `challenge` | the same in RPS Extreme, where both are asked |
| `finished`, `secret` | the game is over; it had no spectators |
| `absent` | a stand-in plays for the owner, and a spectator may take the seat |
| `waiting` | waits for the owner, who is away and is asked |
| `deserted` | two of four have left |
| `pausing` | between two matches, without a clock |
| `alone` | the host with AI players; the owner has left |
| `shared` | unrated, of two who wait in the queue and are asked to leave it for a ranked table |

`owner` and `mute` are the owner's name and mute, `hour` is a ranked hour, `invitation` a challenge
of the owner of a seat at `open` by its host, `puzzle` one that was not tried, `model` every model
with admin pages.
"""
ANSWERS = """
## Addresses

A number is the status of the answer; a word beside it the `code` of the API, or `refused`: back,
with a notice why nothing was done. `login` leads to the form for the password. A line with one cell
is the same for all roles, and `or` stands between what different models answer. PUT, PATCH and
DELETE are refused everywhere. A form without its token is refused with 403 everywhere but where the
line begins with `no-token`.
"""
MESSAGES = """
## Messages of sockets

`ok` is done, else it is the code of the refusal; a number is the code with which the socket is
closed.
"""


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


def parse(line: str) -> Row:
    """Return the row of a line; one cell stands for all roles."""
    asked, *cells = (part.strip() for part in line.split(" | "))
    given = cells * len(ROLES) if len(cells) == 1 else cells
    assert len(given) == len(ROLES), line
    return Row(asked, tuple(given))


def sections(name: str) -> dict[str, list[Row]]:
    """Return the rows of a table by their headings."""
    found: dict[str, list[Row]] = {}
    rows: list[Row] = []
    for line in (FOLDER / name).read_text().splitlines():
        if line.startswith("## "):
            rows = found[line[3:]] = []
        elif line and not line.startswith("#"):
            rows.append(parse(line))
    return found


def read(name: str) -> list[Row]:
    """Return all rows of a table."""
    return [row for rows in sections(name).values() for row in rows]


def line(asked: str, cells: list[str]) -> str:
    """Return a row as it is written in its table."""
    return " | ".join([asked, *(cells[:1] if len(set(cells)) == 1 else cells)])


def page() -> str:
    """Return the page of the documentation."""
    parts = [INTRODUCTION]
    for name, before in (("urls.txt", ANSWERS), ("messages.txt", MESSAGES)):
        parts += [before, *(_section(title, rows) for title, rows in sections(name).items())]
    return "".join(parts)


def _section(title: str, rows: list[Row]) -> str:
    head = f"\n### {title}\n\n| | {' | '.join(ROLES)} |\n|---|{'---|' * len(ROLES)}\n"
    return head + "".join(map(_drawn, rows))


def _drawn(row: Row) -> str:
    same = len(set(row.cells)) == 1
    cells = [cell.replace("/", " or ") for cell in row.cells]
    shown = [cells[0], *[""] * (len(ROLES) - 1)] if same else cells
    return f"| `{row.asked}` | {' | '.join(shown)} |\n"
