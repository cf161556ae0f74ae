"""Which files are the project's, in a clone, in an archive, and beside whatever else lies there."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.project_files import ROOT


def git(tree: Path, *words: str) -> None:
    subprocess.run(["git", "-C", tree, *words], check=True, capture_output=True)


def write(tree: Path, *names: str) -> None:
    for name in names:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).touch()


def listed(tree: Path, *patterns: str) -> list[str]:
    """What the script of this tree lists, called from elsewhere."""
    found = subprocess.run(
        [tree / "tests/project_files.sh", *patterns],
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A clone in which a site has run: with new, ignored and deleted files."""
    tree = tmp_path / "tree"
    write(tree, "games/static/games/a.css", "games/static/games/gone.css", "games/über.css", "b.py")
    (tree / "tests").mkdir()
    shutil.copy(ROOT / "tests/project_files.sh", tree / "tests")
    shutil.copy(ROOT / ".gitignore", tree)
    git(tree, "init", "--quiet")
    git(tree, "add", "--all")
    (tree / "games/static/games/gone.css").unlink()
    write(
        tree,
        *("games/static/games/new.css", "games/old/static/__pycache__/c.css"),
        *(".data/static/games/a.1.css", ".static/1/games/a.css", ".venv/lib/static/d.css"),
        *("tests/js/node_modules/e/static/e.css", "build/lib/games/static/games/a.css"),
    )
    return tree


NEW_AND_OLD = ["games/static/games/a.css", "games/static/games/new.css", "games/über.css"]


def test_new_files_are_the_projects_and_what_the_site_wrote_is_not(tree: Path) -> None:
    write(tree, "mydata/static/games/a.1.css", "venv/lib/static/d.css")
    assert listed(tree, "*.css") == NEW_AND_OLD
    assert listed(tree, "*/static/*.css") == NEW_AND_OLD[:2]
    assert listed(tree, "*.py", "*.css", ":(exclude)games/static/*") == ["b.py", "games/über.css"]


def test_an_archive_has_the_same_files_in_another_repository_too(tree: Path) -> None:
    shutil.rmtree(tree / ".git")
    assert listed(tree, "*.css") == NEW_AND_OLD
    git(tree.parent, "init", "--quiet")
    (tree.parent / ".gitignore").write_text("tree/\n")
    assert listed(tree, "*.css") == NEW_AND_OLD
