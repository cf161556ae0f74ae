"""Judges the samples of a soak test; pure functions."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.contract import Json
from tests.soak.samples import Sample

# Megabytes. Processes allocate memory in chunks, and an hour of noise is less than this.
NOISE = {"web": 12.0, "worker": 6.0, "children": 12.0, "valkey": 6.0, "valkey's data": 2.0}
KB_A_MINUTE = 100.0
# for both PostgreSQL and SQLite, including the users' own connections
BYTES_A_GAME = 100_000
# deadlines are removed shortly after they end
LATE = 40
FEW = 60


@dataclass(frozen=True)
class Verdict:
    """A measured value and its limit."""

    what: str
    measured: float
    limit: float

    @property
    def holds(self) -> bool:
        """Whether the value is within the limit."""
        return self.measured <= self.limit


def judge_memory(samples: Sequence[Sample], part: str) -> Verdict:
    """Judge the growth of a part's memory, by linear regression over the second half."""
    half = samples[len(samples) // 2 :]
    minutes = (half[-1].at - half[0].at) / 60
    points = [(each.at / 60, each.numbers[f"memory of {part}"]) for each in half]
    rate = statistics.linear_regression(*zip(*points, strict=True)).slope if minutes else 0.0
    allowed = max(NOISE[part], KB_A_MINUTE / 1024 * minutes)
    return Verdict(f"MB more of {part}, second half", rate * minutes, allowed)


def judge_samples(samples: Sequence[Sample], people: int) -> Iterator[Verdict]:
    """Judge the samples of a number of users; the first is before and the last after them."""
    before, *during = samples
    last = during[-1]

    def most(name: str) -> float:
        return max(each.numbers[name] for each in during)

    yield from (judge_memory(during[:-1], part) for part in NOISE)
    yield Verdict("tasks that wait", most("tasks"), 200)
    yield Verdict("tasks that wait when all are gone", last.numbers["tasks"], 2)
    yield Verdict("deadlines beyond open questions", most("deadlines"), LATE)
    # each has a table, a list or queue, and a page
    yield Verdict("connections of the web", most("sockets"), 4 * people)
    yield Verdict("connections when all are gone", last.numbers["sockets"], 2)
    yield Verdict("channels when all are gone", last.numbers["channels"], 2)
    yield Verdict("people counted as present when all are gone", last.numbers["present"], 0)
    yield Verdict("clients of Valkey", most("clients"), 64)
    yield Verdict("connections of the database", most("database connections"), FEW)
    for part in ("web", "worker", "children"):
        files, threads = f"files of {part}", f"threads of {part}"
        yield Verdict(
            f"{files} when all are gone", last.numbers[files] - before.numbers[files], FEW
        )
        yield Verdict(threads, most(threads) - before.numbers[threads], FEW)
    grown = {name: last.numbers[name] - before.numbers[name] for name in last.numbers}
    size = grown["database bytes"] / max(1, grown["finished"])
    yield Verdict("bytes of the database a game, people included", size, BYTES_A_GAME)
    # a sample may fall between setting a count and its expiry
    times = Counter(key for each in during for key in each.left_behind)
    left = sorted(key for key, number in times.items() if number > 1)
    named = " ".join(["keys without expiry that belong to something", *left[:3]])
    yield Verdict(named, len(left), 0)


def of_faults(strange: Json, tracebacks: int) -> Iterator[Verdict]:
    """Judge unexpected responses and log lines."""
    yield Verdict(f"strange answers {strange or ''}".strip(), len(strange), 0)
    yield Verdict("tracebacks", tracebacks, 0)


def format_verdicts(found: Sequence[Verdict]) -> str:
    """Return all verdicts as Markdown."""
    lines = ["| what | measured | limit | |", "|---|---:|---:|---|"]
    lines += [
        f"| {each.what} | {each.measured:,.1f} | {each.limit:,.0f} |"
        f" {'holds' if each.holds else '**FAILED**'} |"
        for each in found
    ]
    return "\n".join(lines)
