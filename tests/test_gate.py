"""So many pages at once, and lines of those who wait for a place."""

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from density import gate
from density.gate import Gate, NoPlace


async def come(door: Gate, line: str, came: list[str]) -> None:
    await door.enter(line)
    came.append(line)


async def soon() -> None:
    """Let everything happen that can happen now."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_lines_of_addresses_are_served_in_turn() -> None:
    door, came = Gate(1), list[str]()
    await door.enter("first")
    waiting = [asyncio.create_task(come(door, line, came)) for line in [*("flood",) * 9, "home"]]
    await soon()
    door.leave("first")
    for _ in waiting:
        await soon()
        door.leave(came[-1])
    assert came[:2] == ["flood", "home"]
    assert came.count("flood") == 9


async def test_one_address_never_has_all_places() -> None:
    door, came = Gate(4, each=2), list[str]()
    crowd = [asyncio.create_task(come(door, "flood", came)) for _ in range(9)]
    await soon()
    assert came == ["flood"] * 2
    await door.enter("home")
    door.leave("home")
    await soon()
    assert came == ["flood"] * 2
    for _ in crowd:
        door.leave("flood")
        await soon()
    assert came == ["flood"] * 9


async def test_who_waits_too_long_is_told_so_and_takes_no_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "PATIENCE_SECONDS", 0.01)
    door = Gate(1)
    await door.enter("first")
    with pytest.raises(NoPlace):
        await door.enter("late")
    door.leave("first")
    await door.enter("next")


async def test_too_long_a_line_is_closed_for_its_address_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "MOST_WAITING", 2)
    door, came = Gate(1), list[str]()
    await door.enter("first")
    waiting = [asyncio.create_task(come(door, "flood", came)) for _ in range(2)]
    await soon()
    with pytest.raises(NoPlace):
        await door.enter("flood")
    waiting.append(asyncio.create_task(come(door, "home", came)))
    await soon()
    door.leave("first")
    for _ in waiting:
        await soon()
        door.leave(came[-1])
    assert sorted(came) == ["flood", "flood", "home"]


async def test_a_place_given_to_somebody_who_just_left_goes_to_the_next() -> None:
    door, came = Gate(1), list[str]()
    await door.enter("first")
    gone = asyncio.create_task(come(door, "gone", came))
    following = asyncio.create_task(come(door, "next", came))
    await soon()
    door.leave("first")
    gone.cancel()
    await asyncio.wait({gone, following}, timeout=5)
    assert came == ["next"]


@pytest.mark.parametrize(("path", "kind"), [("/", "text/html"), ("/api/games/x/", "application")])
async def test_the_end_of_patience_is_a_503_that_says_when_to_come_back(
    path: str, kind: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "PATIENCE_SECONDS", 0.01)
    settings.PAGES_AT_ONCE = 1
    inside, over = asyncio.Event(), asyncio.Event()

    async def page(request: HttpRequest) -> HttpResponse:
        inside.set()
        await over.wait()
        return HttpResponse("made")

    serve = gate.bounded(page)
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

    serve = gate.bounded(page)
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

    serve = gate.bounded(export)
    first, second = [await serve(RequestFactory().get("/")) for _ in range(2)]
    assert [[part async for part in answer] for answer in (first, second)] == [[b"one", b"two"]] * 2


@pytest.mark.parametrize(("state", "away"), [("53300", True), (None, True), ("42P01", False)])
def test_only_a_database_out_of_reach_is_no_fault_of_ours(state: str | None, *, away: bool) -> None:
    fault = OperationalError("no")
    fault.__cause__ = psycopg.errors.lookup(state)() if state else psycopg.OperationalError()
    assert gate.is_out_of_reach(fault) == away
    assert not gate.is_out_of_reach(ValueError("no"))
