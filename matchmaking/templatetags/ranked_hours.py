"""The next ranked hour on the first page and on that of the queue."""

from typing import Any

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from matchmaking import ranked_hours
from matchmaking.queues import DEFAULT
from matchmaking.templatetags.ranked import HOUR, left_words, may_rank

register = template.Library()

DAY = 24 * HOUR
# so many are named
NAMED = 8


@register.inclusion_tag("matchmaking/_hour.html", takes_context=True)
def ranked_hour(context: Context) -> dict[str, Any]:
    """Return what a page says of the ranked hour of its game that runs, or of the next one.

    Nothing but "hour" None where none is announced. "names" are those of who comes, at most NAMED,
    the viewer's own first; "more" how many come besides.
    """
    now = timezone.now()
    queue = str((context.get("about") or {}).get("slug", DEFAULT))
    hour = ranked_hours.soonest(queue, now)
    if hour is None:
        return {"hour": None}
    user, occurrence = context.get("user"), hour.occurrence
    own = user if isinstance(user, User) and may_rank(user) else None
    comes = own is not None and ranked_hours.comes(own.pk, hour)
    others = [
        each for each in ranked_hours.attendees(hour) if own is None or each.user_id != own.pk
    ]
    muted = set(own.mutes.values_list("muted_id", flat=True)) if own is not None and others else ()
    names = [_("You")] if comes else []
    names += [each.name for each in others if each.named and each.user_id not in muted]
    count = len(others) + comes
    return {
        "hour": hour,
        "date": occurrence.date.isoformat(),
        "starts": occurrence.starts,
        "ends": occurrence.ends,
        "runs": occurrence.is_running(now),
        "starts_ms": round((occurrence.starts - now).total_seconds() * 1000),
        "ends_ms": round((occurrence.ends - now).total_seconds() * 1000),
        "comes": comes,
        "count": count,
        "names": names[:NAMED],
        "more": count - len(names[:NAMED]),
        "may": own is not None,
        **{name: context.get(name) for name in ("user", "request", "csrf_token")},
    }


@register.filter
def until_words(ms: float) -> str:
    """Return how long it is until then: in 3 days, in 5 hours, in 1 h 20 min, in 9:41."""
    if ms >= 2 * DAY:
        days = int(ms // DAY)
        return ngettext("in %(count)s day", "in %(count)s days", days) % {"count": days}
    if ms >= 2 * HOUR:
        hours = int(ms // HOUR)
        return ngettext("in %(count)s hour", "in %(count)s hours", hours) % {"count": hours}
    return _("in %(time)s") % {"time": left_words(max(0, ms))}
