"""The part of the home page for players who come back: what is new, and what to do today.

Each part can be hidden. The user's row remembers the hidden parts and the end of the last visit.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Follow, Mute, RatingEvent, User
from games import labels
from games.analysis.costliest import Reviewed, find_costliest, find_reviewed
from games.engine.contract import Json
from games.game_type import Words
from games.history_rows import HistoryRow
from games.lobby import friends
from games.models import Challenge, Result
from games.players import goals
from games.registry import GAMES

PARTS: dict[str, Words] = {
    "news": _("New since your last visit"),
    "puzzle": _("Puzzle of the day"),
    "decision": _("Your costliest decision"),
    "goals": _("Your next goals"),
    "people": _("Players you know"),
}
# a visit ends after this time without a view, which is saved at most once in REST
VISIT, REST = timedelta(hours=1), timedelta(minutes=1)
# the most players who are named as online, and as new followers or challengers
MOST_ONLINE, MOST_NAMED = 3, 3
# changes of the site, newest first: the day, a sentence, and the URL name of a page
SITE_NEWS: tuple[tuple[date, Words, str], ...] = (
    (
        date(2026, 11, 27),
        _("Leaderboards now show a chart of all ratings with your own place."),
        "leaderboards",
    ),
    (date(2026, 11, 26), _("There are new puzzles in five themes."), "games:learn"),
)


# ------------------------------------------------------------------------------- the visit
def record_visit(user: User, now: datetime) -> datetime | None:
    """Record a view of the home page; return the end of the visit before this one, if known."""
    seen, before = (_read_time(user.home.get(name)) for name in ("seen", "before"))
    if seen is not None and now - seen < REST:
        return before
    before = seen if seen is not None and now - seen >= VISIT else before
    user.home = {
        **user.home,
        "seen": now.isoformat(),
        "before": None if before is None else before.isoformat(),
    }
    user.save(update_fields=("home",))
    return before


def hide_part(user: User, part: str, *, hide: bool) -> None:
    """Hide a part of the home page, or show it again."""
    others = {*user.home.get("hidden", ())} - {part}
    user.home = {**user.home, "hidden": sorted(others | {part} if hide else others)}
    user.save(update_fields=("home",))


def _read_time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


# ------------------------------------------------------------------------------- the parts
def read_today(
    user: User, results: Sequence[Result], rows: Sequence[HistoryRow], slug: str, now: datetime
) -> Json:
    """Return the context of templates/games/_today.html, from the user's newest results.

    `rows` describe these results. {"shown": parts, "choices": (part, name, whether it is shown),
    and the content of the shown parts: "news": [{"words", "url"}], "decision", "goals", "people";
    "parts": how many panels they fill}. Hidden parts ask the database nothing.
    """
    since = record_visit(user, now)
    hidden = user.home.get("hidden", ())
    offered = [part for part in PARTS if part != "people" or not user.is_guest]
    offered = [part for part in offered if part != "puzzle" or GAMES[slug].puzzle is not None]
    shown = [part for part in offered if part not in hidden]
    reviewable = [result for result in results if GAMES[result.slug].reviewer is not None]
    reviewed = find_reviewed(reviewable) if {"news", "decision"} & {*shown} else None
    context: Json = {
        "shown": shown,
        "choices": [(part, PARTS[part], part in shown) for part in offered],
    }
    if "news" in shown:
        context["news"] = [] if since is None else _list_news(user, since, reviewed, rows)
    if "decision" in shown:
        context["decision"] = _describe_decision(reviewable, reviewed, rows)
    if "goals" in shown:
        context["goals"] = goals.choose_next(goals.read_goals(user, slug))
    if "people" in shown:
        context["people"] = friends.list_online(user, [result.game_id for result in results])
        context["more"] = max(0, len(context["people"]) - MOST_ONLINE)
        context["people"] = context["people"][:MOST_ONLINE]
    panels = [bool(context.get(part)) for part in ("decision", "goals", "people")]
    context["parts"] = sum(panels) + ("puzzle" in shown)
    return context


def _describe_decision(
    results: Sequence[Result], reviewed: Reviewed | None, rows: Sequence[HistoryRow]
) -> Json | None:
    """Return the costliest decision in the last reviewed game, or else the last game.

    {"names": opponents, "at", "url": where the coach shows it, "part": the match, "cost": percent
    of a win, "complete": whether every match is reviewed, so that the choice can be asked again}.
    Without a decision, "part" is "". None without games.
    """
    result = reviewed.result if reviewed is not None else next(iter(results), None)
    if result is None:
        return None
    found = find_costliest(result) if reviewed is not None else None
    replay = reverse("games:replay", args=(result.game_id,))
    complete = reviewed is not None and reviewed.complete
    moment = "" if found is None else f"&match={found.match}&step={found.step}"
    asks = "&learn=1" if complete else ""
    return {
        "names": _opponents_of(result, rows),
        "at": result.finished_at,
        "url": f"{replay}?view={result.seat}{moment}{asks}",
        "part": "" if found is None else str(GAMES[result.slug].part) % {"match": found.match},
        "cost": 0 if found is None else max(1, round(100 * found.cost)),
        "complete": complete,
    }


def _opponents_of(result: Result, rows: Sequence[HistoryRow]) -> str:
    return next(labels.join_names(row["sitters"]) for row in rows if row["id"] == result.game_id)


# ------------------------------------------------------------------------------- what is new
def _list_news(
    user: User, since: datetime, reviewed: Reviewed | None, rows: Sequence[HistoryRow]
) -> list[Json]:
    """Return what happened since a time, each with a sentence and the URL of a page."""
    news = _list_rating_changes(user, since)
    if reviewed is not None and reviewed.complete and reviewed.at > since:
        names = {"names": _opponents_of(reviewed.result, rows)}
        news.append(
            {
                "words": say("The coach has reviewed your game with %(names)s.") % names,
                "url": reverse("games:replay", args=(reviewed.result.game_id,))
                + f"?view={reviewed.result.seat}",
            }
        )
    if not user.is_guest:
        news += [*_list_followers(user, since), *_list_challenges(user, since)]
    news += [
        {"words": words, "url": reverse(page)}
        for day, words, page in SITE_NEWS
        if day > since.date()
    ][:1]
    return news


def _list_rating_changes(user: User, since: datetime) -> list[Json]:
    events = RatingEvent.objects.filter(user=user, at__gt=since, slug__in=GAMES).order_by("at")
    changes: dict[str, tuple[int, int]] = {}
    for slug, before, after in events.values_list("slug", "rating_before", "rating_after"):
        changes[slug] = (changes.get(slug, (before, after))[0], after)
    return [
        {
            "words": say("Your rating in %(game)s went from %(before)s to %(after)s.")
            % {"game": GAMES[slug].title, "before": before, "after": after},
            "url": reverse("games:player", args=(user.name,)) + f"?game={slug}",
        }
        for slug, (before, after) in changes.items()
        if before != after
    ]


def _list_followers(user: User, since: datetime) -> list[Json]:
    muted = Mute.objects.filter(owner=user).values("muted")
    follows = Follow.objects.filter(followed=user, at__gt=since, owner__is_active=True)
    follows = follows.exclude(owner__in=muted).order_by("-at")
    names = list(follows.values_list("owner__name", flat=True))
    words = ngettext("%(names)s follows you.", "%(names)s follow you.", len(names))
    url = reverse("games:player", args=names) if len(names) == 1 else reverse("games:friends")
    return [{"words": words % {"names": _shorten(names)}, "url": url}] if names else []


def _list_challenges(user: User, since: datetime) -> list[Json]:
    """Return the challenges that ended before the user saw them."""
    missed = (Challenge.Status.EXPIRED, Challenge.Status.WITHDRAWN)
    rows = Challenge.objects.filter(challenged=user, made_at__gt=since, status__in=missed)
    rows = rows.exclude(challenger__in=Mute.objects.filter(owner=user).values("muted"))
    names = [*dict.fromkeys(rows.order_by("-made_at").values_list("challenger__name", flat=True))]
    words = say("%(names)s wanted to play with you.") % {"names": _shorten(names)}
    return [{"words": words, "url": reverse("games:friends")}] if names else []


def _shorten(names: Sequence[str]) -> str:
    """Return names as a list in prose, of which at most MOST_NAMED are named."""
    more = len(names) - MOST_NAMED
    if more <= 0:
        return labels.join_names(names)
    others = ngettext("%(count)s more", "%(count)s more", more) % {"count": more}
    return labels.join_names([*names[:MOST_NAMED], others])
