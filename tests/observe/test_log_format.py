"""The contents of log lines, and what they must not contain."""

import logging
import sys
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from pytest_django import Settings
from structlog.contextvars import bind_contextvars, clear_contextvars

from accounts.models import User
from density import environment
from density.operations import log_format, logging_config
from density.operations.log_format import pseudonym_of_address, scrub_text
from games.density_deck.rules import game as rules

CARD = "R7 is hidden"
Caught = tuple[type[BaseException], BaseException, TracebackType | None]


@pytest.fixture(autouse=True)
def _of_no_request() -> Iterator[None]:
    """Clear the request's log fields before and after a test."""
    clear_contextvars()
    yield
    clear_contextvars()


def format_error(
    text: str, *arguments: object, fault: Caught | None = None, style: str = "json"
) -> str:
    """Return the line of an error in this style."""
    record = logging.LogRecord("games.table", logging.ERROR, "play.py", 7, text, arguments, fault)
    return log_format.make_formatter(style).format(record)


def catch_fault(fault: Exception) -> Caught:
    """Return an exception with its traceback."""
    try:
        raise fault
    except Exception:
        kind, found, trace = sys.exc_info()
        assert kind is not None
        assert found is not None
        return kind, found, trace


def test_json_has_a_field_for_everything() -> None:
    bind_contextvars(request="r-1", game="abc", user=7)
    found = orjson.loads(format_error("redis unavailable: frame v%s was not published", 12))
    assert found.pop("timestamp").endswith("Z")
    assert found.pop("process") > 0
    assert found == {
        "event": "redis unavailable: frame v12 was not published",
        "level": "error",
        "logger": "games.table",
        "request": "r-1",
        "game": "abc",
        "user": 7,
        "process_name": "MainProcess",
    }


def test_the_console_has_the_same_on_one_line() -> None:
    bind_contextvars(game="abc")
    found = format_error("no frame for %s", "v12", style="console")
    assert "\n" not in found
    for part in ("[error]", "no frame for v12", "games.table", "game=abc"):
        assert part in found


def test_a_page_logs_the_user_that_it_has_read_and_reads_none_for_it() -> None:
    request = RequestFactory().get("/")
    bind_contextvars(page={"asked": request, "route": "tables/"})
    assert "user" not in orjson.loads(format_error("before"))
    request._cached_user = AnonymousUser()  # type: ignore[attr-defined]
    assert "user" not in orjson.loads(format_error("of a stranger"))
    request._cached_user = User(pk=7, name="Mira")  # type: ignore[attr-defined]
    found = orjson.loads(format_error("after"))
    assert (found["user"], found["route"]) == (7, "tables/")
    assert "Mira" not in str(found)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("limit mails of mira@example.org was not counted", "mira"),
        ("connect postgres://deck:hunter22@db/deck failed", "hunter22"),
        ("Internal Server Error: /accounts/password/reset/key/5-cy1b0k-9f8e/", "9f8e"),
        ("login from 203.0.113.9 failed", "203.0.113.9"),
        ("login from [2001:db8:5::1]:443 failed", "2001:db8"),
        ("login from ::ffff:203.0.113.9: failed", "203.0.113.9"),
        ("violates unique\nDETAIL:  Failing row contains (1, {hand: [R7]}).\nagain", "R7"),
    ],
)
def test_a_text_loses_its_secret_and_stays_readable(text: str, secret: str) -> None:
    found = scrub_text(text)
    assert secret not in found
    assert found.split(" ")[0] == text.split(" ")[0]
    assert found.split()[-1] == text.split()[-1] or "/accounts/" in found


def test_ordinary_texts_stay_as_they_are() -> None:
    text = "12:34:56 redis of 127.0.0.1:6379 and [::1] at celery@worker: v12 of Ab_-3 std::vector"
    assert scrub_text(text) == text


def test_an_address_has_one_name_that_depends_on_the_key(settings: Settings) -> None:
    one = pseudonym_of_address("203.0.113.9")
    assert one == pseudonym_of_address("::ffff:203.0.113.9") != pseudonym_of_address("203.0.113.10")
    # a home network is one IPv6 /64
    assert pseudonym_of_address("2001:db8:5::1") == pseudonym_of_address("2001:db8:5::2")
    pseudonym_of_address.cache_clear()
    settings.SECRET_KEY = "another key of the same site"
    assert pseudonym_of_address("203.0.113.9") != one
    pseudonym_of_address.cache_clear()


def test_the_key_of_the_site_is_never_written(settings: Settings) -> None:
    assert settings.SECRET_KEY not in format_error("bad key %s", settings.SECRET_KEY)


def test_a_fault_of_the_rules_says_where_and_not_which_card() -> None:
    no_state: Any = {"hand": CARD}
    try:
        rules.act(no_state, 0, no_state)
    except Exception as fault:
        hidden = ValueError(CARD).with_traceback(fault.__traceback__)
        found = format_error("AI player failed", fault=(ValueError, hidden, hidden.__traceback__))
    trace = orjson.loads(found)["exception"]
    assert "/rules/" in trace
    assert trace.endswith("ValueError: [left out]")
    assert CARD not in trace


def test_any_other_fault_says_what_went_wrong() -> None:
    fault = catch_fault(OSError("no route to mira@example.org"))
    found = orjson.loads(format_error("mail not sent", fault=fault))
    assert found["exception"].endswith("OSError: no route to [e-mail]")


def test_what_a_client_did_wrong_is_written_without_a_traceback() -> None:
    fault = catch_fault(ValueError("at home"))
    record = logging.LogRecord("django.security.X", logging.ERROR, "x.py", 7, "no", (), fault)
    log_format.Counted().filter(record)
    assert "exception" not in orjson.loads(log_format.make_formatter("json").format(record))


def test_a_format_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(environment.BadChoice, match="LOG_FORMAT must be console or json"):
        logging_config.logging_config()
