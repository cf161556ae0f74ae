"""A font that arrives late on a slow line does not move the text."""

import pytest

from tests.browser.conftest import OpenPlayer, held_back

pytestmark = pytest.mark.chromium("no other engine tells what moved, or the font of a text")

# readers notice about 0.1; without a fallback font of the same width it was up to 0.38
MOVED = 0.02
DRAWN = """new Promise((drawn) => new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length) drawn(0);
}).observe({ type: "paint", buffered: true }))"""
# on an emulated phone, Chromium counts no movement in the first half second
COUNTED = """new Promise((counted) => {
  const wait = () => performance.now() > 600 ? counted(0) : requestAnimationFrame(wait);
  wait();
})"""
IN_USE = """document.fonts.ready.then(() => new Promise((drawn) =>
  requestAnimationFrame(() => requestAnimationFrame(() => drawn(0)))))"""


@pytest.mark.parametrize(
    ("path", "phone"),
    [
        ("/", False),
        ("/tables/", True),
        pytest.param("/leaderboards/", False, marks=pytest.mark.heavy),
        pytest.param("/", True, marks=pytest.mark.heavy),
        pytest.param("/tables/", False, marks=pytest.mark.heavy),
        pytest.param("/leaderboards/", True, marks=pytest.mark.heavy),
    ],
)
def test_nothing_moves_when_the_font_comes_after_the_text(
    open_player: OpenPlayer, path: str, phone: bool
) -> None:
    page = open_player(phone=phone).page
    # tables of other tests come and go
    page.route_web_socket("**/*", lambda _: None)
    with held_back(page, "**/*.woff2") as held:
        page.goto(path, wait_until="domcontentloaded")
        page.evaluate(DRAWN)
        page.evaluate(COUNTED)
        assert held
    page.evaluate(IN_USE)
    assert page.evaluate("document.fonts.check('16px \"Archivo Variable\"')")
    moved, what = page.evaluate("[window.shifted, window.shifts]")
    assert moved < MOVED, what


def test_names_with_further_letters_are_set_in_one_font(open_player: OpenPlayer) -> None:
    page = open_player().page
    page.goto("/")
    title = page.locator("h1")
    title.evaluate("(title) => { title.textContent = 'Władysława Łęcka'; title.offsetWidth; }")
    page.evaluate(IN_USE)
    inspector = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        inspector.send(f"{domain}.enable")
    root = inspector.send("DOM.getDocument")["root"]["nodeId"]
    node = inspector.send("DOM.querySelector", {"nodeId": root, "selector": "h1"})
    used = inspector.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})["fonts"]
    assert used
    assert all(font["isCustomFont"] for font in used), used
