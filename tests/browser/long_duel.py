"""A ranked game of Rock Paper Scissors Extreme to 21: too long for every run, so name this file."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests import serve_process
from tests.browser import audit, duel
from tests.browser.conftest import PACE, Sit
from tests.browser.play import record_of, see_result
from tests.browser.player import BrowserPlayer

QUEUE = "/queue/?game=rps-extreme"


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site whose clocks are three times as slow, for machines with much to do."""
    running = serve_process.serve(tmp_path_factory.mktemp("calm"), AI_PACE=PACE, CLOCK_PACE="3")
    yield running.url
    running.end()


def queue_up(person: BrowserPlayer, name: str) -> None:
    """A new player waits for a ranked game."""
    person.sign_up(name)
    person.page.goto(QUEUE)
    person.page.get_by_role("button", name="Play ranked").first.click()


def test_two_people_play_a_ranked_game_to_21(sit: Sit, calm: str) -> None:
    people = [sit(at=calm, by="keys"), sit(at=calm)]
    for person, name in zip(people, ("Agnes", "Boris"), strict=True):
        queue_up(person, name)
    for person in people:
        cards = person.page.locator(".center [data-item]").first
        expect(cards).to_be_visible(timeout=60_000)
        person.wait_until(person.seats_taken)
    duel.play(people, random.Random(21))
    names = {event["e"] for frame in people[0].frames for event in frame.get("events", [])}
    assert {"drank", "broke", "reshuffled"} <= names
    assert max(seat["score"] for seat in people[0].view["seats"]) >= 21
    for person in people:
        see_result(person)
        assert person.snapshot["game"]["rated"] is True
        assert audit.check(record_of(person), person.frames, person.seat) > 50
        assert person.complaints == []
