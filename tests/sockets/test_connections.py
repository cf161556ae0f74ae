"""What a web process holds open: requests over HTTP leave no database connection behind."""

import http.client

import psutil
import pytest
from django.db import connection

from tests.patience import PATIENCE
from tests.servers import Servers

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
REQUESTS = 30
# the threads of the sockets, and requests that are just ending
FEW = 8


def connections() -> int:
    """How many others are connected to the database of this test run."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        others = psutil.Process().children(recursive=True)
        return sum(file.path == name for process in others for file in process.open_files())
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def test_many_requests_leave_few_connections_open(servers: Servers) -> None:
    before = connections()
    for _ in range(REQUESTS):
        line = http.client.HTTPConnection("127.0.0.1", servers.port, timeout=PATIENCE)
        line.request("GET", "/api/games/nosuchgame00/")
        assert line.getresponse().status == 404
        line.close()
    assert connections() < before + FEW
