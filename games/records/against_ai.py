"""The games against AI players by which a newcomer's first rank begins."""

from collections.abc import Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts.ratings import rating_parameters
from accounts.ratings.rating import START_GAMES, KnownGame
from accounts.ratings.rating_parameters import house_skill
from games.engine.contract import Json
from games.models import Game, Move, Seat
from games.registry import GAMES

# rules that count, and how many times as much as a rated game they depend on chance
Noises = Sequence[tuple[Json, float]]


def before_ranked(user_id: int, slug: str) -> list[KnownGame]:
    """Return the last three games that count towards the first rank in this game, oldest first.

    Those are finished, unrated games of this user, also from the time as a guest, with the seats
    and rules of the ranked queue or the quick ones, against AI players of measured strength
    alone, from their first deal on. The owner did not abandon the seat, and no stand-in made a
    move for it. Games that ended after the user's first rated game had begun do not count. Three
    queries at most.
    """
    noises = _noises(slug)
    own = list(_seats(user_id, slug, noises)[:START_GAMES])[::-1] if noises else []
    if not own:
        return []
    usual = rating_parameters.noise_of(slug)
    others: dict[str, list[tuple[str, int]]] = {seat.game_id: [] for seat in own}
    found = Seat.objects.filter(game__in=others, kind=Seat.Kind.AI).order_by("index")
    for game_id, level, place in found.values_list("game_id", "level", "place"):
        others[game_id].append((level, place or 0))
    return [
        KnownGame(
            seat.place or 0,
            [house_skill(slug, level, usual) for level, _ in others[seat.game_id]],
            [place for _, place in others[seat.game_id]],
            usual * (noise_of(slug, seat.game.ruleset) or 1.0),
        )
        for seat in own
    ]


def noise_of(slug: str, ruleset: Json) -> float | None:
    """Return how many times as much as a rated game one by these rules depends on chance.

    None by rules that count for no strength: neither those of the ranked queue nor the quick ones.
    """
    return next((noise for counted, noise in _noises(slug) if counted == ruleset), None)


def _noises(slug: str) -> Noises:
    ranked, quick, rules = GAMES[slug].ranked, GAMES[slug].quick, GAMES[slug].rules
    if ranked is None:
        return ()
    usual = rules.ruleset_to_json(rules.ruleset(ranked.edition, seats=ranked.seats, **ranked.rules))
    return [(usual, 1.0), *([] if quick is None else [({**usual, **quick.rules}, quick.noise)])]


def _seats(user_id: int, slug: str, noises: Noises) -> QuerySet[Seat]:
    """Return the seats of this user in such games, the last one first."""
    known = Q(kind=Seat.Kind.AI, level__in=GAMES[slug].doubts)
    others = Seat.objects.filter(~known, game=OuterRef("game")).exclude(pk=OuterRef("pk"))
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
