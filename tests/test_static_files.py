"""The files that browsers load are bundled, and carry a hash of their content in their name."""

import json
import re
import subprocess
import sys
from pathlib import Path

from django.contrib.staticfiles import finders

from density import own_apps
from tests.serve_process import ROOT, environ

IMPORTS = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)
URLS = re.compile(r"""url\(["']?((?!data:|#)[^"')]+)["']?\)""")
COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


def hashed(folder: Path, ending: str) -> list[Path]:
    """The hashed files of ours with that ending."""
    paths = json.loads((folder / "staticfiles.json").read_text())["paths"]
    ours = [name for key, name in paths.items() if key.startswith(own_apps.static_names())]
    found = [folder / name for name in ours if name.endswith(ending)]
    assert found
    return found


def references(path: Path, *patterns: re.Pattern[str]) -> list[str]:
    """What a file refers to, outside its comments."""
    text = COMMENTS.sub("", path.read_text(encoding="utf-8"))
    return [found.split("#")[0] for pattern in patterns for found in pattern.findall(text)]


def test_no_script_asks_for_another(static_files: Path) -> None:
    for path in hashed(static_files, ".js"):
        assert not IMPORTS.search(COMMENTS.sub("", path.read_text(encoding="utf-8"))), path.name


def test_only_whole_scripts_are_served(static_files: Path) -> None:
    paths = json.loads((static_files / "staticfiles.json").read_text())["paths"]
    script = "density_deck/table/main.js"
    assert {script, f"density/words/de/{script}", "density/theme.js"} <= paths.keys()
    assert not {"games/table/core/app.js", "density/words.js"} & paths.keys()


def test_what_comes_from_elsewhere_stays_as_it_is(static_files: Path) -> None:
    paths = json.loads((static_files / "staticfiles.json").read_text())["paths"]
    for name in ("admin/js/core.js", "rest_framework/js/csrf.js"):
        assert (static_files / paths[name]).read_bytes() == Path(
            str(finders.find(name))
        ).read_bytes()


def test_no_sheet_names_a_file_without_a_hash(static_files: Path) -> None:
    for path in hashed(static_files, ".css"):
        for found in references(path, URLS):
            assert HASHED.search(found), (path.name, found)


def test_no_file_points_to_a_source_map(static_files: Path) -> None:
    for path in [*hashed(static_files, ".js"), *hashed(static_files, ".css")]:
        assert "sourceMappingURL" not in path.read_text(encoding="utf-8"), path.name


def test_a_start_collects_what_the_command_collects(static_files: Path, tmp_path: Path) -> None:
    made = tmp_path / "static"
    collect = "storage.HashedStorage(location=sys.argv[1]).collect()"
    command = f"import django, sys; django.setup(); from density import storage; {collect}"
    subprocess.run(
        [sys.executable, "-c", command, str(made)],
        cwd=ROOT,
        env=environ(DATA_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="density.settings"),
        check=True,
    )
    every = {path.relative_to(made) for path in made.rglob("*") if path.is_file()}
    assert {Path(path.name) for path in hashed(made, ".js")} <= {Path(path.name) for path in every}
    for path in every:
        assert (made / path).read_bytes() == (static_files / path).read_bytes(), path
    # besides these the command leaves sources that are parts of others
    rest = {path.relative_to(static_files) for path in static_files.rglob("*.*.*")} - every
    assert {path for path in rest if HASHED.search(path.name.removesuffix(".gz"))} == set()
