"""Rate limits of settings.LIMITS, counted in the cache that all processes share."""

import logging
from collections.abc import Collection
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from redis import RedisError

from density.platform.addresses import home_of

Who = TypeVar("Who")

TOO_MANY = 429
# allauth's limits are per minute (density.platform.rate_limits)
RATE_SECONDS = 60
# suffixes of second limits
LONGER = ("_a_minute", "_a_day")
WRONG_PASSWORDS = "wrong_passwords"
# longer waits are given in hours
MOST_MINUTES = 120
MARK_DIGITS = 16
# sent with `limit`, the name of the limit
limit_reached = Signal()

log = logging.getLogger(__name__)


class Usage(NamedTuple):
    """A rate limit after one more use: uses in all and left, and seconds until all are back."""

    limit: int
    remaining: int
    reset: int


class TooMany(Exception):
    """Raised when a rate limit of `most` is exceeded; `seconds` is the longest wait."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit
        self.most: int = settings.LIMITS[limit][0]
        self.seconds: int = settings.LIMITS[limit][1]
        limit_reached.send(None, limit=limit)


def count_use(what: str, who: object, *, refuse_without_redis: bool = False) -> Usage | None:
    """Count one more use by `who`. Raises TooMany above the limits in settings.LIMITS.

    Return the usage of the limit without a suffix; None if it is off. When Redis is unavailable
    nothing is counted, or RedisError is raised with `refuse_without_redis`.
    """
    usage = None
    second_limits = [what + suffix for suffix in LONGER if what + suffix in settings.LIMITS]
    for name in (what, *second_limits):
        try:
            counted = _count(name, who)
        except RedisError as fault:
            if refuse_without_redis:
                raise
            log.warning("redis unavailable (%r): limit %s of %s was not counted", fault, name, who)
        else:
            usage = counted if name == what else usage
    return usage


def _count(what: str, who: object) -> Usage | None:
    most, seconds = settings.LIMITS[what]
    cache: Any = caches["shared"]
    key = cache.make_and_validate_key(f"{what}:{who}")
    client = cache._cache.get_client(key, write=True)
    # set the expiry together with the count, in case the process is killed in between
    pipe = client.pipeline().set(key, 0, ex=seconds, nx=True)
    _, times, left = pipe.incr(key).ttl(key).execute()
    # not so if the clock of Redis was set back
    if not 0 <= left <= seconds:
        client.expire(key, seconds)
        left = seconds
    if most and times > most:
        raise TooMany(what)
    return Usage(most, most - times, left) if most else None


def used_up(what: str, subjects: Collection[Who]) -> set[Who]:
    """Return those who have reached the limit. Raises RedisError."""
    most, _seconds = settings.LIMITS[what]
    keys = {f"{what}:{who}": who for who in subjects}
    counts = caches["shared"].get_many(list(keys)) if most and keys else {}
    return {keys[key] for key, times in counts.items() if times >= most}


def reset_count(what: str, who: object) -> None:
    """Reset a count to zero. Raises RedisError."""
    caches["shared"].delete(f"{what}:{who}")


def client_network(request: HttpRequest) -> str:
    """Return the network of a request: an IPv4 address, or the /64 of an IPv6 address.

    REMOTE_ADDR is the client that the trusted proxies saw (density.server.clients).
    """
    return home_of(request.META.get("REMOTE_ADDR") or "")


def hash_subject(text: str) -> str:
    """Return a keyed hash of an address or account, short enough for a cache key."""
    return salted_hmac("accounts.limits.mark", text, algorithm="sha256").hexdigest()[:MARK_DIGITS]


class TooManyPage(MiddlewareMixin):
    """Turns TooMany into a page with status 429."""

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Return the page for TooMany, and None for every other exception."""
        return too_many(request, fault) if isinstance(fault, TooMany) else None


def too_many(request: HttpRequest, fault: TooMany | None = None) -> HttpResponse:
    """Return the 429 page with the longest wait.

    As handler429 of the root URLconf it also answers for allauth's own limits.
    """
    seconds = RATE_SECONDS if fault is None else fault.seconds
    minutes = max(1, round(seconds / 60))
    hours = round(minutes / 60) if minutes > MOST_MINUTES else 0
    wrong = fault is not None and fault.limit == WRONG_PASSWORDS
    template = "account/locked.html" if wrong else "429.html"
    page = render(request, template, {"minutes": minutes, "hours": hours}, status=TOO_MANY)
    page["Retry-After"] = str(seconds)
    return page
