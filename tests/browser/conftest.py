"""The running site, a real Chromium, and a player in front of it."""

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
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
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
    return next(filter(None, map(shutil.which, CHROMIUM)), str(MAC))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        yield browser
        browser.close()


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def page(site: str, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a new visitor."""
    context = chromium.new_context(base_url=site, java_script_enabled=request.param)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def sit(site: str, chromium: Browser) -> Iterator[Sit]:
    """Open a fresh browser profile; sit(phone=True) is one with a touch screen held upright.

    `at` is the address of the site, where it is not the usual one. Without `motion` the profile
    asks for none, as people may: drawing it is most of a browser's work, and changes no page.
    With `clock` a test can let the time of its pages run ahead.
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
        context = chromium.new_context(
            base_url=at or site,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark",
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if clock:
            context.clock.install()
        return BrowserPlayer(context.new_page(), by)

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
