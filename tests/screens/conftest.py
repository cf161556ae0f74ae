"""Fixtures with the saved pages and the browser that renders them."""

import signal
import traceback
from collections.abc import Generator, Iterator

import greenlet
import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.screens.baseline import Baseline
from tests.screens.drawing import start_browser, write_pages_of_the_site
from tests.screens.frozen_browser import FrozenBrowser
from tests.screens.server_pages import Pages

HANGING = 600  # seconds of one test, less than faulthandler_timeout


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Print the line where a test hangs, which faulthandler does not see in a greenlet."""
    test = greenlet.getcurrent()
    capture = item.config.pluginmanager.getplugin("capturemanager")

    def tell(*_: object) -> None:
        with capture.global_and_fixture_disabled():
            traceback.print_stack(test.gr_frame, limit=12)

    signal.signal(signal.SIGALRM, tell)
    signal.alarm(HANGING)
    try:
        return (yield)
    finally:
        signal.alarm(0)


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
