"""Fills an empty site with invented users and past games, from a seed.

Games are played by those parts of the handlers that publish nothing, with made-up times. Games end
and ranks change in the order of these times.
"""

from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from heapq import heappop, heappush
from itertools import count
from random import Random

from django.db import transaction

from accounts.models import Follow, User
from accounts.names import guest_name
from accounts.ratings import daily
from games.engine import deal
from games.engine.contract import Refused
from games.game_type import RANDOM
from games.live import questions
from games.live.commands import dealing, ending, play
from games.lobby.seating import names_for
from games.models import DealCommitment, Game, Move, Seat
from games.models.game import ID_BYTES
from games.positions import rows
from games.positions.new_game import AGAINST_AI, Options, build_game
from games.positions.position import Position, events_for
from games.registry import GAMES
from matchmaking.models import Attendance, RankedHour
from matchmaking.occurrences import upcoming_occurrences
from matchmaking.queues import DEFAULT, QUEUES, Queue

FIRST = (
    "Ada", "Amir", "Anouk", "Bela", "Bruno", "Carmen", "Chidi", "Dagny", "Dario", "Edda",
    "Elif", "Emil", "Esra", "Farid", "Finn", "Frida", "Gita", "Goran", "Hana", "Henrik",
    "Ilse", "Inés", "Iwan", "Jonas", "Joy", "Kaito", "Kira", "Lars", "Leïla", "Ludo",
    "Maren", "Milo", "Nadia", "Noor", "Ola", "Otis", "Pavel", "Pilar", "Quinn", "Ravi",
    "Rosa", "Saskia", "Selma", "Silas", "Tariq", "Tilda", "Tomasz", "Ulla", "Vera", "Wim",
    "Yara", "Zeno",
)  # fmt: skip
HOW = (
    "quiet", "slow", "bold", "late", "north", "little", "second", "steady", "plain", "lucky",
    "salt", "paper",
)  # fmt: skip
WHAT = (
    "river", "fold", "ridge", "heron", "lantern", "otter", "comet", "delta", "dune", "ember",
    "fjord", "moth",
)  # fmt: skip
TITLES = ("", "", "Friday table", "Open to all", "No hurry", "After supper", "First games")
# one user in GUESTS is a guest, one in HIDING hides the rating; FOUNDERS join on the first day
GUESTS, HIDING, FOUNDERS = 8, 20, 6
DAYS, DAY = 120, timedelta(days=1)
# shares of ranked games and of games against only AI players; the rest are among friends
RANKED, ALONE = 0.64, 0.12
# one in OTHERS is of another game type
OTHERS = 6
# difference of skill at which users meet a third as often as equals
NEAR = 0.6
# share of a beginner's decisions that are random
BLUNDERS = 0.3
# least time from the start of a game to the end, and least time left after a decision
LAST, SPARE = timedelta(hours=2), timedelta(milliseconds=400)
# when the ranked hour first takes place, and how many users sign up
AHEAD, MOST_COMING = timedelta(days=2), 11

Sitters = Mapping[int, "Member | str"]


@dataclass(eq=False, slots=True)
class Member:
    """A user of the demo.

    `skill` is from 0 to 1, `zeal` the relative frequency of games, `pace` the usual seconds of a
    decision, `free_at` the end of the last game.
    """

    user: User
    skill: float
    zeal: float
    pace: float
    free_at: datetime


def fill_site(players: int, games: int, seed: int, now: datetime, days: int = DAYS) -> User:
    """Create users and let them play games in the days before the last midnight.

    Runs in one transaction. Return the most active user with a public rating, who has no password
    yet. The same arguments give the same users, cards, moves and ranks, on any day.
    """
    end = now.replace(hour=0, minute=0, second=0, microsecond=0)
    begin = end - days * DAY
    dice = Random(f"demo {seed}")
    with transaction.atomic():
        past = Past(gather_members(dice, players, begin, end), begin)
        for number, at in enumerate(draw_starts(dice, games, begin, end), 1):
            past.start_game(at, dice, Random(f"demo {seed} game {number}"))
        past.go_to(end)
        registered = [member for member in past.members if not member.user.is_guest]
        announce_hour(Random(f"demo {seed} hour"), registered, now)
        add_follows(Random(f"demo {seed} friends"), registered, end)
    public_users = [member.user for member in registered if not member.user.hides_rating]
    return max(public_users, key=lambda user: user.results.count())


