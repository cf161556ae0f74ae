"""Where learning begins; each game has its own pages that teach it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.registry import GAMES, default


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Return where learning begins, as the usual game shows it."""
    return render(request, f"{GAMES[default()].folder}/learn/hub.html")
