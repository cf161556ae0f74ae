"""The pictures of shared links: the site, a table or result, and a player."""

import hashlib

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.templatetags.tiers import tier_name
from games import labels
from games.analysis import result as results
from games.engine.contract import Json, Refused
from games.live import snapshots
from games.models import Game
from games.pages import contexts
from games.pages.profiles import find_user
from games.pages.tables import closed_is_missing, show_closed
from games.pictures import scenes
from games.pictures.letters import can_write
from games.pictures.responses import answer_picture
from games.players import ai_profile, profile
from games.positions.position import is_public
from games.protocol import Snapshot
from games.registry import GAMES, default_game

# how long pictures are kept whose subject changes: a table, a player
MINUTE, TEN_MINUTES = 60, 600
CURVE = 40  # the newest ratings of the curve
FEW = 10  # games from which a share of first places says something
CARDS = 3  # of a result without a best hand


@require_safe
def show_site_picture(request: HttpRequest, theme: str, language: str, slug: str) -> HttpResponse:
    """Return the picture of the site, by its usual game, or of another game."""
    game = GAMES.get(slug)
    if game is None:
        raise Http404
    drawn = game.drawn_cards
    title = "" if slug == default_game() else game.title
    return answer_picture(
        request,
        theme,
        language,
        f"site {slug}",
        lambda shade: scenes.draw_site(shade, drawn, title, str(drawn.motto) if drawn else ""),
    )


@require_safe
@closed_is_missing
def show_game_picture(
    request: HttpRequest, theme: str, language: str, game_id: str
) -> HttpResponse:
    """Return the picture of a result, of a running table, or of an invitation to an open one.

    403 where the page is closed to the reader. Every reader gets the picture for spectators.
    """
    game = get_object_or_404(Game, pk=game_id)
    public = is_public(game)
    if not public and not contexts.may_read(game, request.user.pk):
        return show_closed(request)
    drawn = GAMES[game.slug].drawn_cards
    if game.status == Game.Status.FINISHED:
        return answer_picture(
            request,
            theme,
            language,
            f"result {game.pk}",
            lambda shade: scenes.draw_scene(shade, describe_result(game.pk), drawn),
            private=not public,
        )
    frame = snapshots.make_snapshot(game.pk, None if public else request.user.pk)
    if isinstance(frame, Refused):
        return show_closed(request)
    seats = [(seat["name"], seat["kind"], seat.get("avatar")) for seat in frame["seats"]]
    digest = hashlib.sha256(repr((seats, game.status)).encode()).hexdigest()
    return answer_picture(
        request,
        theme,
        language,
        f"table {game.pk} {digest}",
        lambda shade: scenes.draw_scene(shade, describe_table(game, frame), drawn),
        private=not public,
        seconds=MINUTE,
    )


@require_safe
def show_player_picture(request: HttpRequest, theme: str, language: str, name: str) -> HttpResponse:
    """Return the picture of a player or an AI player with an account, as strangers see them."""
    user = find_user(name)
    if user is None and ai_profile.ai_profile(name) is None:
        raise Http404

    def draw(shade: str) -> bytes:
        about = describe_ai(name) if user is None else describe_player(user)
        return scenes.draw_profile(shade, about, GAMES[default_game()].drawn_cards)

    known_as = name if user is None else user.name
    key = f"player {known_as}"
    return answer_picture(request, theme, language, key, draw, seconds=TEN_MINUTES)


def writable_name(name: str) -> str:
    """Return a name, or a word for any player if the server has no letters for it."""
    return name if can_write(name) else _("A player")


def describe_result(game_id: str) -> scenes.Scene:
    """Return what the picture of a finished game says to everyone."""
    story = results.read_result(game_id, None)
    kind = _("Ranked") if story["rated"] else _("Casual")
    drawn = GAMES[story["game"]["slug"]].drawn_cards
    best = story.get("pictured") or {"cards": drawn.fan[:CARDS] if drawn else ()}
    return scenes.Scene(
        title=story["headline"],
        lead="" if story["left"] else str(story.get("course", "")),
        label=f"{kind}, {GAMES[story['game']['slug']].short}",
        seats=[_describe_place(place, duel=story["duel"]) for place in story["places"]],
        cards=best["cards"],
        caption=str(best.get("caption", "")),
        figure=labels.plain_number(best["figure"]) if "figure" in best else "",
    )


