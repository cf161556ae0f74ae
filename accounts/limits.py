"""Rate limits for what costs the site something, counted where all processes see it."""

import logging
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from redis import RedisError

from accounts.addresses import UNKNOWN as UNKNOWN
from accounts.addresses import home_of

TOO_MANY = 429
# allauth counts by the minute: settings.ACCOUNT_RATE_LIMITS
RATE_SECONDS = 60
A_DAY = "_a_day"
# longer waits are said in hours
MOST_MINUTES = 120
MARK_DIGITS = 16

log = logging.getLogger(__name__)


class TooMany(Exception):
    """A user or address did something too often; it may again after so many seconds at most."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def count(what: str, who: object) -> None:
    """Count one more use by `who`; settings.LIMITS says how often in how many seconds.

    Some have a second limit, for a day: the same name with A_DAY. Raises TooMany beyond either.
    Nothing is counted when Redis is away.
    """
    _count(what, who)
    if what + A_DAY in settings.LIMITS:
        _count(what + A_DAY, who)


def _count(what: str, who: object) -> None:
    most, seconds = settings.LIMITS[what]
    key, cache = f"{what}:{who}", caches["shared"]
    try:
        cache.add(key, 0, seconds)
        times = cache.incr(key)
        if most and times > most:
            _forget_if_set_back(key, seconds)
    except ValueError:  # it expired between the two
        return
    except RedisError as fault:
        log.warning("redis unavailable (%r): limit %s of %s was not counted", fault, what, who)
        return
    if most and times > most:
        raise TooMany(seconds)


def _forget_if_set_back(key: str, seconds: int) -> None:
    """Let a count end that would last for longer than it may: the clock of Redis was set back."""
    cache: Any = caches["shared"]
    name = cache.make_and_validate_key(key)
    client = cache._cache.get_client(name, write=True)
    if client.ttl(name) > seconds:
        client.expire(name, seconds)


def address(request: HttpRequest) -> str:
    """Return where a request comes from: an IPv4 address, or the /64 network of an IPv6 address.

    REMOTE_ADDR is the client that the trusted proxies saw (density.clients).
    """
    return home_of(request.META.get("REMOTE_ADDR") or "")


def mark(home: str) -> str:
    """Return the mark of an address, as `address` returns it, that does not reveal the address."""
    return salted_hmac("accounts.limits.mark", home, algorithm="sha256").hexdigest()[:MARK_DIGITS]


class TooManyPage(MiddlewareMixin):
    """Answers TooMany with a page that says so."""

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Return the page for TooMany, and None for every other exception."""
        return too_many(request, fault.seconds) if isinstance(fault, TooMany) else None


def too_many(request: HttpRequest, seconds: int = RATE_SECONDS) -> HttpResponse:
    """Return the page for what was done too often, with the seconds to wait at most.

    Also allauth's answer beyond its own limits, as handler429 of the root URLconf.
    """
    minutes = max(1, round(seconds / 60))
    hours = round(minutes / 60) if minutes > MOST_MINUTES else 0
    shown = {"minutes": minutes, "hours": hours}
    page = render(request, "429.html", shown, status=TOO_MANY)
    page["Retry-After"] = str(seconds)
    return page
