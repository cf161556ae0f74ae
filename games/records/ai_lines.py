"""Rates AI accounts after a finished game."""

from datetime import timedelta

from django.db.models import Count

from accounts.models import Mode, Rank
from accounts.ratings import ai_accounts, ranks
from accounts.ratings.ai_accounts import Seated
from accounts.ratings.rating import PROVISIONAL_GAMES, Skill
from accounts.ratings.rating_parameters import house_skill, scale_of
from games.models import Game, Move, Result, Seat
from games.positions.position import Position
from games.records import against_ai, standings

# the most games of one user against AI players that count within TIME, so that users who lose on
# purpose change a rating little (bench/ai_lines.py)
MOST, TIME = 3, timedelta(days=1)


def rate_ai_accounts(position: Position) -> None:
    """Update the accounts of a game's AI players when it ends; ranks of users do not change.

    Call it in the transaction that finishes the game, after its results are written and before its
    ranks change. Ratings change only by games with the ranked or the quick rules against at least
    one user of known strength; seats of unknown strength are left out. Stopped and void games do
    not count.
    """
    game, seats = position.game, position.seats
    if Move.objects.filter(game=game, by=Move.By.ALL).exists() or standings.ends_void(position):
        return
    ais = {index: seat for index, seat in seats.items() if seat.kind == Seat.Kind.AI and seat.place}
    accounts = ai_accounts.lock_accounts(
        game.slug, {index: (seat.name, seat.level) for index, seat in ais.items()}
    )
    if not accounts:
        return
    noise = against_ai.noise_of(game.slug, game.ruleset)
    skills = {} if noise is None else _known_skills(position)
    if skills:
        skills |= _skills_without_account(
            position, [ais[index] for index in ais if index not in accounts]
        )
    finished = [
        Seated(seat.place or len(seats), seat.level, accounts.get(index), skills.get(index))
        for index, seat in sorted(seats.items())
    ]
    is_listed = game.rated or (game.access == Game.Access.PUBLIC and game.watchable)
    ai_accounts.save_finished_game(
        game.slug,
        finished,
        noise if skills else None,
        position.now,
        public=game.pk if is_listed else "",
    )


def _known_skills(position: Position) -> dict[int, Skill]:
    """Return the skills of the users whose result counts, by seat.

    They played in person and to the end, have a rating that is neither provisional nor hidden,
    and have not played MOST games against AI players within TIME.
    """
    by_ai = Move.objects.filter(game=position.game, by=Move.By.AI, seat__isnull=False)
    helped = set(by_ai.order_by().values_list("seat", flat=True).distinct())
    owners = {
        seat.user_id: index
        for index, seat in position.seats.items()
        if seat.kind == Seat.Kind.PLAYER and seat.abandoned_at is None and index not in helped
    }
    rows = Rank.objects.filter(
        user__in=[user for user in owners if user is not None],
        slug=position.game.slug,
        mode=Mode.RANKED,
        games__gte=PROVISIONAL_GAMES,
        user__hides_rating=False,
    )
    user_ranks = {rank.user_id: rank for rank in rows}
    frequent = _frequent_players(position, list(user_ranks)) if user_ranks else set()
    return {
        owners[user]: ranks.skill_now(rank, position.now)
        for user, rank in user_ranks.items()
        if user not in frequent
    }


def _frequent_players(position: Position, users: list[int]) -> set[int]:
    games = Result.objects.filter(
        user__in=users,
        slug=position.game.slug,
        finished_at__gt=position.now - TIME,
        game__seats__kind=Seat.Kind.AI,
    ).exclude(game=position.game)
    counts = games.order_by().values("user").annotate(games=Count("game", distinct=True))
    return set(counts.filter(games__gte=MOST).values_list("user", flat=True))


def _skills_without_account(position: Position, seats: list[Seat]) -> dict[int, Skill]:
    """Return the skills of AI players without an account, if their level was measured."""
    game_type, scale = position.game_type, scale_of(position.game.slug)
    return {
        seat.index: house_skill(game_type.slug, seat.level, scale)
        for seat in seats
        if seat.level in game_type.doubts
    }
