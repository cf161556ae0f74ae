"""Measures rating farms: accounts that lose on purpose, under the rule for new players.

The control gives new players full weight. Nothing is random.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

from accounts.ratings.rating import (
    LEAST_NOISE,
    NEW_GAMES,
    PRIOR_MU,
    START_NOISE,
    Skill,
    is_new,
    is_provisional,
    public_rating,
    rate_game,
)
from bench.report import Goal

GAMES = 10  # per farm
ROUNDS = 5  # of two tables each, in which eight accounts meet each other
MOST = 30  # points that a farm may gain
NOBODY = Skill()


SEEDING = """\
Before the first point, seeding costs eight accounts and ten tables that have no one else at them.
It also takes eight networks, as one network is never at a table twice. After that, the eight look
like a small honest site, and nothing distinguishes them from one."""


@dataclass(eq=False)
class Account:
    """An account: its rating, its games, and the accounts it met while it was new."""

    skill: Skill = NOBODY
    games: int = 0
    met: set["Account"] = field(default_factory=set)
    strength: float = 0.0  # true skill, in standard deviations

    @property
    def new(self) -> bool:
        """Whether it has little weight as an opponent."""
        return is_new(self.games, sum(other.games >= NEW_GAMES for other in self.met))


def rate_one_game(
    accounts: Sequence[Account], places: Sequence[int], noise: float, *, damps: bool = True
) -> None:
    """Rate one game of these accounts."""
    new = [seat for seat, account in enumerate(accounts) if account.new] if damps else []
    after = rate_game([account.skill for account in accounts], places, noise, new=new)
    for account, skill in zip(accounts, after, strict=True):
        if is_provisional(account.games):
            account.met.update(other for other in accounts if other is not account)
        account.skill, account.games = skill, account.games + 1


# ----------------------------------------------------------------------------------- farms
Crew = Callable[[int, float], Iterator[list[Account]]]


def fresh_accounts(chairs: int, _luck: float) -> Iterator[list[Account]]:
    """Yield new accounts for every game."""
    while True:
        yield [Account() for _ in range(chairs)]


def same_accounts(chairs: int, _luck: float) -> Iterator[list[Account]]:
    """Yield the same accounts again and again, in rotating order."""
    crew = [Account() for _ in range(chairs)]
    while True:
        crew.append(crew.pop(0))
        yield list(crew)


def temporary_accounts(chairs: int, _luck: float) -> Iterator[list[Account]]:
    """Yield the same accounts for five games, then others, so that none ever has full weight."""
    while True:
        crew = [Account() for _ in range(chairs)]
        for _ in range(NEW_GAMES):
            yield list(crew)


def rotating_accounts(chairs: int, _luck: float) -> Iterator[list[Account]]:
    """Yield accounts from a pool of twice the size, in turn."""
    crew = cycle([Account() for _ in range(2 * chairs)])
    while True:
        yield list(islice(crew, chairs))


def seeded_accounts(chairs: int, noise: float) -> Iterator[list[Account]]:
    """Yield accounts from eight that gave each other full weight at ten tables of four before."""
    crew = [Account() for _ in range(8)]
    for mask in range(1, ROUNDS + 1):
        for parity in (0, 1):
            table = [one for at, one in enumerate(crew) if (at & mask).bit_count() % 2 == parity]
            rate_one_game(table, range(4), noise)
    if any(account.new for account in crew):
        raise RuntimeError("seeding failed")
    chosen = cycle(crew)
    while True:
        yield list(islice(chosen, chairs))


CREWS: dict[str, Crew] = {
    "new ones for every game": fresh_accounts,
    "the same ones, ten times": same_accounts,
    "the same ones for five games, then others": temporary_accounts,
    "twice as many, in turn": rotating_accounts,
}
FARMERS = {
    "new": (Skill(), 0),
    "10 games": (Skill(PRIOR_MU, 5.5), 10),
    "regular": (Skill(PRIOR_MU, 2.0), 200),
    "strong regular": (Skill(35.0, 2.0), 200),
    "weak regular": (Skill(15.0, 2.0), 200),
}


def points_farmed(crew: Crew, farmer: str, seats: int, noise: float, *, damps: bool = True) -> int:
    """Return the points that a player gains from ten wins over accounts that lose on purpose."""
    skill, games = FARMERS[farmer]
    account = Account(skill, games)
    for others in islice(crew(seats - 1, noise), GAMES):
        rate_one_game([account, *others], range(seats), noise, damps=damps)
    return public_rating(account.skill, noise) - public_rating(skill, noise)


def farm_goals() -> list[Goal]:
    """Return the goals: no farm of new accounts gains much, with any winner and any noise."""
    return [
        Goal(
            f"points of the best farm, ten games of {seats}, a scale of {noise:g}",
            max(
                points_farmed(crew, who, seats, noise) for crew in CREWS.values() for who in FARMERS
            ),
            MOST,
        )
        for seats in (4, 2)
        for noise in (START_NOISE, LEAST_NOISE)
    ]


def farm_tables() -> list[str]:
    """Return the gains of rating farms as Markdown."""
    lines = [
        "Points gained by ten wins over accounts that lose on purpose, by winner. In parentheses:",
        f"with full weight for new players. Games of four, then of two; scale {START_NOISE:g}.",
        "",
        f"| losers | {' | '.join([*FARMERS, *FARMERS])} |",
        f"|---|{'---:|' * 2 * len(FARMERS)}",
    ]
    for name, crew in (CREWS | {"**eight that were seeded before**": seeded_accounts}).items():
        cells = [
            f"{points_farmed(crew, who, seats, START_NOISE)} "
            f"({points_farmed(crew, who, seats, START_NOISE, damps=False)})"
            for seats in (4, 2)
            for who in FARMERS
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return [*lines, "", SEEDING]
