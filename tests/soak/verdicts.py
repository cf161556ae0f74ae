"""What the samples of a soak say: what grows or stays behind, and whether it may. Pure."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tests.soak.samples import Sample

# Megabytes. A process takes its memory from the system by pieces, and an hour shows less than this.
NOISE = {"web": 12.0, "worker": 6.0, "children": 12.0, "valkey": 6.0, "valkey's data": 2.0}
KB_A_MINUTE = 100.0
# of PostgreSQL and SQLite alike, with the people who came for it
BYTES_A_GAME = 100_000
# the index and the presence know no more than what is asked and who is there, and these besides:
# what is taken out a moment after it ends
LATE = 40
SECONDS_TO_DROP = 30.0


@dataclass(frozen=True)
class Verdict:
    """One promise: what was measured, what is allowed, and whether it holds."""

    what: str
    measured: str
    limit: str
    holds: bool


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the line of least squares; 0 of fewer than two points."""
    if len({x for x, _ in points}) < 2:
        return 0.0
    return statistics.linear_regression(*zip(*points, strict=True)).slope


def memory(samples: Sequence[Sample], part: str) -> Verdict:
    """A part takes no more memory, by the line through the second half of the samples."""
    half = samples[len(samples) // 2 :]
    minutes = (half[-1].at - half[0].at) / 60
    rate = slope([(each.at / 60, each.memory.get(part, 0.0)) for each in half])
    games = half[-1].finished - half[0].finished
    allowed = max(NOISE[part], KB_A_MINUTE / 1024 * minutes)
    return Verdict(
        f"memory of {part}, second half",
        f"{half[0].memory.get(part, 0):.1f} to {half[-1].memory.get(part, 0):.1f} MB,"
        f" {rate * 1024:+.0f} KB a minute, {games} games",
        f"≤ {allowed:.0f} MB in all",
        rate * minutes <= allowed,
    )


def queue(samples: Sequence[Sample]) -> Verdict:
    """Tasks do not pile up, and at the end none is left."""
    lengths = sorted(sample.queue for sample in samples)
    most = lengths[-1]
    return Verdict(
        "tasks that wait",
        f"median {statistics.median(lengths):.0f}, most {most}, at the end {samples[-1].queue}",
        "most 200, at the end 2",
        most <= 200 and samples[-1].queue <= 2,
    )


def index(samples: Sequence[Sample]) -> Verdict:
    """The index of deadlines holds what is asked, and no more."""
    most = max(sample.members["density:due"] - sample.asked for sample in samples)
    return Verdict("deadlines beyond open questions", f"most {most}", f"≤ {LATE}", most <= LATE)


def keys(samples: Sequence[Sample]) -> Verdict:
    """No key stays for ever but those that the site always has."""
    found = sorted({key for sample in samples for key in sample.left_behind})
    return Verdict(
        "keys without expiry that belong to something",
        f"{len(found)} {' '.join(found[:3])}".strip(),
        "0",
        not found,
    )


def connections(samples: Sequence[Sample], before: Sample, people: int) -> list[Verdict]:
    """Connections are bounded by the people, and gone with them."""
    last = samples[-1]
    most = max(sample.sockets for sample in samples)
    clients = max(sample.clients for sample in samples)
    files = max(last.files[part] - before.files[part] for part in ("web", "worker", "children"))
    databases = max(sample.database_connections for sample in samples)
    return [
        # each at one table, one list or queue and one page, and those that wait to be dropped
        Verdict("connections of the web", f"most {most}", f"≤ {4 * people}", most <= 4 * people),
        Verdict("connections when all are gone", f"{last.sockets}", "≤ 2", last.sockets <= 2),
        Verdict("channels when all are gone", f"{last.channels}", "≤ 2", last.channels <= 2),
        Verdict("clients of Valkey", f"most {clients}", "≤ 64", clients <= 64),
        Verdict("files of a part when all are gone", f"{files:+d}", "≤ + 60", files <= 60),
        Verdict("connections of the database", f"most {databases}", "≤ 60", databases <= 60),
    ]


def threads(samples: Sequence[Sample], before: Sample) -> Verdict:
    """Threads are bounded."""
    most = {part: max(each.threads[part] for each in samples) for part in before.threads}
    grown = max(most[part] - before.threads[part] for part in most)
    return Verdict("threads", f"most {most}, {grown:+d}", "≤ + 60", grown <= 60)


def presence(samples: Sequence[Sample]) -> Verdict:
    """Nobody is expected at a table when all have gone."""
    left = samples[-1].members["density:here"]
    return Verdict("people counted as present when all are gone", f"{left}", "0", left == 0)


def bytes_a_game(before: Sample, last: Sample) -> Verdict:
    """The database grows by so much for every game that is over."""
    games = max(1, last.finished - before.finished)
    each = (last.database_bytes - before.database_bytes) / games
    return Verdict(
        "bytes of the database a game, people included",
        f"{each:,.0f} ({games} games)",
        f"≤ {BYTES_A_GAME:,}",
        each <= BYTES_A_GAME,
    )


def dropped(what: str, seconds: Sequence[float]) -> Verdict:
    """Clients that read nothing, or are not there any more, are dropped in time."""
    worst = max(seconds, default=float("inf"))
    return Verdict(
        f"{what} gone after",
        f"{len(seconds)}: median {statistics.median(seconds or [0]):.1f}, most {worst:.1f} s",
        f"≤ {SECONDS_TO_DROP:.0f} s",
        worst <= SECONDS_TO_DROP,
    )


def games(last: Sample, least: int) -> Verdict:
    """Games come to their end."""
    shown = ", ".join(f"{count} {status}" for status, count in sorted(last.games.items()))
    return Verdict("games", shown, f"≥ {least} finished", last.finished >= least)


def answers(strange: dict[str, int], tracebacks: int) -> Verdict:
    """Nobody was answered by a fault, and none is in the logs."""
    shown = f"{strange or 'none'}, {tracebacks} tracebacks"
    return Verdict("strange answers", shown, "none", not strange and not tracebacks)


def table(verdicts: Sequence[Verdict]) -> str:
    """Return all of them as Markdown."""
    lines = ["| what | measured | limit | |", "|---|---|---|---|"]
    lines += [
        f"| {one.what} | {one.measured} | {one.limit} | {'holds' if one.holds else '**FAILED**'} |"
        for one in verdicts
    ]
    return "\n".join(lines)
