"""AI players with accounts: their names, and the rating that each has from its own games.

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
from accounts.ratings.rating_parameters import HOUSE_DOUBT, house_skill, noise_of

# with fewer results a level is shown as it was measured
ENOUGH = 100
RECENT, DAYS = 10, 400  # public games and days that an account remembers
LINES, FRESH_SECONDS = "accounts.ai_accounts.", 60


# AI players at a table by seat: name and level
Seats = Mapping[int, tuple[str, str]]


class Line(NamedTuple):
    """The rating of a level in public points, its uncertainty, and the causes of that.

    Without `results` it is the measured start value; else the mean of its accounts.
    """

    rating: int
    doubt: int
    results: int


class Seated(NamedTuple):
    """A seat of a finished game: place, level of an AI player, account, or what it counts as.

    A seat with neither is of unknown strength and takes no part in the rating.
    """

    place: int
    level: str = ""
    account: AiAccount | None = None
    skill: Skill | None = None

    @property
    def known(self) -> Skill | None:
        """Its rating, where it is known."""
        if self.account is not None:
            return Skill(self.account.mu, self.account.sigma)
        return self.skill


# -------------------------------------------------------------------------------- names
def account_names(slug: str, level: str) -> list[str]:
    """Return the names of the accounts of a level, which are made when it is first asked for.

    A user of earlier times keeps such a name, and no account has it.
    """
    if slug not in RATED_GAMES or level not in RATED_GAMES[slug].ai_names:
        return []
    found = AiAccount.objects.filter(slug=slug, level=level).order_by("pk")
    return list(found.values_list("name", flat=True)) or _make(slug, level)


def is_ai_name(name: str) -> bool:
    """Return whether an AI account may have this name, whatever its capitals."""
    key = name_key(name)
    levels = chain(*(game.ai_names.values() for game in RATED_GAMES.values()))
    return any(key == name_key(each) for each in chain(*levels))


def accounts_of(name: str) -> list[AiAccount]:
    """Return the accounts of that name, one for each game in which it has played."""
    found = AiAccount.objects.filter(name__iexact=name) if is_ai_name(name) else ()
    by_slug = {account.slug: account for account in found}
    return [by_slug[slug] for slug in RATED_GAMES if slug in by_slug]


def seated_accounts(slug: str, seats: Seats) -> dict[int, str]:
    """Return the names of the AI seats that belong to an account; older games have none."""
    found = _of(seats, _named(slug, seats)) if seats else {}
    return {index: account.name for index, account in found.items()}


def _named(slug: str, seats: Seats) -> QuerySet[AiAccount]:
    return AiAccount.objects.filter(slug=slug, name__in={name for name, _ in seats.values()})


def _of(seats: Seats, rows: Iterable[AiAccount]) -> dict[int, AiAccount]:
    found = {(row.name, row.level): row for row in rows}
    return {index: found[who] for index, who in seats.items() if who in found}


def _measured(slug: str) -> Mapping[str, int]:
    return RATED_GAMES[slug].ai_ratings if slug in RATED_GAMES else {}


def _make(slug: str, level: str) -> list[str]:
    looks = {skeleton_of(name): name for name in RATED_GAMES[slug].ai_names[level]}
    held = set(User.objects.filter(skeleton__in=looks).values_list("skeleton", flat=True))
    free = [name for look, name in looks.items() if look not in held]
    noise = noise_of(slug)
    mu, sigma = house_skill(slug, level, noise)
    shown = _measured(slug)[level]
    AiAccount.objects.bulk_create(
        [
            AiAccount(slug=slug, name=name, level=level, mu=mu, sigma=sigma, rating=shown)
            for name in free
        ],
        ignore_conflicts=True,
    )
    return free


# -------------------------------------------------------------------------------- change
def lock_accounts(slug: str, seats: Seats) -> dict[int, AiAccount]:
    """Return the accounts of AI seats, locked in one order."""
    return _of(seats, _named(slug, seats).order_by("pk").select_for_update())


def save_finished_game(
    slug: str, seats: Sequence[Seated], noise: float | None, now: datetime, *, public: str = ""
) -> None:
    """Write a finished game into its accounts, which are locked; belongs into its last transaction.

    `noise` is how many times as much as a rated game it depends on chance, None where it counts for
    no rating. `public` is its id where everyone may see that it was played.
    """
    for seat in seats:
        if seat.account is not None:
            _remember(seat.account, seat.place, public)
    if noise is not None:
        usual = noise_of(slug)
        for account, skill in _rated(slug, seats, usual, noise):
            _move(account, skill, usual, now)
    for seat in seats:
        if seat.account is not None:
            seat.account.save()


def _remember(account: AiAccount, place: int, public: str) -> None:
    account.places = {**account.places, str(place): account.places.get(str(place), 0) + 1}
    if public:
        account.recent = [*account.recent, public][-RECENT:]


def _rated(
    slug: str, seats: Sequence[Seated], noise: float, times: float
) -> list[tuple[AiAccount, Skill]]:
    """Return the skills after a game of the accounts that met another than their own level.

    AI players of one level play alike: how they finish among each other says nothing.
    """
    found = []
    for own in seats:
        others = {
            index: each.known
            for index, each in enumerate(seats)
            if each.known is not None and each.level != own.level
        }
        if own.account is not None and own.known is not None and others:
            places = [own.place, *(seats[index].place for index in others)]
            measured = house_skill(slug, own.level, noise)
            skill = rating.rate_line(
                own.known, measured, list(others.values()), places, noise * times
            )
            found.append((own.account, skill))
    return found


def _move(account: AiAccount, skill: Skill, noise: float, now: datetime) -> None:
    """Bring an account to its new skill: nothing else is changed, and no rank of a user."""
    day = now.date().isoformat()
    account.mu, account.sigma = skill
    account.rating = rating.public_rating(skill, noise)
    account.results += 1
    before = [each for each in account.days if each[0] != day]
    account.days = [*before, [day, account.rating, account.results]][-DAYS:]


# -------------------------------------------------------------------------------- look
def level_ratings(slug: str) -> dict[str, Line]:
    """Return what each level of a game counts as, weakest first; {} for a game without ratings.

    A minute old at most: first pages ask for it.
    """
    return cache.get_or_set(LINES + slug, lambda: _lines(slug), FRESH_SECONDS) or {}


def _lines(slug: str) -> dict[str, Line]:
    found: dict[str, list[AiAccount]] = {level: [] for level in _measured(slug)}
    for account in AiAccount.objects.filter(slug=slug, results__gt=0):
        found.setdefault(account.level, []).append(account)
    return {level: _line(slug, level, found[level]) for level in _measured(slug)}


def list_leaderboard(slug: str) -> list[AiAccount]:
    """Return the AI players of a game with enough results for a leaderboard, by mu - sigma."""
    known = AiAccount.objects.filter(slug=slug, results__gte=rating.BOARD_GAMES)
    return list(known.order_by(F("sigma") - F("mu"), "pk"))


def _line(slug: str, level: str, accounts: list[AiAccount]) -> Line:
    results = sum(account.results for account in accounts)
    if results < ENOUGH:
        game = RATED_GAMES[slug]
        return Line(game.ai_ratings[level], game.doubts.get(level, HOUSE_DOUBT), 0)
    # each by what its results say
    mean = sum(account.rating * account.results for account in accounts) / results
    variance = sum((account.sigma * account.results) ** 2 for account in accounts)
    return Line(round(mean), doubt_in_points(sqrt(variance) / results, noise_of(slug)), results)


def doubt_in_points(sigma: float, noise: float) -> int:
    """Return a standard deviation of a skill in public points."""
    return round(rating.POINTS * sigma / noise)
