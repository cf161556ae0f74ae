"""Ranks: changes by finished games, data for pages, and a preview of changes.

Decision 13 says why the rules are as they are.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, NotRequired, TypedDict

from django.db import transaction

from accounts.models import Mode, Rank, RatingEvent, User
from accounts.ratings import rating, tiers
from accounts.ratings.rating import NEW_GAMES, KnownGame, Skill
from accounts.ratings.rating_parameters import house_skill, ladder_of, noise_of, scale_of
from accounts.ratings.tiers import Badge, Lines, Progress, Title

DAY = 24 * 3600
TREND = 10  # places that a rank remembers


class LineOfResult(TypedDict):
    """A result against one opponent, as saved in events; old ones lack `new`."""

    seat: int
    name: str
    expected: float
    actual: float
    points: int
    new: NotRequired[bool]


class Chip(TypedDict):
    """The data of a rating chip."""

    rating: int
    provisional: bool
    badge: Badge | None


class Card(Chip):
    """The data of a rank on pages; `guessed`: estimated from games against AI players only."""

    games: int
    guessed: bool
    wins: int
    best: int | None
    title: Title | None
    progress: Progress | None
    trend: list[int]
    missing_games: int


class Finisher(NamedTuple):
    """A seat of a finished rated game.

    `user_id` is None for AI players, who have a `level`, and for deleted accounts. `left`: the
    owner abandoned the seat, and a stand-in reached the place. `early`: the owner left in the first
    match, before every seat had had a turn.
    """

    seat: int
    user_id: int | None
    name: str
    place: int
    level: str = ""
    left: bool = False
    early: bool = False


# ------------------------------------------------------------------------------- change
def start_rank(user_id: int, slug: str, games: Sequence[KnownGame]) -> Skill:
    """Estimate a player's first rank from games against AI players, oldest first; return the skill.

    A rank with a rated game is never changed. Until then only the player sees the rating, as a
    first estimate.
    """
    with transaction.atomic():
        rank = _locked([user_id], slug).get(user_id)
        if rank is None:
            return Skill()
        if games and not rank.games:
            skill = rating.start_skill(games)
            rank.mu, rank.sigma = skill
            rank.rating = rating.public_rating(skill, scale_of(slug))
            rank.standing = skill.mu - skill.sigma
            rank.save()
        return Skill(rank.mu, rank.sigma)


def settle_ranks(
    game_id: str,
    slug: str,
    seats: Sequence[Finisher],
    now: datetime,
    mode: Mode = Mode.RANKED,
) -> list[RatingEvent]:
    """Update the ranks of the players of a finished rated game, and save the events.

    Call it in the transaction that finishes the game. If a player left early, only players who
    left are rated. A second call changes and returns nothing.
    """
    with transaction.atomic():
        ranks = _locked([seat.user_id for seat in seats if seat.user_id], slug, mode)
        if RatingEvent.objects.filter(game=game_id).exists():
            return []
        noise, scale, ladder = noise_of(slug), scale_of(slug), ladder_of(slug)
        skills = [_skill(seat, slug, ranks, scale, now) for seat in seats]
        places = [seat.place for seat in seats]
        left = [index for index, seat in enumerate(seats) if seat.left]
        strangers = _new(seats, ranks)
        after = rating.rate_game(skills, places, noise, left=left, new=strangers)
        void = any(seat.early for seat in seats)
        events = []
        for index, seat in enumerate(seats):
            rank = ranks.get(seat.user_id or 0)
            if rank is None or (void and not seat.left):
                continue
            why = rating.explain_change(
                skills, places, noise, index, scale=scale, left=left, new=strangers
            )
            event = RatingEvent(
                user_id=rank.user_id,
                game=game_id,
                slug=slug,
                mode=mode,
                at=now,
                seat=seat.seat,
                place=seat.place,
                left=seat.left,
                noise=noise,
                lines=[_line(seats[line.opponent], line) for line in why],
            )
            event.rating_before = rating.public_rating(skills[index], scale)
            event.rating_after = rating.public_rating(after[index], scale)
            _move(rank, event, skills[index], after[index], ladder)
            events.append(event)
            rank.save()
        return RatingEvent.objects.bulk_create(events)


def _locked(user_ids: Sequence[int], slug: str, mode: Mode = Mode.RANKED) -> dict[int, Rank]:
    """Return the ranks of these users in one game, by user id, locked; new ones are unsaved.

    The users are locked first, in the order of their ids, so that two games that end together
    cannot deadlock and no account is deleted in between.
    """
    users = User.objects.filter(pk__in=user_ids).order_by("pk").select_for_update(no_key=True)
    existing = list(users.values_list("pk", flat=True))
    mine = Rank.objects.filter(user__in=existing, slug=slug, mode=mode)
    ranks = {rank.user_id: rank for rank in mine.order_by("user_id").select_for_update()}
    return {pk: ranks.get(pk) or _newcomer(pk, slug, mode) for pk in existing}


def _newcomer(user_id: int, slug: str, mode: Mode) -> Rank:
    mu, sigma = Skill()
    return Rank(
        user_id=user_id,
        slug=slug,
        mode=mode,
        mu=mu,
        sigma=sigma,
        rating=rating.CENTER,
        standing=mu - sigma,
    )


def _skill(seat: Finisher, slug: str, ranks: dict[int, Rank], scale: float, now: datetime) -> Skill:
    """Return the skill of a seat; a deleted account counts as an unknown player."""
    if seat.level:
        return house_skill(slug, seat.level, scale)
    rank = ranks.get(seat.user_id or 0)
    return Skill() if rank is None else skill_now(rank, now)


def _new(seats: Sequence[Finisher], ranks: dict[int, Rank]) -> list[int]:
    """Return the indexes of new players (decision 32) and of deleted accounts."""
    return [
        index
        for index, seat in enumerate(seats)
        if not seat.level and _is_new(ranks.get(seat.user_id or 0))
    ]


def _is_new(rank: Rank | None) -> bool:
    if rank is None or rank.games < NEW_GAMES:
        return True
    if not rating.is_provisional(rank.games):
        return False
    ladder = {"slug": rank.slug, "mode": rank.mode}
    games = RatingEvent.objects.filter(user=rank.user_id, **ladder).values("game")
    met = RatingEvent.objects.filter(game__in=games).exclude(user=rank.user_id)
    known_opponents = Rank.objects.filter(
        user__in=met.values("user"), games__gte=NEW_GAMES, **ladder
    )
    return rating.is_new(rank.games, known_opponents.count())


def _line(opponent: Finisher, line: rating.Line) -> LineOfResult:
    return {
        "seat": opponent.seat,
        "name": opponent.name,
        "expected": round(line.expected, 4),
        "actual": line.actual,
        "points": line.points,
        "new": line.new,
    }


def _move(rank: Rank, event: RatingEvent, before: Skill, after: Skill, ladder: Lines) -> None:
    """Set a rank to its new skill and rating, and write the values into the event."""
    event.mu_before, event.sigma_before = before
    event.mu_after, event.sigma_after = after
    event.rung_before = rank.rung
    rank.mu, rank.sigma = after
    rank.standing = after.mu - after.sigma
    rank.rating = event.rating_after
    rank.rated_at = event.at
    rank.games += 1
    rank.trend = [*rank.trend, event.place][-TREND:]
    if event.place == 1 and not event.left:
        rank.wins += 1
    if not rating.is_provisional(rank.games):
        rank.best = max(rank.rating, rank.best or rank.rating)
        rank.rung = tiers.find_rung(rank.rating, ladder, rank.rung)
    event.rung_after = rank.rung


# ------------------------------------------------------------------------------- reading
def mode_of(user: User) -> Mode:
    """Return the mode of the rated games of a user: bots have their own ladder."""
    return Mode.BOTS if user.is_bot else Mode.RANKED


def rank_of(user_id: int, slug: str, mode: Mode = Mode.RANKED) -> Rank:
    """Return the rank of a user in one query; an unsaved first rank if there is none."""
    rank = Rank.objects.filter(user_id=user_id, slug=slug, mode=mode).first()
    return rank or _newcomer(user_id, slug, mode)


def skill_now(rank: Rank, now: datetime) -> Skill:
    """Return the estimated skill now, less certain after days without games."""
    days = 0.0 if rank.rated_at is None else (now - rank.rated_at).total_seconds() / DAY
    return rating.age_skill(Skill(rank.mu, rank.sigma), days)


def show_badge(rung: int | None) -> Badge | None:
    """Return the tier for templates/accounts/_badge.html and frames; None without a rung."""
    return None if rung is None else tiers.badge_of_rung(rung)


def show_chip(number: int, games: int, rung: int | None) -> Chip:
    """Return the data of a rating chip."""
    return {
        "rating": number,
        "provisional": rating.is_provisional(games),
        "badge": show_badge(rung),
    }


def show_card(rank: Rank, ladder: Lines) -> Card:
    """Return the data of a rank on pages; no progress while the rating is provisional."""
    rung = rank.rung
    return {
        **show_chip(rank.rating, rank.games, rung),
        "games": rank.games,
        "guessed": not rank.games and rank.pk is not None,
        "wins": rank.wins,
        "best": rank.best,
        "title": tiers.title_for_wins(rank.wins),
        "progress": None if rung is None else tiers.progress_to_next(rank.rating, rung, ladder),
        "trend": rank.trend,
        "missing_games": max(0, rating.PROVISIONAL_GAMES - rank.games),
    }


def prospects_among_equals(rank: Rank, seats: int) -> list[int]:
    """Return the rating change for each place, best first, against players of equal skill."""
    skills = [Skill(rank.mu, rank.sigma)] * seats
    return rating.preview_changes(skills, noise_of(rank.slug), 0, scale=scale_of(rank.slug))
