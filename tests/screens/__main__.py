"""Renders screens into a folder, or renews the committed pictures.

`python -m tests.screens look FOLDER turn,phone,dark` renders the named or all screens, sizes and
themes. `python -m tests.screens renew` renews the pictures that tests compare and docs show.
"""

import argparse
import os
import shutil
from pathlib import Path

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.db.models.signals import post_migrate  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from density.server import valkey  # noqa: E402
from games.receivers import load_puzzles  # noqa: E402
from tests.screens.baseline import Baseline  # noqa: E402
from tests.screens.catalog import COMPARED, DOCS, DRAWN, FIGHT  # noqa: E402
from tests.screens.drawing import start_browser, write_pages_of_the_site  # noqa: E402
from tests.screens.frozen_browser import SIZES, THEMES, FrozenBrowser  # noqa: E402

DOCS_FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
MOST_BYTES_OF_A_BEAT = 60_000  # twelve of them are on one page


def draw_to_folder(frozen: FrozenBrowser, folder: Path, wanted: set[str]) -> None:
    """Render the named or all screens, sizes and themes."""
    folder.mkdir(parents=True, exist_ok=True)
    screens, sizes, themes = (
        [name for name in names if name in wanted or wanted.isdisjoint(names)]
        for names in (DRAWN, SIZES, THEMES)
    )
    for name in screens:
        for size in sizes:
            for theme in themes:
                with frozen.show(DRAWN[name], size, theme) as page:
                    (folder / f"{name}-{size}-{theme}.png").write_bytes(frozen.picture(page))


def renew_pictures(frozen: FrozenBrowser) -> None:
    """Renew the pictures that tests compare, and those in the docs."""
    baseline = Baseline(frozen.browser)
    for name, size, theme in COMPARED:
        with frozen.show(DRAWN[name], size, theme) as page:
            baseline.renew(f"{name}-{size}-{theme}", size, frozen.picture(page))
    for name, (screen, size, theme, sharp) in DOCS.items():
        path, quality = DOCS_FOLDER / name, 72 if screen in FIGHT else 82
        with frozen.show(DRAWN[screen], size, theme, sharp=sharp) as page:
            page.screenshot(path=path, animations="disabled", quality=quality, type="jpeg")
        if screen in FIGHT and path.stat().st_size > MOST_BYTES_OF_A_BEAT:
            raise SystemExit(f"{path} is larger than {MOST_BYTES_OF_A_BEAT} bytes.")


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.screens")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("renew", help="make the committed pictures of tests and docs")
    look = commands.add_parser("look", help="draw screens to a folder")
    look.add_argument("folder", type=Path)
    look.add_argument(
        "only", nargs="?", default="", help="names, sizes and themes: turn,phone,dark"
    )
    return parser.parse_args()


def main() -> None:
    """Run the command."""
    arguments = read_arguments()
    setup_test_environment()
    post_migrate.disconnect(load_puzzles)
    server = valkey.start_server(Path(settings.DATA_DIR))
    try:
        pages = write_pages_of_the_site()
        with start_browser(pages) as frozen:
            if arguments.command == "renew":
                renew_pictures(frozen)
            else:
                draw_to_folder(
                    frozen, arguments.folder, set(filter(None, arguments.only.split(",")))
                )
    finally:
        server.stop()
        shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


main()
