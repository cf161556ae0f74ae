"""Rehearses docs/DEPLOY.md: `python -m tests.deploy.rehearsal`.

A clone is installed into an empty folder by the steps of install.sh, with its own environment. Its
units are started behind nginx and Caddy; players sit at tables, and one plays in a browser through
a proxy. Meanwhile a second version is installed and takes over by a rolling restart. Then every
game is played to its end and compared with what its players received.
"""

import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import django
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as SocketClosed

from density.server import valkey
from games.engine.contract import Json
from tests.browser import audit
from tests.browser.conftest import DESKTOP, chromium_path
from tests.browser.play import record_of, see_result
from tests.browser.player import PATIENCE, BrowserPlayer
from tests.deploy.proxies import Proxy, running_proxies
from tests.deploy.units import Units, parse_variables
from tests.patience import wait_until
from tests.people import run_people
from tests.process_group import free_port, is_answering, own_database
from tests.scaling.__main__ import find_faults, wait_for_moves
from tests.serve_process import ROOT, clean_environ

TABLES, LIVES = 3, 2
SETTLE = "6"  # seconds between the restarts of two web processes
PROGRAM = [sys.executable, str(Path(__file__).with_name("units.py"))]
WORKERS = ("density-worker@1", "density-coach")


@dataclass
class Site:
    """The running units of a site, with two web processes."""

    folder: Path
    ports: tuple[int, int]

    @property
    def names(self) -> list[str]:
        """Return the units in the order of their start."""
        return [*WORKERS, *(f"density-web@{port}" for port in self.ports)]

    def systemctl(self, *words: str) -> None:
        """Run a systemctl verb on a unit."""
        subprocess.run([*PROGRAM, str(self.folder), *words], check=True)

    def start(self) -> None:
        """Start every unit, and wait until all are ready."""
        for name in self.names:
            self.systemctl("start", name)
        wait_until(lambda: all(map(is_answering, self.ports)), "a web process does not answer")
        wait_until(lambda: has_children(self.pid(WORKERS[0])), "the worker does not work")

    def stop(self) -> None:
        """Stop every unit."""
        for name in reversed(self.names):
            self.systemctl("stop", name)

    def pid(self, name: str) -> int:
        """Return the main process of a unit."""
        return Units(self.folder).pid(name)

    def logs(self) -> str:
        """Return the last log lines of all processes."""
        return "\n".join(log.read_text()[-3000:] for log in self.folder.glob("*.log"))

    def rolling_restart(self) -> "subprocess.Popen[str]":
        """Start a rolling restart."""
        return subprocess.Popen(
            ["docs/deploy/rolling-restart.sh"],
            cwd=ROOT,
            env=clean_environ(SYSTEMCTL=" ".join([*PROGRAM, str(self.folder)]), SETTLE=SETTLE),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


def has_children(pid: int) -> bool:
    """Return whether a worker has its two children."""
    return len(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()) >= 2


def run_installer(clone: Path, root: Path, *steps: str) -> None:
    """Run steps of the clone's installer. Raises CalledProcessError when one fails."""
    began = time.monotonic()
    command = [str(clone / "docs" / "deploy" / "install.sh"), *steps]
    subprocess.run(
        command, cwd=clone, env=clean_environ(DESTDIR=str(root), SITE="localhost"), check=True
    )
    print(f"installed in {time.monotonic() - began:.0f} s: {', '.join(steps)}", flush=True)


def run_git(clone: Path, *words: str) -> str:
    """Run git in the clone; return its output."""
    own = ["git", "-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost"]
    done = subprocess.run([*own, *words], cwd=clone, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


@contextlib.contextmanager
def first_version(folder: Path, clone: Path) -> Iterator[tuple[Site, dict[str, str]]]:
    """Install the clone with its own database and Valkey, and start its units."""
    root = folder / "root"
    conf, data = root / "etc" / "density", root / "var" / "lib" / "density"
    run_installer(clone, root, "folders", "configure")
    (data / "logs").mkdir()
    with contextlib.ExitStack() as stack:
        url, _ = stack.enter_context(own_database(data, "postgres"))
        stack.callback(valkey.start_server(data).stop)
        own = {
            "DATABASE_URL": url,
            "REDIS_URL": f"unix://{valkey.socket_path(data)}",
            "LIMITS": "0",
            "AI_PACE": "0.2",
        }
        with (conf / "density.env").open("a") as file:
            file.writelines(f'{name}="{value}"\n' for name, value in own.items())
        run_installer(clone, root, "release", "migrate", "switch")
        places = {
            "/srv/density": str(root / "srv" / "density"),
            "/etc/density": str(conf),
            "/var/lib/density": str(data),
            "%d": str(conf),
        }
        (folder / "units.json").write_text(json.dumps(places))
        site = Site(folder, (free_port(), free_port()))
        stack.callback(site.stop)
        site.start()
        choices = parse_variables((conf / "density.env").read_text().splitlines())
        players = clean_environ(
            DATA_DIR=str(data),
            DJANGO_SETTINGS_MODULE="density.settings",
            SECRET_KEY=(conf / "secret-key").read_text(),
            **choices,
        )
        yield site, players


def play_on(guest: BrowserPlayer, dice: random.Random) -> None:
    """Play to the end, reopening sockets that close, like a page."""
    going = True
    while going:
        try:
            going = guest.wait_for_turn()
            if going:
                guest.move(dice)
        except SocketClosed as closed:
            if "Socket closed" not in str(closed):
                raise


def play_meanwhile(
    browser: Browser, proxies: Sequence[Proxy], restart: "subprocess.Popen[str]"
) -> int:
    """Play whole games in a browser, through each proxy in turn, until the restart is over.

    Return the number of games, at least one per proxy.
    """
    games, dice = 0, random.Random(len(proxies))
    while restart.poll() is None or games < len(proxies):
        proxy = proxies[games % len(proxies)]
        context = browser.new_context(
            base_url=proxy.url, viewport=DESKTOP, ignore_https_errors=True
        )
        context.set_default_timeout(PATIENCE)
        guest = BrowserPlayer(context.new_page(), "keys")
        guest.open_table(ais=3, lives=3)
        play_on(guest, dice)
        see_result(guest)
        audit.check_frames(record_of(guest), guest.frames, guest.seat)
        context.close()
        games += 1
    return games


def upgrade_site(
    folder: Path, clone: Path, site: Site, browser: Browser, proxies: Sequence[Proxy]
) -> list[str]:
    """Install a second version and let it take over while a browser plays; return the faults."""
    run_git(clone, "commit", "--quiet", "--allow-empty", "--message", "a second version")
    run_installer(clone, folder / "root", "release", "migrate", "switch")
    with site.rolling_restart() as restart:
        games = play_meanwhile(browser, proxies, restart)
        said, _ = restart.communicate()
    print(f"{said}{games} games in a browser meanwhile", flush=True)
    version = run_git(clone, "rev-parse", "--short=12", "HEAD")
    old = [
        name
        for name in site.names
        if Path(f"/proc/{site.pid(name)}/cwd").readlink().name != version
    ]
    found = [f"{name} is not of the new version" for name in old]
    return found + ([f"the restart failed: {said}"] if restart.returncode else [])


def rehearse_deployment(folder: Path) -> list[str]:
    """Install, play, upgrade and play on; return the faults."""
    clone = folder / "clone"
    run_git(ROOT, "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone))
    with contextlib.ExitStack() as stack:
        site, players = stack.enter_context(first_version(folder, clone))
        proxies = stack.enter_context(running_proxies(folder, site.ports))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium_path())
        numbers = map(str, (TABLES, LIVES, *site.ports))
        command = ("tests.scaling.scenario", *numbers)
        with run_people(*command, environ=players, logs=site.logs) as people:
            wait_for_moves(people, TABLES)
            found = upgrade_site(folder, clone, site, browser, list(proxies.values()))
            result: Json = people.end()
        browser.close()
    shown = ("games", "finished", "people", "moves", "codes", "back", "losses")
    print({key: result[key] for key in shown}, flush=True)
    return found + find_faults(result)


def main() -> int:
    """Run the rehearsal; return 0 if nothing went wrong."""
    # loads the rules, for comparing games with their records
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    with tempfile.TemporaryDirectory(prefix="density-rehearsal-") as name:
        Path(name).chmod(0o755)
        found = rehearse_deployment(Path(name))
    for fault in found:
        print(f"FAULT {fault}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
