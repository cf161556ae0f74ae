"""What browsers report of the content security policy: a log line for each distinct violation."""

import logging
from collections import OrderedDict
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts import limits

LARGEST_REPORT = 8192  # bytes
MOST_REMEMBERED = 200
LONGEST_NAME = 80
PAGES = {"http", "https", "ws", "wss"}

Violation = tuple[str, str, str]
log = logging.getLogger(__name__)
# of this process; the oldest are forgotten
_known: OrderedDict[Violation, None] = OrderedDict()


@csrf_exempt
@require_POST
def report(request: HttpRequest) -> HttpResponse:
    """Log what a browser did not load. 413 when it says too much, 429 when it does so too often.

    Nothing is stored: who reports is not known, and need not be.
    """
    if int(request.headers.get("Content-Length") or 0) > LARGEST_REPORT:
        return HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        limits.count("csp_reports", limits.address(request))
    except limits.TooMany:
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
    body = request.read(LARGEST_REPORT + 1)
    if len(body) > LARGEST_REPORT:
        return HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    for violation in violations(body):
        if violation not in _known:
            note(violation)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def note(violation: Violation) -> None:
    """Log a violation, once."""
    _known[violation] = None
    if len(_known) > MOST_REMEMBERED:
        _known.popitem(last=False)
    log.warning("csp: %s kept a browser from loading %s on %s", *violation)


def violations(body: bytes) -> list[Violation]:
    """Return what a body reports, in either form; nothing of a body that is no report."""
    try:
        sent = orjson.loads(body)
    except orjson.JSONDecodeError:
        return []
    if isinstance(sent, dict):
        found = [
            violation(sent.get("csp-report"), "violated-directive", "blocked-uri", "document-uri")
        ]
    elif isinstance(sent, list):
        found = [
            violation(each.get("body"), "effectiveDirective", "blockedURL", "documentURL")
            for each in sent
            if isinstance(each, dict) and each.get("type") == "csp-violation"
        ]
    else:
        found = []
    return [each for each in found if each is not None]


def violation(sent: Any, directive: str, blocked: str, document: str) -> Violation | None:
    """Return directive, origin of what was blocked and route of the page.

    None for what is no violation, or of an extension of the browser, which is not ours.
    """
    if not isinstance(sent, dict):
        return None
    origin = origin_of(text(sent.get(blocked)))
    if origin is None:
        return None
    return (
        text(sent.get(directive)).split(" ")[0] or "?",
        origin,
        route_of(text(sent.get(document))),
    )


def text(value: object) -> str:
    """Return a text of printable signs that is not too long."""
    given = value if isinstance(value, str) else ""
    return "".join(sign for sign in given if sign.isprintable())[:2048]


def origin_of(address: str) -> str | None:
    """Return scheme and host of what was blocked, or the word for it: inline, eval, data."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    if parts.scheme in PAGES:
        return f"{parts.scheme}://{parts.netloc}"[:LONGEST_NAME]
    word = (parts.scheme or parts.path)[:LONGEST_NAME]
    return None if "extension" in word else word or "?"


def route_of(address: str) -> str:
    """Return the route of a page: its address may hold a key."""
    try:
        return f"/{resolve(urlsplit(address).path).route}"
    except (Resolver404, ValueError):
        return "unknown address"


class ReportingEndpoint(MiddlewareMixin):
    """Names the address of the reports on every page, for `report-to` of the policy."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Add the header to pages."""
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers["Reporting-Endpoints"] = f'csp="{settings.CSP_REPORTS}"'
        return response
