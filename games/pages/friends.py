"""The pages of friends, follows and blocks, and of challenges to a private table."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import friends as follows
from accounts.models import User
from accounts.views import wanted_page
from density.platform import limits
from games import ai_choices
from games.engine.contract import Refused
from games.lobby import challenges
from games.lobby import friends as table_friends
from games.models import Challenge, Game
from games.pages import contexts
from games.pages.forms import NewChallenge
from games.pages.profiles import named_user
from games.pages.tables import (
    REFUSAL_TEXTS,
    begins_a_game,
    closed_is_missing,
    live,
    opening_user,
    redirect_to_opened,
    redirect_to_table,
    sitting_user,
)
from games.registry import game_or_default

OK, FORBIDDEN = 200, 403
# statuses of refusals by code
REFUSED = {"challenges-full": limits.TOO_MANY}
# functions that switch a relation between two users on or off; they return why not, as a code
RELATIONS: dict[tuple[str, bool], Callable[[User, User], str | None]] = {
    ("follow", True): follows.follow_user,
    ("follow", False): follows.unfollow_user,
    ("block", True): follows.block_user,
    ("block", False): follows.unblock_user,
    ("mute", True): lambda owner, user: follows.mute_user(owner.pk, user.pk),
    ("mute", False): lambda owner, user: follows.unmute_user(owner.pk, user.pk),
}
# texts of refusals by code, in addition to those of tables
TEXTS = {
    **REFUSAL_TEXTS,
    "guests": _("Guests can’t follow or challenge players. You both need an account."),
    "self": _("You can’t do that with yourself."),
    "blocked": _("You can’t do that with this player."),
    "too-many": _("Your list is full. Unfollow someone first."),
    "no-invitations": _("This player doesn’t accept challenges from you."),
    "challenges-full": _("This player has too many challenges right now. Try again in an hour."),
    "no-table": _("You’re not at a table that’s waiting for players."),
    "challenge-over": _("This challenge has ended."),
    "malformed": _("That answer isn’t available. Choose another one."),
}


@live
@require_safe
@login_required
def show_friends(request: HttpRequest) -> HttpResponse:
    """Show who is online of the users whom the reader follows or met, the others, and challenges.

    See games.lobby.challenges and games.lobby.friends for their format.
    """
    user = _user_of(request)
    if user.is_guest:
        return render(request, "games/friends.html", {"guest": True})
    context = {
        "guest": False,
        "open_challenges": challenges.list_open(user.pk),
        "past_challenges": challenges.list_past(user.pk),
        "people": table_friends.list_people(user.pk),
        "table": challenges.open_table_of(user.pk),
        "words": Challenge.Word.choices,
    }
    return render(request, "games/friends.html", context)


@live
@require_safe
@login_required
def show_notices(request: HttpRequest) -> HttpResponse:
    """Show the notices of waiting challenges that every page has.

    `?answered=` is a challenge by the reader whose answer is shown, too; `?back=` the page.
    """
    user = _user_of(request)
    waiting = [] if user.is_guest else challenges.list_waiting(user.pk)
    context = {
        "challenges": waiting,
        "answered": challenges.find_answered(request.GET.get("answered", ""), user.pk),
        "back": request.GET.get("back", ""),
        "words": Challenge.Word.choices,
    }
    return render(request, "games/challenges.html", context)


@require_POST
@login_required
@named_user
def set_relation(request: HttpRequest, user: User, what: str) -> HttpResponse:
    """Follow, block or mute a user (on=1), or take it back."""
    limits.count_use("friends", request.user.pk)
    on = request.POST.get("on") == "1"
    code = RELATIONS[what, on](_user_of(request), user)
    if code:
        messages.warning(request, TEXTS[code])
    elif what == "mute" and not on:
        messages.success(
            request, gettext("You can see messages from %(name)s again.") % {"name": user.name}
        )
    return _redirect_back(request, reverse("games:player", args=(user.name,)))


@live
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@named_user
@begins_a_game
def challenge_page(request: HttpRequest, user: User) -> HttpResponse:
    """Choose a table and challenge a user to it, or with `invite` to the reader's open table.

    Context: form (games/pages/forms.py), about, challenged; `?game=` chooses the game.
    """
    refused = challenges.find_refusal(_user_of(request), user)
    if refused is not None:
        refusal = {"why": TEXTS[refused.code], "challenged": user}
        status = REFUSED.get(refused.code, FORBIDDEN) if request.method == "POST" else OK
        return render(request, "games/challenge.html", refusal, status=status)
    slug = game_or_default(request.POST.get("game", request.GET.get("game")))
    usual = ai_choices.offered_choice(request.user, slug)
    initial = {"strength": ai_choices.choose_level(request.user, slug, usual)}
    form = NewChallenge(request.POST or None, slug, usual, initial=initial)
    if request.method == "POST" and ("invite" in request.POST or form.is_valid()):
        return _send_challenge(request, user, None if "invite" in request.POST else form)
    context = {"form": form, "about": contexts.game_choice(slug), "challenged": user}
    return render(request, "games/challenge.html", context)


def _send_challenge(request: HttpRequest, user: User, form: NewChallenge | None) -> HttpResponse:
    """Challenge a user to a new table, or without a form to the challenger's, and go there."""
    challenger = _user_of(request)
    limits.count_use("challenges", challenger.pk)
    limits.count_use("challenges_of_pair", f"{challenger.pk}:{user.pk}")
    if form is None:
        challenge = challenges.invite_user(challenger, user)
    else:
        challenge = challenges.challenge_user(opening_user(request), user, form.options())
    if isinstance(challenge, Challenge):
        assert challenge.game is not None
        if form is not None:
            return redirect_to_table(challenge.game)
        messages.success(request, _("Challenge sent."))
        return _redirect_back(request, reverse("games:game", args=(challenge.game.pk,)))
    if challenge.code in ("busy", "draining"):
        return redirect_to_opened(request, challenger, challenge)
    messages.warning(request, TEXTS[challenge.code])
    return _redirect_back(request, reverse("games:friends"))


@require_POST
@login_required
@closed_is_missing
def accept_page(request: HttpRequest, number: int) -> HttpResponse:
    """Sit down at the table of a challenge."""
    user = sitting_user(request)
    table = challenges.accept_challenge(number, user)
    if isinstance(table, Game):
        return redirect_to_table(table)
    if table.code in ("busy", "draining"):
        return redirect_to_opened(request, user, table)
    return _redirect_answered(request, table)


@require_POST
@login_required
@closed_is_missing
def decline_page(request: HttpRequest, number: int) -> HttpResponse:
    """Decline a challenge, optionally with a phrase as `word`."""
    return _redirect_answered(
        request,
        challenges.decline_challenge(number, _user_of(request), request.POST.get("word", "")),
    )


@require_POST
@login_required
@closed_is_missing
def withdraw_page(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraw a challenge by the reader."""
    return _redirect_answered(request, challenges.withdraw_challenge(number, _user_of(request)))


# ---------------------------------------------------------------------------------- parts
def _user_of(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _redirect_answered(request: HttpRequest, answer: Refused | None) -> HttpResponse:
    """Return to the previous page, with a notice if the answer is a refusal."""
    if answer is not None:
        messages.warning(request, TEXTS[answer.code])
    return _redirect_back(request, reverse("games:friends"))


def _redirect_back(request: HttpRequest, usual: str) -> HttpResponse:
    """Return to the page that a form names, or to the usual one."""
    return redirect(wanted_page(request) if "next" in request.POST else usual)
