"""The files that browsers load carry a hash of their content in their name, and so do imports."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import ROOT, environ

IMPORTS = re.compile(r"""(?:^|[;\s}])(?:import|export)\b[^"';()]*?["'](\.{0,2}/[^"']+)["']""")
LOADED = re.compile(r"""import\(\s*["'](\.{0,2}/[^"']+)["']\s*\)""")
URLS = re.compile(r"""url\(["']?((?!data:|#)[^"')]+)["']?\)""")
COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files, as `serve` collects them."""
    folder = tmp_path_factory.mktemp("data")
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environ(DATA_DIR=str(folder)), check=True)
    return folder / "static"


def hashed(folder: Path, ending: str) -> list[Path]:
    """The hashed files of ours with that ending."""
    paths = json.loads((folder / "staticfiles.json").read_text())["paths"]
    ours = [
        name
        for key, name in paths.items()
        if key.startswith(("density/", "games/", "matchmaking/"))
    ]
    found = [folder / name for name in ours if name.endswith(ending)]
    assert found
    return found


def references(path: Path, *patterns: re.Pattern[str]) -> list[str]:
    """What a file refers to, outside its comments."""
    text = COMMENTS.sub("", path.read_text(encoding="utf-8"))
    return [found.split("#")[0] for pattern in patterns for found in pattern.findall(text)]


def test_no_module_imports_a_name_without_a_hash(collected: Path) -> None:
    for path in hashed(collected, ".js"):
        for found in references(path, IMPORTS, LOADED):
            assert HASHED.search(found), (path.name, found)
            assert Path(os.path.normpath(path.parent / found)).is_file()


def test_no_sheet_names_a_file_without_a_hash(collected: Path) -> None:
    for path in hashed(collected, ".css"):
        for found in references(path, URLS):
            assert HASHED.search(found), (path.name, found)


def test_no_file_points_to_a_source_map(collected: Path) -> None:
    for path in [*hashed(collected, ".js"), *hashed(collected, ".css")]:
        assert "sourceMappingURL" not in path.read_text(encoding="utf-8"), path.name
