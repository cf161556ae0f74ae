"""Four people who come one after the other end up at one ranked table, and none waits alone."""

import contextlib
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as NothingCame
from playwright.sync_api import expect

from tests import serve_process
from tests.accounts.push_service import PushService
from tests.browser.conftest import PACE, Sit
from tests.browser.player import PATIENCE, BrowserPlayer
from tests.browser.pushes import LOOKED, PRESS, push, start_worker

TABLE = re.compile(r"/game/[\w-]+/")
SUBSCRIBE = """async (fields) => {
  const { value } = document.querySelector("[name=csrfmiddlewaretoken]");
  const body = new URLSearchParams({ ...fields, kind: "ready", csrfmiddlewaretoken: value });
  return (await fetch("/accounts/push/subscribe/", { method: "POST", body })).status;
}"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    """The push service of everybody's browser."""
    running = PushService(tmp_path)
    yield running
    running.close()


@pytest.fixture
def quiet(tmp_path: Path, service: PushService) -> Iterator[str]:
    """A site where few people come; they have three times as long as usual for everything."""
    running = serve_process.serve(
        tmp_path / "site",
        AI_PACE=PACE,
        CLOCK_PACE="3",
        DJANGO_SETTINGS_MODULE="tests.browser.settings",
        TEST_PUSH_SERVICE=service.name,
        REQUESTS_CA_BUNDLE=str(service.certificate),
        NO_PROXY="127.0.0.1",
    )
    yield running.url.rstrip("/")
    running.end()


def wait(person: BrowserPlayer) -> None:
    """Into the queue."""
    person.page.goto("/queue/")
    person.page.get_by_role("button", name="Play ranked").click()
    expect(person.page.get_by_role("heading", name="Looking for three players")).to_be_visible()


def sit_down(person: BrowserPlayer) -> str:
    """Accept the shared table where it is offered; the address of it."""
    before = person.page.url
    person.page.get_by_role("button", name="Sit down").click()
    expect(person.page).not_to_have_url(before)
    # the AI player whose seat it is may have surrendered
    hand = person.page.get_by_role("group", name="Your hand")
    expect(hand.or_(person.page.get_by_text("Surrendered in round")).first).to_be_visible()
    return person.page.url


def go_along(people: Sequence[BrowserPlayer]) -> None:
    """Each gives up the match until it is over, and says yes to the ranked table then."""
    left, until = list(people), time.monotonic() + 3 * PATIENCE / 1000
    while left and time.monotonic() < until:
        for person in list(left):
            # frames arrive while the page waits
            person.page.wait_for_timeout(50)
            asked = person.page.get_by_role("button", name="Yes, take me there")
            if asked.is_visible():
                asked.click()
                left.remove(person)
            elif any(action["do"] == "surrender" for action in person.view.get("legal", ())):
                # the question may come while the move is made, and does not wait for long
                with contextlib.suppress(AssertionError, NothingCame):
                    person.do({"do": "surrender"}, tries=1)
    assert not left, [person.view for person in left]


def received(service: PushService, person: BrowserPlayer) -> dict[str, str]:
    """The first message that arrives at the push service, as the browser reads it."""
    until = time.monotonic() + PATIENCE / 1000
    while not service.received and time.monotonic() < until:
        person.page.wait_for_timeout(50)
    return service.received[0].message


def test_four_people_who_come_one_by_one_meet_and_one_is_called_by_push(
    sit: Sit, quiet: str, service: PushService
) -> None:
    first, second, third, last = people = [
        sit(at=quiet),
        sit(at=quiet, phone=True),
        sit(at=quiet),
        sit(at=quiet),
    ]
    worker, line = start_worker(last.page)
    for person, name in zip(people, ("Ada", "Bo", "Cleo", "Dan"), strict=True):
        person.sign_up(name)
    wait(first)
    expect(first.page.get_by_text("You and 3 AI players.")).to_be_visible()
    table = sit_down(first)
    wait(second)
    expect(second.page.get_by_text("Ada plays already")).to_be_visible()
    assert sit_down(second) == table
    wait(third)
    third.page.get_by_role("button", name="Start").click()
    expect(third.page.get_by_role("group", name="Your hand")).to_be_visible()
    assert third.page.url != table
    # the strip below the game against the AI has the offer as well
    assert sit_down(third) == table

    last.page.goto("/queue/")
    service.key = last.page.locator("#density-notify").get_attribute("data-key") or ""
    assert last.page.evaluate(SUBSCRIBE, service.subscribe("dan").form) == 200
    wait(last)
    last.page.goto("about:blank")

    go_along(people[:3])
    message = received(service, last)
    assert message["title"] == "Game found"
    push(line, quiet, message)
    worker.evaluate(LOOKED, 1)
    last.page.goto("/rules/")
    worker.evaluate(PRESS)
    for person in people:
        expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()
        expect(person.page).to_have_url(last.page.url)
        person.wait_until(person.seats_taken)
    assert first.snapshot["game"]["rated"] is True
    assert {seat["name"] for seat in last.snapshot["seats"]} == {"Ada", "Bo", "Cleo", "Dan"}
