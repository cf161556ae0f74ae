"""The home page, and the form that hides its parts."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.pages import contexts, today
from games.pages.tables import live
from games.registry import game_or_default


@live
@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """Show the home page about one `?game=`. Context: about, running, games, tables, today."""
    slug = game_or_default(request.GET.get("game"))
    return render(request, "games/home.html", contexts.home_context(request.user, slug))


@require_POST
@login_required
def choose_part(request: HttpRequest) -> HttpResponse:
    """Hide a `part` of the home page, or show it (`on`=1); 400 for an unknown part."""
    assert isinstance(request.user, User)
    part = request.POST.get("part", "")
    if part not in today.PARTS:
        return HttpResponse(_("This part doesn’t exist. Reload the page."), status=400)
    today.hide_part(request.user, part, hide=request.POST.get("on") != "1")
    return redirect(reverse("games:home") + "#today")
