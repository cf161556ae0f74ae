"""Template tags of ranked play: queue strip, call to play, ranked hour, times in words."""

from datetime import timedelta
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.contact import push
from accounts.models import User
from accounts.ratings import ranks
from accounts.ratings.rating_parameters import ladder_of
from games import labels
from games.models import Game
from games.registry import GAMES
from matchmaking import queue_cache, ranked_hours
from matchmaking.models import Slot
from matchmaking.protocol import Offer, QueueFrame
from matchmaking.queues import ALL_QUEUES, DEFAULT, QUEUES

register = template.Library()

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
ROUGH = 5 * SECOND
# most names of attendees shown
NAMED = 8
# sentences that say why a user cannot queue
REASONS = {
    "no-show": gettext_lazy("You didn’t get to your last ranked table in time."),
    "declined": gettext_lazy("You left your last ranked table before the deal."),
    "abandoned": gettext_lazy("You left your last ranked game before it ended."),
}


@register.inclusion_tag("matchmaking/_strip.html", takes_context=True)
def queue_strip(context: Context, *, only_waiting: bool = False) -> dict[str, Any]:
    """Return the context of the queue strip; one query for registered users.

    With `only_waiting`, for the table of a casual game, it is shown only to waiting users.
    """
    user = context.get("user")
    if not may_rank(user):
        return {"shown": False}
    slot = Slot.objects.filter(player=user).select_related("game").defer("game__state").first()
    gathers = slot is not None and slot.game is not None and slot.game.status == Game.Status.OPEN
    waits = slot is not None and slot.state == Slot.State.WAITING
    if only_waiting and not waits:
        return {"shown": False}
    passed = timezone.now() - slot.enqueued_at if slot is not None else timedelta()
    return {
        "shown": True,
        "stage": "waiting" if waits else "found" if gathers else "",
        "since_ms": passed.total_seconds() * 1000,
        "seats": ALL_QUEUES[slot.queue if slot is not None else DEFAULT].seats,
        "game": slot.game_id if slot is not None and gathers else None,
        "place": "table" if context.get("seated") and not only_waiting else "page",
        "csrf_token": context.get("csrf_token"),
        "own": context.get("request") and context["request"].path == reverse("matchmaking:queue"),
    }


@register.simple_tag(takes_context=True)
def ranked_call(context: Context) -> dict[str, Any]:
    """Return the data of a call to play ranked, about the viewer's queue or the page's game.

    {"may": whether the viewer may play ranked, "waits": whether they wait in a queue, "queue":
    its name, "seats": of its tables, "card": see accounts.ratings.ranks.show_card, "prospects":
    points by place, "waiting", "online", "estimate_ms"}. Visitors and guests see a newcomer's
    prospects.
    """
    user = context.get("user")
    pk = getattr(user, "pk", 0) if may_rank(user) else 0
    waits = Slot.objects.filter(pk=pk, state=Slot.State.WAITING) if pk else Slot.objects.none()
    waiting = waits.values_list("queue", flat=True).first()
    about = waiting or str((context.get("about") or {}).get("slug", DEFAULT))
    queue = ALL_QUEUES.get(about, QUEUES[DEFAULT])
    status = queue_cache.load_status(queue.name)
    rank = ranks.rank_of(pk, queue.slug, queue.mode)
    return {
        "may": may_rank(user),
        "waits": waiting is not None,
        "queue": queue.slug,
        "seats": queue.seats,
        "card": ranks.show_card(rank, ladder_of(queue.slug)),
        "prospects": ranks.prospects_among_equals(rank, queue.seats),
        "waiting": status["waiting"] if status else 0,
        "online": status["online"] if status else 0,
        "estimate_ms": status["estimate_ms"] if status else None,
    }


@register.inclusion_tag("matchmaking/_hour.html", takes_context=True)
def ranked_hour(context: Context) -> dict[str, Any]:
    """Return the context of the running or next ranked hour of a page's game.

    Only "hour": None if none is announced. "reminded" is whether a browser of the viewer, who
    comes, receives the reminder. "names" are up to NAMED attendees, the viewer first;
    "more" is the number of further ones.
    """
    now = timezone.now()
    queue = str((context.get("about") or {}).get("slug", DEFAULT))
    hour = ranked_hours.soonest_hour(queue, now)
    if hour is None:
        return {"hour": None}
    user, occurrence = context.get("user"), hour.occurrence
    viewer = user if isinstance(user, User) and may_rank(user) else None
    comes = viewer is not None and ranked_hours.is_attending(viewer.pk, hour)
    others = dict(ranked_hours.list_attendees(hour))
    others.pop(viewer.pk if viewer is not None else 0, None)
    muted = (
        set(viewer.mutes.values_list("muted_id", flat=True))
        if viewer is not None and others
        else ()
    )
    names = [_("You")] if comes else []
    names += [name for user_id, name in others.items() if name and user_id not in muted]
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
        "reminded": comes and viewer is not None and push.is_subscribed(viewer),
        "count": count,
        "names": names[:NAMED],
        "more": count - len(names[:NAMED]),
        "may": viewer is not None,
        **{name: context.get(name) for name in ("user", "request", "csrf_token")},
    }


@register.simple_tag(takes_context=True)
def next_hour(context: Context) -> ranked_hours.Hour | None:
    """Return the running or next ranked hour of a page's game; of any game without one."""
    now = timezone.now()
    slug = (context.get("about") or context).get("slug")
    hours = ranked_hours.announced_hours(now)
    return next((hour for hour in hours if slug in (None, hour.queue)), None)


def may_rank(user: Any) -> bool:
    """Return whether this is a registered user."""
    return isinstance(user, User) and not user.is_guest


