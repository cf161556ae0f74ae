"""Metrics that a single process shows."""

import os
from collections.abc import Sequence

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.contact import mails
from density.platform import metrics
from games.positions.position import read_position
from tests.matchmaking.scenario import NAME, join_queue, pass_time, run_tick
from tests.table.harness import (
    act_on,
    asked_seat,
    legal_actions,
    make_users,
    playing_game,
    write_action,
)
from tests.workers import work_off


def sample_value(name: str, **labels: str) -> float:
    """Return the value of a sample of this process; 0 if there is none."""
    return metrics.process_registry().get_sample_value(name, labels) or 0.0


@pytest.mark.django_db(transaction=True)
def test_players_of_a_queue_are_counted_while_they_wait_and_their_waits_when_they_are_seated() -> (
    None
):
    waits = sample_value("density_queue_wait_seconds_count", queue=NAME)
    users = make_users(4)
    join_queue(*users[:3])
    run_tick()
    assert sample_value("density_queue_players", queue=NAME) == 3
    pass_time(20)
    join_queue(users[3])
    before = sample_value("density_queue_wait_seconds_sum", queue=NAME)
    assert run_tick().seated
    assert sample_value("density_queue_wait_seconds_count", queue=NAME) == waits + 4
    assert sample_value("density_queue_wait_seconds_sum", queue=NAME) - before >= 60
    run_tick()
    assert sample_value("density_queue_players", queue=NAME) == 0


@pytest.mark.django_db(transaction=True)
def test_a_move_counts_once_it_is_committed_and_a_refused_one_does_not() -> None:
    users = make_users(2)
    game = playing_game(users)
    before = sample_value("density_moves_total", game=game.slug, origin="player")
    position, seat = read_position(game.pk), asked_seat(game.pk)
    action = write_action(position, legal_actions(position, seat)[0])
    for _ in range(2):  # the second one answers a closed question
        act_on(game.pk, seat.user_id, seat.question, action)
    assert sample_value("density_moves_total", game=game.slug, origin="player") == before + 1


class NoMailServer(BaseEmailBackend):
    """A mail server that is unavailable."""

    def send_messages(self, _messages: Sequence[EmailMessage]) -> int:
        raise OSError("no mail server")


@pytest.mark.django_db
def test_mails_count_as_sent_failed_or_one_too_many(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "mails": (2, 600)}
    request = RequestFactory().get("/")
    before = {each: sample_value("density_mails_total", result=each) for each in RESULTS}
    for backend in (settings.EMAIL_BACKEND, f"{__name__}.NoMailServer", settings.EMAIL_BACKEND):
        settings.EMAIL_BACKEND = backend
        mails.send_later("reset", "mira@example.org", request)
        work_off()
    assert {
        each: sample_value("density_mails_total", result=each) - before[each] for each in RESULTS
    } == {
        "sent": 1,
        "failed": 1,
        "limited": 1,
    }


@pytest.mark.django_db
def test_what_is_done_too_often_is_counted_by_its_limit(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests": (1, 600)}
    before = sample_value("density_limited_total", limit="guests")
    assert [Client().post("/accounts/guest/").status_code for _ in range(2)] == [302, 429]
    assert sample_value("density_limited_total", limit="guests") == before + 1


def test_a_fork_begins_with_nothing_counted() -> None:
    metrics.count_event("log_lines", "error", "of the parent")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        found = sample_value("density_log_lines_total", level="error", logger="of the parent")
        os.write(writing, str(found).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 10) == b"0.0"
    assert sample_value("density_log_lines_total", level="error", logger="of the parent") == 1
    os.close(reading)
    os.close(writing)


RESULTS = ("sent", "failed", "limited")
