"""The written pages and the browser that draws them."""

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.screens.baseline import Baseline
from tests.screens.drawing import start_browser, write_pages_of_the_site
from tests.screens.frozen_browser import FrozenBrowser
from tests.screens.server_pages import Pages


@pytest.fixture(scope="session")
def pages(valkey: str, django_db_blocker: DjangoDbBlocker) -> Pages:
    """Write all pages, before the browser starts: the database is not for its thread."""
    with django_db_blocker.unblock():
        return write_pages_of_the_site()


@pytest.fixture(scope="session")
def frozen(pages: Pages) -> Iterator[FrozenBrowser]:
    """Where pictures are made."""
    with start_browser(pages) as browser:
        yield browser


@pytest.fixture(scope="session")
def baseline(frozen: FrozenBrowser) -> Baseline:
    """The pictures that screens are compared with."""
    return Baseline(frozen.browser)
