"""The written pages and the browser that draws them."""

from collections.abc import Iterator

import pytest
from django.test.utils import setup_databases, teardown_databases
from playwright.sync_api import Browser, sync_playwright
from pytest_django.plugin import DjangoDbBlocker

from tests.browser.conftest import chromium_path
from tests.screens.album import Album
from tests.screens.places import Pages, write_pages
from tests.screens.studio import Studio

# letters as every machine draws them
ARGUMENTS = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what to do with the pictures besides comparing them."""
    parser.addoption("--look", help="write every screen, size and theme to this folder")
    parser.addoption("--only", default="", help="names, sizes and themes to look at")
    parser.addoption("--renew", action="store_true", help="make new references")


@pytest.fixture(scope="session")
def pages(valkey: str, django_db_blocker: DjangoDbBlocker) -> Pages:
    """All pages, written before the browser starts: the database is not for its thread."""
    with django_db_blocker.unblock():
        database = setup_databases(verbosity=0, interactive=False)
        written = write_pages()
        teardown_databases(database, verbosity=0)
    return written


@pytest.fixture(scope="session")
def studio(pages: Pages) -> Iterator[Studio]:
    """Where pictures are made."""
    with sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=ARGUMENTS
        )
        yield Studio(browser, pages.html)
        browser.close()


@pytest.fixture(scope="session")
def album(studio: Studio) -> Album:
    """The pictures that screens are compared with."""
    return Album(studio.browser)


@pytest.fixture
def renewing(pytestconfig: pytest.Config) -> bool:
    """Whether the pictures are made anew."""
    return bool(pytestconfig.getoption("--renew", default=False))
