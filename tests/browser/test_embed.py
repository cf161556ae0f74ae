"""A page of another site shows a replay in a frame, and no other page of this site."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPlayer

FRAMES = "".join(f'<iframe id="{name}" src="{{{name}}}"></iframe>' for name in ("replay", "other"))


class OtherSite:
    """A site on another host and port, with one page that frames two addresses."""

    def __init__(self) -> None:
        self.page = ""
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(site.page.encode())

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 # of the library
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def address_of(self, replay: str, other: str) -> str:
        """Return the address of a page that frames these addresses."""
        self.page = f"<!doctype html><title>Blog</title>{FRAMES.format(replay=replay, other=other)}"
        return f"http://localhost:{self.server.server_port}/"

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def other_site() -> Iterator[OtherSite]:
    site = OtherSite()
    yield site
    site.close()


def test_another_site_frames_a_replay_and_nothing_else(
    site: str, open_player: OpenPlayer, other_site: OtherSite, finished_game: str
) -> None:
    page = open_player().page
    for other in (f"{finished_game}replay/", finished_game, "/", "/accounts/settings/"):
        embed = f"{site}/embed{finished_game}?match=1&step=1"
        page.goto(other_site.address_of(embed, f"{site}{other}"))
        framed, refused = page.frame_locator("#replay"), page.frame_locator("#other")
        expect(framed.locator(".transport-step")).to_contain_text("Step 1")
        # the page has loaded, with the answer to every frame
        assert refused.locator("main").count() == 0, other
    # the driver of Firefox presses beside what is in a frame of another site
    framed.locator("[data-do=next]").dispatch_event("click")
    expect(framed.locator(".transport-step")).to_contain_text("Step 2")
