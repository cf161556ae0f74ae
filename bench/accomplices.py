"""Simulates four accomplices who mute others in a queue, and how often they share a table.

The baseline, "chance", is the same evening without mutes: the same players join at the same times.
The four have similar ratings, queue within seconds of each other, and use four networks.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from bench.halls import CENTER, SPREAD
from bench.report import Goal
from matchmaking.arrivals import Arrivals
from matchmaking.pairing import Rules, Ticket, plan_tables

MOB = range(4)
CLOSE = 4.0  # standard deviation of their ratings
TOGETHER = 10.0  # seconds within which they join
WISHES = 3  # mutes per player that count in ranked play
EVENINGS = 400
BEFORE, AFTER, STEP = (50.0, 70.0), 400.0, 2.0  # seconds: when they join, how long they wait
SURE = 1.96  # standard errors on either side of a mean, for a 95 % interval
MOST = 0.01  # permitted share above chance, at the upper end of the interval
COLUMNS = "wishes | a penalty in the plan | beside the owner, the muted: by chance | with wishes"


class House(NamedTuple):
    """The number of players on a site, and how many of them join the queue per minute."""

    people: int
    rate: float

    def __str__(self) -> str:
        """Return the text for the tables."""
        return f"{self.people} people, {self.rate:g} a minute"


HOUSES = (House(16, 3.0), House(48, 6.0))
Mutes = Mapping[int, Sequence[int]]
Tables = list[tuple[int, ...]]
Strategy = Callable[["Evening"], Mutes]
Rule = Callable[[Mutes], Rules]


class Evening:
    """The players of an evening: their ratings, and when and how often they queue."""

    def __init__(self, house: House, seed: int) -> None:
        """Draw all players from this seed."""
        self.dice = dice = Random(seed)
        self.rating = [dice.gauss(CENTER, SPREAD) for _ in range(house.people)]
        self.middle = dice.gauss(CENTER, SPREAD)
        for one in MOB:
            self.rating[one] = dice.gauss(self.middle, CLOSE)
        self.others = range(len(MOB), house.people)
        self.busy = {one: dice.lognormvariate(0, 1) for one in self.others}
        start = dice.uniform(*BEFORE)
        self.end = start + AFTER
        coming = [(start + dice.uniform(0, TOGETHER), one) for one in MOB]
        now = 0.0
        for one in sorted(self.others, key=lambda one: dice.expovariate(self.busy[one])):
            now += dice.expovariate(house.rate / 60)
            coming.append((now, one))
        self.coming = sorted(coming)
        self.arrivals = Arrivals(-1_500, 0)
        self.arrivals.note([dice.gauss(CENTER, SPREAD) for _ in range(int(5 * house.rate))], 0)

    def near(self, rating: float) -> list[int]:
        """Return the other players, those with the nearest ratings first."""
        return sorted(self.others, key=lambda one: abs(self.rating[one] - rating))

    def tables(self, rules: Rules) -> Tables:
        """Return every table with one of the four, in the order in which they are seated."""
        queue: dict[int, Ticket] = {}
        tables: Tables = []
        unseated, coming, now = set(MOB), list(reversed(self.coming)), 0.0
        while unseated and now < self.end:
            now += STEP
            fresh = []
            while coming and coming[-1][0] <= now:
                at, one = coming.pop()
                queue[one] = Ticket(one, self.rating[one], at)
                fresh.append(self.rating[one])
            self.arrivals.note(fresh, now)
            if len(queue) < rules.size:
                continue
            arrivals = self.arrivals.estimate()
            for table in plan_tables(queue.values(), now, arrivals, rules):
                players = tuple(ticket.player for ticket in table)
                for player in players:
                    del queue[player]
                if not unseated.isdisjoint(players):
                    unseated.difference_update(players)
                    tables.append(players)
        return tables


# ------------------------------------------------------------------------------ strategies
def mute_nearest(evening: Evening) -> Mutes:
    """Let each of the four mute the three players nearest to their own rating."""
    return {one: evening.near(evening.rating[one])[:WISHES] for one in MOB}


def mute_shared(evening: Evening) -> Mutes:
    """Let the four divide the twelve players nearest to them among themselves."""
    near = evening.near(evening.middle)[: WISHES * len(MOB)]
    return {one: near[one :: len(MOB)] for one in MOB}


def mute_busiest(evening: Evening) -> Mutes:
    """Let the four divide the twelve most frequent players among themselves."""
    often = sorted(evening.others, key=evening.busy.__getitem__, reverse=True)
    return {one: often[one : WISHES * len(MOB) : len(MOB)] for one in MOB}


def mute_same(evening: Evening) -> Mutes:
    """Let all four mute the same three players."""
    return dict.fromkeys(MOB, evening.near(evening.middle)[:WISHES])


def mute_random(evening: Evening) -> Mutes:
    """Let each of the four mute three random players."""
    dice = Random(evening.middle)
    return {one: dice.sample(evening.others, WISHES) for one in MOB}


def mute_by_one(evening: Evening) -> Mutes:
    """Let only one of the four mute three players."""
    return {0: evening.near(evening.middle)[:WISHES]}


def mute_by_two(evening: Evening) -> Mutes:
    """Let two of the four mute three players each."""
    near = evening.near(evening.middle)[: 2 * WISHES]
    return {0: near[::2], 1: near[1::2]}


STRATEGIES: dict[str, Strategy] = {
    "each the three nearest": mute_nearest,
    "the twelve nearest, shared out": mute_shared,
    "the twelve who come most often": mute_busiest,
    "all the same three": mute_same,
    "any three": mute_random,
    "one alone mutes": mute_by_one,
    "two mute": mute_by_two,
}


CONTROLLED = (mute_nearest, mute_same)


# ----------------------------------------------------------------------------------- rules
def muted_pairs(mutes: Mutes) -> list[tuple[int, int]]:
    """Return pairs of a muting player and a muted one."""
    return [(owner, other) for owner, others in mutes.items() for other in others]


def soft_rule(mutes: Mutes) -> Rules:
    """Return our rule: mutes are soft constraints that the planner does not see."""
    return Rules(avoidances=muted_pairs(mutes))


def penalty_rule(mutes: Mutes) -> Rules:
    """Return the simpler rule: the planner treats muted pairs like players who have just met."""
    return Rules(met=muted_pairs(mutes))


# ---------------------------------------------------------------------------------- report
Nights = list[Tables]  # one entry per evening


class Above(NamedTuple):
    """A share above chance, with half of its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        """Return the text for the tables, in hundredths."""
        return f"{100 * self.mean:+.1f} ± {100 * self.half:.1f}"


