"""The written pages and the browser that draws them."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.test.utils import override_settings, setup_databases, teardown_databases
from playwright.sync_api import Browser, sync_playwright
from pytest_django.plugin import DjangoDbBlocker

from density.settings import STORAGES
from games.pages import context_processors
from games.registry import GAMES
from tests.browser.conftest import chromium_path
from tests.screens.baseline import Baseline
from tests.screens.frozen_browser import FrozenBrowser
from tests.screens.server_pages import Pages, write_pages

ARGUMENTS = [
    # letters and colors as every machine draws them
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
    # to start a process costs as much as to draw a page in it
    "--process-per-site",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what to do with the pictures besides comparing them."""
    parser.addoption("--look", help="write every screen, size and theme to this folder")
    parser.addoption("--only", default="", help="names, sizes and themes to look at")
    parser.addoption("--renew", action="store_true", help="make new references")


@contextmanager
def games_of_the_site() -> Iterator[None]:
    """Take the game that the tests add off the pages: pictures show the site."""
    context_processors._games.cache_clear()
    with patch.dict(GAMES):
        del GAMES["goofspiel"]
        yield
    context_processors._games.cache_clear()


@pytest.fixture(scope="session")
def pages(
    valkey: str, tables_at_once: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Pages:
    """All pages, written before the browser starts: the database is not for its thread.

    They name the static files as a site serves them: joined, under hashed names.
    """
    with django_db_blocker.unblock(), override_settings(STORAGES=STORAGES), games_of_the_site():
        call_command("collectstatic", interactive=False, verbosity=0)
        database = setup_databases(verbosity=0, interactive=False)
        tables_at_once.undo()
        written = write_pages()
        teardown_databases(database, verbosity=0)
    return written


@pytest.fixture(scope="session")
def frozen(pages: Pages) -> Iterator[FrozenBrowser]:
    """Where pictures are made."""
    with sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=ARGUMENTS
        )
        yield FrozenBrowser(browser, pages.html)
        browser.close()


@pytest.fixture(scope="session")
def baseline(frozen: FrozenBrowser) -> Baseline:
    """The pictures that screens are compared with."""
    return Baseline(frozen.browser)


@pytest.fixture
def renewing(pytestconfig: pytest.Config) -> bool:
    """Whether the pictures are made anew."""
    return bool(pytestconfig.getoption("--renew", default=False))
