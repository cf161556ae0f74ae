"""Saves the pages of the site, and starts the browser that renders them."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import override_settings, setup_databases, teardown_databases
from playwright.sync_api import Browser, sync_playwright

from density.assets import collecting
from density.operations.empty_database import make_tables
from density.settings import STORAGES
from games.pages import context_processors
from games.registry import GAMES
from tests.browser.conftest import chromium_path
from tests.screens.frozen_browser import FrozenBrowser
from tests.screens.server_pages import Pages, write_pages

ARGUMENTS = [
    # machine-independent text and colors
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
    # starting a process costs as much as rendering a page
    "--process-per-site",
]


@contextmanager
def games_of_the_site() -> Iterator[None]:
    """Remove the tests' game, so that pictures show only the site's games."""
    context_processors._describe_games.cache_clear()
    with patch.dict(GAMES):
        del GAMES["goofspiel"]
        yield
    context_processors._describe_games.cache_clear()


def write_pages_of_the_site() -> Pages:
    """Save all pages from a separate database, before a browser starts in this thread.

    They load the static files like a real site: bundled, under hashed names.
    """
    with override_settings(STORAGES=STORAGES), games_of_the_site():
        collecting.collect_static(settings.DATA_DIR)
        with patch.object(BaseDatabaseWrapper, "prepare_database", make_tables):
            database = setup_databases(verbosity=0, interactive=False)
        written = write_pages()
        teardown_databases(database, verbosity=0)
    return written


@contextmanager
def start_browser(pages: Pages) -> Iterator[FrozenBrowser]:
    """Start the browser that renders pictures."""
    with sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=ARGUMENTS
        )
        yield FrozenBrowser(browser, pages.html)
        browser.close()
