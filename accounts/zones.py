"""The reader's time zone, from a cookie that the browser sets, and the formatting of moments.

Without the cookie, moments are in UTC and say so. The admin pages always use UTC.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import formats, timezone
from django.utils.deprecation import MiddlewareMixin

COOKIE = "zone"
ADMIN = "/admin/"
LONGEST = 64  # of a zone's name
# files in the folder of time zones that are not zones
NO_PLACES = {"Factory", "localtime", "posixrules"}
# the date formats (Django's and those of density/formats) of each style
STYLES = {
    "date": ("DATE_FORMAT",),
    "datetime": ("DATETIME_FORMAT",),
    "month": ("YEAR_MONTH_FORMAT",),
    "time": ("TIME_FORMAT",),
    "weekday": ("l", "MONTH_DAY_FORMAT", "TIME_FORMAT"),
}


class ReadersZone(MiddlewareMixin):
    """Activates the reader's time zone."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the zone for this request: for rendered moments and for days in its query."""
        zone = zone_named(request.COOKIES.get(COOKIE, ""))
        if zone is None or request.path.startswith(ADMIN):
            timezone.deactivate()
        else:
            timezone.activate(zone)

    def process_response(
        self, _request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Deactivate the zone."""
        timezone.deactivate()
        return response


def zone_named(name: str) -> ZoneInfo | None:
    """Return the zone with this IANA name; None if this machine does not know it."""
    if not name or len(name) > LONGEST or name in NO_PLACES:
        return None
    try:
        # a separate object, so that is_known() can tell UTC from the default zone
        return ZoneInfo.no_cache(name) if name == "UTC" else ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return None


def is_known() -> bool:
    """Return whether the reader's zone is known."""
    return timezone.get_current_timezone() is not timezone.get_default_timezone()


def format_moment(at: datetime, style: str) -> str:
    """Return a moment in the reader's language and zone; without a zone, in UTC and marked so."""
    local = timezone.localtime(at)
    text = ", ".join(formats.date_format(local, name) for name in STYLES[style])
    return text if is_known() or style == "month" else f"{text} UTC"
