"""The answer where a part of the site cannot do its work: 503, and when to try again."""

import sys
from functools import cache
from http import HTTPStatus

from django.contrib.sessions.exceptions import SessionInterrupted
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template import loader
from django.utils import translation
from django.utils.translation import gettext

from density import refusals
from games.table import availability

RETRY_SECONDS = 30


def failed(request: HttpRequest) -> HttpResponseBase:
    """Return the answer to a fault: 503 when a part of the site is unavailable, or else 500."""
    if _is_unavailable(request, sys.exception()):
        return unavailable(request)
    page = loader.get_template("500.html").render()
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Return the answer to a request that is none.

    Django takes every fault of the database while it saves a session for a session that is gone.
    """
    saving = exception.__context__ if isinstance(exception, SessionInterrupted) else None
    if saving is not None and _is_unavailable(request, saving.__context__):
        return unavailable(request)
    page: HttpResponseBase = refusals.bad_request(request, exception)
    return page


def unavailable(request: HttpRequest) -> HttpResponse:
    """Return the 503; it asks neither the database nor Redis."""
    if request.path.startswith(refusals.PREFIX):
        code = refusals.CODES[HTTPStatus.SERVICE_UNAVAILABLE]
        answer: HttpResponse = JsonResponse(
            {"code": code, "detail": gettext("Density Deck isn't available right now")}
        )
    else:
        answer = HttpResponse(_page(translation.get_language()))
    answer.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    answer["Retry-After"] = str(RETRY_SECONDS)
    answer["Cache-Control"] = "no-store"
    return answer


def _is_unavailable(request: HttpRequest, fault: BaseException | None) -> bool:
    what = f"{request.method} {request.path} is answered 503, and nothing of it is saved"
    return availability.report(fault, what) is not None


@cache
def _page(language: str | None) -> bytes:
    page: str = loader.get_template("unavailable.html").render()
    return page.encode()
