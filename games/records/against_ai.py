"""The games against AI players that determine where a newcomer's first rank begins."""

from collections.abc import Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts.ratings import rating_parameters
from accounts.ratings.rating import START_GAMES, KnownGame
from accounts.ratings.rating_parameters import house_skill
from games.engine.contract import Json
from games.models import Game, Move, Seat
from games.registry import GAMES

# rulesets that count, and how many times as much as a rated game they depend on chance
Noises = Sequence[tuple[Json, float]]


def before_ranked(user_id: int, slug: str) -> list[KnownGame]:
    """Return the last three games that count towards the first rank in this game, oldest first.

    They are finished, unrated games of this user, including those as a guest, with the ranked or
    the quick rules, played from the first deal, against only AI players of measured strength. The
    owner did not abandon the seat, and no stand-in made a move for it. Games that ended after the
    user's first rated game began do not count. It takes at most four queries.
    """
    noises = _noise_by_rules(slug)
    user_seats = list(_counting_seats(user_id, slug, noises)[:START_GAMES])[::-1] if noises else []
    if not user_seats:
        return []
    usual, scale = rating_parameters.noise_of(slug), rating_parameters.scale_of(slug)
    others: dict[str, list[tuple[str, int]]] = {seat.game_id: [] for seat in user_seats}
    ai_seats = Seat.objects.filter(game__in=others, kind=Seat.Kind.AI).order_by("index")
    for game_id, level, place in ai_seats.values_list("game_id", "level", "place"):
        others[game_id].append((level, place or 0))
    return [
        KnownGame(
            seat.place or 0,
            [house_skill(slug, level, scale) for level, _ in others[seat.game_id]],
            [place for _, place in others[seat.game_id]],
            usual * (noise_of(slug, seat.game.ruleset) or 1.0),
        )
        for seat in user_seats
    ]


def noise_of(slug: str, ruleset: Json) -> float | None:
    """Return how many times as much as a rated game a game by this ruleset depends on chance.

    None for a ruleset that does not count: neither the ranked nor the quick one.
    """
    return next((noise for counting, noise in _noise_by_rules(slug) if counting == ruleset), None)


def _noise_by_rules(slug: str) -> Noises:
    ranked, quick, rules = GAMES[slug].ranked, GAMES[slug].quick, GAMES[slug].rules
    if ranked is None:
        return ()
    usual = rules.ruleset_to_json(rules.ruleset(ranked.edition, seats=ranked.seats, **ranked.rules))
    return [(usual, 1.0), *([] if quick is None else [({**usual, **quick.rules}, quick.noise)])]


def _counting_seats(user_id: int, slug: str, noises: Noises) -> QuerySet[Seat]:
    """Return the user's seats in the games of before_ranked(), the last one first."""
    measured = Q(kind=Seat.Kind.AI, level__in=GAMES[slug].doubts)
    others = Seat.objects.filter(~measured, game=OuterRef("game")).exclude(pk=OuterRef("pk"))
    by_ai = Move.objects.filter(game=OuterRef("game"), seat=OuterRef("index"), by=Move.By.AI)
    rated = Seat.objects.filter(user=user_id, game__slug=slug, game__rated=True)
    first = rated.filter(game__started_at__isnull=False).order_by("game__started_at")
    seats = Seat.objects.filter(
        ~Exists(others),
        ~Exists(by_ai),
        Q(*[Q(game__ruleset=ruleset) for ruleset, _ in noises], _connector=Q.OR),
        user=user_id,
        game__slug=slug,
        game__rated=False,
        game__status=Game.Status.FINISHED,
        game__fork__isnull=True,
        abandoned_at=None,
        place__isnull=False,
    ).annotate(until=Subquery(first.values("game__started_at")[:1]))
    before = Q(until=None) | Q(game__finished_at__lte=F("until"))
    return seats.filter(before).select_related("game").order_by("-game__finished_at", "-pk")
