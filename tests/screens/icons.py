"""Renders the app icons and the link preview: python -m tests.screens.icons."""

import mimetypes
import os
from pathlib import Path

import django
from playwright.sync_api import Browser, Route, ViewportSize, sync_playwright

from tests.browser.conftest import chromium_path

STATIC = Path(__file__).parents[2] / "density/static"
ICONS = STATIC / "density/icons"
# file: size, share of the width for the mark, and roundness of the corners
DRAWN = {
    "icon-192.png": (192, 0.72, "22%"),
    "icon-512.png": (512, 0.72, "22%"),
    # launchers crop it to a circle of four fifths
    "icon-maskable-512.png": (512, 0.5, "0"),
    "apple-touch-icon.png": (180, 0.62, "0"),
}
FRACTION = 320 / 512  # the mark's share of the drawing's width
# the size of link previews
PREVIEW: ViewportSize = {"width": 1200, "height": 630}
PREVIEW_PAGE = """<!doctype html><html data-theme="dark">
<link rel="stylesheet" href="/static/density/site.css">
<style>
body { display: grid; place-content: center; justify-items: center; gap: 34px; height: 630px;
       background: #0e1114; overflow: hidden }
h1 { display: flex; gap: 26px; align-items: center; margin: 0; font-size: 92px }
h1 svg { width: 104px; height: 104px }
p { margin: 0; font-size: 34px; color: var(--ink-2) }
.hand { display: flex; gap: 22px; align-items: center; zoom: 1.7 }
</style><h1>%(mark)sDensity Deck</h1><div class="hand">%(cards)s</div>
<p>Four players, fifty cards, ten lives each. Play in your browser.</p></html>"""
HAND = ("Ye4", "Ye3", "Ye5", "Bk6")


def main() -> None:
    """Write every PNG beside the SVG."""
    drawing = (ICONS / "mark.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        for name, (size, share, corner) in DRAWN.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            zoom = share / FRACTION
            page.set_content(
                "<style>body{margin:0}div{width:100vw;height:100vh;overflow:hidden;"
                f"background:#161b20;border-radius:{corner}}}"
                f"svg{{width:100vw;height:100vh;scale:{zoom}}}rect{{fill:none}}</style>"
                f"<div>{drawing}</div>"
            )
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
        draw_preview(browser, drawing.replace('fill="#161b20"', 'fill="none"'))
        browser.close()


def draw_preview(browser: Browser, mark: str) -> None:
    """Write the picture for link previews."""
    from django.template.loader import render_to_string  # noqa: PLC0415 (after django.setup)

    from games.density_deck.templatetags.density_deck import card  # noqa: PLC0415

    hand = [render_to_string("density_deck/_card.html", card(code, "hand")) for code in HAND]
    page = browser.new_page(viewport=PREVIEW)
    text = PREVIEW_PAGE % {"mark": mark, "cards": "".join(hand)}

    def answer(route: Route) -> None:
        path = route.request.url.partition("/static/")[2]
        if path:
            kind = mimetypes.guess_type(path)[0]
            route.fulfill(body=(STATIC / path).read_bytes(), content_type=kind)
        else:
            route.fulfill(body=text, content_type="text/html")

    page.route("**/*", answer)
    page.goto("http://preview.test/", wait_until="networkidle")
    page.screenshot(path=ICONS / "preview.png")


if __name__ == "__main__":
    # with DEBUG, file names have no hashes
    os.environ.update(DJANGO_SETTINGS_MODULE="density.settings", DEBUG="1")
    django.setup()
    main()
