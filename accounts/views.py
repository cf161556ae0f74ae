"""Views of guests, sign-up, settings and the leaderboards."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth
from allauth.account.models import EmailAddress
from allauth.mfa.base import views as allauth_mfa
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import friends
from accounts.contact import push_pages
from accounts.identity import languages, second_factor
from accounts.identity.forms import AvatarForm, LanguageForm, PrivacyForm, RenameForm
from accounts.identity.guests import IDLE_DAYS, guest_of, make_guest, put_off
from accounts.models import User
from accounts.ratings import ai_accounts, ranks, rated_games
from accounts.ratings.leaderboards import VIEWS, Board, read_leaderboard
from accounts.ratings.ranks import Chip
from accounts.ratings.rating import BOARD_DAYS, BOARD_GAMES
from accounts.ratings.rating_parameters import scale_of
from accounts.ratings.spread import count_ratings, draw_spread
from accounts.ratings.tiers import MERCY
from density.platform import limits

Page = Callable[..., HttpResponseBase]


def wanted_page(request: HttpRequest) -> str:
    """Return the path in `next`; "/" if it is missing or leads to another site."""
    target = request.POST.get("next") or request.GET.get("next") or "/"
    safe = target.startswith("/") and url_has_allowed_host_and_scheme(target, None)
    return target if safe and target.isprintable() else "/"


@require_POST
def become_guest(request: HttpRequest) -> HttpResponse:
    """Log a visitor in as a guest, and redirect to `next`."""
    make_guest(request)
    return redirect(wanted_page(request))


class SignupView(allauth.SignupView):
    """Signs up a visitor; with `keeps`, a guest, who stays the same user with all games."""

    keeps = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect guests to the page that keeps their games, and all others away from it."""
        is_guest = guest_of(request) is not None
        if is_guest and not self.keeps:
            return redirect("account_keep")
        if self.keeps and not is_guest:
            is_user = request.user.is_authenticated
            return redirect("account_settings" if is_user else "account_signup")
        page: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return page

    def form_valid(self, form: Any) -> HttpResponse:
        """Create the account. Raises limits.TooMany for a network that created too many."""
        limits.count_use("signups", limits.client_network(self.request))
        response: HttpResponse = super().form_valid(form)
        return response


@require_POST
def keep_later(request: HttpRequest) -> HttpResponse:
    """Stop asking a guest to sign up for a day, and redirect to `next`."""
    if guest_of(request) is not None:
        put_off(request)
    return redirect(wanted_page(request))


def not_for_guests(page: Page) -> Page:
    """Wrap a view for registered users; a guest is redirected to sign up first."""

    @wraps(page)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if guest_of(request) is not None:
            return redirect("account_keep")
        return page(request, *args, **kwargs)

    return guarded


def type_code(request: HttpRequest) -> HttpResponseBase:
    """Ask a user who logs in for the code; a guest stays logged in until it is right.

    Allauth's view expects a user who is logged out.
    """
    if (guest := guest_of(request)) is not None:
        request.guest = guest  # type: ignore[attr-defined] # for the adapter's login
        request.user = AnonymousUser()
    page: HttpResponseBase = allauth_mfa.authenticate(request)
    return page


@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_settings(request: HttpRequest) -> HttpResponse:
    """Show and save the player's settings, with the muted and blocked users.

    A guest sees only the name and these users.
    """
    assert isinstance(request.user, User)
    player = User.objects.get(pk=request.user.pk)
    form = RenameForm(_sent(request, "name"), user=player)
    avatar = AvatarForm(_sent(request, "avatar"), user=player)
    privacy = PrivacyForm(_sent(request, "privacy"), instance=player)
    language = LanguageForm(_sent(request, "language"), initial={"language": player.language})
    if form.is_valid():
        form.save()
        messages.success(request, _("Your name is now %(name)s.") % {"name": player.name})
        return redirect("account_settings")
    if avatar.is_valid():
        avatar.save()
        return push_pages.say_saved(request, "profile")
    if privacy.is_valid():
        privacy.save()
        return push_pages.say_saved(request, "privacy")
    if language.is_valid():
        answer = redirect(f"{reverse('account_settings')}#language")
        code = language.cleaned_data["language"]
        languages.save_language(request, answer, code)
        with override(code or get_language()):
            messages.success(request, _("Saved"))
        return answer
    unconfirmed = EmailAddress.objects.filter(user=player, verified=False).first()
    mutes = friends.removable_mutes(player.pk).select_related("muted").order_by("muted__name_key")
    blocks = player.blocks.select_related("blocked").order_by("blocked__name_key")
    context = {
        "form": form,
        "avatar": avatar,
        "privacy": privacy,
        "language": language,
        "waiting": unconfirmed,
        "mutes": mutes,
        "blocks": blocks,
        "idle_days": IDLE_DAYS,
        "second_factor": second_factor.is_set_up(player),
    }
    return render(request, "account/settings.html", context)


def _sent(request: HttpRequest, form: str) -> QueryDict | None:
    """Return the POST data if it is for this form, by default the form for the name."""
    is_for_form = request.method == "POST" and request.POST.get("form", "name") == form
    return request.POST if is_for_form else None


@require_safe
def show_leaderboards(request: HttpRequest) -> HttpResponse:
    """Show a leaderboard (templates/accounts/leaderboards.html); 404 for an unknown one."""
    slug = request.GET.get("game", rated_games.default_game())
    view = request.GET.get("view", "global")
    try:
        board = read_leaderboard(slug, view, request.user.pk, timezone.now())
    except KeyError as unknown:
        raise Http404 from unknown
    context = {
        **board,
        "slug": slug,
        "view": view,
        "apart": board["own"] is not None and not any(row["you"] for row in board["rows"]),
        "games": [(slug, game.short) for slug, game in rated_games.RATED_GAMES.items()],
        "views": list(VIEWS.items()),
        "scale": scale_of(slug),
        "spread": None
        if view == "bots"
        else draw_spread(count_ratings(slug), _own_rating(board, slug, request.user.pk)),
        "ais": ai_accounts.list_leaderboard(slug) if request.GET.get("ai") == "1" else None,
        "least": BOARD_GAMES,
        "mercy": MERCY,
        "days": BOARD_DAYS,
    }
    return render(request, "accounts/leaderboards.html", context)


def _own_rating(board: Board, slug: str, viewer_id: int | None) -> int | None:
    """Return the viewer's rating, or None while it is provisional."""
    row: Chip | None = board["own"]
    if row is None and viewer_id is not None:
        rank = ranks.rank_of(viewer_id, slug)
        row = ranks.show_chip(rank.rating, rank.games, rank.rung)
    return None if row is None or row["provisional"] else row["rating"]


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Switch the language of this browser, and of the account if there is one."""
    language = request.POST.get("language", "")
    if language not in languages.known_languages():
        return HttpResponse(_("This language isn’t available. Choose another one."), status=400)
    response = redirect(wanted_page(request))
    languages.save_language(request, response, language)
    return response
