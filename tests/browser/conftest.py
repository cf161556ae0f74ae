"""The running site, a real browser, and a player in front of it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests import serve_process
from tests.browser.player import PATIENCE, BrowserPlayer
from tests.browser.proxy import FlakyProxy

# the first is Chromium without windows of its own: the same pages for a quarter less work
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Over its protocol Firefox takes no dark theme and no reduced motion for one profile, so all have
# them; and a page that lies behind another one may not go to sleep there.
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
# The AI players and the pause between matches at a twentieth of their usual time.
PACE = "0.05"

Sit = Callable[..., BrowserPlayer]
Lay = Callable[..., FlakyProxy]


@contextmanager
def held_back(page: Page, address: str) -> Iterator[list[Route]]:
    """Keep a page from getting what this pattern names, until the block is over; what it is."""
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
    """The address of a whole site: a web server, a worker, Valkey, a database file."""
    settings = {"AI_PACE": PACE, "DJANGO_SETTINGS_MODULE": "tests.browser.settings"}
    running = serve_process.serve(folder, **(settings | changes))
    yield running.url.rstrip("/")
    running.end()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the whole site."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of the site that most tests visit."""
    with running_site(site_folder) as address:
        yield address


def chromium_path() -> str:
    """The machine's own Chromium; Playwright brings none."""
    return next(filter(None, map(shutil.which, CHROMIUM)), CHROMIUM[0])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only Chromium can do, where the engine is another one."""
    if config.getoption("--engine") == "chromium":
        return
    left_out = [item for item in items if item.get_closest_marker("chromium")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def engine(pytestconfig: pytest.Config) -> str:
    """The engine that pages are tested in."""
    return str(pytestconfig.getoption("--engine"))


@pytest.fixture(scope="session")
def browser(engine: str) -> Iterator[Browser]:
    """A browser without a window."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        if engine == "firefox":
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


@pytest.fixture
def sit(site: str, browser: Browser, engine: str) -> Iterator[Sit]:
    """Open a fresh browser profile; sit(phone=True) is one with a touch screen held upright.

    `at` is the address of the site, where it is not the usual one. Without `motion` the profile
    asks for none, as people may: drawing it is most of a browser's work, and changes no page.
    With `clock` a test can let the time of its pages run ahead. Firefox has no touch screen here:
    a phone there is a narrow window with a mouse.
    """
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
def lay(site: str) -> Iterator[Lay]:
    """Lay a line to the site that can be cut; lay(site) goes to another one."""
    lines: list[FlakyProxy] = []

    def laid(to: str = "") -> FlakyProxy:
        lines.append(FlakyProxy(to or site))
        return lines[-1]

    yield laid
    for line in lines:
        line.close()
