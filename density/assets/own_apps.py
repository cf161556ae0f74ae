"""The installed apps of the project itself, and where their files lie."""

import sys
from pathlib import Path

from django.apps import apps
from django.conf import settings


def app_folders() -> list[Path]:
    """Return the folders of the installed apps that live in the project, in their order."""
    project, installed = Path(settings.BASE_DIR).resolve(), Path(sys.prefix).resolve()
    every = [Path(app.path).resolve() for app in apps.get_app_configs()]
    own = (folder for folder in every if folder.is_relative_to(project))
    return [folder for folder in own if not folder.is_relative_to(installed)]


def template_files() -> list[Path]:
    """Return the templates of the project and of its apps."""
    own = [folder / "templates" for folder in app_folders()]
    named = [settings.BASE_DIR / "templates", *(folder for folder in own if folder.is_dir())]
    return [file for folder in named for file in list_files(folder, ".html", ".txt", ".js")]


def list_files(folder: Path, *suffixes: str) -> list[Path]:
    """Return the files below a folder whose names end so, in order.

    Hidden ones are left out: editors and systems keep locks and copies beside the file.
    """
    found = (file for file in folder.rglob("*") if file.suffix in suffixes)
    return sorted(file for file in found if file.is_file() and not file.name.startswith("."))


def newest_change() -> int:
    """Return when code or a template of the project was last changed, in nanoseconds."""
    code = [file for folder in app_folders() for file in list_files(folder, ".py", ".po")]
    return max(file.stat().st_mtime_ns for file in [*code, *template_files()])


def static_folders() -> list[Path]:
    """Return every folder of static files of the project."""
    return [folder for app in app_folders() if (folder := app / "static").is_dir()]


def script_files() -> list[Path]:
    """Return the browser modules of the project."""
    return sorted(file for folder in static_folders() for file in list_files(folder, ".js"))


def static_names() -> tuple[str, ...]:
    """Return how the names of the project's own static files begin, such as "games/"."""
    found = {each.name for folder in static_folders() for each in folder.iterdir()}
    return tuple(f"{name}/" for name in sorted(found))
