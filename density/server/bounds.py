"""Bounds of what a client may send to the web server (decision 25)."""

# Bytes. No request needs more than a few kilobytes: there are no uploads.
LARGEST_BODY = 64 * 1024
LARGEST_HEAD = 16 * 1024  # request line and headers
LARGEST_MESSAGE = 256 * 1024  # of a WebSocket, in both directions
# chunks of a body: each costs as much as a thousand bytes
MOST_CHUNKS = 1024

# Seconds.
HEAD_SECONDS = 30.0  # for a request line and headers to arrive, and between two requests
# for a body: the most; the first ones, and the bytes that add another second
BODY_SECONDS = 30.0
FIRST_BODY_SECONDS, LEAST_RATE = 10.0, 500
# How long a refused body is read and discarded, so that the client reads the response first.
LINGER_SECONDS, LINGER_BYTES = 2.0, 16_000_000
CLOSE_SECONDS = 5.0  # for a closing connection to send the rest

# Listen backlog, in connections. After a restart all pages reconnect at once, and those that the
# kernel refuses only retry seconds later.
MOST_UNACCEPTED = 4096
# idle connections; beyond that the oldest is closed
MOST_IDLE = 1000
# The kernel's receive buffer of a connection, in bytes: discarding it costs time.
RECEIVE_BUFFER = 64 * 1024
# Connections accepted per turn of the event loop, so that open ones are served in between.
MOST_ACCEPTED = 4
# Headers of a request. Browsers send about 20, and proxies add a few; each costs 10 µs.
MOST_HEADERS = 100
# Reads in which one request may arrive: 64 kB over a slow line take 50 to 120.
MOST_PIECES = 256
# open streams of a user, or of an address without one, in one process
MOST_STREAMS = 8
# Handshakes of one address that may wait (pages give up after 6 s), and seconds between two checks
# of its limit.
MOST_HANDSHAKES, HANDSHAKE_PAUSE = 128, 0.02
# Seconds before a rate-limit refusal is sent: this slows down a program, and a person does not
# notice.
REFUSAL_PAUSE = 0.2

# A WebSocket: the largest send queue in bytes, and the longest time until it is sent.
MOST_UNSENT = 1_000_000
UNSENT_SECONDS = 10.0
PING_SECONDS, PONG_SECONDS = 2, 5
# frames from a client, or events for it, that may wait for the application
MOST_WAITING = 256
# Frames of any kind, including fragments: the burst, and frames per second. The application accepts
# 20 and 8, and refuses 100 more with an answer; a pong is due every 2 s.
MOST_FRAMES, FRAMES_A_SECOND = 192.0, 16.0
# Fragments of one message. Browsers send messages of our size in one frame.
MOST_FRAGMENTS = 64
# Received data in units: one per read, plus one per READ_BYTES. The burst, and units per second.
MOST_READS, READS_A_SECOND, READ_BYTES = 384.0, 48.0, 2048
# Bytes parsed at once: the parser copies them all for each frame.
PARSED_BYTES = 4096
# bytes that a client may send before its handshake is answered, when it should send none
MOST_EARLY = 4096
# When an address exceeds its limit of frames, only its sockets with this many recent frames are
# closed, so that others of the same school stay connected.
FRAMES_OF_MANY = 32.0


def body_seconds(received: int) -> float:
    """Return how long a body may take, in seconds, given the bytes received so far."""
    return min(BODY_SECONDS, FIRST_BODY_SECONDS + received / LEAST_RATE)
