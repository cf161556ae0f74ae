"""A matcher that takes its lock again and again: `python -m tests.scaling.matchers 100`.

It says how often it did not get the lock of a queue that is nobody else's. Beside it others keep
connections busy, so that a pooler lends it another one each time.
"""

import sys
from threading import Thread

import django

django.setup()

from django.db import connection, transaction  # noqa: E402

from matchmaking import matcher  # noqa: E402
from matchmaking.queues import QUEUES  # noqa: E402


def keep_busy(times: int) -> None:
    """Take and give back a connection so often."""
    for _ in range(times):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.005)")
    connection.close()


def main() -> None:
    """Take the lock so often."""
    times = int(sys.argv[1])
    queue = next(iter(QUEUES.values()))._replace(name="of this test")
    others = [Thread(target=keep_busy, args=(times,)) for _ in range(4)]
    for other in others:
        other.start()
    missed = 0
    for _ in range(times):
        with matcher.only_matcher(queue) as leads:
            missed += not leads
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
    for other in others:
        other.join()
    print(missed)


if __name__ == "__main__":
    main()
