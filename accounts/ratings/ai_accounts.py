"""Accounts of AI players: their names, and the rating that each earns by its own games.

Decision 70 says what counts, and why no rank follows from it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from math import sqrt
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import F, QuerySet

from accounts.models import AiAccount, User
from accounts.names import name_key, skeleton_of
from accounts.ratings import rating
from accounts.ratings.rated_games import RATED_GAMES
from accounts.ratings.rating import Skill
from accounts.ratings.rating_parameters import HOUSE_DOUBT, house_skill, noise_of, scale_of

# below this number of results, a level is shown at its measured strength
ENOUGH = 100
RECENT, DAYS = 10, 400  # public games and days that an account remembers
LINES, FRESH_SECONDS = "accounts.ai_accounts.", 60


# AI players at a table by seat: name and level
Seats = Mapping[int, tuple[str, str]]


class Line(NamedTuple):
    """The rating of a level and its uncertainty, in public points, and the results behind them.

    With 0 results it is the measured strength of the level, otherwise the mean of its accounts.
    """

    rating: int
    doubt: int
    results: int


class Seated(NamedTuple):
    """A seat of a finished game, with the account of an AI player or the skill of the seat.

    A seat with neither has unknown strength and takes no part in the rating.
    """

    place: int
    level: str = ""
    account: AiAccount | None = None
    skill: Skill | None = None

    @property
    def known(self) -> Skill | None:
        """The skill, if it is known."""
        if self.account is not None:
            return Skill(self.account.mu, self.account.sigma)
        return self.skill


# -------------------------------------------------------------------------------- names
def account_names(slug: str, level: str) -> list[str]:
    """Return the names of the accounts of a level, which the first call creates.

    A name that a user already has is skipped.
    """
    if slug not in RATED_GAMES or level not in RATED_GAMES[slug].ai_names:
        return []
    accounts = AiAccount.objects.filter(slug=slug, level=level).order_by("pk")
    return list(accounts.values_list("name", flat=True)) or _make(slug, level)


def is_ai_name(name: str) -> bool:
    """Return whether this is, in any capitals, a name of AI accounts."""
    key = name_key(name)
    levels = chain(*(game.ai_names.values() for game in RATED_GAMES.values()))
    return any(key == name_key(ai_name) for ai_name in chain(*levels))


def accounts_of(name: str) -> list[AiAccount]:
    """Return the accounts with that name, one per game."""
    accounts = AiAccount.objects.filter(name__iexact=name) if is_ai_name(name) else ()
    by_slug = {account.slug: account for account in accounts}
    return [by_slug[slug] for slug in RATED_GAMES if slug in by_slug]


def seated_accounts(slug: str, seats: Seats) -> dict[int, str]:
    """Return the account names of AI seats, by seat; seats of older games have none."""
    accounts = _of(seats, _named(slug, seats)) if seats else {}
    return {index: account.name for index, account in accounts.items()}


def _named(slug: str, seats: Seats) -> QuerySet[AiAccount]:
    return AiAccount.objects.filter(slug=slug, name__in={name for name, _ in seats.values()})


def _of(seats: Seats, rows: Iterable[AiAccount]) -> dict[int, AiAccount]:
    accounts = {(row.name, row.level): row for row in rows}
    return {index: accounts[seat] for index, seat in seats.items() if seat in accounts}


def _measured(slug: str) -> Mapping[str, int]:
    return RATED_GAMES[slug].ai_ratings if slug in RATED_GAMES else {}


def _make(slug: str, level: str) -> list[str]:
    names_by_skeleton = {skeleton_of(name): name for name in RATED_GAMES[slug].ai_names[level]}
    taken = set(
        User.objects.filter(skeleton__in=names_by_skeleton).values_list("skeleton", flat=True)
    )
    free = [name for skeleton, name in names_by_skeleton.items() if skeleton not in taken]
    mu, sigma = house_skill(slug, level, scale_of(slug))
    start_rating = _measured(slug)[level]
    AiAccount.objects.bulk_create(
        [
            AiAccount(slug=slug, name=name, level=level, mu=mu, sigma=sigma, rating=start_rating)
            for name in free
        ],
        ignore_conflicts=True,
    )
    return free


# -------------------------------------------------------------------------------- change
def lock_accounts(slug: str, seats: Seats) -> dict[int, AiAccount]:
    """Return the accounts of AI seats, locked in a fixed order."""
    return _of(seats, _named(slug, seats).order_by("pk").select_for_update())


def save_finished_game(
    slug: str, seats: Sequence[Seated], noise: float | None, now: datetime, *, public: str = ""
) -> None:
    """Add a finished game to its accounts; call it in the game's last transaction, locked.

    `noise` is its performance noise relative to a rated game; None for a game that does not count.
    `public` is the id of the game if everyone may see that it was played.
    """
    for seat in seats:
        if seat.account is not None:
            _remember(seat.account, seat.place, public)
    if noise is not None:
        scale = scale_of(slug)
        for account, skill in _rated(slug, seats, scale, noise * noise_of(slug)):
            _move(account, skill, scale, now)
    for seat in seats:
        if seat.account is not None:
            seat.account.save()


def _remember(account: AiAccount, place: int, public: str) -> None:
    account.places = {**account.places, str(place): account.places.get(str(place), 0) + 1}
    if public:
        account.recent = [*account.recent, public][-RECENT:]


def _rated(
    slug: str, seats: Sequence[Seated], scale: float, noise: float
) -> list[tuple[AiAccount, Skill]]:
    """Return the skills after a game of the accounts that met another level or a player.

    AI players of one level play alike, so results among them say nothing.
    """
    rated = []
    for own in seats:
        others = {
            index: seat.known
            for index, seat in enumerate(seats)
            if seat.known is not None and seat.level != own.level
        }
        if own.account is not None and own.known is not None and others:
            places = [own.place, *(seats[index].place for index in others)]
            measured = house_skill(slug, own.level, scale)
            skill = rating.rate_line(own.known, measured, list(others.values()), places, noise)
            rated.append((own.account, skill))
    return rated


def _move(account: AiAccount, skill: Skill, scale: float, now: datetime) -> None:
    """Set an account to its new skill. Ranks of users are not changed."""
    day = now.date().isoformat()
    account.mu, account.sigma = skill
    account.rating = rating.public_rating(skill, scale)
    account.results += 1
    earlier = [entry for entry in account.days if entry[0] != day]
    account.days = [*earlier, [day, account.rating, account.results]][-DAYS:]


# -------------------------------------------------------------------------------- reading
def level_ratings(slug: str) -> dict[str, Line]:
    """Return the rating of each level of a game, weakest first; {} for a game without ratings.

    Cached for a minute, since home pages need it.
    """
    return cache.get_or_set(LINES + slug, lambda: _lines(slug), FRESH_SECONDS) or {}


def _lines(slug: str) -> dict[str, Line]:
    accounts: dict[str, list[AiAccount]] = {level: [] for level in _measured(slug)}
    for account in AiAccount.objects.filter(slug=slug, results__gt=0):
        accounts.setdefault(account.level, []).append(account)
    return {level: _line(slug, level, accounts[level]) for level in _measured(slug)}


def list_leaderboard(slug: str) -> list[AiAccount]:
    """Return the AI players with enough results for the leaderboard, ordered by mu - sigma."""
    accounts = AiAccount.objects.filter(slug=slug, results__gte=rating.BOARD_GAMES)
    return list(accounts.order_by(F("sigma") - F("mu"), "pk"))


def _line(slug: str, level: str, accounts: list[AiAccount]) -> Line:
    results = sum(account.results for account in accounts)
    if results < ENOUGH:
        game = RATED_GAMES[slug]
        return Line(game.ai_ratings[level], game.doubts.get(level, HOUSE_DOUBT), 0)
    # weighted by their results
    mean = sum(account.rating * account.results for account in accounts) / results
    variance = sum((account.sigma * account.results) ** 2 for account in accounts)
    return Line(round(mean), doubt_in_points(sqrt(variance) / results, scale_of(slug)), results)


def doubt_in_points(sigma: float, scale: float) -> int:
    """Return a standard deviation of a skill in public points."""
    return round(rating.POINTS * sigma / scale)
