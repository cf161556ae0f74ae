"""Plays games between AI players with fixed seeds, and measures their strength and time."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, quantiles
from time import thread_time
from types import MappingProxyType
from typing import Any

from games.engine.contract import Action, Dice, Event, Observation, Refused, Seed
from games.game_type import GameType

Player = Callable[[Observation, Dice], Action]

Z = NormalDist().inv_cdf(0.975)

# Processor seconds that each player, by name, has spent on each of its moves.
SPENT: defaultdict[str, list[float]] = defaultdict(list)


def ai_players(game: GameType) -> dict[str, Player]:
    """Return the AI players of a game by name: its levels and their patient builders."""
    builders = {slug: level.builder for slug, level in game.ai_levels.items() if level.builder}
    return {**game.bots, **{f"patient {level}": bot for level, bot in builders.items()}}


def never_stop(events: Sequence[Event]) -> bool:
    """Return False, so that the game is played to its end."""
    return False


def play_game(
    game: GameType,
    by_name: Mapping[str, Player],
    names: Sequence[str],
    seed: str,
    until: Callable[[Sequence[Event]], bool] = never_stop,
) -> tuple[Event, ...]:
    """Play a game between the players with these names, by seat, and return the last events.

    It ends with the game, or after the first events for which `until` is true. Raises ValueError
    if the rules refuse a player's action.
    """
    events: tuple[Event, ...] = ()
    for _, events in game_moments(game, by_name, names, seed):
        if until(events):
            break
    return events


def game_moments(
    game: GameType,
    by_name: Mapping[str, Player],
    names: Sequence[str],
    seed: str,
    numbers: Mapping[str, int] = MappingProxyType({}),
    edition: str = "current",
) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """Yield every state of such a game, including the last, with the events that led to it.

    `numbers` are fields of the ruleset that differ from the usual ones.
    """
    rules, dice = game.rules, Random(seed)
    chance = Seed(sha256(seed.encode()).digest(), dice.randbytes(16 * len(names)))
    state, events = rules.start(rules.ruleset(edition, seats=len(names), **numbers), chance)
    yield state, events
    while waiting_seats := rules.asked(state):
        seat = waiting_seats[0]
        observation = rules.observe(state, seat)
        began = thread_time()
        action = by_name[names[seat]](observation, dice)
        SPENT[names[seat]].append(thread_time() - began)
        moved = rules.act(state, seat, action)
        if isinstance(moved, Refused):
            raise ValueError(f"{names[seat]} chose {action}, refused as {moved.code}")
        state, events = moved
        yield state, events


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for the share of games that a player wins."""
    rate, scale = wins / games, 1 + Z**2 / games
    middle = (rate + Z**2 / (2 * games)) / scale
    half = Z * sqrt(rate * (1 - rate) / games + (Z / (2 * games)) ** 2) / scale
    return middle - half, middle + half


def time_table(budgets: Mapping[str, float]) -> list[str]:
    """Return a Markdown table of each player's time per move and its budget in milliseconds."""
    lines = ["| player | budget a move | mean | 95th percentile |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {budget} ms | {1000 * fmean(SPENT[name]):.3f} ms "
        f"| {1000 * quantiles(SPENT[name], n=100)[94]:.3f} ms |"
        for name, budget in budgets.items()
    ]
    return lines
