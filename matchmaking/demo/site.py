"""Fill an empty site: months of games, the meetings of players, their ranks, a ranked hour."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from heapq import heappop, heappush
from itertools import count
from random import Random

from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts import daily, leaderboards
from accounts.models import User
from games.models import Game
from games.models.game import ID_BYTES
from games.registry import GAMES
from games.table.new_game import AGAINST_AI, Options, from_options
from matchmaking import claim
from matchmaking.demo.members import Member, befriend, gather
from matchmaking.demo.past import PastGame, play_game
from matchmaking.models import Attendance, RankedHour
from matchmaking.occurrences import upcoming
from matchmaking.queues import DEFAULT, QUEUES, Queue

DAYS = 120
DAY = timedelta(days=1)
# of all games
RANKED, ALONE = 0.64, 0.12
# of so many games one is of each other game of the site
OTHERS = 6
# users of so different skill meet a third as often as equals
NEAR = 0.6
# the last game begins so long before the past ends
LAST = timedelta(hours=2)
# the ranked hour, which is first so long from now on: ahead for everyone who looks around
ZONE, AT, MINUTES = "Europe/Berlin", time(20), 60
AHEAD = timedelta(days=2)
MOST_COMING = 11
TITLES = ("", "", "Friday table", "Open to all", "No hurry", "After supper", "First games")


@dataclass(frozen=True, slots=True)
class Filled:
    """What a site was filled with; `best` leads the leaderboard, and `name` may log in."""

    players: int
    guests: int
    games: int
    ranked: int
    moves: int
    begin: datetime
    end: datetime
    best: str
    name: str
    password: str


def fill(
    players: int,
    games: int,
    seed: int,
    now: datetime,
    progress: Callable[[int], None],
    days: int = DAYS,
) -> Filled:
    """Let so many users play so many games in the days before the midnight before `now`.

    All or nothing. The same numbers give the same users, cards, moves and ranks, on whatever
    day; only the password is drawn anew. `progress` gets the number of games played.
    """
    end = now.replace(hour=0, minute=0, second=0, microsecond=0)
    begin = end - days * DAY
    dice = Random(f"demo {seed}")
    with transaction.atomic():
        members = gather(dice, players, begin, end)
        past = _Past(members, begin)
        for number, at in enumerate(_starts(dice, games, begin, end), 1):
            past.start(at, dice, Random(f"demo {seed} game {number}"))
            progress(number)
        past.go_to(end)
        announce(Random(f"demo {seed} hour"), members, now)
        befriend(Random(f"demo {seed} friends"), members, end)
        return _sum_up(past, begin, end)


def is_empty() -> bool:
    """Return whether the site has no user yet."""
    return not (User.objects.exists() or Game.objects.exists())


class _Past:
    """The users, and the games that run at a time that only goes on."""

    def __init__(self, members: Sequence[Member], begin: datetime) -> None:
        self.members = members
        self.queue = QUEUES[DEFAULT]
        self.midnight = begin + DAY
        self.running: list[tuple[datetime, int, PastGame]] = []
        self.numbers = count()
        self.ranked = self.games = self.moves = 0

    def go_to(self, at: datetime) -> None:
        """Let games end and days begin until then."""
        while self.midnight <= at:
            self._end_games(self.midnight)
            daily.bring_up_to_date(self.midnight)
            self.midnight += DAY
        self._end_games(at)

    def start(self, at: datetime, dice: Random, cards: Random) -> None:
        """Play a game that begins then, or as soon as enough users have time."""
        kind = dice.random()
        guests = kind >= RANKED
        queue = self._queue()
        there = [each for each in self.members if guests or not each.user.is_guest]
        size = queue.seats if kind < RANKED else 1 if kind < RANKED + ALONE else 2
        at = max(at, sorted(each.free_at for each in there)[size - 1])
        self.go_to(at)
        free = [each for each in there if each.free_at <= at]
        if kind < RANKED:
            game, sitters = _ranked(queue, free, dice)
        elif kind < RANKED + ALONE:
            game, sitters = _alone(queue, free, dice)
        else:
            game, sitters = _together(queue, free, dice)
        game.pk = urlsafe_b64encode(cards.randbytes(ID_BYTES)).decode()
        past = play_game(game, sitters, at, cards)
        for member in past.members:
            member.free_at = past.ended + timedelta(minutes=cards.uniform(1, 10))
        self.ranked += game.rated
        self.games += 1
        self.moves += len(past.moves)
        heappush(self.running, (past.ended, next(self.numbers), past))

    def _queue(self) -> Queue:
        """Return which game the next one is of: mostly the usual one, now and then another."""
        others = [queue for queue in QUEUES.values() if queue is not self.queue]
        turn, rest = divmod(self.games + 1, OTHERS)
        return self.queue if rest or not others else others[turn % len(others)]

    def _end_games(self, at: datetime) -> None:
        while self.running and self.running[0][0] <= at:
            heappop(self.running)[2].finish()


def _starts(dice: Random, games: int, begin: datetime, end: datetime) -> Iterator[datetime]:
    """When games begin, in order: more and more of them as time goes on, most in the evening."""
    days = (end - begin) // DAY
    starts = []
    for _ in range(games):
        day = int(days * dice.random() ** 0.7)
        hour = dice.gauss(19.5, 3) % 24
        starts.append(min(begin + day * DAY + timedelta(hours=hour), end - LAST))
    yield from sorted(starts)


def _ranked(
    queue: Queue, free: Sequence[Member], dice: Random
) -> tuple[Game, dict[int, Member | str]]:
    group = _draw_group(dice, free, queue.seats)
    dice.shuffle(group)
    return claim.table_of(queue), dict(enumerate(group))


def _alone(
    queue: Queue, free: Sequence[Member], dice: Random
) -> tuple[Game, dict[int, Member | str]]:
    """Return a user against AI players of one level."""
    (member,) = _draw_group(dice, free, 1)
    level = dice.choice(_levels(queue.slug))
    options = replace(AGAINST_AI, slug=queue.slug)
    others = range(1, options.chairs)
    return from_options(member.user, options), {0: member, **dict.fromkeys(others, level)}


def _together(
    queue: Queue, free: Sequence[Member], dice: Random
) -> tuple[Game, dict[int, Member | str]]:
    """Two or more users at a table that one of them set up, AI players on the chairs left."""
    most = max(GAMES[queue.slug].rules.seat_counts)
    seats = min(most, dice.choice((2, 3, 4, 4)))
    group = _draw_group(dice, free, min(len(free), dice.randint(2, seats)))
    kind = GAMES[queue.slug]
    preset = kind.pace.presets[dice.choice(("fast", "standard", "standard", "relaxed"))]
    assert preset is not None
    edition = dice.choice(("current", "current", "current", "current", "classic"))
    half = dice.choice((False, False, False, False, True))
    short = {option.field: option.usual // 2 for option in kind.options[:1]} if half else {}
    options = Options(
        slug=queue.slug,
        edition=edition if edition in GAMES[queue.slug].rules.editions else queue.edition,
        seats=seats,
        rules={option.field: option.usual for option in kind.options} | short,
        free=preset["free"],
        bank=preset["bank"],
        title=dice.choice(TITLES),
        access=dice.choice((Game.Access.PUBLIC, Game.Access.LINK)),
    )
    chairs: dict[int, Member | str] = dict(enumerate(group))
    level = dice.choice(_levels(queue.slug))
    for index in range(len(group), seats):
        chairs[index] = level
    return from_options(group[0].user, options), chairs


def _levels(slug: str) -> tuple[str, ...]:
    """Return the levels that most users choose: none above the usual one."""
    levels = GAMES[slug].levels
    return levels[: levels.index(GAMES[slug].usual_level) + 1]


def _draw_group(dice: Random, free: Sequence[Member], size: int) -> list[Member]:
    """Return so many free users: one who likes to play, and others of about the same skill."""
    first = dice.choices(free, [each.zeal for each in free])[0]
    group = [first]
    while len(group) < size:
        left = [each for each in free if each not in group]
        weights = [
            each.zeal * 3 ** -(((each.skill - first.skill) / NEAR) ** 2) + 1e-9 for each in left
        ]
        group += dice.choices(left, weights)
    return group


def _sum_up(past: _Past, begin: datetime, end: datetime) -> Filled:
    """Count, and give the keenest of those who hide nothing a password to log in with."""
    named = [each for each in past.members if not each.user.is_guest]
    shown = [each.user for each in named if not each.user.hides_rating | each.user.hides_history]
    keenest = max(shown, key=lambda user: user.results.count())
    password = secrets.token_hex(6)
    # not by saving the account: no user has a page open that a new password would close
    User.objects.filter(pk=keenest.pk).update(password=make_password(password))
    rows = leaderboards.board(past.queue.slug, "global", None, end)["rows"]
    return Filled(
        players=len(named),
        guests=len(past.members) - len(named),
        games=past.games,
        ranked=past.ranked,
        moves=past.moves,
        begin=begin,
        end=end,
        best=rows[0]["name"] if rows else keenest.name,
        name=keenest.name,
        password=password,
    )


def announce(dice: Random, members: Sequence[Member], now: datetime) -> RankedHour:
    """Announce a weekly hour; some of the members with an account say that they come."""
    hour = RankedHour.objects.create(
        queue=DEFAULT, weekday=(now + AHEAD).weekday(), at=AT, zone=ZONE, minutes=MINUTES
    )
    first = next(upcoming(hour.weekly, now))
    named = [each.user for each in members if not each.user.is_guest]
    come = dice.sample(named, min(MOST_COMING, max(1, len(named) // 2)))
    Attendance.objects.bulk_create(
        Attendance(user=user, hour=hour, date=first.date) for user in come
    )
    return hour