def _describe_place(place: Json, *, duel: bool) -> scenes.Seat:
    figure, note = place.get("reached", ("", ""))
    return scenes.Seat(
        writable_name(place["name"]),
        place["kind"],
        place["avatar"],
        "" if duel else str(place["place"] or ""),
        str(figure),
        str(note),
        lit=place["place"] == 1,
    )


def describe_table(game: Game, frame: Snapshot) -> scenes.Scene:
    """Return what the picture of a table says: who sits there, and no cards of the game."""
    about = GAMES[game.slug]
    seats = [
        scenes.Seat(writable_name(seat["name"]), seat["kind"], seat.get("avatar", ""))
        if seat["kind"] != "empty"
        else scenes.Seat(_("Free seat"), "free")
        for seat in frame["seats"]
    ]
    host = next(
        (seat["name"] for seat in frame["seats"] if seat["seat"] == frame["game"]["host"]), ""
    )
    free = sum(seat.kind == "free" for seat in seats)
    if game.status == Game.Status.OPEN and host:
        title = _("%(name)s invites you to a game") % {"name": writable_name(host)}
    else:
        title = _("A game in progress") if game.status != Game.Status.OPEN else _("A new table")
    lead = _("Watch it in your browser.")
    if free:
        lead = ngettext(
            "One seat is free. Join in your browser, no account needed.",
            "%(count)s seats are free. Join in your browser, no account needed.",
            free,
        ) % {"count": free}
    drawn = about.drawn_cards
    return scenes.Scene(
        title=title,
        lead=lead,
        label=about.short,
        seats=seats,
        cards=drawn.fan[: scenes.FAN] if drawn else (),
    )


def describe_player(user: User) -> scenes.Profile:
    """Return what the picture of a player says: nothing that the player hides from strangers."""
    about = profile.read_profile(user, AnonymousUser().pk, "all", "")
    rank, played = about["rank"], about.get("played")
    figures: list[tuple[str, str]] = []
    if rank:
        figures.append((str(rank["rating"]), _("Rating")))
    if played:
        figures.append((str(played), ngettext("game", "games", played)))
        style = about.get("style")
        share = style["places"][0]["share"] if style else None
        if share is not None and played >= FEW:
            figures.append((f"{share}%", _("first places")))
    month = date_format(user.joined_at, "YEAR_MONTH_FORMAT")
    since = _("Guest since %(month)s") if user.is_guest else _("Playing since %(month)s")
    badge = rank["badge"] if rank else None
    return scenes.Profile(
        writable_name(user.name),
        user.avatar,
        ai=False,
        label=_("Player"),
        lead=since % {"month": month},
        tier=tier_name(badge),
        strata=badge["strata"] if badge else 0,
        figures=figures,
        curve=[point.rating for point in about["curve"]][-CURVE:],
    )


def describe_ai(name: str) -> scenes.Profile:
    """Return what the picture of an AI player says."""
    about = ai_profile.ai_profile(name)
    if about is None:
        raise Http404
    ai, first = about["ai"], about["places"][0]
    figures = [(str(ai["rating"]), _("Rating"))]
    if ai["games"] >= FEW:
        figures.append((str(ai["games"]), ngettext("game", "games", ai["games"])))
        figures.append((f"{first['share']}%", _("first places")))
    return scenes.Profile(
        ai["name"],
        "",
        ai=True,
        label=_("AI player"),
        lead=str(ai["manner"]),
        tier=labels.level_name(ai["level"]),
        strata=0,
        figures=figures,
        curve=[point.rating for point in about["curve"]][-CURVE:],
    )
