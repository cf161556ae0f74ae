"""The time zone of a reader, which the browser gives in a cookie, and moments in its words.

Without the cookie moments are in UTC and say so. The admin pages always are.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import formats, timezone
from django.utils.deprecation import MiddlewareMixin

COOKIE = "zone"
ADMIN = "/admin/"
LONGEST = 64  # of a zone's name
# files among those of the zones that are none
NO_PLACES = {"Factory", "localtime", "posixrules"}
# how much of a moment is said: formats of density/formats
STYLES = {
    "date": ("DATE_FORMAT",),
    "datetime": ("DATETIME_FORMAT",),
    "month": ("YEAR_MONTH_FORMAT",),
    "time": ("TIME_FORMAT",),
    "weekday": ("l", "MONTH_DAY_FORMAT", "TIME_FORMAT"),
}


class ReadersZone(MiddlewareMixin):
    """Answers in the zone of the reader."""

    def process_request(self, request: HttpRequest) -> None:
        """Choose the zone of everything that this request renders, and of the days it asks for."""
        zone = zone_named(request.COOKIES.get(COOKIE, ""))
        if zone is None or request.path.startswith(ADMIN):
            timezone.deactivate()
        else:
            timezone.activate(zone)

    def process_response(
        self, _request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Leave no zone behind."""
        timezone.deactivate()
        return response


def zone_named(name: str) -> ZoneInfo | None:
    """Return the zone of an IANA name; None for a name that this machine does not know."""
    if not name or len(name) > LONGEST or name in NO_PLACES:
        return None
    try:
        # a reader in UTC has a zone of its own, which is not that of readers who gave none
        return ZoneInfo.no_cache(name) if name == "UTC" else ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return None


def is_known() -> bool:
    """Return whether the reader's zone is known."""
    return timezone.get_current_timezone() is not timezone.get_default_timezone()


def format_moment(at: datetime, style: str) -> str:
    """Return a moment in the reader's language and zone; in UTC, which it says, without one."""
    local = timezone.localtime(at)
    text = ", ".join(formats.date_format(local, each) for each in STYLES[style])
    return text if is_known() or style == "month" else f"{text} UTC"
