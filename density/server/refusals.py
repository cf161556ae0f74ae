"""Error responses: JSON with a `code` under /api/ (docs/API.md), otherwise pages."""

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from inspect import unwrap
from typing import Any
from urllib.parse import urlsplit

from django.contrib.sessions.exceptions import SessionInterrupted
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    JsonResponse,
    UnreadablePostError,
)
from django.shortcuts import render
from django.template import loader
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext
from django.views import defaults
from rest_framework import exceptions
from rest_framework.parsers import BaseParser
from rest_framework.response import Response

from density.platform import availability, limits, metrics
from density.platform.problems import PROBLEM_JSON, VERSIONED, write_problem

PREFIX = "/api/"
CSRF = "csrf"
RETRY_SECONDS = 30
# headers of an error page that its JSON has, too
KEPT_HEADERS = ("Allow", "Retry-After", "Cache-Control", "Vary", "WWW-Authenticate")
CODES: Mapping[int, str] = {
    HTTPStatus.BAD_REQUEST: "malformed",
    HTTPStatus.UNAUTHORIZED: "signed-out",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.NOT_FOUND: "no-such-address",
    HTTPStatus.METHOD_NOT_ALLOWED: "method-not-allowed",
    HTTPStatus.NOT_ACCEPTABLE: "not-acceptable",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "malformed",
    HTTPStatus.TOO_MANY_REQUESTS: "too-often",
    HTTPStatus.INTERNAL_SERVER_ERROR: "fault",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
}


def handle_exception(fault: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an exception of an API view; None for a bug, which is logged.

    Adds `code` to the framework's `detail`.
    """
    if isinstance(fault, limits.TooMany):
        too_often = Response({"code": CODES[limits.TOO_MANY]}, limits.TOO_MANY)
        too_often["Retry-After"] = str(fault.seconds)
        return too_often
    from rest_framework.views import exception_handler  # noqa: PLC0415 - loads this module

    response = exception_handler(fault, context)
    if response is not None:
        details = response.data if isinstance(response.data, dict) else {}
        response.data = {"code": _code(fault, response.status_code), **details}
    return response


def _code(fault: Exception, status: int) -> str:
    if isinstance(fault, exceptions.NotAuthenticated):
        return "signed-out"
    if isinstance(fault, exceptions.PermissionDenied) and "CSRF" in str(fault.detail):
        return CSRF
    return CODES.get(status, "malformed")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Return the response to a form or API request without a valid CSRF token.

    A form of this site can be sent again: usually a login or logout in another tab has replaced the
    token. Context: fields, [(name, value)], or None if it cannot; back, the page of the form.
    """
    if request.path.startswith(PREFIX):
        return JsonResponse({"code": CSRF}, status=HTTPStatus.FORBIDDEN)
    origin = f"{request.scheme}://{request.get_host()}"
    try:
        referer = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # malformed header
        referer = urlsplit("")
    back = referer._replace(scheme="", netloc="").geturl()
    context = {
        "fields": _fields(request) if request.headers.get("Origin") == origin else None,
        "back": back if f"{referer.scheme}://{referer.netloc}" == origin else "/",
    }
    return render(request, "403_csrf.html", context, status=HTTPStatus.FORBIDDEN)


def _fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the fields of a form for sending it again; None if it has a password."""
    with suppress(UnreadablePostError):
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
        if not any("password" in name for name, _value in fields):
            return [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
    return None


# Django's views without the CSRF decorator: it would read the form again and fail if the form
# cannot be read, which may be the very error. The views change nothing, and forms on their pages
# still get a token.
_bad_request = unwrap(defaults.bad_request)
forbidden = unwrap(defaults.permission_denied)
not_found = unwrap(defaults.page_not_found)


def show_failure(request: HttpRequest) -> HttpResponseBase:
    """Return the response to an exception: 503 for an outage, otherwise 500."""
    if _is_unavailable(request, sys.exception()):
        return show_unavailable(request)
    page = loader.get_template("500.html").render()
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Return the response to a bad request, or 503 if an outage is behind it.

    Django reports every database error while saving a session as a deleted session.
    """
    saving = exception.__context__ if isinstance(exception, SessionInterrupted) else None
    if saving is not None and _is_unavailable(request, saving.__context__):
        return show_unavailable(request)
    page: HttpResponseBase = _bad_request(request, exception)
    return page


def show_unavailable(request: HttpRequest) -> HttpResponse:
    """Return a 503 response without using the database or Redis."""
    if request.path.startswith(PREFIX):
        code = CODES[HTTPStatus.SERVICE_UNAVAILABLE]
        answer: HttpResponse = JsonResponse(
            {"code": code, "detail": gettext("Density Deck isn’t available right now")}
        )
    else:
        answer = HttpResponse(_unavailable_page(translation.get_language()))
    answer.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    answer["Retry-After"] = str(RETRY_SECONDS)
    answer["Cache-Control"] = "no-store"
    return answer


def _is_unavailable(request: HttpRequest, fault: BaseException | None) -> bool:
    consequence = f"{request.method} {request.path} is answered 503, and nothing of it is saved"
    return availability.report_outage(fault, consequence) is not None


@cache
def _unavailable_page(language: str | None) -> bytes:
    page: str = loader.get_template("unavailable.html").render()
    return page.encode()


class NoBodyParser(BaseParser):
    """Leaves the body unread: API views that need one read it themselves (games.live.inbox).

    With another parser the CSRF check would read it first, looking for the token of a form.
    """

    media_type = "*/*"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Return no fields."""
        return {}


class ErrorResponses(MiddlewareMixin):
    """Replaces error pages under /api/ with JSON, such as for unknown URLs and bugs.

    Elsewhere it adds a page to the empty response to a wrong method, which a login after an
    interrupted form leads to.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response or, for an error page, a refusal as JSON or a problem document."""
        failed = response.status_code >= HTTPStatus.BAD_REQUEST
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        is_page = not request.path.startswith(PREFIX)
        if is_page and isinstance(response, HttpResponseNotAllowed):
            response.content = loader.get_template("405.html").render()
            response.headers["Content-Length"] = str(len(response.content))
        if not failed or is_page:
            return response
        refusal = {"code": CODES.get(response.status_code, "malformed")}
        if is_json and isinstance(response, HttpResponse):
            refusal |= json.loads(response.content)
        metrics.count_event("refusals", refusal["code"], "api")
        is_versioned = request.path.startswith(VERSIONED)
        if is_json and not is_versioned:
            return response
        answer: HttpResponse = JsonResponse(refusal, status=response.status_code)
        if is_versioned:
            text = write_problem(refusal["code"], answer.status_code, refusal.get("detail", ""))
            answer = HttpResponse(text, PROBLEM_JSON, answer.status_code)
        for name, value in response.headers.items():
            if name in KEPT_HEADERS or name.startswith("RateLimit-"):
                answer.headers[name] = value
        return answer
