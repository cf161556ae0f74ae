"""The files of the project in a clone, in an archive, and beside other files."""

import shutil
import subprocess
from pathlib import Path

from tests.project_files import ROOT


def run_git(tree: Path, *words: str) -> None:
    subprocess.run(["git", "-C", tree, *words], check=True, stdout=subprocess.DEVNULL)


def write_files(tree: Path, *names: str) -> None:
    for name in names:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).touch()


def listed_files(tree: Path, *patterns: str) -> list[str]:
    """Return the files that the script of a tree lists when called from elsewhere."""
    found = subprocess.run(
        [tree / "tests/project_files.sh", *patterns],
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()


def test_new_files_are_the_projects_and_what_the_site_wrote_is_not(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    write_files(tree, "games/static/a.css", "games/static/gone.css", "games/über.css", "b.py")
    (tree / "tests").mkdir()
    shutil.copy(ROOT / "tests/project_files.sh", tree / "tests")
    shutil.copy(ROOT / ".gitignore", tree)
    run_git(tree, "init", "--quiet")
    run_git(tree, "add", "--all")
    (tree / "games/static/gone.css").unlink()
    write_files(tree, "games/static/new.css", ".data/static/a.1.css", ".venv/lib/d.css")
    write_files(tree, "tests/js/node_modules/e.css", "mydata/a.1.css", "venv/lib/d.css")
    found = ["games/static/a.css", "games/static/new.css", "games/über.css"]
    assert listed_files(tree, "*.css") == found
    assert listed_files(tree, "*.py", "*.css", ":(exclude)games/static/*") == [
        "b.py",
        "games/über.css",
    ]
    # an archive in the folder of another repository
    shutil.rmtree(tree / ".git")
    shutil.rmtree(tree / "mydata")
    shutil.rmtree(tree / "venv")
    run_git(tmp_path, "init", "--quiet")
    (tmp_path / ".gitignore").write_text("tree/\n")
    assert listed_files(tree, "*.css") == found
