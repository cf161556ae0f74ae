"""The project's own apps and their files."""

import sys
from pathlib import Path

from django.apps import apps
from django.conf import settings


def app_folders() -> list[Path]:
    """Return the folders of the project's own apps, in the order of INSTALLED_APPS."""
    project, installed = Path(settings.BASE_DIR).resolve(), Path(sys.prefix).resolve()
    folders = [Path(app.path).resolve() for app in apps.get_app_configs()]
    project_folders = (folder for folder in folders if folder.is_relative_to(project))
    return [folder for folder in project_folders if not folder.is_relative_to(installed)]


def template_files() -> list[Path]:
    """Return the templates of the project and of its apps."""
    app_templates = [folder / "templates" for folder in app_folders()]
    folders = [
        settings.BASE_DIR / "templates",
        *(folder for folder in app_templates if folder.is_dir()),
    ]
    return [file for folder in folders for file in list_files(folder, ".html", ".txt", ".js")]


def list_files(folder: Path, *suffixes: str) -> list[Path]:
    """Return the files below a folder with one of these suffixes, sorted.

    Hidden files are left out: editors keep locks and copies beside a file.
    """
    files = (file for file in folder.rglob("*") if file.suffix in suffixes)
    return sorted(file for file in files if file.is_file() and not file.name.startswith("."))


def newest_change() -> int:
    """Return the time of the last change of code or templates, in nanoseconds."""
    code = [file for folder in app_folders() for file in list_files(folder, ".py", ".po")]
    return max(file.stat().st_mtime_ns for file in [*code, *template_files()])


def static_folders() -> list[Path]:
    """Return every folder of static files of the project."""
    return [folder for app in app_folders() if (folder := app / "static").is_dir()]


def script_files() -> list[Path]:
    """Return the browser modules of the project."""
    return sorted(file for folder in static_folders() for file in list_files(folder, ".js"))


def static_names() -> tuple[str, ...]:
    """Return the prefixes of the project's own static files, such as "games/"."""
    names = {entry.name for folder in static_folders() for entry in folder.iterdir()}
    return tuple(f"{name}/" for name in sorted(names))
