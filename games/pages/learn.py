"""Where learning begins; each game has its own pages that teach it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.registry import GAMES, default


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Where learning begins. Context: usual (the folder of the game that is shown first)."""
    return render(request, "games/learn.html", {"usual": GAMES[default()].folder})
