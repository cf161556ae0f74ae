"""How a log line is written: JSON or console, without secrets, cards, and addresses in clear."""

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
# of a hash: enough to find the lines of one client, too little to find the client
SIGNS = 10
SHORTEST_SECRET = 6
# modules whose exceptions may name cards of a hand or of the deck
OF_CARDS = re.compile(r"/(rules|bots|engine|lessons)/")

CREDENTIALS = re.compile(r"://[^/\s@]{1,200}@")
EMAIL = re.compile(r"[\w.+'%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
# links that stand in mails: each proves that its bearer owns the account
LINKS = re.compile(r"(/(?:password/reset/key|confirm-email)/)[^/\s\"']+")
# what PostgreSQL adds: values of rows, such as the state of a game
DETAILS = re.compile(r"(DETAIL|CONTEXT):[^\n]*")
IPV4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w])")
IPV6 = re.compile(r"(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:.]{2,45}(?!\w)")


class Counted(logging.Filter):
    """Counts every warning and error; what a client did wrong has no traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Count the line and let it through."""
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
    """Add what is known by now of the page that is made: route, game, user (log_context.py).

    The user is the one that the page has read; none is read for a log line.
    """
    known = dict(line.pop("page", ()))
    user = getattr(known.pop("asked", None), "_cached_user", None)
    if user is not None and user.pk is not None:
        line["user"] = user.pk
    line.update(known)
    return line


def scrub_event(logger: WrappedLogger, method: str, line: EventDict) -> EventDict:
    """Scrub every text of a line."""
    for name, value in line.items():
        if not name.startswith("_") and not isinstance(value, int | float | None):
            line[name] = scrub_text(value if isinstance(value, str) else str(value))
    return line


# ------------------------------------------------------------------------------- scrubbing
def traceback_of(fault: BaseException) -> str:
    """Return the traceback of a fault; what rules and AI players say may name cards."""
    found = traceback.TracebackException.from_exception(fault)
    for each in chain_of_causes(found):
        if any(OF_CARDS.search(frame.filename) for frame in each.stack):
            each._str = LEFT_OUT  # type: ignore[attr-defined]
    return "".join(found.format()).rstrip()


def chain_of_causes(
    found: traceback.TracebackException | None,
) -> Iterator[traceback.TracebackException]:
    """Yield an exception and all that led to it."""
    while found is not None:
        yield found
        for part in found.exceptions or ():
            yield from chain_of_causes(part)
        found = found.__cause__ or found.__context__


def scrub_text(text: str) -> str:
    """Return a text without passwords, keys, links of mails, e-mail addresses, values of rows.

    An address of a client becomes a keyed hash, the same for all its lines. A machine's own
    addresses stay.
    """
    for secret in _secrets():
        text = text.replace(secret, LEFT_OUT)
    if "@" in text:
        text = CREDENTIALS.sub(f"://{LEFT_OUT}@", text)
        text = EMAIL.sub("[e-mail]", text)
    text = LINKS.sub(rf"\1{LEFT_OUT}", text)
    text = DETAILS.sub(rf"\1: {LEFT_OUT}", text)
    text = IPV6.sub(lambda found: _hidden(found[0]), text)
    return IPV4.sub(lambda found: _hidden(found[0]), text)


@cache
def _secrets() -> tuple[str, ...]:
    """Return the passwords and keys of the settings."""
    given = [settings.SECRET_KEY, settings.VAPID_PRIVATE_KEY]
    given += [getattr(settings, "EMAIL_HOST_PASSWORD", "")]
    given += [str(each.get("PASSWORD", "")) for each in settings.DATABASES.values()]
    return tuple(secret for secret in given if len(secret) >= SHORTEST_SECRET)


def _hidden(text: str) -> str:
    """Return the hash for an address, and any other text as it is."""
    for tail in ("", text[len(text.rstrip(":.")) :]):
        bare = text.removesuffix(tail)
        if (found := parse_address(bare)) is not None:
            kept = found.is_loopback or found.is_unspecified
            return text if kept else pseudonym_of_address(bare) + tail
    return text


@lru_cache(maxsize=4096)
def pseudonym_of_address(address: str) -> str:
    """Return what stands for an address in logs: a hash by the site's key, of no use elsewhere."""
    key, home = settings.SECRET_KEY.encode(), home_of(address)
    return "client-" + hmac.new(key, home.encode(), hashlib.sha256).hexdigest()[:SIGNS]
