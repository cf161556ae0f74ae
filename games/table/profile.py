"""What the page about a person shows: strength, places, how the person plays, the last games."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from accounts import ranks
from accounts.models import Mute, User
from accounts.scales import ladder_of
from games.engine.contract import Json
from games.models import Tally
from games.table import archive
from games.table.curve import SPANS, curve

SLUG = "density-deck"
KINDS = {"ranked": _("Ranked"), "casual": _("Casual")}
RECENT = 5
PLACES = (1, 2, 3, 4)


def profile(user: User, viewer_id: int | None, span: str, kind: str) -> Json:
    """The context of templates/games/player.html; what the user hides is not in it.

    `span` is one of SPANS and `kind` one of KINDS; anything else chooses what fits.
    """
    span = span if span in SPANS else "quarter"
    context: Json = {
        "player": about(user, viewer_id),
        "span": span,
        "spans": list(SPANS.items()),
        "rank": None,
        "curve": [],
        "kinds": [],
        "games": [],
    }
    if sees_rating(user, viewer_id):
        context |= _strength(user, span)
    if sees_history(user, viewer_id):
        tallies = {("casual", "ranked")[row.rated]: row for row in _tallies(user)}
        kind = kind if kind in tallies else "ranked" if "ranked" in tallies else "casual"
        recent = archive.newest(user.pk, RECENT)
        context |= {
            "kinds": [(name, KINDS[name]) for name in KINDS if name in tallies],
            "kind": kind,
            "played": sum(row.games for row in tallies.values()),
            "style": style(tallies[kind]) if kind in tallies else None,
            "games": archive.rows(user.pk, recent, ratings=sees_rating(user, viewer_id)),
        }
    return context


def about(user: User, viewer_id: int | None) -> Json:
    """Who it is, and what the viewer may do: "muted" is None for strangers and oneself."""
    muted = None
    if viewer_id is not None and viewer_id != user.pk:
        muted = Mute.objects.filter(owner=viewer_id, muted=user).exists()
    return {
        "name": user.name,
        "since": user.joined_at,
        "guest": user.is_guest,
        "you": user.pk == viewer_id,
        "muted": muted,
        "history": sees_history(user, viewer_id),
    }


def sees_history(user: User, viewer_id: int | None) -> bool:
    """Whether the viewer may see which games this user played, and how."""
    return user.pk == viewer_id or not user.hides_history


def sees_rating(user: User, viewer_id: int | None) -> bool:
    """Whether the viewer may see how strong this user is; a guest has no rating."""
    return not user.is_guest and (user.pk == viewer_id or not user.hides_rating)


def mute(owner_id: int, user: User, *, on: bool) -> None:
    """Let somebody read nothing more of a user, or read everything again; oneself is heard."""
    if owner_id == user.pk:
        return
    if on:
        Mute.objects.get_or_create(owner_id=owner_id, muted=user)
    else:
        Mute.objects.filter(owner_id=owner_id, muted=user).delete()


def style(tally: Tally) -> Json:
    """Places, fights, surrenders, damage and colors of one row of sums, ready for the page."""
    fights, played = tally.fights, tally.games
    called, called_won = _total(fights, "called"), _total(fights, "called_won")
    faced, faced_lost = _total(fights, "faced"), _total(fights, "faced_lost")
    colors = sorted(tally.colors.items(), key=lambda pair: (-pair[1], pair[0]))
    wins = sum(tally.colors.values())
    return {
        "games": played,
        "places": [
            {"place": place, **_share(tally.places.get(str(place), 0), played)} for place in PLACES
        ],
        "matches": _share(tally.won, tally.matches),
        "called": _share(called_won, called),
        "faced": _share(faced_lost, faced),
        "surrenders": _share(tally.saved, tally.surrenders),
        "dealt": number_format(tally.dealt / played, 1),
        "taken": number_format(tally.taken / played, 1),
        "rounds": _rounds(fights),
        "colors": [{"suit": suit, **_share(times, wins)} for suit, times in colors],
    }


def _strength(user: User, span: str) -> Json:
    rank, ladder = ranks.rank_of(user.pk, SLUG), ladder_of(SLUG)
    if rank.rated_at is None:
        return {}
    points = curve(user.pk, SLUG, span, user.joined_at, timezone.now())
    return {"rank": ranks.card(rank, ladder), "curve": points, "ladder": ladder}


def _tallies(user: User) -> list[Tally]:
    return list(Tally.objects.filter(user=user, slug=SLUG))


def _total(fights: Mapping[str, Mapping[str, int]], name: str) -> int:
    """All the fights whose name begins so, over all rounds."""
    rounds = [times for kind, times in fights.items() if kind.startswith(name)]
    return sum(sum(times.values()) for times in rounds)


def _rounds(fights: Mapping[str, Mapping[str, int]]) -> list[Json]:
    """The same for each round in which there was a fight."""
    numbers = sorted({int(number) for rounds in fights.values() for number in rounds})
    return [
        {"round": number}
        | {
            f"{kind}_{end}": fights.get(f"{kind}_{end}", {}).get(str(number), 0)
            for kind in ("called", "faced")
            for end in ("won", "lost")
        }
        for number in numbers
    ]


def _share(count: int, of: int) -> dict[str, Any]:
    return {"count": count, "of": of, "share": round(100 * count / of) if of else None}
