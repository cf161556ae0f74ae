"""Two matchers of one queue in turn, in a process of their own: whether each of them leads."""

import sys

import django

django.setup()

from django.db import connection  # noqa: E402

from matchmaking import matcher  # noqa: E402
from matchmaking.queues import QUEUES  # noqa: E402


def main() -> None:
    """Say how often nobody led, and how often two did, of so many times."""
    queue = next(iter(QUEUES.values()))
    none = both = 0
    for _ in range(int(sys.argv[1])):
        with matcher.only_matcher(queue) as leads:
            none += not leads
            # what the lock guards: transactions, which a pooler may give any connection
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
    print(none, both)


if __name__ == "__main__":
    main()
