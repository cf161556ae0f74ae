"""Creates rows of finished games without playing them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from accounts.models import Rank, RatingEvent, User
from games.density_deck.rules.scoring import COLORS
from games.models import Game, PlayerStats, Result, Seat
from games.registry import GAMES
from games.stats import COUNTED, add_sums

SLUG = "density-deck"
LAST = datetime(2026, 11, 20, 12, tzinfo=UTC)
APART = timedelta(hours=7)
START = 1500


def finish_games(
    user: User, count: int, others: Sequence[User], *, ranked: bool = False
) -> list[Game]:
    """Create finished games of a user, oldest first, the last one at LAST.

    The places cycle from 1 to 4, and the winning base colors through all ten. Every second game or
    all are ranked; a ranked game gives 10 points for each place above the last.
    """
    games = [_game(number, count, rated=ranked or number % 2 == 0) for number in range(count)]
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(game=game, index=index, user=sitter, name=sitter.name, kind=_kind(sitter), live=False)
        for game in games
        for index, sitter in enumerate([user, *others])
    )
    results = [_result(user, game, number, 1 + len(others)) for number, game in enumerate(games)]
    Result.objects.bulk_create(results)
    for rated in (False, True):
        _add_up(user, [result for result in results if result.rated is rated])
    _rate(user, [game for game in games if game.rated], results)
    return games


def _kind(user: User) -> str:
    return Seat.Kind.GUEST if user.is_guest else Seat.Kind.PLAYER


def _game(number: int, count: int, *, rated: bool) -> Game:
    at = LAST - APART * (count - 1 - number)
    rules = GAMES[SLUG].rules
    return Game(
        slug=SLUG,
        edition="current",
        ruleset=rules.ruleset_to_json(rules.ruleset("current")),
        rated=rated,
        status=Game.Status.FINISHED,
        state={},
        started_at=at - timedelta(minutes=20),
        finished_at=at,
    )


def _result(user: User, game: Game, number: int, seats: int) -> Result:
    assert game.finished_at is not None
    return Result(
        game=game,
        user=user,
        slug=SLUG,
        rated=game.rated,
        finished_at=game.finished_at,
        seat=0,
        place=1 + number % 4,
        seats=seats,
        lives=2,
        best_score=number % 90 - 10,
        best_suit=COLORS[number % 10],
        matches=5,
        won=2,
        fights={"called_won": {"2": 1}, "called_lost": {"3": 1}, "faced_lost": {"4": 2}},
        surrenders=2,
        saved=1,
        dealt=9,
        taken=8,
        colors={COLORS[number % 10]: 2},
        answers=40,
        helped=0,
    )


def _add_up(user: User, results: Sequence[Result]) -> None:
    if not results:
        return
    sums: dict[str, object] = {}
    for result in results:
        more = {name: getattr(result, name) for name in COUNTED}
        sums = add_sums(sums, more | {"games": 1, "places": {str(result.place): 1}})
    PlayerStats.objects.create(user=user, slug=SLUG, rated=results[0].rated, **sums)


def _rate(user: User, games: Sequence[Game], results: Sequence[Result]) -> None:
    places = {result.game_id: result.place for result in results}
    rating, events = START, []
    for game in games:
        assert game.finished_at is not None
        change = 10 * (4 - places[game.pk]) - 15
        events.append(
            RatingEvent(
                user=user,
                game=game.pk,
                slug=SLUG,
                at=game.finished_at,
                seat=0,
                place=places[game.pk],
                noise=12.5,
                **dict.fromkeys(("mu_before", "mu_after"), 25.0),
                **dict.fromkeys(("sigma_before", "sigma_after"), 3.0),
                rating_before=rating,
                rating_after=rating + change,
            )
        )
        rating += change
    RatingEvent.objects.bulk_create(events)
    if not events or user.is_guest:
        return
    settled = len(events) >= 10
    Rank.objects.create(
        user=user,
        slug=SLUG,
        mu=25.0,
        sigma=3.0,
        games=len(events),
        wins=len(events) // 4,
        rating=rating,
        standing=22.0,
        best=rating + 40 if settled else None,
        rung=6 if settled else None,
        rated_at=events[-1].at,
    )