# ------------------------------------------------------------------------------ the members
def gather_members(dice: Random, players: int, begin: datetime, end: datetime) -> list[Member]:
    """Create users who joined between the two times."""
    registered = players - players // GUESTS
    names = draw_names(dice, registered)
    names += [
        guest_name(number) for number in dice.sample(range(1000, 10_000), players - registered)
    ]
    members = []
    for number, name in enumerate(names):
        guest = number >= registered
        late = dice.random() * (0.95 if guest else 0.7)
        joined = begin if number < FOUNDERS else begin + late * (end - begin)
        user = User.objects.create_user(
            name,
            is_guest=guest,
            joined_at=joined - timedelta(minutes=dice.uniform(3, 300)),
            hides_rating=not guest and number % HIDING == HIDING // 2,
        )
        skill = dice.betavariate(1.1, 0.9)
        zeal = 0.3 if guest else dice.lognormvariate(0, 0.9)
        members.append(Member(user, skill, zeal, dice.uniform(2.5, 8), joined))
    return members


def draw_names(dice: Random, size: int) -> list[str]:
    """Return different names like those that users choose."""
    first = list(FIRST)
    dice.shuffle(first)
    with_letter = [f"{name} {letter}" for name in FIRST for letter in "BDFHJKLMPRSTVW"]
    with_year = [f"{name.lower()}{year:02d}" for name in FIRST for year in range(60, 100)]
    compound = [f"{how}{what}" for how in HOW for what in WHAT]
    names = first[: 3 * size // 5]
    names += dice.sample(compound, (size - len(names)) // 2)
    rest = size - len(names)
    return names + dice.sample(with_letter, rest - rest // 2) + dice.sample(with_year, rest // 2)


def add_follows(dice: Random, members: Sequence[Member], at: datetime) -> None:
    """Let members follow some others of similar skill."""
    ordered = sorted(members, key=lambda member: member.skill)
    for place, member in enumerate(ordered):
        others = ordered[max(0, place - 8) : place] + ordered[place + 1 : place + 9]
        for other in dice.sample(others, dice.randint(2, 7)):
            Follow.objects.create(owner=member.user, followed=other.user, at=at)


def announce_hour(dice: Random, members: Sequence[Member], now: datetime) -> None:
    """Announce a weekly ranked hour, and sign some members up for it."""
    weekday = (now + AHEAD).weekday()
    hour = RankedHour.objects.create(
        queue=DEFAULT, weekday=weekday, at=time(20), zone="Europe/Berlin"
    )
    date = next(upcoming_occurrences(hour.weekly, now)).date
    for member in dice.sample(members, min(MOST_COMING, len(members) // 2)):
        Attendance.objects.create(user=member.user, hour=hour, date=date)


# ---------------------------------------------------------------------- choosing the games
def draw_starts(dice: Random, games: int, begin: datetime, end: datetime) -> list[datetime]:
    """Return the start times of games in order: increasingly frequent, mostly in the evening."""
    days = (end - begin) // DAY
    starts = []
    for _ in range(games):
        day = int(days * dice.random() ** 0.7)
        hour = dice.gauss(19.5, 3) % 24
        starts.append(min(begin + day * DAY + timedelta(hours=hour), end - LAST))
    return sorted(starts)


class Past:
    """The members and the running games, at a time that only moves forward."""

    def __init__(self, members: Sequence[Member], begin: datetime) -> None:
        self.members = members
        self.midnight = begin + DAY
        self.running: list[tuple[datetime, int, Position]] = []
        self.numbers = count(1)

    def go_to(self, at: datetime) -> None:
        """Advance to a time: end games, and run the daily update."""
        while self.midnight <= at:
            self.end_games(self.midnight)
            daily.bring_up_to_date(self.midnight)
            self.midnight += DAY
        self.end_games(at)

    def end_games(self, at: datetime) -> None:
        """Save the end, the results and the ratings of the games that are over by then."""
        while self.running and self.running[0][0] <= at:
            position = heappop(self.running)[2]
            ending.finish_game(position)
            position.game.state = position.rules.dump(position.state)
            position.game.save()

    def start_game(self, at: datetime, dice: Random, cards: Random) -> None:
        """Play a game that starts then, or as soon as enough users are free."""
        kind, number = dice.random(), next(self.numbers)
        queue = _queue_of(number)
        candidates = [
            member for member in self.members if kind >= RANKED or not member.user.is_guest
        ]
        size = queue.seats if kind < RANKED else 1 if kind < RANKED + ALONE else 2
        at = max(at, sorted(member.free_at for member in candidates)[size - 1])
        self.go_to(at)
        free = [member for member in candidates if member.free_at <= at]
        set_up = _ranked if kind < RANKED else _alone if kind < RANKED + ALONE else _together
        game, sitters = set_up(queue, free, dice)
        game.pk = urlsafe_b64encode(cards.randbytes(ID_BYTES)).decode()
        position = play_game(game, sitters, at, cards)
        for sitter in sitters.values():
            if isinstance(sitter, Member):
                sitter.free_at = position.now + timedelta(minutes=cards.uniform(1, 10))
        heappush(self.running, (position.now, number, position))


def _queue_of(number: int) -> Queue:
    """Return the queue of a game: mostly the default one, now and then another."""
    default, *others = QUEUES.values()
    turn, rest = divmod(number, OTHERS)
    return default if rest or not others else others[turn % len(others)]


def _ranked(queue: Queue, free: Sequence[Member], dice: Random) -> tuple[Game, Sitters]:
    group = _draw_group(dice, free, queue.seats)
    dice.shuffle(group)
    return queue.new_game(rated=True), dict(enumerate(group))


def _alone(queue: Queue, free: Sequence[Member], dice: Random) -> tuple[Game, Sitters]:
    """Return a game of one user against AI players of one level."""
    (member,) = _draw_group(dice, free, 1)
    level = dice.choice(_levels(queue.name))
    options = replace(AGAINST_AI, slug=queue.name)
    others = dict.fromkeys(range(1, options.seat_count), level)
    return build_game(member.user, options), {0: member, **others}


def _together(queue: Queue, free: Sequence[Member], dice: Random) -> tuple[Game, Sitters]:
    """Return a game opened by one of two or more users, with AI players in the other seats."""
    kind = GAMES[queue.name]
    seats = min(max(kind.rules.seat_counts), dice.choice((2, 3, 4, 4)))
    group = _draw_group(dice, free, min(len(free), dice.randint(2, seats)))
    timed = [clock for clock in kind.pace.presets.values() if clock]
    # the standard clock, in the middle, is drawn twice as often as the others
    preset = dice.choice([*timed[:2], *timed[1:]])
    assert preset is not None
    edition = dice.choice(("current", "current", "current", "current", "classic"))
    half = dice.choice((False, False, False, False, True))
    short = {option.field: option.usual // 2 for option in kind.options[:1]} if half else {}
    options = Options(
        slug=queue.name,
        edition=edition if edition in kind.rules.editions else queue.edition,
        seats=seats,
        rules={option.field: option.usual for option in kind.options} | short,
        free=preset["free"],
        bank=preset["bank"],
        title=dice.choice(TITLES),
        access=dice.choice((Game.Access.PUBLIC, Game.Access.LINK)),
    )
    level = dice.choice(_levels(queue.name))
    others = dict.fromkeys(range(len(group), seats), level)
    return build_game(group[0].user, options), {**dict(enumerate(group)), **others}


def _levels(slug: str) -> tuple[str, ...]:
    """Return the levels up to the usual one."""
    levels = GAMES[slug].levels
    return levels[: levels.index(GAMES[slug].usual_level) + 1]


def _draw_group(dice: Random, free: Sequence[Member], size: int) -> list[Member]:
    """Return a group of free users of similar skill, those with much zeal more often."""
    first = dice.choices(free, [member.zeal for member in free])[0]
    group = [first]
    while len(group) < size:
        candidates = [member for member in free if member not in group]
        weights = [
            member.zeal * 3 ** -(((member.skill - first.skill) / NEAR) ** 2) + 1e-9
            for member in candidates
        ]
        group += dice.choices(candidates, weights)
    return group


# ------------------------------------------------------------------------------- one game
def play_game(game: Game, sitters: Sitters, at: datetime, dice: Random) -> Position:
    """Save and play a game from `at` on; only its end is not saved.

    The same dice give the same secret and the same moves.
    """
    position = _sit_down(game, sitters, at, dice)
    for match in dealing.begin_game(position):
        match.save(force_insert=True)
    moves = []
    while asked_seats := position.rules.asked(position.state):
        seat = position.seats[asked_seats[0]]
        sitter = sitters[seat.index]
        member = sitter if isinstance(sitter, Member) else None
        position.now = _answered_at(position, seat, member, dice)
        moves.append(_move(position, seat, member, dice))
    Move.objects.bulk_create(moves)
    Seat.objects.bulk_update(position.seats.values(), rows.SAVED)
    return position


def _sit_down(game: Game, sitters: Sitters, at: datetime, dice: Random) -> Position:
    """Save the game and its seats, as if every seat had sent its bytes for the deal."""
    game.secret = dice.randbytes(deal.SECRET_BYTES)
    game.created_at = at - timedelta(seconds=dice.uniform(8, 90))
    game.status = Game.Status.SEALING
    game.save(force_insert=True)
    seats: dict[int, Seat] = {}
    for index, sitter in sorted(sitters.items()):
        seat = Seat(game=game, index=index)
        seat.joined_at = game.created_at + dice.random() * (at - game.created_at)
        if isinstance(sitter, Member):
            user = sitter.user
            seat.user, seat.name = user, user.name
            seat.kind = Seat.Kind.GUEST if user.is_guest else Seat.Kind.PLAYER
            seat.question, seat.bytes_by = dealing.REVEAL, Seat.BytesBy.CLIENT
            seat.client_bytes = dice.randbytes(deal.CLIENT_BYTES)
            seat.pledge = deal.hash_pledge(seat.client_bytes)
        else:
            seat.kind, seat.level = Seat.Kind.AI, sitter
            ai_names = [
                other_seat.name for other_seat in seats.values() if other_seat.kind == Seat.Kind.AI
            ]
            seat.name = dice.choice(names_for(game.slug, sitter, ai_names))
            seat.client_bytes = deal.derive_client_bytes(game.pk, game.secret, index)
            seat.bytes_by = Seat.BytesBy.SERVER
        seats[index] = seat
    Seat.objects.bulk_create(seats.values())
    link = dealing.publish_commitment(game)
    DealCommitment.objects.filter(pk=link.pk).update(at=at)
    rules = GAMES[game.slug].rules
    return Position(
        game=game,
        seats=seats,
        now=at,
        rules=rules,
        ruleset=rules.ruleset_from_json(game.ruleset),
        state=None,
    )


def _move(position: Position, seat: Seat, member: Member | None, dice: Random) -> Move:
    """Choose an action as the member or AI player of the seat would, and carry it out."""
    level = seat.level if member is None else _level(position.game.slug, member, dice)
    bot = position.game_type.player(level, builds=seat.index == position.builder)
    action = bot(position.rules.observe(position.state, seat.index), dice)
    by = Move.By.AI if member is None else Move.By.PLAYER
    turns = position.turns
    step = play.carry_out(position, seat, action, by)
    if isinstance(step, Refused) or step.move is None:
        raise RuntimeError(f"the {level} AI chose {action}, which was refused")
    public = events_for(position, step, None)
    ended, begun = play.matches_of(position, step, public)
    for row in ended:
        ending.end_match(position, row)
    for match in begun:
        match.save(force_insert=True)
    questions.start_pause(position, public)
    play.put_questions(position, seat, turns, position.turns, by=by, match_ended=bool(ended))
    return step.move


def _level(slug: str, member: Member, dice: Random) -> str:
    """Return the AI level by which a member decides: with more skill, more often the usual one."""
    if dice.random() < member.skill:
        return GAMES[slug].usual_level
    return RANDOM if dice.random() < BLUNDERS * (1 - member.skill) ** 2 else GAMES[slug].levels[0]


def _answered_at(position: Position, seat: Seat, member: Member | None, dice: Random) -> datetime:
    """Return when the open question is answered: after the pause, within the time of the turn."""
    start = max(position.now, position.game.pause_until or position.now)
    if member is None:
        return start + timedelta(seconds=dice.uniform(1, 4))
    answer_time = start + timedelta(seconds=0.8 + member.pace * dice.lognormvariate(-0.3, 0.5))
    return answer_time if seat.due_at is None else max(start, min(answer_time, seat.due_at - SPARE))
