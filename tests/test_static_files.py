"""Static files are bundled and have a content hash in their names."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from density.assets import own_apps

IMPORTS = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)
URLS = re.compile(r"""url\(["']?((?!data:|#)[^"')]+)["']?\)""")
COMMENTS = re.compile(r"/\*(?!#).*?\*/", re.DOTALL)
MAP = "sourceMappingURL"
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


@pytest.fixture(scope="module")
def collected(static_files: Path) -> dict[str, Path]:
    """The collected files by source name."""
    paths = json.loads((static_files / "staticfiles.json").read_text())["paths"]
    return {name: static_files / path for name, path in paths.items()}


def own_texts(collected: dict[str, Path], ending: str) -> dict[str, str]:
    """Return the project's files with a suffix, without comments, by name."""
    ours = [name for name in collected if name.startswith(own_apps.static_names())]
    found = {name: collected[name].read_text("utf-8") for name in ours if name.endswith(ending)}
    assert found
    return {name: COMMENTS.sub("", text) for name, text in found.items()}


def test_no_script_asks_for_another(collected: dict[str, Path]) -> None:
    assert [
        name for name, text in own_texts(collected, ".js").items() if IMPORTS.search(text)
    ] == []


def test_only_whole_scripts_are_served(collected: dict[str, Path]) -> None:
    script = "density_deck/table/main.js"
    assert {script, f"density/words/de/{script}", "density/theme.js"} <= collected.keys()
    assert not {"games/table/page/app.js", "density/words.js"} & collected.keys()


def test_what_comes_from_elsewhere_stays_as_it_is(collected: dict[str, Path]) -> None:
    for name in ("admin/js/core.js", "rest_framework/js/csrf.js"):
        assert collected[name].read_bytes() == Path(str(finders.find(name))).read_bytes()


def test_no_sheet_names_a_file_without_a_hash(collected: dict[str, Path]) -> None:
    for name, text in own_texts(collected, ".css").items():
        named = [found.split("#")[0] for found in URLS.findall(text)]
        assert [found for found in named if not HASHED.search(found)] == [], name


@pytest.mark.parametrize("ending", [".js", ".css"])
def test_no_file_points_to_a_source_map(collected: dict[str, Path], ending: str) -> None:
    assert not [each for each, text in own_texts(collected, ending).items() if MAP in text]


def test_texts_are_compressed_for_brotli_too(collected: dict[str, Path]) -> None:
    script = collected["density_deck/table/main.js"]
    sizes = [Path(f"{script}{ending}").stat().st_size for ending in (".br", ".gz", "")]
    assert sizes == sorted(sizes)
    assert sizes[0] < 0.95 * sizes[1]
