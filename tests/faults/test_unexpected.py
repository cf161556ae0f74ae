"""Exceptions in the logs that no outage explains are found."""

from tests.faults.__main__ import find_unexpected

OUTAGE = """Traceback (most recent call last):
  File "base.py", line 244, in _get_session
AttributeError: 'SessionStore' object has no attribute '_session_cache'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "cursor.py", line 117, in execute
django.db.utils.OperationalError: server closed the connection unexpectedly
"""
CLOSED = """Traceback (most recent call last):
  File "/site-packages/kombu/connection.py", line 404, in maybe_close_channel
    channel.close()
  File "/site-packages/kombu/transport/redis.py", line 1959, in _connparams
    'host': conninfo.hostname or '127.0.0.1',
AttributeError: 'NoneType' object has no attribute 'hostname'
"""
FAULT = """Traceback (most recent call last):
  File "position.py", line 9, in find_seat
KeyError: 'seat'
"""


def test_only_the_exception_that_ends_a_traceback_counts_and_only_without_an_outage() -> None:
    assert list(find_unexpected(OUTAGE + CLOSED)) == []
    (found,) = find_unexpected(OUTAGE + FAULT + OUTAGE + CLOSED)
    assert found.endswith("in find_seat\nKeyError: 'seat'")
