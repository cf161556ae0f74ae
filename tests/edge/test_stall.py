"""A stalled event loop is not an outage, but a frozen process is."""

import signal
import time

from websockets.sync.client import connect
from websockets.typing import Origin

from density.platform.redis import redis_connection
from games.live import outage
from tests.edge.conftest import HASTE, Opener
from tests.edge.connections import read_to_the_end, request_head
from tests.patience import PATIENCE, wait_until
from tests.servers import cookie_header
from tests.table.harness import make_users, playing_game

FROZEN_SECONDS = 4.0


def see_a_heartbeat() -> None:
    """Wait for the next heartbeat of a web process."""
    now = time.time()
    wait_until(
        lambda: float(str(redis_connection().get(outage.WEB) or 0)) > now, "it has no heartbeat"
    )


def read_outage_end() -> object:
    """Return when the last outage ended, as the queue reads it."""
    return redis_connection().get(outage.RESUMED)


def test_a_stall_of_our_own_making_forgives_nobody_and_a_frozen_process_does(
    opened: Opener,
) -> None:
    hasty = opened(HASTE)
    users = make_users(2)
    game = playing_game(users)
    address = f"{hasty.origin.replace('http', 'ws')}/ws/game/{game.pk}/"
    headers = {"Cookie": cookie_header(users[0])}
    with connect(
        address, origin=Origin(hasty.origin), additional_headers=headers, open_timeout=PATIENCE
    ):
        wait_until(read_outage_end, "the first sign of life ends no outage")
        began = read_outage_end()
        with hasty.connect() as stalling:
            stalling.sendall(request_head(hasty, "GET /stall/", Connection="close"))
            read_to_the_end(stalling)
        see_a_heartbeat()
        see_a_heartbeat()
        assert read_outage_end() == began
        hasty.process.send_signal(signal.SIGSTOP)
        frozen_at = time.time()
        wait_until(lambda: time.time() > frozen_at + FROZEN_SECONDS, "time stands still")
        hasty.process.send_signal(signal.SIGCONT)
        wait_until(lambda: read_outage_end() != began, "the outage was not noticed")
