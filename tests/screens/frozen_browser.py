"""A browser with a fixed clock, fixed responses and no motion, for reproducible pages."""

import json
import mimetypes
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route

from games.engine.contract import Json
from tests.patience import wait_until
from tests.screens.proofs import prove_cards

ORIGIN = "https://density.test"
FIXED_TIME = "2026-11-20T18:00:00Z"
SIZES: Mapping[str, tuple[int, int]] = {
    "wide": (1440, 900),
    "huge": (2560, 1440),
    "laptop": (1366, 650),
    "middle": (1024, 768),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small": (360, 640),
    "lying": (844, 390),
    "short": (667, 375),
    "tiny": (320, 568),
}
THEMES = ("dark", "light")
TOUCH = ("phone", "small", "lying", "short", "tiny", "tablet")
LAID_OUT = "document.body.offsetWidth && document.fonts.ready.then(() => 0)"
# the icons that show nothing yet, because their file is still loading
UNDRAWN = """[...document.querySelectorAll("svg > use")].filter((use) => {
  const box = use.getBBox();
  return use.parentElement.getBoundingClientRect().width && !box.width && !box.height;
}).map((use) => use.getAttribute("href"))"""
# finishes all animations except infinite ones
END_MOTION = """() => {
  for (const each of document.getAnimations())
    if (Number.isFinite(each.effect.getComputedTiming().endTime)) each.finish();
}"""
# animations finish in a rendered frame, independent of the page's clock
DRAWN = "document.documentElement.animate([], 60).finished.then(() => 0)"
# the text of a replay, which the page shows until the steps are loaded or loading failed
UNLOADED = "body:not(:has(.replay-failed)) .replay-text"
# the scripts that a table loads some time after it stands; the seal, until these check its cards
LATER, UNCHECKED = "#later", "[data-seal=sealed], [data-seal=checking]"
PATIENCE = 120_000  # milliseconds; the machine may be busy with other tests
STEP = 300  # milliseconds on the page's clock after loading and after each press
FREEZE = (Path(__file__).parent / "freeze.js").read_text()
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}


def sample_on_push(every: Iterable[str], *pushed: str) -> list[Any]:
    """Return test parameters of which quick runs only use some."""
    heavy = pytest.mark.heavy
    return [pytest.param(each, marks=[] if each in pushed else heavy) for each in every]


@dataclass(frozen=True)
class Screen:
    """A saved page with its frames and presses.

    Frames are sent on connecting to every socket whose path begins with their key. If the
    connection is to be lost, it closes after them for good. Then `after` milliseconds pass. `keeps`
    is the browser's storage. `answers` maps ends of other paths to saved pages. `proofs` are those
    of the table's cards, by match.
    """

    page: str
    frames: Mapping[str, Sequence[Json]] = field(default_factory=dict)
    falls: bool = False
    press: Sequence[str] = ()
    after: int = 0
    keeps: Mapping[str, str] = field(default_factory=dict)
    path: str = "/"
    answers: Mapping[str, str] = field(default_factory=dict)
    proofs: Mapping[int, Json] = field(default_factory=dict)


def at_table(*frames: Json, page: str = "table", **more: Any) -> Screen:
    """Return a screen of the table with these frames."""
    path, proofs = "/game/hFFqZdmNUJ5u/", prove_cards(frames)
    return Screen(page, frames={"/ws/game/": frames}, path=path, proofs=proofs, **more)


