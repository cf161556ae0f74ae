"""The site that is attacked: real processes behind one trusted proxy, and what is seen of them."""

import contextlib
import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.people import People, playing
from tests.process_group import ProcessGroup, running_group
from tests.serve_process import environ

# turns, pauses and the thinking of AI players are short, so that games get somewhere
CHANGES = {"LIMITS": "1", "TRUSTED_PROXIES": "1", "CLOCK_PACE": "0.05", "AI_PACE": "0.25"}


def median(visitor: People, since: float, until: float, what: str) -> float:
    """Median milliseconds of answers in a span of the monotonic clock; infinite without any."""
    found = [
        each["took"]
        for each in list(visitor.heard)
        if since <= each["at"] <= until and each["what"] == what
    ]
    return statistics.median(found) if found else float("inf")


@contextlib.contextmanager
def standing(folder: Path, database: str) -> Iterator[tuple[ProcessGroup, People]]:
    """A site with an honest visitor at it; gone afterwards."""
    with (
        running_group(folder, database, CHANGES, webs=1, workers=1) as group,
        playing(
            "tests.hostile.probe", str(group.port), environ=environ(), logs=group.logs
        ) as visitor,
    ):
        visitor.wait_for(lambda _: len(visitor.heard) >= 10)
        yield group, visitor
