"""Draws the icons of the installed app from their SVG: python -m tests.screens.icons."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import chromium_path

ICONS = Path(__file__).parents[2] / "density/static/density/icons"
# file: its size, how much of the width the mark takes, and how round the corners are
DRAWN = {
    "icon-192.png": (192, 0.72, "22%"),
    "icon-512.png": (512, 0.72, "22%"),
    # launchers cut a circle of four fifths out of it
    "icon-maskable-512.png": (512, 0.5, "0"),
    "apple-touch-icon.png": (180, 0.62, "0"),
}
FRACTION = 320 / 512  # of the drawing's width that is the mark


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
        browser.close()


if __name__ == "__main__":
    main()
