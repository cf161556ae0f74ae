"""How much, how long and how slowly a client may send to the web server (why here: decision 25)."""

# Bytes. No page and no message of the API needs more than a few kilobytes; no page uploads files.
LARGEST_BODY = 64 * 1024
LARGEST_HEAD = 16 * 1024  # the request line with its address, and all headers
LARGEST_MESSAGE = 256 * 1024  # of a WebSocket, in both directions
# a chunked body may come in so many pieces: each costs as much as a thousand bytes
MOST_CHUNKS = 1024

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
# The kernel's receive buffer of one connection, in bytes, while we do not read: it costs to throw
# away.
RECEIVE_BUFFER = 64 * 1024
# Connections accepted in one turn of the event loop: what open ones send goes in between.
MOST_ACCEPTED = 4
# Header lines of a request. Browsers send about 20, proxies add a few; each costs 10 µs.
MOST_HEADERS = 100
# Pieces in which one request may arrive. 64 kB in segments of a slow line are 50 to 120.
MOST_PIECES = 256
# Handshakes of one address that may wait: pages give up after 6 s. Seconds between two looks at its
# limit.
MOST_HANDSHAKES, HANDSHAKE_PAUSE = 128, 0.02
# A refusal for coming too often is sent after so many seconds: a program that asks again and again
# is slowed down, and a person does not notice.
REFUSAL_PAUSE = 0.2

# A WebSocket. The largest send queue, and the longest time that it may wait.
MOST_UNSENT = 1_000_000
UNSENT_SECONDS = 10.0
PING_SECONDS, PONG_SECONDS = 2, 5
# so many frames of a client, or events for it, may wait for the application
MOST_WAITING = 256
# Frames of any kind, fragments too: a burst, and frames a second. The application takes 20 and 8,
# and answers 100 more; besides, a pong every 2 s is due.
MOST_FRAMES, FRAMES_A_SECOND = 192.0, 16.0
# Fragments of one message. Browsers send what the application takes in one.
MOST_FRAGMENTS = 64
# Received data, in units: a read counts one, and so do READ_BYTES. A burst, and units a second.
MOST_READS, READS_A_SECOND, READ_BYTES = 384.0, 48.0, 2048
# Bytes that are parsed at once: the parser copies all of them for each frame.
PARSED_BYTES = 4096
# what a client may send while its handshake is not answered yet, in bytes: it should send nothing
MOST_EARLY = 4096
# Of an address that exceeds its frames, sockets end that sent so many of late: the others of a
# school stay.
FRAMES_OF_MANY = 32.0


def body_seconds(received: int) -> float:
    """Return how long a body may take of which so many bytes have arrived."""
    return min(BODY_SECONDS, FIRST_BODY_SECONDS + received / LEAST_RATE)
