"""How much, how long and how slowly a client may send to the web server."""

# Bytes. No page and no message of the API needs more than a few kilobytes; no page uploads files.
LARGEST_BODY = 64 * 1024
LARGEST_HEAD = 16 * 1024  # the request line with its address, and all headers
LARGEST_MESSAGE = 256 * 1024  # of a WebSocket, in both directions
# a chunked body may come in so many pieces: each costs as much as a thousand bytes
MOST_CHUNKS = 1024
MOST_FIELDS = 500  # of a form; the longest, of an admin's list, has about a hundred

# Seconds.
HEAD_SECONDS = 30.0  # for a request to arrive, and between two of them
BODY_SECONDS = 30.0  # at most, and at first only these, with one more for so many bytes:
FIRST_BODY_SECONDS, LEAST_RATE = 10.0, 500
# A refused body is thrown away for so long, so that the answer is read before the connection ends.
LINGER_SECONDS, LINGER_BYTES = 2.0, 16_000_000
CLOSE_SECONDS = 5.0  # for a connection that ends to take what was still to be sent

# So many connections may wait to be accepted: all pages come back at once after a restart, and
# those that the kernel turns away try again seconds later.
MOST_UNACCEPTED = 4096
# so many connections may wait for a request; the one that waited longest makes room
MOST_IDLE = 1000

# A WebSocket. What waits to be sent may be so much, and may wait for so long.
MOST_UNSENT = 1_000_000
UNSENT_SECONDS = 10.0
PING_SECONDS, PONG_SECONDS = 2, 5
# so many frames of a client, or events for it, may wait for the application
MOST_WAITING = 256
# so many pings of a client are answered between two of ours
MOST_PINGS = 100


def body_seconds(received: int) -> float:
    """Return how long a body may take of which so many bytes have arrived."""
    return min(BODY_SECONDS, FIRST_BODY_SECONDS + received / LEAST_RATE)
