"""A reconnect storm: `python -m tests.soak.storm --sockets 2000`.

Players under running clocks and watchers hold sockets; the web process is restarted as for a new
version, or killed, and all come back as their pages would. Exits 1 when that takes too long, when a
seat lapses for it or its owner counts as away, or when a deadline is not kept.
"""

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from density.embedded.supervisor import raise_file_limit
from tests.serve_process import ROOT
from tests.soak.site import Site, standing
from tests.soak.verdicts import Verdict, table

LOOK_EVERY = 0.2
SECONDS_TO_RETURN = 90.0
# a deadline is kept when it has had its effect so many seconds later
LATE = 3.0
OVERDUE = {
    True: "max((julianday('now') - julianday(due_at)) * 86400)",
    False: "max(extract(epoch from clock_timestamp() - due_at))",
}
# turns that the clock played for seats whose owners answer, after the first frames of each game
SEATS = """from games_seat join games_game on games_game.id = game_id
 where games_game.status = 'playing' and kind <> 'ai'"""
# at every tenth table the player of the first chair never answers
STAND_INS = """stand_in <> '' and "index" <> 0"""
LAPSES = """select count(*) from games_move where "by" = 'clock' and seat <> 0"""


def parsed() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.storm", description=__doc__)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--within", type=float, default=10.0, help="seconds to the last snapshot")
    parser.add_argument("--how", choices=("restart", "kill"), default="restart")
    parser.add_argument("--ping", type=float, default=3.0, help="seconds between pings of a page")
    parser.add_argument("--thinks", type=float, default=10.0, help="seconds before an answer")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="postgres")
    parser.add_argument("--after", type=float, default=20.0, help="seconds to look on afterwards")
    return parser.parse_args()


@dataclass
class Crowd:
    """The pages, in a process of their own."""

    process: "subprocess.Popen[str]"

    def say(self, word: str) -> dict[str, Any]:
        """Say a word to them; return how they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        return self.hear()

    def hear(self) -> dict[str, Any]:
        """Return what they say next."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("The crowd's own process has ended.")
        found: dict[str, Any] = json.loads(line)
        return found


@contextmanager
def gathered(site: Site, arguments: argparse.Namespace) -> Iterator[Crowd]:
    """A crowd that has come in; gone afterwards."""
    command = [sys.executable, "-m", "tests.soak.crowd", "--port", str(site.port)]
    for name in ("sockets", "ping", "thinks"):
        command += [f"--{name}", str(getattr(arguments, name))]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    environ = dict(site.group.environ)
    with subprocess.Popen(command, cwd=ROOT, env=environ, **pipes) as process:
        try:
            crowd = Crowd(process)
            crowd.hear()
            yield crowd
        finally:
            process.kill()


def overdue(site: Site) -> float:
    """How many seconds the most overdue deadline is."""
    most = OVERDUE[site.group.cluster is None]
    found = site.ask(f"select {most} {SEATS} and asked and due_at is not null")[0][0]
    return max(0.0, float(found or 0.0))


def count(site: Site, what: str) -> int:
    """How many seats of players are so."""
    return int(site.ask(f"select count(*) {SEATS} and {what}")[0][0])


def restart(site: Site, how: str) -> None:
    """Stop or kill the web process, and start it again at once."""
    web = site.group.webs[0]
    if how == "kill":
        web.kill_session()
        assert web.process is not None
        web.process.wait()
    else:
        web.stop()
    web.start()


def storm(site: Site, crowd: Crowd, arguments: argparse.Namespace) -> dict[str, Any]:
    """Send them all away, and look until they are back, and for a while after that."""
    lapsed = count_of_lapses(site)
    idle = busy(site.web)
    crowd.say("storm")
    begun = time.monotonic()
    restart(site, arguments.how)
    down = time.monotonic() - begun
    late, cpu, found = 0.0, 0.0, crowd.say("look")
    while time.monotonic() < begun + SECONDS_TO_RETURN and found["here"] < arguments.sockets:
        time.sleep(LOOK_EVERY)
        if not found["opened"]:
            cpu = spent(site.web)
        found = crowd.say("look")
        late = max(late, overdue(site))
    cpu = spent(site.web) - cpu
    after = time.monotonic() + arguments.after
    while time.monotonic() < after:
        time.sleep(1.0)
        late = max(late, overdue(site))
    return {
        **found,
        "all": found["here"] == arguments.sockets,
        "cpu": cpu,
        "stopped": round(down, 2),
        "late": late,
        "busy": idle,
        "lapses": count_of_lapses(site) - lapsed,
        "away": count(site, "away_since is not null"),
        "stand-ins": count(site, STAND_INS),
    }


def count_of_lapses(site: Site) -> int:
    """How many turns the clock has played for players who answer."""
    return int(site.ask(LAPSES)[0][0])


def spent(web: psutil.Process) -> float:
    """Processor seconds of the web process."""
    times = web.cpu_times()
    return float(times.user + times.system)


def busy(web: psutil.Process) -> float:
    """How much of a core the web process needs before the storm."""
    before = spent(web)
    time.sleep(3.0)
    return (spent(web) - before) / 3.0


def verdicts_of(found: dict[str, Any], arguments: argparse.Namespace) -> list[Verdict]:
    """Return what holds and what does not."""
    within, last = arguments.within, (found["shown"] or [0])[-1]
    shown = " / ".join(f"{seconds:.1f}" for seconds in found["shown"])
    opened = " / ".join(f"{seconds:.1f}" for seconds in found["opened"])
    return [
        Verdict(
            "seconds to the snapshot: first, median, 99 %, last",
            shown if found["all"] else f"{shown}; {found['here']} of {arguments.sockets} are here",
            f"≤ {within:g}",
            found["all"] and last <= within,
        ),
        Verdict("seconds to the open socket", opened, "", True),
        Verdict(
            "connections tried, by the code of the end",
            f"{found['connects']}, {found['codes']}",
            "",
            True,
        ),
        Verdict("turns that lapsed", f"{found['lapses']}", "0", not found["lapses"]),
        Verdict("players who count as away", f"{found['away']}", "0", not found["away"]),
        Verdict("stand-ins", f"{found['stand-ins']}", "0", not found["stand-ins"]),
        Verdict(
            "a deadline late", f"{found['late']:.1f} s", f"≤ {LATE:g} s", found["late"] <= LATE
        ),
    ]


def main() -> int:
    """Storm; 0 when everything held."""
    raise_file_limit()
    arguments = parsed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing may be left behind
    with (
        tempfile.TemporaryDirectory(prefix="density-storm-") as name,
        standing(Path(name), arguments.database, {}) as site,
    ):
        with gathered(site, arguments) as crowd:
            found = storm(site, crowd, arguments)
        tracebacks = site.tracebacks()
    print(f"{arguments.sockets} sockets, {arguments.how}, {arguments.database}:")
    print(
        f"before {found['busy']:.2f} of a core; the old process took {found['stopped']:.1f} s to"
        f" end; the new one used {found['cpu']:.1f} s of CPU from the first socket on,"
        f" {1000 * found['cpu'] / arguments.sockets:.1f} ms for each\n"
    )
    verdicts = verdicts_of(found, arguments)
    print(table(verdicts))
    print(*(text[-900:] for text in tracebacks[:3]), sep="\n")
    return int(not all(each.holds for each in verdicts) or bool(tracebacks))


if __name__ == "__main__":
    sys.exit(main())
