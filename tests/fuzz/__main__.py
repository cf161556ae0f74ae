"""Sends absurd inputs to a site of its own: `python -m tests.fuzz --inputs 1000000 --seed 7`.

Exits 1 when one of them broke something, and says which: `--seed 7 --batch 12` sends that batch
again.
"""

import argparse
import asyncio
import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def parsed() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, help="one batch alone, by its number")
    return parser.parse_args()


@contextmanager
def standing() -> Iterator[None]:
    """Have the settings, the database and the Redis of a site that no one else uses."""
    with tempfile.TemporaryDirectory(prefix="density-fuzz-") as folder:
        os.environ["TEST_DATA_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django  # noqa: PLC0415  # the settings are chosen above

        django.setup()
        from django.conf import settings  # noqa: PLC0415
        from django.core.management import call_command  # noqa: PLC0415
        from django.db import connection  # noqa: PLC0415

        from density.embedded import valkey  # noqa: PLC0415
        from density.empty_database import make_tables  # noqa: PLC0415

        server = valkey.start(Path(settings.DATA_DIR))
        try:
            make_tables(connection)
            call_command("migrate", verbosity=0)
            yield
        finally:
            server.stop()


def fuzz(arguments: argparse.Namespace) -> int:
    """Send the inputs from this process; return 0 when nothing broke."""
    # no address comes too often, and no password is tried too often
    from django.conf import settings  # noqa: PLC0415

    from games import token_buckets  # noqa: PLC0415

    settings.ACCOUNT_RATE_LIMITS = False
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (0, 1))
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]  # the host of test clients
    token_buckets.BURST = 1e12
    from games.consumers import shared  # noqa: PLC0415
    from tests.fuzz.run import BATCH, Fuzzer  # noqa: PLC0415
    from tests.fuzz.site import Faults  # noqa: PLC0415
    from tests.rights.browsers import Browsers  # noqa: PLC0415
    from tests.rights.world import build  # noqa: PLC0415

    shared.snapshots._seconds = shared.statuses._seconds = 0.0
    logging.getLogger().handlers = [faults := Faults()]
    fuzzer = Fuzzer(arguments.seed, Browsers(build()), faults)
    inputs, first = arguments.inputs, 0
    if arguments.batch is not None:
        inputs, first = BATCH, arguments.batch
    seconds = asyncio.run(fuzzer.run(inputs, first))
    outcomes = ", ".join(f"{what} {times}" for what, times in fuzzer.counts.most_common())
    sent = fuzzer.counts.total()
    print(f"{sent} inputs, {sent / seconds:.0f} a second: {outcomes}")
    return int(bool(fuzzer.failures))


def main() -> int:
    """Do what the command line asks for."""
    arguments = parsed()
    with standing():
        return fuzz(arguments)


if __name__ == "__main__":
    sys.exit(main())
