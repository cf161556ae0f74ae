"""Fixtures with the saved pages and the browser that renders them."""

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.screens.baseline import Baseline
from tests.screens.drawing import start_browser, write_pages_of_the_site
from tests.screens.frozen_browser import FrozenBrowser
from tests.screens.server_pages import Pages


@pytest.fixture(scope="session")
def pages(valkey: str, django_db_blocker: DjangoDbBlocker) -> Pages:
    """All saved pages, written before the browser starts: its thread cannot use the database."""
    with django_db_blocker.unblock():
        return write_pages_of_the_site()


@pytest.fixture(scope="session")
def frozen(pages: Pages) -> Iterator[FrozenBrowser]:
    """The browser that renders pictures."""
    with start_browser(pages) as browser:
        yield browser


@pytest.fixture(scope="session")
def baseline(frozen: FrozenBrowser) -> Baseline:
    """The committed pictures."""
    return Baseline(frozen.browser)
