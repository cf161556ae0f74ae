"""Logs browsers' reports of violations of the content security policy."""

import logging

import orjson
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from density.platform import limits

FIELDS = ("violated-directive", "blocked-uri", "document-uri")
log = logging.getLogger(__name__)


@csrf_exempt
@require_POST
def log_report(request: HttpRequest) -> HttpResponse:
    """Log one violation: directive, blocked URL, page. 429 for a network that sends too many."""
    try:
        limits.count_use("csp_reports", limits.client_network(request))
        report = orjson.loads(request.body)["csp-report"]
        parts = [ascii(report[name].partition("?")[0][:200]) for name in FIELDS]
    except limits.TooMany:
        return HttpResponse(status=429)
    except (ValueError, LookupError, TypeError, AttributeError):
        return HttpResponse(status=400)
    if "extension:" not in parts[1]:  # ignore browser extensions
        log.warning("csp: %s kept a browser from loading %s on %s", *parts)
    return HttpResponse(status=204)
