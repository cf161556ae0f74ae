"""A new game in games/ is held to purity, to its layers and apart from others, with no new line."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("density", "matchmaking", "games", "accounts")
OF_TESTS = shutil.ignore_patterns("test_*.py", "settings.py", "static", "templates", "__pycache__")

# a module, an import in it, and how the report names that
WRONG = [
    ("games/nim/rules/state.py", "import time", "games.nim.rules.state -> time"),
    ("games/nim/bots.py", "from django.conf import settings", "games.nim.bots -> django"),
    (
        "games/nim/rules/state.py",
        "from games.nim.rules import game",
        "games.nim.rules.state -> games.nim.rules.game",
    ),
    (
        "games/nim/bots.py",
        "from games.nim import game_type",
        "games.nim.bots -> games.nim.game_type",
    ),
    (
        "games/nim/game_type.py",
        "from games.density_deck.rules import cards",
        "games.nim.game_type -> games.density_deck.rules.cards",
    ),
    ("games/labels.py", "import games.nim.rules.state", "games.labels -> games.nim.rules.state"),
]
BROKEN = {
    *("A game", "The rules of a game", "games", "Only a game itself imports its modules"),
    "Pure modules: no clock, no dice, no log, no settings, no database",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages with the game of the tests among those of the site, as games/nim."""
    folder = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package,
            folder / package,
            ignore=lambda _, names: {
                name for name in names if "." in name and not name.endswith(".py")
            },
        )
    shutil.copytree(ROOT / "tests/goofspiel", folder / "games/nim", ignore=OF_TESTS)
    for path in (folder / "games/nim").rglob("*.py"):
        path.write_text(path.read_text().replace("tests.goofspiel", "games.nim"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "tests").mkdir()
    (folder / "tests/__init__.py").touch()
    shutil.copy(ROOT / "tests/import_contracts.py", folder / "tests")
    return folder


def report(tree: Path) -> str:
    lint = Path(sys.executable).with_name("lint-imports")
    found = subprocess.run([lint], cwd=tree, capture_output=True, text=True, check=False)
    assert "Contracts: " in found.stdout, found.stdout + found.stderr
    return found.stdout


def broken(report: str) -> set[str]:
    return set(re.findall(r"^(.+) BROKEN$", report, re.MULTILINE))


def test_a_new_game_breaks_contracts_by_wrong_imports_and_by_nothing_else(tree: Path) -> None:
    assert broken(report(tree)) == set()
    for module, line, _ in WRONG:
        path = tree / module
        path.write_text(f"{path.read_text()}\n\n{line}\n")
    found = report(tree)
    assert broken(found) >= BROKEN
    assert [named for _, _, named in WRONG if named not in found] == []
