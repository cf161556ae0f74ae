"""Fixtures with a running site and real browsers."""

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Response,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests import serve_process
from tests.browser.player import PATIENCE, BrowserPlayer
from tests.browser.proxy import FlakyProxy

# the first is Chromium's headless shell, which needs a quarter less work for the same pages
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Firefox cannot set dark theme and reduced motion per profile, so all profiles have them. Pages in
# the background must not be throttled.
FIREFOX = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
FIREFOX_PREFS: dict[str, str | float | bool] = {
    "layout.css.prefers-color-scheme.content-override": 0,
    "ui.prefersReducedMotion": 1,
    "layout.throttled_frame_rate": 60,
    "dom.timeout.enable_budget_timer_throttling": False,
    "dom.min_background_timeout_value": 4,
}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# AI players and pauses between matches take a twentieth of their usual time. Everything with a time
# limit has five times as long, because pages on a busy machine load slowly.
PACE, CLOCK_PACE = "0.05", "5"
# milliseconds for reading a page of a test that failed already
GLANCE = 2_000

PAGE_GOTO = Page.goto

OpenPlayer = Callable[..., BrowserPlayer]
OpenLine = Callable[..., FlakyProxy]


@contextmanager
def held_back(page: Page, address: str) -> Iterator[list[Route]]:
    """Hold back requests that match a pattern until the block ends; yield the list of them."""
    held: list[Route] = []
    over = False

    def hold(route: Route) -> None:
        if over:
            route.continue_()
        else:
            held.append(route)

    page.route(address, hold)
    yield held
    over = True
    for route in held:
        route.continue_()


@contextmanager
def running_site(folder: Path, **changes: str) -> Iterator[str]:
    """Run a whole site (web server, worker, Valkey, database file); yield its URL."""
    settings = {
        "AI_PACE": PACE,
        "CLOCK_PACE": CLOCK_PACE,
        "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
    }
    running = serve_process.serve_site(folder, **(settings | changes))
    yield running.url.rstrip("/")
    running.end()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the site."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The URL of the site that most tests use."""
    with running_site(site_folder) as address:
        yield address


def chromium_path() -> str:
    """Return the path of the installed Chromium, since Playwright's is not downloaded."""
    return next(filter(None, map(shutil.which, CHROMIUM)), CHROMIUM[0])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests that need Chromium when another engine is used."""
    if config.getoption("--engine") == "chromium":
        return
    left_out = [item for item in items if item.get_closest_marker("chromium")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the URL and the text of every open page to the report of a failed test."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.failed and browser is not None:
        pages = [page for context in browser.contexts for page in context.pages]
        report.sections.extend((f"The page {page.url}", read_text(page)) for page in pages)
    return report


def read_text(page: Page) -> str:
    """Return the visible text of a page, or why there is none."""
    try:
        return page.locator("body").inner_text(timeout=GLANCE)
    except Error as fault:
        return str(fault)


@pytest.fixture(scope="session")
def engine(pytestconfig: pytest.Config) -> str:
    """The name of the browser engine."""
    return str(pytestconfig.getoption("--engine"))


def go_when_loaded(page: Page, url: str, **options: Any) -> Response | None:
    """Open a page once the one before it has loaded.

    Firefox takes the end of a load that is interrupted for the end of the next one. Its driver then
    reports that a navigation was interrupted by another one to the same address.
    """
    page.wait_for_load_state()
    return PAGE_GOTO(page, url, **options)


@pytest.fixture(scope="session")
def browser(engine: str) -> Iterator[Browser]:
    """A headless browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patch:
        if engine == "firefox":
            patch.setattr(Page, "goto", go_when_loaded)
            started = playwright.firefox.launch(
                channel="moz-firefox",
                executable_path=next(filter(None, map(shutil.which, FIREFOX)), FIREFOX[0]),
                firefox_user_prefs=FIREFOX_PREFS,
            )
        else:
            started = playwright.chromium.launch(executable_path=chromium_path())
        yield started
        started.close()


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def page(site: str, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a new visitor."""
    context = browser.new_context(base_url=site, java_script_enabled=request.param)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@contextmanager
def opening_players(site: str, browser: Browser, engine: str) -> Iterator[OpenPlayer]:
    """Yield the function behind `open_player`; close its browser profiles when the block ends."""
    contexts: list[BrowserContext] = []

    def opened(
        *,
        by: str = "mouse",
        phone: bool = False,
        at: str = "",
        motion: bool = False,
        clock: bool = False,
    ) -> BrowserPlayer:
        touch = phone and engine == "chromium"
        context = browser.new_context(
            base_url=at or site,
            viewport=PHONE if phone else DESKTOP,
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark",
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if clock:
            context.clock.install()
        return BrowserPlayer(context.new_page(), by if touch or by == "keys" else "mouse")

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def open_player(site: str, browser: Browser, engine: str) -> Iterator[OpenPlayer]:
    """Open a new browser profile; return its player. `phone` gives a portrait touch screen.

    `at` is the URL of another site than the usual one. Without `motion` the profile prefers reduced
    motion, since animations are most of a browser's work and change no page. With `clock` a test
    can advance the time of its pages. In Firefox a phone is a narrow window with a mouse.
    """
    with opening_players(site, browser, engine) as opened:
        yield opened


@pytest.fixture(scope="session")
def finished_game(site: str, browser: Browser, engine: str) -> str:
    """The path of a short game of a visitor against three AI players, played to its end."""
    with opening_players(site, browser, engine) as opened:
        player = opened()
        path = player.open_table(lives=1, seats=4, ais=3)
        while player.wait_for_turn():
            player.move()
        player.wait_for_end()
    return path


@pytest.fixture
def open_line(site: str) -> Iterator[OpenLine]:
    """Open a proxy to the site that can be cut, or to another site."""
    lines: list[FlakyProxy] = []

    def laid(to: str = "") -> FlakyProxy:
        lines.append(FlakyProxy(to or site))
        return lines[-1]

    yield laid
    for line in lines:
        line.close()
