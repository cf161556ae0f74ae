"""Runs the units of docs/deploy without systemd, with the few verbs that the scripts use.

`python tests/deploy/units.py FOLDER start density-web@8001`. The folder has `units.json`, which
maps the units' paths to local ones, and a pid file for each started unit. It only imports the
standard library, since scripts call it often.
"""

import fnmatch
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from functools import reduce
from pathlib import Path

UNITS = Path(__file__).resolve().parents[2] / "docs" / "deploy"
STOP_SECONDS = 60.0
KEPT = ("PATH", "HOME", "LANG", "TMPDIR")


class Units:
    """The units of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: dict[str, str] = json.loads((folder / "units.json").read_text())

    def start(self, unit: str) -> None:
        """Start a unit like systemd, without its hardening."""
        environ = {name: os.environ[name] for name in KEPT if name in os.environ}
        for line in self.values(unit, "EnvironmentFile"):
            environ |= parse_variables(Path(line).read_text().splitlines())
        for line in self.values(unit, "Environment"):
            environ |= parse_variables(shlex.split(line))
        (command,) = self.values(unit, "ExecStart")
        (place,) = self.values(unit, "WorkingDirectory")
        with (self.folder / f"{unit}.log").open("ab") as log:
            process = subprocess.Popen(
                shlex.split(command),
                cwd=place,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.pid_file(unit).write_text(str(process.pid))

    def stop(self, unit: str) -> None:
        """Stop a unit: SIGTERM to its main process, SIGKILL to all after a timeout."""
        pid = self.pid(unit)
        self.pid_file(unit).unlink(missing_ok=True)
        if not is_alive(pid):
            return
        os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        while is_alive(pid) and time.monotonic() < deadline:
            time.sleep(0.02)
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            return

    def values(self, unit: str, key: str) -> list[str]:
        """Return the values of a unit's key, with its instance and local paths filled in."""
        instance = unit.partition("@")[2].removesuffix(".service")
        text = (UNITS / f"{unit_stem(unit)}.service").read_text()
        lines = [line.partition("=") for line in text.splitlines() if not line.startswith("#")]
        found = []
        for name, _, value in lines:
            if name == key:
                here = reduce(lambda text, place: text.replace(*place), self.places.items(), value)
                found.append(here.replace("%i", instance).replace("%%", "%"))
        return found

    def active(self, pattern: str) -> list[str]:
        """Return the running units that match a name."""
        names = [path.stem for path in self.folder.glob("*.pid")]
        return sorted(name for name in names if fnmatch.fnmatch(name, pattern + "*"))

    def pid(self, unit: str) -> int:
        """Return the main process of a unit; 0 when it does not run."""
        path = self.pid_file(unit)
        return int(path.read_text()) if path.exists() else 0

    def pid_file(self, unit: str) -> Path:
        """Return the pid file of a unit."""
        return self.folder / f"{unit.removesuffix('.service')}.pid"


def unit_stem(unit: str) -> str:
    """Return the name of a unit without its instance."""
    name, at, _ = unit.removesuffix(".service").partition("@")
    return name + at


def parse_variables(lines: list[str]) -> dict[str, str]:
    """Return the environment variables in these lines, parsed like systemd."""
    pairs = [line.partition("=") for line in lines if line and not line.startswith("#")]
    return {name: value.strip('"') for name, _, value in pairs}


def is_alive(pid: int) -> bool:
    """Return whether a process runs and is not a zombie."""
    try:
        return (
            pid > 0 and Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except FileNotFoundError:
        return False


def main() -> None:
    """Run the command like systemctl."""
    folder, verb, *words = sys.argv[1:]
    units = Units(Path(folder))
    (name,) = [word for word in words if not word.startswith("-") and word != "MainPID"]
    if verb == "list-units":
        print("\n".join(f"{unit}.service loaded active running" for unit in units.active(name)))
    elif verb == "show":
        print(units.pid(name))
    elif verb == "restart":
        units.stop(name)
        units.start(name)
    else:
        {"start": units.start, "stop": units.stop}[verb](name)


if __name__ == "__main__":
    main()