def stage_of(frame: QueueFrame | None) -> str:
    """Return the stage of a user from a frame, as in static/matchmaking/state.js."""
    if frame is None:
        return ""
    table = frame["table"]
    if frame["state"] != Slot.State.SEATED or table is None:
        return frame["state"]
    return "playing" if table["ready_by_ms"] is None else "found"


register.filter("queue_stage", stage_of)


# -------------------------------------------------------------------------------- words
@register.filter
def time_words(ms: float) -> str:
    """Return a time in minutes and seconds: 68000 becomes 1:08."""
    minutes, seconds = divmod(int(ms) // SECOND, 60)
    return f"{minutes}:{seconds:02}"


@register.filter
def rough_words(ms: float) -> str:
    """Return a rough time: 42000 becomes 40 s, 100000 becomes 2 min."""
    if ms >= 1.5 * MINUTE:
        return _("%(minutes)s\u00a0min") % {"minutes": int(ms / MINUTE + 0.5)}
    return _("%(seconds)s\u00a0s") % {
        "seconds": max(ROUGH, int(ms / ROUGH + 0.5) * ROUGH) // SECOND
    }


@register.filter
def left_words(ms: float) -> str:
    """Return a remaining time: 581000 becomes 9:41, 7100000 becomes 1 h 58 min."""
    rounded_up = -(-int(ms) // SECOND) * SECOND
    if rounded_up < HOUR:
        return time_words(rounded_up)
    return _("%(hours)s\u00a0h %(minutes)s\u00a0min") % {
        "hours": rounded_up // HOUR,
        "minutes": rounded_up % HOUR // MINUTE,
    }


@register.filter
def until_words(ms: float) -> str:
    """Return a time until an event: in 3 days, in 5 hours, in 1 h 20 min, in 9:41."""
    if ms >= 2 * DAY:
        days = int(ms // DAY)
        return ngettext("in %(count)s day", "in %(count)s days", days) % {"count": days}
    if ms >= 2 * HOUR:
        hours = int(ms // HOUR)
        return ngettext("in %(count)s hour", "in %(count)s hours", hours) % {"count": hours}
    return _("in %(time)s") % {"time": left_words(max(0, ms))}


@register.filter
def reason_words(reason: str) -> str:
    """Return the sentence of a cooldown's reason."""
    return str(REASONS.get(reason, ""))


@register.filter
def found_words(frame: QueueFrame) -> str:
    """Return how many players of a table are found, as in "2 of 4 found, 2 to go"."""
    found, seats = max(1, frame["found"]), frame["seats"]
    words = ngettext(
        "%(found)s of %(seats)s found, one to go",
        "%(found)s of %(seats)s found, %(more)s to go",
        seats - found,
    )
    return words % {"found": found, "seats": seats, "more": seats - found}


@register.filter
def offer_words(offer: Offer) -> str:
    """Return the sentence of an offered shared table."""
    names, others, ais = offer["with"], offer["others"], offer["ais"]
    count = len(names) + others
    players = labels.join_names([*names, *_unnamed(others, named=bool(names))])
    players = players[:1].upper() + players[1:]
    if not count:
        words = ngettext(
            "You and %(count)s AI player. The next player takes its seat.",
            "You and %(count)s AI players. The next player takes one of their seats.",
            ais,
        )
    elif offer["begun"]:
        words = ngettext(
            "%(who)s is already playing: take an AI player’s seat.",
            "%(who)s are already playing: take an AI player’s seat.",
            count,
        )
    elif ais:
        words = ngettext(
            "%(who)s, you and %(count)s AI player.", "%(who)s, you and %(count)s AI players.", ais
        )
    else:
        words = _("%(who)s and you.")
    return words % {"who": players, "count": ais}


def _unnamed(count: int, *, named: bool) -> list[str]:
    """Return the text for a number of unnamed players, alone or after names."""
    if not count:
        return []
    if named:
        words = ngettext("%(count)s more player", "%(count)s more players", count)
    else:
        words = ngettext("%(count)s player", "%(count)s players", count)
    return [words % {"count": count}]


@register.filter
def player_words(name: str) -> str:
    """Return the name of a player, or "A player" if it is hidden."""
    return name or _("A player")


@register.filter
def found_seats(frame: QueueFrame) -> list[bool]:
    """Return for each seat of the table whether its player is found."""
    return [index < max(1, frame["found"]) for index in range(frame["seats"])]


@register.filter
def crowd_words(frame: QueueFrame) -> str:
    """Return how many players wait, including the viewer, and how many are online.

    If only the viewer is online, the sentence invites to join instead.
    """
    waiting, waits = frame["waiting"], frame["state"] == Slot.State.WAITING
    online = _("%(count)s online") % {"count": frame["online"]} if frame["online"] > 1 else ""
    if waits and waiting < 2:
        words = _("no one else in the queue")
    elif waiting:
        words = ngettext("%(count)s in the queue", "%(count)s in the queue", waiting)
        words %= {"count": waiting}
    elif online:
        words = _("no one in the queue")
    else:
        words = _("No one is in the queue yet. Join, and the next player will find you.")
    words = ", ".join(filter(None, (words, online)))
    return words if waits and frame["estimate_ms"] else words[:1].upper() + words[1:]


@register.simple_tag
def ranked_rules(slug: str) -> tuple[str, str]:
    """Return how the ranked games of a queue are played, and what decides the rating."""
    queue, ranked = QUEUES[slug], GAMES[slug].ranked
    assert ranked is not None
    return str(ranked.words) % {**queue.ruleset, **queue.clock}, str(ranked.counts)
