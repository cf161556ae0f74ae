"""The export of a user's data, and the deletion of the account."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, QuerySet
from django.db.models.expressions import Combinable
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.contact.notifications import CHOICES
from accounts.identity import oauth
from accounts.models import PushChoices, User, Webhook
from density.platform import limits
from games.engine.contract import Json
from games.lobby import challenges, removal
from games.models import Attribution, Challenge, Game, Seat
from games.pages.forms import DeleteAccount
from games.pages.profiles import fields_of
from games.players import history

FIELDS = (*CHOICES, "quiet_from", "quiet_to", "time_zone")

personal = cache_control(private=True, no_store=True)


@personal
@require_safe
@login_required
def export_data(request: HttpRequest) -> HttpResponse:
    """Return all stored data about the user as one JSON file."""
    assert isinstance(request.user, User)
    data = _data_about(request.user)
    answer = JsonResponse(data, encoder=_Moments, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="density-deck-my-data.json"'
    return answer


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """Delete the user's account after checking its password, if it has one."""
    assert isinstance(request.user, User)
    user = User.objects.get(pk=request.user.pk)
    if request.method == "POST":
        limits.count_use("passwords", limits.client_network(request))
    form = DeleteAccount(request.POST if request.method == "POST" else None, user=user)
    if not form.is_valid():
        return render(request, "account/delete.html", {"form": form})
    removal.remove_account(user)
    logout(request)
    messages.success(request, gettext("Your account has been deleted."))
    return redirect("games:home")


class _Moments(DjangoJSONEncoder):
    """Encodes times to the second."""

    def default(self, value: Any) -> Any:
        """Return a time, or another value that JSON does not support, as text."""
        if isinstance(value, datetime):
            return value.isoformat(timespec="seconds")
        return super().default(value)


def _data_about(user: User) -> Json:
    rows = history.all_rows(user, history.HistoryQuery(), ratings=True)
    named = ("hides_rating", "hides_history", "language", "avatar", "ai_choices", "invites_from")
    seats = Seat.objects.filter(user=user).exclude(game__status=Game.Status.FINISHED)
    luck = Attribution.objects.filter(game__results__user=user, game__results__seat=F("seat"))
    return {
        "profile": {
            "name": user.name,
            "email": user.email,
            "guest": user.is_guest,
            "bot_of": None if user.bot_owner is None else user.bot_owner.name,
            "bots": list(user.bots.values_list("name", flat=True)),
            "joined_at": user.joined_at,
            "last_login": user.last_login,
            "renamed_at": user.renamed_at,
        },
        "addresses": _list_rows(
            EmailAddress.objects.filter(user=user), "email", "verified", "primary"
        ),
        "second_factors": _list_rows(
            Authenticator.objects.filter(user=user),
            *("type",),
            since=F("created_at"),
            used=F("last_used_at"),
        ),
        "settings": {
            **{name: getattr(user, name) for name in (*named, "presence_for", "home")},
            "muted": list(user.mutes.values_list("muted__name", flat=True)),
            "blocked": list(user.blocks.values_list("blocked__name", flat=True)),
        },
        "notifications": {
            "choices": PushChoices.objects.filter(user=user).values(*FIELDS).first(),
            # without the keys of the browsers, which are secret
            "browsers": _list_rows(
                user.push_subscriptions.all(),
                *("endpoint",),
                name=F("browser"),
                since=F("made_at"),
            ),
        },
        **_program_data(user),
        "follows": _list_rows(user.follows.all(), name=F("followed__name"), since=F("at")),
        "challenges": [
            _challenge_data(challenge, user) for challenge in challenges.find_all(user.pk)
        ],
        "ranks": _list_rows(user.ranks.all(), "slug", "mode", "rating", "best", "games", "wins"),
        "reports": _list_rows(user.reports.all(), "name", "game", "reason", "note", "status", "at"),
        "puzzles": _puzzle_data(user),
        **_queue_data(user),
        "seats": _list_rows(seats, "game", "index", "name"),
        "games": [fields_of(row) for row in rows],
        "luck": _list_rows(
            luck, "game", "start", "deal", "flips", "draws", decisions=F("others") + F("own")
        ),
        "said": _list_rows(user.lines.all(), "game", "kind", "text", "at"),
    }


def _program_data(user: User) -> Json:
    return {
        "access_tokens": _list_rows(
            user.access_tokens.all(), "name", "scopes", since=F("made_at"), used=F("used_at")
        ),
        "webhook": _list_rows(Webhook.objects.filter(user=user), "address", "events", "is_on"),
        "apps_with_access": _list_rows(
            oauth.list_grants(user), *("scopes",), name=F("client__name"), since=F("created_at")
        ),
        "apps": _list_rows(
            Client.objects.filter(owner=user), "name", "redirect_uris", since=F("created_at")
        ),
    }


def _list_rows(rows: QuerySet[Any], *fields: str, **renamed: Combinable) -> list[Json]:
    return list(rows.order_by("pk").values(*fields, **renamed))


def _challenge_data(challenge: Challenge, user: User) -> Json:
    sent = challenge.challenger_id == user.pk
    return {
        "to" if sent else "by": (challenge.challenged if sent else challenge.challenger).name,
        "at": challenge.made_at,
        "status": challenge.status,
        "word": challenge.word,
        "options": challenge.options,
    }


def _puzzle_data(user: User) -> Json:
    """Return a user's puzzle ratings and every answer; a streak follows from the days."""
    return {
        "ratings": _list_rows(user.puzzle_skills.all(), "slug", "mu", "sigma", "tries", "solved"),
        "answers": _list_rows(
            user.puzzle_attempts.all(),
            *("puzzle", "day", "choice", "solved", "practice", "at"),
            rating_before=F("before"),
            rating_after=F("after"),
        ),
    }


def _queue_data(user: User) -> Json:
    """Return a user's place in a queue, if there is one, strikes and planned ranked hours."""
    slot = getattr(user, "slot", None)
    return {
        "queue": slot
        and {
            "name": slot.queue,
            "also": sorted(slot.second_queues.values_list("queue", flat=True)),
            "state": slot.state,
            "game": slot.game_id,
            "since": slot.enqueued_at,
            "meanwhile_at": slot.shared_id,
        },
        "strikes": _list_rows(
            user.strikes.all(), *("game", "reason", "at"), no_queue_until=F("until")
        ),
        "ranked_hours": _list_rows(
            user.attendances.all(), *("date",), queue=F("hour__queue"), said_at=F("at")
        ),
    }
