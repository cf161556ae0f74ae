"""The format of log lines: JSON or console, without secrets, cards and plain addresses."""

import hashlib
import hmac
import logging
import re
import traceback
from collections.abc import Iterator
from functools import cache, lru_cache

import structlog
from django.conf import settings
from structlog.processors import CallsiteParameter
from structlog.typing import EventDict, Processor, WrappedLogger

from density.platform import metrics
from density.platform.addresses import home_of, parse_address

LEFT_OUT = "[left out]"
# digits of a hash: enough to find the lines of a client, too few to identify it
SIGNS = 10
SHORTEST_SECRET = 6
# modules whose exceptions may name hidden cards
OF_CARDS = re.compile(r"/(rules|bots|engine|lessons)/")

CREDENTIALS = re.compile(r"://[^/\s@]{1,200}@")
EMAIL = re.compile(r"[\w.+'%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
# secret links in mails: they give access to the account
LINKS = re.compile(r"(/(?:password/reset/key|confirm-email)/)[^/\s\"']+")
# details that PostgreSQL adds, with values of rows such as the state of a game
DETAILS = re.compile(r"(DETAIL|CONTEXT):[^\n]*")
IPV4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w])")
IPV6 = re.compile(r"(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:.]{2,45}(?!\w)")


class Counted(logging.Filter):
    """Counts warnings and errors, and drops tracebacks of invalid client requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Count the record and accept it."""
        if record.name.startswith("django.security"):
            record.exc_info = None
        if record.levelno >= logging.WARNING:
            metrics.count_event("log_lines", record.levelname.lower(), record.name)
        return True


def make_formatter(style: str) -> structlog.stdlib.ProcessorFormatter:
    """Return the formatter of all handlers: "json" or "console"."""
    chain: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        add_page_context,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.CallsiteParameterAdder(
            {CallsiteParameter.PROCESS, CallsiteParameter.PROCESS_NAME}
        ),
        structlog.processors.ExceptionRenderer(lambda fault: traceback_of(fault[1])),
        scrub_event,
    ]
    render: Processor = (
        structlog.processors.JSONRenderer()
        if style == "json"
        else structlog.dev.ConsoleRenderer(
            colors=False, pad_event_to=0, pad_level=False, sort_keys=False
        )
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=chain,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
    )


# ----------------------------------------------------------------------------- processors
def add_page_context(logger: WrappedLogger, method: str, line: EventDict) -> EventDict:
    """Add route, game and user of the current page, as far as known (log_context.py).

    The user is taken only if the page has loaded it already.
    """
    fields = dict(line.pop("page", ()))
    user = getattr(fields.pop("asked", None), "_cached_user", None)
    if user is not None and user.pk is not None:
        line["user"] = user.pk
    line.update(fields)
    return line


def scrub_event(logger: WrappedLogger, method: str, line: EventDict) -> EventDict:
    """Scrub every text of a line."""
    for name, value in line.items():
        if not name.startswith("_") and not isinstance(value, int | float | None):
            line[name] = scrub_text(value if isinstance(value, str) else str(value))
    return line


# ------------------------------------------------------------------------------- scrubbing
def traceback_of(fault: BaseException) -> str:
    """Return the traceback of an exception; messages from rules and AI players are left out."""
    formatted = traceback.TracebackException.from_exception(fault)
    for cause in chain_of_causes(formatted):
        if any(OF_CARDS.search(frame.filename) for frame in cause.stack):
            cause._str = LEFT_OUT  # type: ignore[attr-defined]
    return "".join(formatted.format()).rstrip()


def chain_of_causes(
    fault: traceback.TracebackException | None,
) -> Iterator[traceback.TracebackException]:
    """Yield an exception, its causes and the members of exception groups."""
    while fault is not None:
        yield fault
        for part in fault.exceptions or ():
            yield from chain_of_causes(part)
        fault = fault.__cause__ or fault.__context__


def scrub_text(text: str) -> str:
    """Return a text without passwords, keys, secret links, e-mail addresses and values of rows.

    The IP address of a client becomes a keyed hash, the same in all lines. Loopback addresses stay.
    """
    for secret in _secrets():
        text = text.replace(secret, LEFT_OUT)
    if "@" in text:
        text = CREDENTIALS.sub(f"://{LEFT_OUT}@", text)
        text = EMAIL.sub("[e-mail]", text)
    text = LINKS.sub(rf"\1{LEFT_OUT}", text)
    text = DETAILS.sub(rf"\1: {LEFT_OUT}", text)
    text = IPV6.sub(lambda match: _hidden(match[0]), text)
    return IPV4.sub(lambda match: _hidden(match[0]), text)


@cache
def _secrets() -> tuple[str, ...]:
    """Return the passwords and keys in the settings."""
    values = [settings.SECRET_KEY, settings.VAPID_PRIVATE_KEY, settings.DEAL_LOG_KEY]
    values += [getattr(settings, "EMAIL_HOST_PASSWORD", "")]
    values += [str(database.get("PASSWORD", "")) for database in settings.DATABASES.values()]
    return tuple(secret for secret in values if len(secret) >= SHORTEST_SECRET)


def _hidden(text: str) -> str:
    """Return the hash of an address, or any other text unchanged."""
    for tail in ("", text[len(text.rstrip(":.")) :]):
        bare = text.removesuffix(tail)
        if (address := parse_address(bare)) is not None:
            is_local = address.is_loopback or address.is_unspecified
            return text if is_local else pseudonym_of_address(bare) + tail
    return text


@lru_cache(maxsize=4096)
def pseudonym_of_address(address: str) -> str:
    """Return the pseudonym of an address in logs: a hash keyed by SECRET_KEY."""
    key, home = settings.SECRET_KEY.encode(), home_of(address)
    return "client-" + hmac.new(key, home.encode(), hashlib.sha256).hexdigest()[:SIGNS]
