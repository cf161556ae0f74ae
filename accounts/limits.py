"""How often one may do what costs the house something, counted where all processes see it."""

import ipaddress
import logging

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from redis import RedisError

TOO_MANY = 429
IPV6_HOME = 64

log = logging.getLogger(__name__)


class TooMany(Exception):
    """Somebody did something too often; they may again after so many seconds at most."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def count(what: str, who: object) -> None:
    """Note that `who` does this once more; settings.LIMITS says how often in how many seconds.

    Raises TooMany beyond that. Nobody is counted when Redis is away.
    """
    most, seconds = settings.LIMITS[what]
    key, cache = f"{what}:{who}", caches["shared"]
    try:
        cache.add(key, 0, seconds)
        times = cache.incr(key)
    except ValueError:  # it expired between the two
        return
    except RedisError as fault:
        log.warning("%s of %s are not counted: %r", what, who, fault)
        return
    if most and times > most:
        raise TooMany(seconds)


def address(request: HttpRequest) -> str:
    """Where a request comes from: an IPv4 address, or the home network of an IPv6 address.

    Behind a proxy that speaks TLS it is the address that the proxy has seen.
    """
    told = request.META.get("REMOTE_ADDR", "")
    if settings.HTTPS:
        told = request.headers.get("X-Forwarded-For", told).rpartition(",")[2].strip()
    try:
        found = ipaddress.ip_address(told)
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        # what a socket that listens for both calls an IPv4 address
        found = found.ipv4_mapped
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, IPV6_HOME), strict=False))


class TooManyPage(MiddlewareMixin):
    """Answers TooMany with a page that says so."""

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """The page for TooMany; everything else is somebody else's."""
        if not isinstance(fault, TooMany):
            return None
        page = render(request, "429.html", {"minutes": fault.seconds // 60}, status=TOO_MANY)
        page["Retry-After"] = str(fault.seconds)
        return page
