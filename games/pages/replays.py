"""The pages that show a finished game step by step, and continue it from a step."""

from urllib.parse import urlencode, urlsplit

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.contract import Refused
from games.lobby import forks
from games.models import Game
from games.pages import contexts
from games.pages.tables import (
    begins_a_game,
    closed_is_missing,
    mark_findable,
    opening_user,
    redirect_to_opened,
    show_closed,
)
from games.records import deal_chain, deal_statistics
from games.records import replay as replays
from games.registry import GAMES

DAY = 24 * 3600
# a frame on another site, in pixels
EMBED_WIDTH, EMBED_HEIGHT, SMALLEST = 960, 640, 320


@require_safe
@closed_is_missing
def show_replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a finished game step by step; redirect to a running one, 403 for closed tables.

    `?view=all|0..3&match=4&step=17` opens that step. Context:
    games.records.replay.page_context (templates/games/replay.html).
    """
    game = get_object_or_404(Game, pk=game_id)
    if game.status != Game.Status.FINISHED:
        return redirect("games:game", game_id)
    if not contexts.may_read(game, request.user.pk):
        return show_closed(request)
    context = replays.page_context(game_id, request.user.pk, request.GET.dict())
    if isinstance(context, Refused):
        raise Http404(context.code)
    if contexts.may_read(game, None):
        here = {"url": request.build_absolute_uri(request.path)}
        context["oembed"] = f"{reverse('games:oembed')}?{urlencode(here)}"
    return mark_findable(render(request, f"{GAMES[game.slug].folder}/replay.html", context), game)


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@require_safe
@closed_is_missing
def show_embed(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a replay inside a page of another site, as any visitor sees it; sets no cookies.

    404 for a game that is not finished or not open to everyone.
    """
    game = get_object_or_404(Game, pk=game_id, status=Game.Status.FINISHED)
    if not contexts.may_read(game, None):
        raise Http404
    request.user = AnonymousUser()
    context = replays.page_context(game_id, None, request.GET.dict())
    if isinstance(context, Refused):
        raise Http404(context.code)
    context["embedded"] = True
    answer = render(request, f"{GAMES[game.slug].folder}/replay.html", context)
    # search engines find the page itself
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
@cache_control(public=True, max_age=DAY)
def describe_embed(request: HttpRequest) -> JsonResponse:
    """Return the frame of a replay or result for `?url=`, as oEmbed asks for it; 404 for others."""
    try:
        found = resolve(urlsplit(request.GET.get("url", "")).path)
    except (Resolver404, ValueError) as unknown:
        raise Http404 from unknown
    if found.view_name not in ("games:game", "games:replay"):
        raise Http404
    game = get_object_or_404(Game, pk=found.kwargs["game_id"], status=Game.Status.FINISHED)
    if not contexts.may_read(game, None):
        raise Http404
    address = request.build_absolute_uri(reverse("games:embed", args=(game.pk,)))
    width, height = (
        min(usual, _read_limit(request.GET.get(name, ""), usual))
        for name, usual in (("maxwidth", EMBED_WIDTH), ("maxheight", EMBED_HEIGHT))
    )
    title = GAMES[game.slug].title
    frame = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" allowfullscreen></iframe>',
        *(address, width, height, title),
    )
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Density Deck",
            "provider_url": request.build_absolute_uri("/"),
            "title": title,
            "width": width,
            "height": height,
            "html": str(frame),
        }
    )


def _read_limit(text: str, usual: int) -> int:
    """Return the number of a query parameter, at least SMALLEST, or the usual one."""
    return max(SMALLEST, int(text[:5])) if text.isascii() and text.isdigit() else usual


@require_safe
def show_deals(request: HttpRequest) -> HttpResponse:
    """Show the statistics of all deals of a game (`?game=slug`).

    Context: games.records.deal_statistics.describe_deals, `slug` and `choices`
    (templates/games/deals.html).
    """
    choices = [
        (slug, game.short, game.title) for slug, game in GAMES.items() if game.deals is not None
    ]
    slug = request.GET.get("game", choices[0][0])
    if slug not in {choice[0] for choice in choices}:
        raise Http404(slug)
    context = {**deal_statistics.describe_deals(slug), "slug": slug, "choices": choices}
    return render(request, "games/deals.html", context)


@require_safe
def check_record(request: HttpRequest) -> HttpResponse:
    """Show the page that checks a saved record in the browser (templates/games/deal_check.html)."""
    folders = [game.folder for game in GAMES.values() if game.deals is not None]
    return render(request, "games/deal_check.html", {"folders": folders})


@require_safe
def show_deal_log(request: HttpRequest) -> HttpResponse:
    """Show the public log of deals (`?before=sequence`).

    Context: games.records.deal_chain.describe_log (templates/games/deal_log.html).
    """
    context = deal_chain.describe_log(_read_number(request, "before"))
    return render(request, "games/deal_log.html", context)


@require_safe
def export_deal_log(request: HttpRequest) -> HttpResponse:
    """Return the signed log as JSON Lines, from the entry after `?after=sequence` on."""
    part = deal_chain.export_part(_read_number(request, "after") or 0)
    return HttpResponse(part, content_type="application/jsonl")


@require_safe
def show_log_keys(request: HttpRequest) -> HttpResponse:
    """Return the public keys of the log, and its newest signature."""
    return JsonResponse(deal_chain.list_keys())


def _read_number(request: HttpRequest, name: str) -> int | None:
    """Return a sequence number in the query, None without a valid one."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
@begins_a_game
def continue_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Continue a finished game from a step (POST: match, step, seat, level, maybe with=friends).

    It continues against AI players, or with friends at a table on a link. A visitor without a login
    becomes a guest. A GET shows the replay.
    """
    game = get_object_or_404(Game, pk=game_id)
    if not contexts.may_read(game, request.user.pk):
        return show_closed(request)
    if request.method != "POST":
        return redirect("games:replay", game_id)
    step = replays.read_moment(request.POST.dict())
    level = request.POST.get("level", "")
    valid = not isinstance(step, Refused) and GAMES[game.slug].may_seat(level)
    if game.status != Game.Status.FINISHED or isinstance(step, Refused) or not valid:
        return HttpResponse(
            _("You can’t continue the game from that step. Choose another one."), status=400
        )
    user = opening_user(request)
    friends = request.POST.get("with") == "friends"
    opened = forks.continue_from(game_id, user, **step, level=level, friends=friends)
    if isinstance(opened, Refused) and opened.code not in ("busy", "draining"):
        return HttpResponse(
            _("You can’t continue the game from that step. Choose another one."), status=400
        )
    return redirect_to_opened(request, user, opened)
