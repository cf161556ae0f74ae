"""Makes the image of docs/deploy/Containerfile without a builder: `python -m tests.deploy.image`.

Each stage is an empty Debian in a folder, made by debootstrap; the lines of the Containerfile are
run there one by one. Then the site is started in the last stage as the image's user, and its size
and the seconds until it answers are printed. It needs root, debootstrap and a Debian mirror.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.deploy.proxies import DEPLOY
from tests.scaling.site import answers, free_port, wait_until
from tests.serve_process import ROOT

CONTAINERFILE = DEPLOY / "Containerfile"
SUITE = "bookworm"
MOST_SECONDS = 5.0
BUILD_TOOLS = ("cc", "gcc", "g++", "make", "ld", "as", "pip", "pip3", "git")
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# how this machine reaches the package index
OF_THE_MACHINE = ("/etc/pip.conf", "/etc/resolv.conf")
CERTIFICATES = ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
MB = 1_000_000


@dataclass
class Stage:
    """A stage of the image, as a folder."""

    folder: Path
    place: str = "/"
    user: str = "root"
    command: list[str] = field(default_factory=list)
    environ: dict[str, str] = field(default_factory=lambda: {"PATH": SYSTEM_PATH, "HOME": "/tmp"})

    def inside(self, place: str) -> Path:
        """Return where a path of the stage is."""
        return (
            self.folder
            / os.path.normpath(f"{self.place}/{place}" if place[0] != "/" else place)[1:]
        )

    def words(self, *command: str) -> list[str]:
        """Return how a command is run in the stage."""
        line = f"cd {shlex.quote(self.place)} && exec {shlex.join(command)}"
        return [
            "chroot",
            f"--userspec={self.user}:{self.user}",
            str(self.folder),
            "/bin/sh",
            "-c",
            line,
        ]

    def run(self, *command: str, **changes: str) -> None:
        """Run a command in the stage. Raises CalledProcessError when it fails."""
        subprocess.run(self.words(*command), env=self.environ | changes, check=True)


def lines() -> Iterator[tuple[str, str]]:
    """Return the instructions of the Containerfile with what follows them."""
    for line in CONTAINERFILE.read_text().splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest


def build(folder: Path) -> Stage:
    """Run the Containerfile; the last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    for word, rest in lines():
        print(f"{word} {rest[:90]}", flush=True)
        if word == "FROM":
            name = rest.partition(" AS ")[2] or "last"
            stage = stages[name] = Stage(folder / name)
            empty_debian(stage.folder)
        elif word == "RUN":
            stage.run("/bin/sh", "-c", rest, **of_the_machine(stage))
        elif word == "COPY":
            copy(stage, stages, rest)
        else:
            settle(stage, word, rest)
    return stage


def settle(stage: Stage, word: str, rest: str) -> None:
    """Follow an instruction that changes what later ones do. Raises ValueError for others."""
    if word == "WORKDIR":
        stage.place = rest
        stage.inside(rest).mkdir(parents=True, exist_ok=True)
    elif word == "ENV":
        stage.environ |= dict(part.split("=", 1) for part in shlex.split(rest))
    elif word == "USER":
        stage.user = rest
    elif word == "CMD":
        stage.command = json.loads(rest)
    elif word != "EXPOSE":
        raise ValueError(f"the Containerfile says {word}, which this script does not know")


def empty_debian(folder: Path) -> None:
    """Make an empty Debian, or copy the one that an earlier stage began with."""
    kept = folder.parent / "empty"
    if not kept.exists():
        command = ["debootstrap", "--variant=minbase", SUITE, str(kept)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cp", "-a", str(kept), str(folder)], check=True)


def copy(stage: Stage, stages: dict[str, Stage], rest: str) -> None:
    """Copy from the checkout or from an earlier stage."""
    *flags, source, target = rest.split()
    chosen = dict(flag.removeprefix("--").split("=") for flag in flags)
    begin = stages[chosen["from"]].inside(source) if "from" in chosen else ROOT / source
    end = stage.inside(target)
    end.parent.mkdir(parents=True, exist_ok=True)
    if begin.is_dir():
        unwanted = (
            shutil.ignore_patterns() if "from" in chosen else shutil.ignore_patterns("__pycache__")
        )
        shutil.copytree(begin, end, symlinks=True, ignore=unwanted, dirs_exist_ok=True)
    else:
        shutil.copy(begin, end)
    if "chown" in chosen:
        stage.run("chown", "-R", chosen["chown"], target)


def of_the_machine(stage: Stage) -> dict[str, str]:
    """Lend a stage this machine's way to the package index; the variables that it needs."""
    files = [*OF_THE_MACHINE, *filter(None, map(os.environ.get, CERTIFICATES))]
    for file in files:
        if Path(file).is_file() and not stage.inside(file).exists():
            stage.inside(file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, stage.inside(file))
    names = [name for name in os.environ if name.startswith("PIP_") or name in CERTIFICATES]
    return {name: os.environ[name] for name in names}


def megabytes(folder: Path) -> float:
    """Return how large a folder is."""
    command = ["du", "--bytes", "--summarize", "--one-file-system", str(folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return int(done.stdout.split()[0]) / MB


def seconds_to_answer(stage: Stage, command: list[str], port: int) -> float:
    """Start the site as the image does, and end it; the seconds until it answers."""
    began = time.monotonic()
    choices = {"SECRET_KEY": "image" * 12}
    process = subprocess.Popen(stage.words(*command), env=stage.environ | choices)
    try:
        wait_until(lambda: process.poll() is not None or answers(port), "it does not answer")
        assert process.poll() is None, "it ended"
        user = re.search(r"^Uid:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text(), re.M)
        assert user is not None
        assert user[1] != "0", "it runs as root"
        return time.monotonic() - began
    finally:
        process.terminate()
        process.wait(30)


def faults(stage: Stage) -> list[str]:
    """Return what an image should not have."""
    left = [
        tool
        for tool in BUILD_TOOLS
        for place in SYSTEM_PATH.split(":")
        if stage.inside(f"{place}/{tool}").exists()
    ]
    code = subprocess.run(
        stage.words("test", "-w", "density/settings.py"), env=stage.environ, check=False
    )
    found = [f"{tool} is left in it" for tool in left]
    return found if code.returncode else [*found, "its user can change its code"]


def main() -> int:
    """Build, start, measure; 0 when the image is as it should be."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        print("This needs root and debootstrap: install the package debootstrap.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="density-image-") as name:
        stage = build(Path(name))
        wrong = faults(stage)
        whole, empty = megabytes(stage.folder), megabytes(Path(name) / "empty")
        print(f"size: {whole:.0f} MB, of which the empty Debian is {empty:.0f} MB")
        stage.run(
            "python",
            "manage.py",
            "migrate",
            "--no-input",
            "--verbosity",
            "0",
            SECRET_KEY="image" * 12,
        )
        port = str(free_port())
        command = [port if word == "8000" else word for word in stage.command]
        seconds = seconds_to_answer(stage, command, int(port))
        print(f"a web process answers after {seconds:.1f} s")
        port = str(free_port())
        serve = ["python", "manage.py", "serve", "--port", port]
        whole_site = seconds_to_answer(stage, serve, int(port))
        print(f"the whole site (serve) answers after {whole_site:.1f} s")
    if seconds > MOST_SECONDS:
        wrong.append(f"a web process took more than {MOST_SECONDS:.0f} s")
    for fault in wrong:
        print(f"FAULT {fault}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