def watch_evenings(house: House, strategy: Strategy, rule: Rule) -> Nights:
    """Return the tables of all evenings under a rule."""
    evenings = (Evening(house, seed) for seed in range(EVENINGS))
    return [evening.tables(rule(strategy(evening))) for evening in evenings]


def share_beside(nights: Nights) -> list[float]:
    """Return, per evening, the share of seats beside an accomplice that another one has."""
    return [
        fmean(len(set(table) & set(MOB)) - 1 for table in tables for one in table if one in MOB) / 3
        if tables
        else 0.0
        for tables in nights
    ]


def share_of_muted(nights: Nights, house: House, strategy: Strategy) -> float:
    """Return the share of seats beside a muting player that a muted one has."""
    shares = []
    for seed, tables in enumerate(nights):
        mutes = strategy(Evening(house, seed))
        for table in tables:
            shares += [len({*table} & {*mutes[one]}) / 3 for one in table if one in mutes]
    return fmean(shares)


def mean_difference(nights: Nights, chance: Nights) -> Above:
    """Return the mean difference between the same evenings with and without mutes."""
    differences = [a - b for a, b in zip(share_beside(nights), share_beside(chance), strict=True)]
    return Above(fmean(differences), SURE * stdev(differences) / len(differences) ** 0.5)


def measure_accomplices() -> tuple[list[str], list[Goal]]:
    """Return what four accomplices gain from mutes, as Markdown, and the goals."""
    lines = [
        "Four accomplices of similar strength queue within ten seconds. The figures are how many",
        "hundredths of the seats beside them are their own, above chance.",
        f"{EVENINGS:,} evenings, 95 % intervals.",
        "",
    ]
    goals = []
    for house in HOUSES:
        rows, house_goals = _of_house(house)
        lines += [*rows, ""]
        goals += house_goals
    return lines, goals


def _of_house(house: House) -> tuple[list[str], list[Goal]]:
    chance = watch_evenings(house, lambda _: {}, lambda _: Rules())
    lines = [
        f"| {house}; chance: {100 * fmean(share_beside(chance)):.1f} | {COLUMNS} |",
        "|---|---:|---:|---:|---:|",
    ]
    goals = []
    for name, strategy in STRATEGIES.items():
        nights = watch_evenings(house, strategy, soft_rule)
        ours = mean_difference(nights, chance)
        simpler = (
            mean_difference(watch_evenings(house, strategy, penalty_rule), chance)
            if strategy in CONTROLLED
            else ""
        )
        by_chance, avoided = (
            100 * share_of_muted(evenings, house, strategy) for evenings in (chance, nights)
        )
        lines.append(f"| {name} | {ours} | {simpler} | {by_chance:.1f} | {avoided:.1f} |")
        what = f"share above chance at most, {house}: {name}"
        goals.append(Goal(what, ours.mean + ours.half, MOST))
    return lines, goals
