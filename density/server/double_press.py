"""Makes the second press of a button harmless: a form that is sent twice is processed once.

Also handles two requests that check for a row before they insert it: the later one, which fails
with IntegrityError, is repeated and then finds the row.
"""

import logging
import operator
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256

from django.conf import settings
from django.core.cache import caches
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponseBase, UnreadablePostError
from redis import RedisError
from redis.exceptions import LockError

from density.platform import limits
from density.platform.redis import redis_connection

COOKIES = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
FORM, TOKEN = "application/x-www-form-urlencoded", b"csrfmiddlewaretoken="
# seconds for which a response is kept for another press on the same page
KEPT = 15
# seconds: how long a second press waits for the first, when the first counts as lost, and the time
# between two checks
PATIENCE, LOST, LOOK = 10, 30, 0.03
# how often a view is repeated after an IntegrityError
LOOKS = 3

log = logging.getLogger(__name__)


class DoublePress:
    """Answers a repeated form of the same browser like the first, if that was a redirect.

    Repeated forms have the same URL and body, which includes a CSRF token that differs from page to
    page. Forms without a token, and all forms while Redis is down, are processed normally.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request; a repeated form waits until the first is answered."""
        press = press_of(request)
        if press is None:
            return self.get_response(request)
        lock = redis_connection().lock(
            f"{press}:lock", timeout=LOST, sleep=LOOK, blocking_timeout=PATIENCE
        )
        try:
            lock.acquire()
            known_cookies, answer = caches["shared"].get(press, ((), None))
        except RedisError as fault:
            log.warning("redis unavailable (%r): duplicate forms are not blocked", fault)
            return self.get_response(request)
        try:
            cookies = cookies_of(request)
            if answer is None or not all(
                map(operator.contains, zip(*known_cookies, strict=True), cookies)
            ):
                answer = self.get_response(request)
                keep_answer(press, cookies, answer)
            response: HttpResponseBase = answer
            return response
        finally:
            with suppress(RedisError, LockError):  # never acquired, or expired
                lock.release()

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponseBase | None:
        """Repeat a view that failed because a concurrent request inserted the same row.

        Return None for every other exception, and when it fails again.
        """
        match = request.resolver_match
        if not isinstance(fault, IntegrityError) or request.method != "POST" or match is None:
            return None
        log.info("concurrent insert (%s): the page is called again", fault)
        for _ in range(LOOKS):
            try:
                page: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
            except limits.TooMany as too_many:
                return limits.too_many(request, too_many)
            except IntegrityError:
                continue
            return page
        return None


def press_of(request: HttpRequest) -> str | None:
    """Return the cache key that repeated forms share; None for a form without a token."""
    if request.method != "POST" or request.content_type != FORM:
        return None
    try:
        body = request.body
    except UnreadablePostError:
        return None
    if TOKEN not in body:
        return None
    return "press:" + sha256(request.get_full_path().encode() + b"\0" + body).hexdigest()


def keep_answer(press: str, before: list[str], answer: HttpResponseBase) -> None:
    """Cache a redirect for a repeated form with the cookies before or after the response."""
    if not 300 <= answer.status_code < 400:
        return
    new_cookies = [answer.cookies.get(name) for name in COOKIES]
    after = [
        old if new is None else new.value for old, new in zip(before, new_cookies, strict=True)
    ]
    with suppress(RedisError):
        caches["shared"].set(press, ([before, after], answer), KEPT)


def cookies_of(request: HttpRequest) -> list[str]:
    """Return the cookies that identify a browser; a login changes them."""
    return [request.COOKIES.get(name, "") for name in COOKIES]
