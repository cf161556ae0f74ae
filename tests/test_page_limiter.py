"""The page limiter: so many pages at once, and a queue for each address."""

import asyncio
import threading
from collections.abc import AsyncIterator
from inspect import iscoroutinefunction
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from django.urls import path
from pytest_django.fixtures import Settings

from density import page_limiter
from density.page_limiter import LimiterFull, PageHandler, PageLimiter


async def come(limiter: PageLimiter, line: str, came: list[str]) -> None:
    await limiter.acquire(line)
    came.append(line)


async def soon() -> None:
    """Let everything happen that can happen now."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_lines_of_addresses_are_served_in_turn() -> None:
    limiter, came = PageLimiter(1), list[str]()
    await limiter.acquire("first")
    waiting = [asyncio.create_task(come(limiter, line, came)) for line in [*("flood",) * 9, "home"]]
    await soon()
    limiter.release("first")
    for _ in waiting:
        await soon()
        limiter.release(came[-1])
    assert came[:2] == ["flood", "home"]
    assert came.count("flood") == 9


async def test_one_address_never_has_all_places() -> None:
    limiter, came = PageLimiter(4, each=2), list[str]()
    crowd = [asyncio.create_task(come(limiter, "flood", came)) for _ in range(9)]
    await soon()
    assert came == ["flood"] * 2
    await limiter.acquire("home")
    limiter.release("home")
    await soon()
    assert came == ["flood"] * 2
    for _ in crowd:
        limiter.release("flood")
        await soon()
    assert came == ["flood"] * 9


async def test_an_address_that_goes_on_and_on_is_served_like_a_crowd(
    settings: Settings,
) -> None:
    settings.LIMITS = {**settings.LIMITS, "pages_of_address": (1, 1_000_000)}
    limiter, came = PageLimiter(4, each=2), list[str]()
    assert limiter.pause("busy", 0.02) == 0
    assert limiter.pause("busy", 0.02) > 0.02
    waiting = [asyncio.create_task(come(limiter, "busy", came)) for _ in range(2)]
    await soon()
    assert came == ["busy"]
    await limiter.acquire("home")
    await limiter.acquire("home")
    limiter.release("busy")
    await asyncio.gather(*waiting)


async def test_who_waits_too_long_is_told_so_and_takes_no_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_limiter, "PATIENCE_SECONDS", 0.01)
    limiter = PageLimiter(1)
    await limiter.acquire("first")
    with pytest.raises(LimiterFull):
        await limiter.acquire("late")
    limiter.release("first")
    await limiter.acquire("next")


async def test_too_long_a_line_is_closed_for_its_address_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_limiter, "MOST_WAITING", 2)
    limiter, came = PageLimiter(1), list[str]()
    await limiter.acquire("first")
    waiting = [asyncio.create_task(come(limiter, "flood", came)) for _ in range(2)]
    await soon()
    with pytest.raises(LimiterFull):
        await limiter.acquire("flood")
    waiting.append(asyncio.create_task(come(limiter, "home", came)))
    await soon()
    limiter.release("first")
    for _ in waiting:
        await soon()
        limiter.release(came[-1])
    assert sorted(came) == ["flood", "flood", "home"]


async def test_a_place_given_to_somebody_who_just_left_goes_to_the_next() -> None:
    limiter, came = PageLimiter(1), list[str]()
    await limiter.acquire("first")
    gone = asyncio.create_task(come(limiter, "gone", came))
    following = asyncio.create_task(come(limiter, "next", came))
    await soon()
    limiter.release("first")
    gone.cancel()
    await asyncio.wait({gone, following}, timeout=5)
    assert came == ["next"]


async def test_a_crowd_has_one_place_until_few_of_it_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_limiter, "CROWD", 3)
    limiter, came, counted = PageLimiter(4, each=2), list[str](), list[int]()
    waiting = [asyncio.create_task(come(limiter, "flood", came)) for _ in range(7)]
    await soon()
    for _ in range(5):
        limiter.release("flood")
        await soon()
        counted.append(len(came))
    await asyncio.gather(*waiting)
    assert counted == [2, 3, 5, 6, 7]


async def test_after_each_page_of_a_crowd_its_place_rests(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_limiter, "CROWD", 1)
    monkeypatch.setattr(page_limiter, "LONGEST_PAUSE", 1.0)
    began, made = list[str](), asyncio.Event()

    async def page(request: HttpRequest) -> HttpResponse:
        began.append(request.path)
        await asyncio.sleep(0.5)
        made.set()
        return HttpResponse("made")

    serve = page_limiter.bounded(page, PageLimiter(1))
    crowd = [asyncio.create_task(serve(RequestFactory().get("/"))) for _ in range(3)]
    await made.wait()
    await soon()
    assert len(began) == 1
    await asyncio.gather(*crowd)
    assert len(began) == 3


async def test_who_does_something_too_often_hears_so_after_those_who_came_later() -> None:
    answered = []

    async def ask(path: str) -> None:
        answered.append((await serve(RequestFactory().get(path))).status_code)

    async def made(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=429 if request.path == "/too-often/" else 200)

    serve = page_limiter.bounded(made, PageLimiter(1))
    await asyncio.gather(ask("/too-often/"), ask("/home/"), ask("/home/"))
    assert answered == [200, 200, 429]


def noting(get_response: page_limiter.Handler) -> page_limiter.Handler:
    """A middleware of coroutines, if it may be one."""
    if iscoroutinefunction(get_response):

        async def on_the_loop(request: HttpRequest) -> HttpResponse:
            threads.append(threading.get_ident())
            answer: HttpResponse = await get_response(request)
            return answer

        return on_the_loop

    def in_a_thread(request: HttpRequest) -> Any:
        threads.append(threading.get_ident())
        return get_response(request)

    return in_a_thread


noting.async_capable = noting.sync_capable = True  # type: ignore[attr-defined]  # as Django marks it
threads: list[int] = []
urlpatterns = [path("", lambda request: HttpResponse("made"))]


async def test_a_page_is_made_in_one_thread_from_the_first_middleware_on(
    settings: Settings,
) -> None:
    settings.MIDDLEWARE = [f"{__name__}.noting"] * 3
    settings.ROOT_URLCONF = __name__
    threads.clear()
    answer = await PageHandler().get_response_async(RequestFactory().get("/"))
    assert answer.status_code == 200
    assert len(threads) == 3
    assert set(threads) != {threading.get_ident()}
    assert len(set(threads)) == 1


@pytest.mark.parametrize(("asked", "kind"), [("/", "text/html"), ("/api/x/", "application/json")])
async def test_the_end_of_patience_is_a_503_that_says_when_to_come_back(
    asked: str, kind: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_limiter, "PATIENCE_SECONDS", 0.01)
    settings.PAGES_AT_ONCE = 1
    inside, over = asyncio.Event(), asyncio.Event()

    async def page(request: HttpRequest) -> HttpResponse:
        inside.set()
        await over.wait()
        return HttpResponse("made")

    serve = page_limiter.bounded(page, PageLimiter(settings.PAGES_AT_ONCE))
    request = RequestFactory().get(asked)
    made = asyncio.create_task(serve(request))
    await inside.wait()
    refused = await serve(request)
    assert refused.status_code == 503
    assert refused["Retry-After"] == "5"
    assert refused["Content-Type"].startswith(kind)
    over.set()
    assert (await made).content == b"made"
    assert (await serve(request)).content == b"made"


async def test_beyond_those_who_may_wait_nothing_of_a_request_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_limiter, "MOST_WAITING", 0)
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        raise AssertionError

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    scope = {"type": "http", "path": "/api/x/", "client": ("192.0.2.1", 1), "headers": []}
    await PageHandler()(scope, receive, send)
    assert sent[0]["status"] == 503
    assert (b"retry-after", b"5") in sent[0]["headers"]
    assert (b"connection", b"close") in sent[0]["headers"]
    assert sent[1]["body"] == b'{"code": "busy"}'


async def test_a_page_that_nobody_wants_any_more_keeps_its_place_until_it_is_made(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PAGES_AT_ONCE = 1
    inside, over = asyncio.Event(), asyncio.Event()

    async def page(request: HttpRequest) -> HttpResponse:
        inside.set()
        await over.wait()
        return HttpResponse("made")

    serve = page_limiter.bounded(page, PageLimiter(settings.PAGES_AT_ONCE))
    request = RequestFactory().get("/")
    unwanted = asyncio.create_task(serve(request))
    await inside.wait()
    wanted = asyncio.create_task(serve(request))
    inside.clear()
    unwanted.cancel()
    await soon()
    assert not inside.is_set()
    over.set()
    assert (await wanted).content == b"made"
    assert unwanted.cancelled()


async def test_a_long_answer_holds_no_place_while_it_is_sent(settings: Settings) -> None:
    settings.PAGES_AT_ONCE = 1

    async def export(request: HttpRequest) -> StreamingHttpResponse:
        async def rows() -> AsyncIterator[str]:
            yield "one"
            yield "two"

        return StreamingHttpResponse(rows())

    serve = page_limiter.bounded(export, PageLimiter(settings.PAGES_AT_ONCE))
    first, second = [await serve(RequestFactory().get("/")) for _ in range(2)]
    assert [[part async for part in answer] for answer in (first, second)] == [[b"one", b"two"]] * 2
