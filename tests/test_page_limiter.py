"""The number of pages at once is limited, also per address; a long wait ends with 503."""

import asyncio
import json
import threading
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path
from pytest_django.fixtures import Settings

from density.server import page_limiter
from density.server.page_limiter import PageHandler
from tests.patience import PATIENCE

HERE, THERE = "192.0.2.1", "192.0.2.2"
LONG = 10 * PATIENCE
Event = dict[str, Any]


class Pages:
    began: list[str]
    may_end: threading.Event


def answer_page(request: HttpRequest) -> HttpResponse:
    Pages.began.append(request.META["REMOTE_ADDR"])
    assert Pages.may_end.wait(PATIENCE)
    return HttpResponse(status=429 if request.path == "/too-often/" else 200)


urlpatterns = [path(each, answer_page) for each in ("", "too-often/", "api/x/")]


@pytest.fixture
def handler(settings: Settings) -> PageHandler:
    """A handler of these pages with three slots."""
    Pages.began, Pages.may_end = [], threading.Event()
    settings.MIDDLEWARE = []
    settings.ROOT_URLCONF, settings.PAGES_AT_ONCE = __name__, 3
    return PageHandler()


class Visitor:
    def __init__(self, handler: PageHandler, address: str, path: str = "/") -> None:
        self.sent: list[Event] = []
        self.left = asyncio.Event()
        self.body = [Event(type="http.request")]
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        scope |= {"client": (address, 1), "server": ("localhost", 80)}
        self.task = asyncio.create_task(handler(scope, self.receive, self.send))

    async def receive(self) -> Event:
        if self.body:
            return self.body.pop()
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, event: Event) -> None:
        self.sent.append(event)

    async def status(self) -> int:
        """Return the status once the response is complete."""
        await self.task
        status: int = self.sent[0]["status"]
        return status

    @property
    def headers(self) -> dict[bytes, bytes]:
        return {name.lower(): value for name, value in self.sent[0]["headers"]}


async def wait_until(is_so: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.001)


async def started_pages(count: int) -> list[str]:
    """Wait for a number of started pages; return their addresses."""
    await wait_until(lambda: len(Pages.began) >= count)
    return Pages.began


async def test_an_address_never_has_all_places(handler: PageHandler) -> None:
    crowd = [Visitor(handler, HERE) for _ in range(9)]
    await started_pages(2)
    home = Visitor(handler, THERE)
    assert await started_pages(3) == [HERE, HERE, THERE]
    Pages.may_end.set()
    assert {await visitor.status() for visitor in [*crowd, home]} == {200}


@pytest.mark.parametrize(
    ("changes", "limit", "path"),
    [
        ({"CROWD": 1, "PAUSES": LONG**3, "LONGEST_PAUSE": LONG}, 0, "/"),
        ({"PAUSES": LONG**3, "LONGEST_PAUSE": LONG}, 1, "/"),
        ({"REFUSAL_PAUSE": LONG}, 0, "/too-often/"),
    ],
)
async def test_a_crowd_and_who_comes_too_often_pause_and_nobody_else_does(
    handler: PageHandler,  # for its settings
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    changes: dict[str, float],
    limit: int,
    path: str,
) -> None:
    for name, value in changes.items():
        monkeypatch.setattr(page_limiter, name, value)
    settings.LIMITS = {**settings.LIMITS, "pages_of_address": (limit, 1_000_000)}
    Pages.may_end.set()
    settings.PAGES_AT_ONCE = 1
    handler = PageHandler()
    visitors = [Visitor(handler, HERE, path) for _ in range(4)]
    await started_pages(2)
    for number in range(6):  # each request comes after the pausing ones
        assert await Visitor(handler, f"198.51.100.{number}").status() == 200
    assert [bool(visitor.sent) for visitor in visitors] == [True, True, limit > 0, False]
    for visitor in visitors:
        visitor.task.cancel()


@pytest.mark.parametrize(
    ("path", "kind"), [("/", b"text/html; charset=utf-8"), ("/api/x/", b"application/json")]
)
async def test_the_end_of_patience_is_a_503_that_says_when_to_come_back(
    handler: PageHandler, monkeypatch: pytest.MonkeyPatch, path: str, kind: bytes
) -> None:
    served = [Visitor(handler, HERE, path) for _ in range(2)]
    await started_pages(2)
    monkeypatch.setattr(page_limiter, "PATIENCE_SECONDS", 0.01)
    refused = Visitor(handler, HERE, path)
    assert await refused.status() == 503
    assert refused.headers[b"retry-after"] == b"5"
    assert refused.headers[b"content-type"] == kind
    monkeypatch.undo()
    Pages.may_end.set()
    assert {await visitor.status() for visitor in served} == {200}
    assert await Visitor(handler, HERE, path).status() == 200


async def test_beyond_those_who_may_wait_nothing_of_a_request_is_read(
    handler: PageHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_limiter, "MOST_REQUESTS", 0)
    visitor = Visitor(handler, HERE, "/api/x/")
    assert await visitor.status() == 503
    assert visitor.body
    assert visitor.headers[b"connection"] == b"close"
    assert visitor.sent[1]["body"] == b'{"code": "busy"}'
    program = Visitor(handler, HERE, "/api/v1/x/")
    assert await program.status() == 503
    assert program.headers[b"content-type"] == b"application/problem+json"
    assert json.loads(program.sent[1]["body"])["code"] == "busy"


async def test_a_page_that_nobody_wants_any_more_keeps_its_place_until_it_is_made(
    handler: PageHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = [Visitor(handler, HERE) for _ in range(2)]
    await started_pages(2)
    for visitor in gone:
        visitor.left.set()
    monkeypatch.setattr(page_limiter, "PATIENCE_SECONDS", 0.01)
    assert await Visitor(handler, HERE).status() == 503
    monkeypatch.undo()
    Pages.may_end.set()
    assert await Visitor(handler, HERE).status() == 200
    await asyncio.gather(*(visitor.task for visitor in gone))
    assert not any(visitor.sent for visitor in gone)
