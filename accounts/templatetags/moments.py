"""Moments on pages, in the zone of the reader."""

from datetime import UTC, date, datetime

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts import zones

register = template.Library()


@register.filter
def moment(at: datetime | None, style: str) -> SafeString:
    """Return the element of a moment; `style` is one of accounts.zones.STYLES. "" for None.

    density/zone.js says it again where the zone was not known.
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
    """Return the element of a day that begins at midnight UTC for everyone."""
    words = f"{formats.date_format(day)} UTC"
    return format_html('<time datetime="{}">{}</time>', day.isoformat(), words)


@register.simple_tag
def readers_zone() -> str:
    """Return the name of the zone that this page is in; "" where the reader's is not known."""
    return timezone.get_current_timezone_name() if zones.is_known() else ""
