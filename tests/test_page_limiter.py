"""The page limiter: so many pages at once, and a queue for each address."""

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from density import page_limiter
from density.page_limiter import LimiterFull, PageLimiter


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


@pytest.mark.parametrize(("path", "kind"), [("/", "text/html"), ("/api/games/x/", "application")])
async def test_the_end_of_patience_is_a_503_that_says_when_to_come_back(
    path: str, kind: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_limiter, "PATIENCE_SECONDS", 0.01)
    settings.PAGES_AT_ONCE = 1
    inside, over = asyncio.Event(), asyncio.Event()

    async def page(request: HttpRequest) -> HttpResponse:
        inside.set()
        await over.wait()
        return HttpResponse("made")

    serve = page_limiter.bounded(page)
    request = RequestFactory().get(path)
    made = asyncio.create_task(serve(request))
    await inside.wait()
    refused = await serve(request)
    assert refused.status_code == 503
    assert refused["Retry-After"] == "5"
    assert refused["Content-Type"].startswith(kind)
    over.set()
    assert (await made).content == b"made"
    assert (await serve(request)).content == b"made"


async def test_a_page_that_nobody_wants_any_more_keeps_its_place_until_it_is_made(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PAGES_AT_ONCE = 1
    inside, over = asyncio.Event(), asyncio.Event()

    async def page(request: HttpRequest) -> HttpResponse:
        inside.set()
        await over.wait()
        return HttpResponse("made")

    serve = page_limiter.bounded(page)
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

    serve = page_limiter.bounded(export)
    first, second = [await serve(RequestFactory().get("/")) for _ in range(2)]
    assert [[part async for part in answer] for answer in (first, second)] == [[b"one", b"two"]] * 2


@pytest.mark.parametrize(("state", "away"), [("53300", True), (None, True), ("42P01", False)])
def test_only_a_database_out_of_reach_is_no_fault_of_ours(state: str | None, *, away: bool) -> None:
    fault = OperationalError("no")
    fault.__cause__ = psycopg.errors.lookup(state)() if state else psycopg.OperationalError()
    assert page_limiter.is_out_of_reach(fault) == away
    assert not page_limiter.is_out_of_reach(ValueError("no"))
