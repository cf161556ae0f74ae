"""Refusals: of the API as JSON with a `code` (docs/PROTOCOL.md), else as pages; outages as 503."""

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
from rest_framework.views import exception_handler

from density.platform import availability, limits, metrics

PREFIX = "/api/"
CSRF = "csrf"
RETRY_SECONDS = 30
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
    """Return the answer to an exception of an API view; None for a fault, which is logged.

    `detail`, the sentence of the framework, stays beside the `code`.
    """
    if isinstance(fault, limits.TooMany):
        answer = Response({"code": CODES[limits.TOO_MANY]}, limits.TOO_MANY)
        answer["Retry-After"] = str(fault.seconds)
        return answer
    refused = exception_handler(fault, context)
    if refused is not None:
        details = refused.data if isinstance(refused.data, dict) else {}
        refused.data = {"code": _code(fault, refused.status_code), **details}
    return refused


def _code(fault: Exception, status: int) -> str:
    if isinstance(fault, exceptions.NotAuthenticated):
        return "signed-out"
    if isinstance(fault, exceptions.PermissionDenied) and "CSRF" in str(fault.detail):
        return CSRF
    return CODES.get(status, "malformed")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Return the answer to a form or request without a token that fits.

    A form of this site is offered once more: its page is older than a login or logout in another
    tab. Context: fields, [(name, value)] or None where it is not offered; back, the form's page.
    """
    if request.path.startswith(PREFIX):
        return JsonResponse({"code": CSRF}, status=HTTPStatus.FORBIDDEN)
    own = f"{request.scheme}://{request.get_host()}"
    try:
        before = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # a client's own words
        before = urlsplit("")
    back = before._replace(scheme="", netloc="").geturl()
    context = {
        "fields": _fields(request) if request.headers.get("Origin") == own else None,
        "back": back if f"{before.scheme}://{before.netloc}" == own else "/",
    }
    return render(request, "403_csrf.html", context, status=HTTPStatus.FORBIDDEN)


def _fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return what a form has sent, to be sent again; None of one with a password."""
    with suppress(UnreadablePostError):
        sent = [(name, value) for name, values in request.POST.lists() for value in values]
        if not any("password" in name for name, _value in sent):
            return [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"]
    return None


# Django's own pages without its look at the token: that reads the form again, and a form that
# cannot be read, which may be why the page is made, would be a fault. Nothing is done for the form,
# and a form of the page gets its token as everywhere.
_bad_request = unwrap(defaults.bad_request)
forbidden = unwrap(defaults.permission_denied)
not_found = unwrap(defaults.page_not_found)


def show_failure(request: HttpRequest) -> HttpResponseBase:
    """Return the answer to a fault: 503 when a part of the site is unavailable, or else 500."""
    if _is_unavailable(request, sys.exception()):
        return show_unavailable(request)
    page = loader.get_template("500.html").render()
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Return the answer to a request that is none.

    Django takes every fault of the database while it saves a session for a session that is gone.
    """
    saving = exception.__context__ if isinstance(exception, SessionInterrupted) else None
    if saving is not None and _is_unavailable(request, saving.__context__):
        return show_unavailable(request)
    page: HttpResponseBase = _bad_request(request, exception)
    return page


def show_unavailable(request: HttpRequest) -> HttpResponse:
    """Return the 503; it asks neither the database nor Redis."""
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
    what = f"{request.method} {request.path} is answered 503, and nothing of it is saved"
    return availability.report_outage(fault, what) is not None


@cache
def _unavailable_page(language: str | None) -> bytes:
    page: str = loader.get_template("unavailable.html").render()
    return page.encode()


class NoBodyParser(BaseParser):
    """Leaves a body as it came: a view of the API that wants one reads it (games.live.inbox).

    Otherwise the CSRF check reads it first, looking for the token of a form.
    """

    media_type = "*/*"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """No fields."""
        return {}


class RefusalsOfTheApi(MiddlewareMixin):
    """Gives every refusal under /api/ a code in place of a page: unknown addresses, faults."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, or one with a code that has its status and headers."""
        failed = response.status_code >= HTTPStatus.BAD_REQUEST
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        if not failed or not request.path.startswith(PREFIX):
            return response
        code = CODES.get(response.status_code, "malformed")
        if is_json:
            metrics.count_event("refusals", getattr(response, "data", {}).get("code", code), "api")
            return response
        metrics.count_event("refusals", code, "api")
        answer = JsonResponse({"code": code}, status=response.status_code)
        for name in ("Allow", "Retry-After", "Cache-Control", "Vary"):
            if name in response.headers:
                answer.headers[name] = response.headers[name]
        return answer
