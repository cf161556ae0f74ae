"""WebKit lays out dialogs and groups of options like Chromium."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pytest

from tests.patience import wait_until
from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import END_MOTION, UNLOADED, FrozenBrowser, Screen
from tests.screens.server_pages import Pages
from tests.screens.webkit import ScreenServer, WebKit, start_webkit

pytestmark = pytest.mark.heavy

# wide, and the narrowest possible in WebKit, where full lines may wrap differently
SIZES = ((1440, 900), (447, 844))
WRAPS = ("private",)
# tolerated differences in pixels: of a text, and of one that has a line more
NEAR, LINE = 6, 20
DIALOG = "dialog[open], dialog[open] :is(h2, button)"
GROUPS = ".choice > *, .ai-level > *"
LAID_OUT: Mapping[str, str] = {
    "surrender": DIALOG,
    "keys": DIALOG,
    "settings-dialog": f"dialog[open], {GROUPS}",
    "settings": GROUPS,
    "private": GROUPS,
    "replay-continue": "[popover], [popover] :is(h2, button)",
}
PRESS = """(target) => {
  if (target.startsWith("key:")) {
    const key = target.slice(4);
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
    return true;
  }
  const found = target.split(",").flatMap((each) => [
    ...document.querySelectorAll(each.replace(":visible", "")),
  ]);
  const seen = found.find((each) => each.getClientRects().length);
  seen?.closest("button, a, summary").click();
  return !!seen;
}"""
BOXES = """(selector) => {
  const box = (each) => {
    // lines of letters are a little higher in one engine: what is above must not count
    const page = document.documentElement;
    const around = each.matches("dialog, [popover]") ? page : each.parentElement;
    const [out, own] = [around, each].map((one) => one.getBoundingClientRect());
    return [own.x - out.x, own.y - out.y, own.width, own.height].map(Math.round);
  };
  const all = [...document.querySelectorAll(selector)];
  const seen = all.filter((each) => each.getClientRects().length);
  return seen.map((each) => [`${each.localName}.${each.className}`, box(each)]);
}"""
READY = f"""() => document.readyState === "complete" && document.fonts.status === "loaded"
  && !document.querySelector("{UNLOADED}")"""
Boxes = list[tuple[str, list[int]]]


@pytest.fixture(scope="module")
def webkit() -> Iterator[WebKit]:
    with start_webkit() as started:
        yield started


@pytest.fixture(scope="module")
def server(pages: Pages) -> Iterator[ScreenServer]:
    started = ScreenServer(pages.html)
    yield started
    started.close()


def boxes_of(evaluate: Callable[..., object], screen: Screen, selector: str) -> Boxes:
    """Return the boxes of visible elements once nothing moves."""
    wait_until(lambda: evaluate(READY))
    for target in screen.press:
        wait_until(partial(evaluate, PRESS, target))
    last: list[object] = []

    def is_still() -> bool:
        evaluate(END_MOTION)
        last.append(evaluate(BOXES, selector))
        return len(last) > 2 and bool(last[-1]) and last[-1] == last[-2] == last[-3]

    wait_until(is_still)
    return last[-1]  # type: ignore[return-value]


@pytest.mark.parametrize("name", LAID_OUT)
def test_webkit_lays_out_as_chromium_does(
    frozen: FrozenBrowser, webkit: WebKit, server: ScreenServer, name: str
) -> None:
    server.screen = screen = SCREENS[name]
    for width, height in SIZES[:1] if name in WRAPS else SIZES:
        webkit.resize(width, height)
        webkit.goto(server.url + screen.path)
        seen = boxes_of(webkit.evaluate, screen, LAID_OUT[name])
        inner = webkit.evaluate("() => ({ width: innerWidth, height: innerHeight })")
        with frozen.browser.new_context(viewport=inner) as context:
            page = context.new_page()
            page.goto(server.url + screen.path)
            wanted = boxes_of(page.evaluate, screen, LAID_OUT[name])
        assert [each for each, _ in seen] == [each for each, _ in wanted]
        differ = [
            (width, each, box, other)
            for (each, box), (_, other) in zip(seen, wanted, strict=True)
            if any(
                abs(one - two) > most
                for one, two, most in zip(box, other, (NEAR, LINE) * 2, strict=True)
            )
        ]
        assert differ == [], json.dumps(differ, indent=1)
