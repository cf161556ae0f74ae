"""The context of a player's page: rating, places, style of play, the last games."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import friends
from accounts.models import Rank, User
from accounts.ratings import ranks
from accounts.ratings.rating_parameters import with_ladders
from accounts.ratings.tiers import Lines
from games import labels
from games.analysis import luck, puzzles
from games.engine.contract import Json
from games.models import PlayerStats
from games.players import goals, history
from games.players.curve import SPANS, read_curve
from games.registry import GAMES, default_game
from games.stats import share_of

MODES = {"ranked": _("Ranked"), "casual": _("Casual")}
RECENT = 5


def read_profile(user: User, viewer_id: int | None, span: str, mode: str, game: str = "") -> Json:
    """Return the context of templates/games/player.html, without what the user hides.

    `span` is one of SPANS, `mode` one of MODES, and `game` a game that the user has played. For any
    other value, a default is chosen; for `game`, it is the one played most.
    """
    span = span if span in SPANS else "quarter"
    stats = list(PlayerStats.objects.filter(user=user, slug__in=GAMES))
    open_history = sees_history(user, viewer_id)
    ranked = with_ladders(user.ranks.all()) if sees_rating(user, viewer_id) else []
    solved = {slug: _puzzle_standing(user, viewer_id, slug) for slug in GAMES if GAMES[slug].puzzle}
    slugs = _played_games(stats if open_history else [], [rank for rank, _ladder in ranked])
    slugs += [slug for slug, standing in solved.items() if standing and slug not in slugs]
    slug = game if game in slugs else slugs[0]
    context: Json = {
        "player": describe_user(user, viewer_id),
        "game": {"slug": slug, "title": GAMES[slug].title, "folder": GAMES[slug].folder},
        "choices": [(played, GAMES[played].short) for played in slugs],
        "span": span,
        "spans": list(SPANS.items()),
        "rank": None,
        "curve": [],
        "modes": [],
        "games": [],
        "luck": None,
    }
    context |= _rating_context(user, ranked, slug, span)
    context["puzzles"] = solved.get(slug)
    if user.pk == viewer_id:
        context["goals"] = goals.read_goals(user, slug)
    if open_history:
        modes = {("casual", "ranked")[row.rated]: row for row in stats if row.slug == slug}
        mode = mode if mode in modes else "ranked" if "ranked" in modes else "casual"
        recent = history.newest_results(user.pk, RECENT)
        context |= {
            "modes": [(name, MODES[name]) for name in MODES if name in modes],
            "mode": mode,
            "played": sum(row.games for row in stats),
            "luck": luck.read_player_luck(user.pk, slug) if "ranked" in modes else None,
            "style": _playing_style(modes[mode]) if mode in modes else None,
            "games": history.read_rows(user.pk, recent, ratings=sees_rating(user, viewer_id)),
        }
    return context


def describe_user(user: User, viewer_id: int | None) -> Json:
    """Return the user's public data, and the relations between the viewer and the user.

    "muted" is None for a viewer without a login, and for the user themselves.
    """
    relations: Json = dict.fromkeys(("followed", "blocked", "open", "invites"), False)
    relations["muted"] = None
    if viewer_id is not None and viewer_id != user.pk:
        relations = friends.find_relations(viewer_id, user)
    return {
        "name": user.name,
        "avatar": user.avatar,
        "since": user.joined_at,
        "guest": user.is_guest,
        "bot_of": None if user.bot_owner is None else user.bot_owner.name,
        "you": user.pk == viewer_id,
        **relations,
        "history": sees_history(user, viewer_id),
    }


def sees_history(user: User, viewer_id: int | None) -> bool:
    """Return whether the viewer may see the history of this user."""
    return user.pk == viewer_id or not user.hides_history


def sees_rating(user: User, viewer_id: int | None) -> bool:
    """Return whether the viewer may see the rating of this user; a guest has none."""
    return not user.is_guest and (user.pk == viewer_id or not user.hides_rating)


def _played_games(stats: list[PlayerStats], ranked: list[Rank]) -> list[str]:
    """Return the games that the page can show, the one played most first."""
    games = dict.fromkeys(GAMES, 0)
    for row in stats:
        games[row.slug] += row.games
    for rank in ranked:
        if rank.slug in games:
            games[rank.slug] = max(games[rank.slug], rank.games)
    played = [slug for slug, count in games.items() if count]
    return sorted(played, key=games.__getitem__, reverse=True) or [default_game()]


def _puzzle_standing(user: User, viewer_id: int | None, slug: str) -> Json | None:
    """Return puzzles.read_standing() of a user who has tried a puzzle; None if that is hidden.

    Only the user sees the rating, because others might take it for a rank.
    """
    standing = puzzles.read_standing(user.pk, slug, timezone.now().date())
    if not standing["tries"] or not sees_history(user, viewer_id):
        return None
    return {**standing, "rating": standing["rating"] if user.pk == viewer_id else None}


def _playing_style(sums: PlayerStats) -> Json:
    """Return the style of play in one mode; in games of two players, draws are counted apart."""
    style = GAMES[sums.slug].style(sums)
    style["seats"] = len(style["places"])
    if style["seats"] == labels.DUEL:
        won, lost = style["places"]
        count = history.count_drawn(sums.user_id, sums.slug, rated=sums.rated)
        if count:
            games = style["games"]
            draws = {"place": 1, "shared": True, **share_of(count, games)}
            style["places"] = [{"place": 1, **share_of(won["count"] - count, games)}, draws, lost]
    return style


def _rating_context(user: User, ranked: list[tuple[Rank, Lines]], slug: str, span: str) -> Json:
    for rank, ladder in ranked:
        if (rank.slug, rank.mode) == (slug, ranks.mode_of(user)) and rank.rated_at is not None:
            points = read_curve(user, slug, span, timezone.now())
            return {"rank": ranks.show_card(rank, ladder), "curve": points, "ladder": ladder}
    return {}
