"""The pages to report a player, from the player's page or from a table."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.models import User
from density.platform import limits
from games.lobby import reports
from games.models import Game
from games.pages.forms import NewReport
from games.pages.profiles import named_user
from games.pages.tables import closed_is_missing
from games.positions.position import Position


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@named_user
def report_user(request: HttpRequest, user: User) -> HttpResponse:
    """Report a user from their page."""
    if user.pk == request.user.pk:
        raise Http404
    return _handle_report(request, {0: user.name}, reverse("games:player", args=(user.name,)), user)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@closed_is_missing
def report_at_table(request: HttpRequest, game_id: str) -> HttpResponse:
    """Report a user at a table; `?seat=` and `?line=` preselect a seat and a chat line."""
    assert isinstance(request.user, User)
    position = reports.read_table(game_id, request.user.pk)
    people = reports.reportable_users(position, request.user.pk)
    if not people:
        raise Http404
    return _handle_report(request, people, reverse("games:game", args=(game_id,)), position)


def _handle_report(
    request: HttpRequest, people: dict[int, str], back: str, about: User | Position
) -> HttpResponse:
    """Show the form or its confirmation, or save the report; `people` are names by seat.

    Context: form (games/pages/forms.py), name: of the only player, sent: "", "new" or "again",
    back: a URL, at_table, ended: whether the game at the table is over.
    """
    assert isinstance(request.user, User)
    form = NewReport(request.POST if request.method == "POST" else None, people, request.GET)
    if form.is_valid():
        limits.count_use("reports", request.user.pk)
        seat = form.cleaned_data["player"]
        reported = about if isinstance(about, User) else about.seats[seat].user
        if reported is None:
            raise Http404
        is_new = reports.save_report(
            request.user,
            reported,
            form.cleaned_data["reason"],
            form.cleaned_data["note"],
            about if isinstance(about, Position) else None,
            form.cleaned_data["line"],
        )
        return redirect(f"{request.path}?sent={'new' if is_new else 'again'}")
    name = next(iter(people.values())) if len(people) == 1 else ""
    context = {"form": form, "name": name, "sent": request.GET.get("sent", ""), "back": back}
    at_table = isinstance(about, Position)
    ended = isinstance(about, Position) and about.game.status == Game.Status.FINISHED
    return render(request, "games/report.html", {**context, "at_table": at_table, "ended": ended})
