"""Template tags of dates and times in the reader's time zone."""

from datetime import UTC, date, datetime

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts import zones

register = template.Library()


@register.filter
def moment(at: datetime | None, style: str) -> SafeString:
    """Return the <time> element of a moment in a style of accounts.zones.STYLES; "" for None.

    If the zone is not known yet, density/zone.js replaces its text.
    """
    if at is None:
        return SafeString()
    return format_html(
        '<time datetime="{}" data-moment="{}">{}</time>',
        f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        style,
        zones.format_moment(at, style),
    )


@register.filter
def utc_day(day: date) -> SafeString:
    """Return the <time> element of a UTC day."""
    words = f"{formats.date_format(day)} UTC"
    return format_html('<time datetime="{}">{}</time>', day.isoformat(), words)


@register.filter
def utc_month(day: date) -> str:
    """Return the month of a UTC day, which is the same in every time zone of a reader."""
    return formats.date_format(day, "YEAR_MONTH_FORMAT")


@register.simple_tag
def readers_zone() -> str:
    """Return the name of the reader's time zone; "" if it is not known."""
    return timezone.get_current_timezone_name() if zones.is_known() else ""
