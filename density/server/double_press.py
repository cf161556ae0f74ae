"""Makes the second press of a button harmless: a form that is sent twice is done once.

Two requests that both look for a row before they insert it are covered, too: the later one, which
the database refuses, looks again and then finds the row of the other one.
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
# seconds that an answer is kept for another press on the same page
KEPT = 15
# seconds that a second press waits for the first, after which that one counts as lost, and between
# two looks at it
PATIENCE, LOST, LOOK = 10, 30, 0.03
# how often a page looks again whose insert was refused
LOOKS = 3

log = logging.getLogger(__name__)


class DoublePress:
    """Answers an equal form of the same browser like the first one, where that was a redirect.

    Equal forms have the same address and the same body, which on every page has a token of its
    own. A form without a token, as programs send it, and every form without Redis is done.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request; the second of two equal ones once the first is answered."""
        press = press_of(request)
        if press is None:
            return self.get_response(request)
        lock = redis_connection().lock(
            f"{press}:lock", timeout=LOST, sleep=LOOK, blocking_timeout=PATIENCE
        )
        try:
            lock.acquire()
            known, answer = caches["shared"].get(press, ((), None))
        except RedisError as fault:
            log.warning("redis unavailable (%r): equal forms are not held back", fault)
            return self.get_response(request)
        try:
            own = cookies_of(request)
            if answer is None or not all(map(operator.contains, zip(*known, strict=True), own)):
                answer = self.get_response(request)
                keep_answer(press, own, answer)
            kept: HttpResponseBase = answer
            return kept
        finally:
            with suppress(RedisError, LockError):  # it was never held, or is lost
                lock.release()

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponseBase | None:
        """Call a page again when another request was faster to insert what both looked for.

        Return None for every other exception, and where the database refuses again.
        """
        match = request.resolver_match
        if not isinstance(fault, IntegrityError) or request.method != "POST" or match is None:
            return None
        log.info("concurrent insert (%s): the page looks again", fault)
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
    """Return the name that equal forms share; None of a form without a token."""
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
    """Keep a redirect for another press of a browser, known by its cookies before or after it."""
    if not 300 <= answer.status_code < 400:
        return
    given = [answer.cookies.get(name) for name in COOKIES]
    after = [old if new is None else new.value for old, new in zip(before, given, strict=True)]
    with suppress(RedisError):
        caches["shared"].set(press, ([before, after], answer), KEPT)


def cookies_of(request: HttpRequest) -> list[str]:
    """Return the cookies by which a browser is known: before and after a login they differ."""
    return [request.COOKIES.get(name, "") for name in COOKIES]