class FrozenBrowser:
    """Renders screens, with a browser context per size, theme and pixel ratio."""

    def __init__(self, browser: Browser, html: Mapping[str, str]) -> None:
        self.browser = browser
        self.html = html
        self.contexts: dict[tuple[object, ...], BrowserContext] = {}

    @contextmanager
    def show(
        self,
        screen: Screen,
        size: str,
        theme: str,
        *,
        sharp: float = 1,
        motion: bool = False,
        held: bool = False,
        letters: int = 100,
    ) -> Iterator[Page]:
        """Open a screen and wait until it is loaded; `letters` is the font size in percent.

        If `held`, animations that scripts begin stay at their start until they are finished.
        """
        page = self._context(size, theme, sharp, motion).new_page()
        try:
            if letters != 100:
                wanted = {"standard": 16 * letters // 100, "fixed": 13 * letters // 100}
                session = page.context.new_cdp_session(page)
                session.send("Page.setFontSizes", {"fontSizes": wanted})
            answers = {path: self.html[name] for path, name in screen.answers.items()}
            for match, proof in screen.proofs.items():
                answers[f"/proof/{match}"] = json.dumps(proof)
            waiting = _answer(page, self.html[screen.page], answers)
            values = {
                "keeps": dict(screen.keeps),
                "falls": screen.falls,
                "frames": screen.frames,
                "held": held,
            }
            page.add_init_script(f"window.frozen = {json.dumps(values)};\n{FREEZE}")
            page.clock.install(time=FIXED_TIME)
            page.clock.pause_at(FIXED_TIME.replace("00Z", "01Z"))
            page.goto(screen.path)
            page.clock.run_for(STEP)
            for target in screen.press:
                _settle(page, waiting)
                _press(page, target)
            page.clock.run_for(screen.after)
            _settle(page, waiting)
            wait_until(lambda: not page.evaluate(UNDRAWN))
            if screen.proofs and page.locator(LATER).count() == 0:
                wait_until(partial(_is_checked, page))
            yield page
        finally:
            page.close()

    def picture(self, page: Page) -> bytes:
        """Return the page as a PNG, with its animations finished."""
        page.evaluate("document.fonts.ready.then(() => 0)")
        page.evaluate(END_MOTION)
        # on a busy machine the picture could be taken before the last frame is rendered
        page.evaluate(DRAWN)
        return page.screenshot(animations="disabled", caret="hide")

    def _context(self, size: str, theme: str, sharp: float, motion: bool) -> BrowserContext:
        key = (size, theme, sharp, motion)
        if key not in self.contexts:
            width, height = SIZES[size]
            self.contexts[key] = self.browser.new_context(
                base_url=ORIGIN,
                viewport={"width": width, "height": height},
                device_scale_factor=sharp,
                has_touch=size in TOUCH,
                is_mobile=size in TOUCH,
                color_scheme="light" if theme == "light" else "dark",
                reduced_motion="no-preference" if motion else "reduce",
                locale="en-US",
                timezone_id="UTC",
            )
            self.contexts[key].set_default_timeout(PATIENCE)
            # the renderer process lives as long as a page of the site
            anchor = self.contexts[key].new_page()
            _answer(anchor, "", {})
            anchor.goto("/")
        return self.contexts[key]


def _is_checked(page: Page) -> bool:
    """Whether the cards are checked, which takes real time; the page's clock draws the result."""
    if page.locator(UNCHECKED).count() == 0:
        return True
    page.clock.run_for(1)
    return False


def _settle(page: Page, waiting: set[Request]) -> None:
    """Wait until all responses are here: a page may ignore keys before."""
    page.evaluate(LAID_OUT)
    for _ in range(PATIENCE // 10):
        if not waiting:
            break
        page.wait_for_timeout(10)
    assert not waiting, waiting
    wait_until(lambda: page.locator(UNLOADED).count() == 0)


def _press(page: Page, target: str) -> None:
    if target.startswith("key:"):
        page.keyboard.press(target.removeprefix("key:"))
    else:
        page.locator(target).first.click()
    page.clock.run_for(STEP)


def _answer(page: Page, html: str, answers: Mapping[str, str]) -> set[Request]:
    """Answer every request of the page; the set has the pending ones."""
    waiting: set[Request] = set()

    def end(request: Request) -> None:
        waiting.discard(request)

    def begin(request: Request) -> None:
        waiting.add(request)

    # Playwright does not accept methods of built-in types
    page.on("request", begin)
    page.on("requestfinished", end)
    page.on("requestfailed", end)

    def fulfill(route: Route) -> None:
        path = unquote(urlsplit(route.request.url).path)
        if path.endswith("/proof/"):
            path += parse_qs(urlsplit(route.request.url).query)["match"][0]
        status, body, kind = answer_path(path, html, answers)
        route.fulfill(status=status, body=body, content_type=kind)

    page.route("**/*", fulfill)
    return waiting


def answer_path(path: str, html: str, answers: Mapping[str, str]) -> tuple[int, bytes, str]:
    """Return the response to a path of a screen: status, content and type.

    An answer that is a number is only that status.
    """
    data = next((body for end, body in answers.items() if path.endswith(end)), None)
    if data is not None and data.isdigit():
        return int(data), b"", "text/plain"
    if data is not None:
        status = 202 if '"state": "waiting"' in data else 200
        return status, data.encode(), "application/json"
    if not path.startswith("/static/"):
        return 200, html.encode(), "text/html; charset=utf-8"
    body, kind = _static(path.removeprefix("/static/"))
    return 200 if body else 404, body, kind


@cache
def _static(name: str) -> tuple[bytes, str]:
    """Return a collected file and its type; None if it does not exist.

    Pages that only exist with DEBUG use the unhashed names.
    """
    found = Path(settings.STATIC_ROOT) / name
    if not found.is_file():
        found = Path(finders.find(name) or found)
    if not found.is_file():
        return b"", "text/plain"
    kind = TYPES.get(found.suffix) or mimetypes.guess_type(found)[0]
    return found.read_bytes(), kind or "application/octet-stream"


def resize_page(page: Page, width: int, height: int) -> None:
    """Resize the window of a page, and wait until it is rendered."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


def is_covered(page: Page, above: str, below: str) -> bool:
    """Return whether one visible element overlaps others."""
    page.locator(above).first.wait_for(state="attached")
    return bool(
        page.evaluate(
            """([above, below]) => {
              const box = document.querySelector(above).getBoundingClientRect();
              return [...document.querySelectorAll(below)].some((each) => {
                const { left, right, top, bottom, width } = each.getBoundingClientRect();
                const beside = left >= box.right - 1 || right <= box.left + 1;
                return width && !beside && top < box.bottom - 1 && bottom > box.top + 1;
              });
            }""",
            [above, below],
        )
    )
