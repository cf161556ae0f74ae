"""The export of a user's data, and the deletion of the account."""

from datetime import datetime
from itertools import chain

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.models import PushChoices, User
from accounts.notifications import CHOICES
from games.engine.contract import Json
from games.models import Attribution, Challenge, Game, Seat
from games.pages.forms import DeleteAccount
from games.pages.profiles import fields_of
from games.records import archive
from games.table import challenges, removal

FIELDS = (*CHOICES, "quiet_from", "quiet_to", "time_zone")

personal = cache_control(private=True, no_store=True)


@personal
@require_safe
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is kept about the reader, as one JSON file; a guest has less."""
    assert isinstance(request.user, User)
    answer = JsonResponse(_kept_about(request.user), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="density-deck-my-data.json"'
    return answer


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the own account, once the password was given; a guest has none to give.

    The table, what was said and the account go together, or nothing goes.
    """
    assert isinstance(request.user, User)
    user = User.objects.get(pk=request.user.pk)
    if request.method == "POST":
        limits.count("passwords", limits.address(request))
    form = DeleteAccount(request.POST if request.method == "POST" else None, user=user)
    if not form.is_valid():
        return render(request, "account/delete.html", {"form": form})
    removal.remove(user)
    logout(request)
    messages.success(request, gettext("Your account is deleted."))
    return redirect("games:home")


def _kept_about(user: User) -> Json:
    rows = chain.from_iterable(archive.batches(user, archive.Wanted(), ratings=True))
    games = [fields_of(row) for row in rows]
    return {
        "profile": {
            "name": user.name,
            "email": user.email,
            "guest": user.is_guest,
            "joined_at": _when(user.joined_at),
            "last_login": _when(user.last_login),
            "renamed_at": _when(user.renamed_at),
        },
        "addresses": list(
            EmailAddress.objects.filter(user=user)
            .order_by("pk")
            .values("email", "verified", "primary")
        ),
        "second_factors": [
            {"type": each.type, "since": _when(each.created_at), "used": _when(each.last_used_at)}
            for each in Authenticator.objects.filter(user=user).order_by("pk")
        ],
        "settings": {
            "hides_rating": user.hides_rating,
            "hides_history": user.hides_history,
            "language": user.language,
            "ai_choices": user.ai_choices,
            "muted": list(user.mutes.values_list("muted__name", flat=True)),
            "blocked": list(user.blocks.values_list("blocked__name", flat=True)),
            "invites_from": user.invites_from,
            "presence_for": user.presence_for,
        },
        "notifications": _kept_of_notifications(user),
        "follows": [
            {"name": name, "since": _when(at)}
            for name, at in user.follows.order_by("pk").values_list("followed__name", "at")
        ],
        "challenges": [_challenge(each, user) for each in challenges.all_of(user.pk)],
        "ranks": list(
            user.ranks.order_by("slug", "mode").values(
                "slug", "mode", "rating", "best", "games", "wins"
            )
        ),
        "puzzles": _kept_of_puzzles(user),
        **_kept_of_the_queue(user),
        "seats": list(
            Seat.objects.filter(user=user)
            .exclude(game__status=Game.Status.FINISHED)
            .order_by("pk")
            .values("game", "index", "name")
        ),
        "games": games,
        "luck": _attributions(user),
        "said": [
            {"game": game, "kind": kind, "text": text, "at": _when(at)}
            for game, kind, text, at in user.lines.order_by("pk").values_list(
                "game", "kind", "text", "at"
            )
        ],
    }


def _attributions(user: User) -> list[Json]:
    """Return where the results of the own games came from, in games won."""
    own = Attribution.objects.filter(
        game__results__user=user, game__results__seat=F("seat")
    ).order_by("pk")
    parts = own.values("game", "start", "deal", "flips", "draws", "others", "own")
    return [dict(each) for each in parts]


def _kept_of_notifications(user: User) -> Json:
    """Return what the user is notified of, when not, and the browsers; their keys are secrets."""
    browsers = user.push_subscriptions.order_by("pk")
    return {
        "choices": PushChoices.objects.filter(user=user).values(*FIELDS).first(),
        "browsers": [
            {"name": each.browser, "endpoint": each.endpoint, "since": _when(each.made_at)}
            for each in browsers
        ],
    }


def _challenge(made: Challenge, user: User) -> Json:
    sent = made.challenger_id == user.pk
    return {
        "to" if sent else "by": (made.challenged if sent else made.challenger).name,
        "at": _when(made.made_at),
        "status": made.status,
        "word": made.word,
        "options": made.options,
    }


def _kept_of_puzzles(user: User) -> Json:
    """Return the own puzzle ratings and every answer; a streak follows from the days."""
    attempts = user.puzzle_attempts.order_by("pk")
    return {
        "ratings": list(
            user.puzzle_skills.order_by("slug").values("slug", "mu", "sigma", "tries", "solved")
        ),
        "answers": [
            {
                "puzzle": each.puzzle_id,
                "day": each.day and each.day.isoformat(),
                "choice": each.choice,
                "solved": each.solved,
                "rating_before": each.before,
                "rating_after": each.after,
                "practice": each.practice,
                "at": _when(each.at),
            }
            for each in attempts
        ],
    }


def _kept_of_the_queue(user: User) -> Json:
    """Return the own place in a queue, if there is one, the strikes and the hours to come to."""
    slot = getattr(user, "slot", None)
    return {
        "queue": slot
        and {
            "name": slot.queue,
            "also": sorted(slot.second_queues.values_list("queue", flat=True)),
            "state": slot.state,
            "game": slot.game_id,
            "since": _when(slot.enqueued_at),
            "meanwhile_at": slot.shared_id,
        },
        "strikes": [
            {"game": game, "reason": reason, "at": _when(at), "no_queue_until": _when(until)}
            for game, reason, at, until in user.strikes.order_by("pk").values_list(
                "game", "reason", "at", "until"
            )
        ],
        "ranked_hours": [
            {"queue": queue, "date": date.isoformat(), "said_at": _when(at)}
            for queue, date, at in user.attendances.order_by("pk").values_list(
                "hour__queue", "date", "at"
            )
        ],
    }


def _when(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None
