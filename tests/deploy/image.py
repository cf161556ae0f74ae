"""Makes the image of docs/deploy/Containerfile without a builder: `python -m tests.deploy.image`.

Each stage is an empty Debian in a folder, made by debootstrap; the lines of the Containerfile are
run there one by one. Then the site is started in the last stage as the image's user, and its size
and the seconds until it answers are printed. It needs root, debootstrap and a Debian mirror.
"""

import argparse
import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.deploy.proxies import DEPLOY
from tests.scaling.site import answers, free_port, wait_until
from tests.serve_process import ROOT

CONTAINERFILE = DEPLOY / "Containerfile"
SUITE = "bookworm"
MOST_SECONDS = 5.0
BUILD_TOOLS = ("cc", "gcc", "g++", "make", "ld", "as", "pip", "pip3", "git")
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PIP_CONFIGURATION = "/etc/pip.conf"
CERTIFICATES = ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
MB = 1_000_000
SECRET = {"SECRET_KEY": "image" * 12}
CHROOT = shutil.which("chroot", path=SYSTEM_PATH) or "chroot"


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
            CHROOT,
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


def build(folder: Path, empty: Path) -> Stage:
    """Run the Containerfile on copies of an empty Debian; the last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    for word, rest in lines():
        print(f"{word} {rest[:90]}", flush=True)
        if word == "FROM":
            name = rest.partition(" AS ")[2] or "last"
            stage = stages[name] = Stage(folder / name)
            subprocess.run(["cp", "-a", str(empty), str(stage.folder)], check=True)
        elif word == "RUN":
            with package_index(stage) as variables:
                stage.run("/bin/sh", "-c", rest, **variables)
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


def empty_debian(folder: Path) -> Path:
    """Make an empty Debian."""
    command = ["debootstrap", "--variant=minbase", SUITE, str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


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


@contextlib.contextmanager
def package_index(stage: Stage) -> Iterator[dict[str, str]]:
    """Lend a stage this machine's way to the package index; the variables that name it."""
    lent = stage.folder / "tmp" / "lent"
    lent.mkdir()
    yield lent_files(lent, "/tmp/lent")
    shutil.rmtree(lent)


def lent_files(lent: Path, place: str) -> dict[str, str]:
    """Copy this machine's way to the package index into a folder, which is so named inside.

    Return the variables that lead there.
    """
    found = {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
    files = {name: os.environ.get(name, "") for name in CERTIFICATES} | {
        "PIP_CONFIG_FILE": PIP_CONFIGURATION
    }
    for name, file in files.items():
        if Path(file).is_file():
            shutil.copy(file, lent / name)
            found[name] = f"{place}/{name}"
    return found


def megabytes(folder: Path) -> float:
    """Return how large a folder is."""
    command = ["du", "--bytes", "--summarize", "--one-file-system", str(folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return int(done.stdout.split()[0]) / MB


def seconds_to_answer(stage: Stage, command: list[str], port: int) -> tuple[float, float]:
    """Start the site as the image does, and end it.

    Returns the seconds until it answers, and those that its main process spent at work: on a busy
    machine only the second number says something of the image.
    """
    began = time.monotonic()
    process = subprocess.Popen(stage.words(*command), env=stage.environ | SECRET)
    try:
        wait_until(lambda: process.poll() is not None or answers(port), "it does not answer")
        assert process.poll() is None, "it ended"
        took = time.monotonic() - began
        main = psutil.Process(process.pid)
        assert 0 not in main.uids(), "it runs as root"
        used = main.cpu_times()
        return took, used.user + used.system + used.children_user + used.children_system
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


def report(stage: Stage, empty: Path) -> list[str]:
    """Measure the image and print what was found; what of it may not be."""
    whole, base = megabytes(stage.folder), megabytes(empty)
    print(f"size: {whole:.0f} MB, {whole - base:.0f} MB more than the empty Debian")
    stage.run("python", "manage.py", "migrate", "--no-input", "--verbosity", "0", **SECRET)
    port = free_port()
    command = [str(port) if word == "8000" else word for word in stage.command]
    took, used = seconds_to_answer(stage, command, port)
    print(f"a web process answers after {took:.1f} s, {used:.1f} s of them at work")
    serve = ["python", "manage.py", "serve", "--port", str(port)]
    whole_site, _ = seconds_to_answer(stage, serve, port)
    print(f"the whole site (serve) answers after {whole_site:.1f} s")
    slow = [f"a web process works for more than {MOST_SECONDS:.0f} s before it answers"]
    return faults(stage) + (slow if used > MOST_SECONDS else [])


def main() -> int:
    """Build, start, measure; 0 when the image is as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.deploy.image", description=__doc__)
    parser.add_argument("--debian", type=Path, help="an empty Debian that was made before")
    given: Path | None = parser.parse_args().debian
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        print("This needs root and debootstrap: install the package debootstrap.", file=sys.stderr)
        return 1
    os.umask(0o022)  # as builders have it
    with tempfile.TemporaryDirectory(prefix="density-image-") as name:
        Path(name).chmod(0o755)
        empty = given or empty_debian(Path(name) / "empty")
        found = report(build(Path(name), empty), empty)
    for fault in found:
        print(f"FAULT {fault}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
