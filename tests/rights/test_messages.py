"""Every socket message by every role has the outcome in the table."""

from itertools import groupby

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings

from density.platform import token_buckets
from games.consumers import shared
from tests.rights import tables
from tests.rights.browsers import NO_LIMITS, Browsers
from tests.rights.sockets import CONNECT, TYPES, collect_cells, copy_database, documented_types
from tests.rights.tables import ROLES, Row
from tests.rights.world import build_world

ROWS = tables.read_rows("messages.txt")


def make_site() -> Browsers:
    return Browsers(build_world())


def by_table() -> dict[tuple[str, str], list[Row]]:
    """Return the rows by socket and table."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in ROWS:
        found.setdefault((row.method, row.path), []).append(row)
    return found


@pytest.mark.sqlite("its backup restores the database between messages")
@pytest.mark.django_db(transaction=True)
async def test_every_role_gets_what_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LIMITS", NO_LIMITS)
    monkeypatch.setattr(token_buckets, "BURST", 1000.0)
    for reading in (shared.snapshots, shared.statuses):
        monkeypatch.setattr(reading, "_seconds", 0.0)
    browsers = await sync_to_async(make_site)()
    copy = await sync_to_async(copy_database)()
    wrong = []
    for rows in by_table().values():
        found = await collect_cells(rows, browsers, copy)
        for row in rows:
            if tuple(found[row.asked]) != row.cells:
                wrong.append(tables.format_row(row.asked, found[row.asked]))
    assert not wrong, "These lines of tests/rights/messages.txt do not hold:\n" + "\n".join(wrong)


def types_of(socket: str) -> set[str]:
    """Return the message types in the table."""
    rows = [row for row in ROWS if row.method == socket and row.sent != CONNECT]
    return {row.sent.split('"type": "')[1].partition('"')[0] for row in rows}


@pytest.mark.parametrize("socket", TYPES)
def test_every_message_of_a_socket_has_a_line_and_every_line_is_of_one(socket: str) -> None:
    assert types_of(socket) == TYPES[socket]
    assert any(row.method == socket and row.sent == CONNECT for row in ROWS)


def test_every_message_is_documented_and_every_documented_one_is_taken() -> None:
    assert documented_types() == set().union(*TYPES.values())


def test_every_message_is_taken_from_somebody() -> None:
    for socket, of in groupby(ROWS, key=lambda row: row.method):
        rows = list(of)
        for name in TYPES[socket]:
            lines = [row for row in rows if f'"type": "{name}"' in row.sent]
            assert any("ok" in row.cells for row in lines), name


def test_at_a_table_the_staff_may_do_what_a_spectator_may() -> None:
    staff, spectator = ROLES.index("staff"), ROLES.index("spectator")
    for row in ROWS:
        assert row.cells[staff] == row.cells[spectator], row.asked
