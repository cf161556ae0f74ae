"""Installs the site on a whole Debian of its own, as root: `python -m tests.deploy.machine`.

An empty Debian, made by debootstrap, is booted by systemd in a container (systemd-nspawn) that has
this machine's network. docs/DEPLOY.md is followed there: install.sh with all its steps, an upgrade
while games are played in a browser through the proxy, a backup. Then a process is killed and comes
back, and the whole machine is started again. It needs root, the packages debootstrap and
systemd-container, a Debian mirror, and the ports 80, 443, 5432, 6379, 8001 and 8002.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import django
import psutil
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import chromium_path
from tests.deploy.image import SUITE, SYSTEM_PATH, lent_files
from tests.deploy.proxies import Proxy
from tests.deploy.rehearsal import git, play_meanwhile
from tests.scaling.site import wait_until
from tests.serve_process import ROOT

NEEDED = ("debootstrap", "systemd-nspawn", "nsenter")
PACKAGES = "systemd-sysv,dbus,ca-certificates,git"
SOURCES = "/usr/local/src"
CLONE = f"{SOURCES}/density"
INSTALLER = f"{CLONE}/docs/deploy/install.sh"
WEBS, WORKERS = ("density-web@8001", "density-web@8002"), ("density-worker@1", "density-worker@2")
READY = "http://127.0.0.1:{port}/readyz"
CHOICE = "AI_PACE=0.05"  # so that games end while an upgrade runs
BACKUP = "/var/backups/density/first"


@dataclass
class Machine:
    """A Debian that runs."""

    folder: Path
    nspawn: subprocess.Popen[bytes]
    environ: dict[str, str]

    def words(self, *command: str) -> list[str]:
        """Return how a command is run as root of the machine."""
        leader = psutil.Process(self.nspawn.pid).children()[0].pid
        variables = [f"{name}={value}" for name, value in self.environ.items()]
        spaces = ("--mount", "--uts", "--ipc", "--pid")
        return ["nsenter", f"--target={leader}", *spaces, "env", "-i", *variables, *command]

    def run(self, *command: str) -> str:
        """Run a command; return what it says. Raises CalledProcessError."""
        words = self.words(*command)
        return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout

    def is_running(self) -> bool:
        """Return whether systemd has started everything that is enabled."""
        with contextlib.suppress(IndexError):
            words = self.words("systemctl", "is-system-running", "--quiet")
            return subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode == 0
        return False

    def is_ready(self) -> bool:
        """Return whether all units of the site run, and its web processes are ready."""
        try:
            self.run("systemctl", "is-active", "--quiet", *WEBS, *WORKERS)
            for unit in WEBS:
                self.run("curl", "-sf", "-o", "/dev/null", READY.format(port=unit.split("@")[1]))
        except subprocess.CalledProcessError:
            return False
        return True

    def main_pid(self, unit: str) -> str:
        """Return the process of a unit, as the machine counts."""
        return self.run("systemctl", "show", "--property=MainPID", "--value", unit).strip()

    def came_back(self, unit: str, killed: str) -> bool:
        """Return whether a unit has another process than the killed one, and all is ready."""
        return self.main_pid(unit) not in ("0", killed) and self.is_ready()


def empty_machine(folder: Path, proxy: str) -> dict[str, str]:
    """Make a Debian with systemd, a clone of this repository and our way to the package index.

    Return the variables of the environment that lead there.
    """
    command = ["debootstrap", f"--include={PACKAGES}", SUITE, str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    git(ROOT, "clone", "--quiet", "--no-hardlinks", str(ROOT), f"{folder}{CLONE}")
    lent = folder / SOURCES[1:] / "lent"
    lent.mkdir()
    return {
        "PATH": SYSTEM_PATH,
        "HOME": "/var/tmp",
        "SITE": "localhost",  # which Caddy certifies itself
        "PROXY": proxy,
        **lent_files(lent, f"{SOURCES}/lent"),
    }


@contextlib.contextmanager
def booted(folder: Path, variables: dict[str, str]) -> Iterator[Machine]:
    """Boot a machine, and halt it in the end."""
    command = ["systemd-nspawn", f"--directory={folder}", "--boot", "--register=no", "--keep-unit"]
    with (folder.parent / "console").open("ab") as console:
        nspawn = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT
        )
    machine = Machine(folder, nspawn, variables)
    try:
        wait_until(machine.is_running, "systemd does not come up")
        yield machine
    finally:
        # halts it in order
        nspawn.terminate()
        nspawn.wait(60)


def install(machine: Machine) -> None:
    """Follow section 1 of docs/DEPLOY.md."""
    began = time.monotonic()
    machine.run(INSTALLER)
    wait_until(machine.is_ready, "it is not ready")
    print(f"installed and ready after {time.monotonic() - began:.0f} s", flush=True)
    machine.run("sh", "-c", f"echo {CHOICE} >>/etc/density/density.env")
    machine.run("rolling-restart.sh")


def upgrade(machine: Machine, browser: Browser) -> None:
    """Follow section 3 while games are played through the proxy."""
    machine.run("density-manage", "backup", BACKUP)
    git(machine.folder / CLONE[1:], "commit", "--quiet", "--allow-empty", "--message", "a second")
    before = [machine.main_pid(unit) for unit in WEBS + WORKERS]
    with subprocess.Popen(machine.words(INSTALLER), stdout=subprocess.PIPE, text=True) as installer:
        games = play_meanwhile(browser, [Proxy(machine.environ["PROXY"], 443, 80)], installer)
    assert installer.returncode == 0
    after = [machine.main_pid(unit) for unit in WEBS + WORKERS]
    assert not set(before) & set(after), "a process is of the version before"
    print(f"upgraded while {games} games were played in a browser", flush=True)


def kill_processes(machine: Machine) -> None:
    """Kill a process of each sort: systemd starts it again."""
    for unit in (WEBS[0], WORKERS[0]):
        killed = machine.main_pid(unit)
        machine.run("kill", "-9", killed)
        wait_until(partial(machine.came_back, unit, killed), f"{unit} does not come back")
    print("killed processes came back", flush=True)


def rehearse(folder: Path, proxy: str) -> None:
    """Install, play, upgrade, kill, and start the machine again."""
    variables = empty_machine(folder, proxy)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        with booted(folder, variables) as machine:
            install(machine)
            upgrade(machine, browser)
            kill_processes(machine)
            faults = machine.run(
                "sh", "-c", "journalctl --quiet --unit='density-*' | grep -c Trace || :"
            )
            assert int(faults) == 0, f"{faults} faults in the journal"
        with booted(folder, variables) as machine:
            wait_until(machine.is_ready, "it does not come back after a boot")
            print("ready again after a boot", flush=True)
        browser.close()


def main() -> int:
    """Rehearse; 0 when nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.deploy.machine", description=__doc__)
    parser.add_argument("--proxy", choices=("caddy", "nginx"), default="caddy")
    proxy: str = parser.parse_args().proxy
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        print(
            "This needs root and the packages debootstrap and systemd-container.", file=sys.stderr
        )
        return 1
    os.umask(0o022)
    # the rules, by which a game is compared with its record
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    with tempfile.TemporaryDirectory(prefix="density-machine-") as name:
        rehearse(Path(name) / "debian", proxy)
    return 0


if __name__ == "__main__":
    sys.exit(main())
