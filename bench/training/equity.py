"""Computes life equity from matches between medium players."""

from array import array
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from json import dumps
from random import Random

from bench.training.matches import deal_match, play_match
from games.density_deck.bots import medium
from games.density_deck.bots.features import LIVES
from games.density_deck.bots.life_equity import ONE, Chances, others_lives
from games.density_deck.rules.state import MOST_LIVES

MATCHES = 2500
# by number of seats: how often a match costs these lives, in falling order
Losses = Mapping[int, Mapping[tuple[int, ...], int]]
# by number of seats: the lives that a match costs each seat, the own one first, and how often
Orders = Mapping[int, list[tuple[tuple[int, ...], float]]]


def make_file(seed: int, matches: int = MATCHES) -> str:
    """Return the file that `bots/life_equity.py` reads."""
    losses = count_matches(matches, Random(seed))
    about = {
        "command": f"python -m bench.training equity --seed {seed}",
        "matches": f"{matches} of four, of three and of two medium players each",
        "losses": {
            seats: {" ".join(map(str, loss)): times for loss, times in sorted(counted.items())}
            for seats, counted in losses.items()
        },
    }
    chances = solve_chances(losses)
    numbers = array("H", [round(chances[lives] * ONE) for lives in life_vectors()])
    packed = b64encode(numbers.tobytes()).decode()
    return dumps({"about": about, "chances": packed}) + "\n"


def count_matches(matches: int, dice: Random) -> Losses:
    """Play `matches` matches each of four, three and two seats with ten lives."""
    losses: dict[int, Counter[tuple[int, ...]]] = {}
    for seats in (4, 3, 2):
        lives = (*(LIVES,) * seats, *(0,) * (4 - seats))
        losses[seats] = Counter()
        for _ in range(matches):
            after = play_match(deal_match(lives, dice), medium.choose, dice)
            losses_of_match = sorted(
                (LIVES - remaining for remaining in after[:seats]), reverse=True
            )
            losses[seats][tuple(losses_of_match)] += 1
    return losses


def life_vectors() -> Iterator[tuple[int, ...]]:
    """Yield own lives and those of three others, in table order."""
    for own_lives in range(MOST_LIVES + 1):
        for others in others_lives():
            yield own_lives, *others


def solve_chances(losses: Losses) -> Chances:
    """Return the chance of every vector of the table, by dynamic programming.

    All orders of a loss among the seats are equally likely. A match that costs no lives counts as
    played again, so each vector depends only on those with fewer lives.
    """
    chances: Chances = {}
    ways = loss_orders(losses)
    for own_lives, *others in sorted(life_vectors(), key=sum):
        chances[own_lives, *others] = vector_chance(own_lives, others, chances, ways)
    return chances


def loss_orders(losses: Losses) -> Orders:
    """Return every order of every loss among the seats, with its frequency."""
    return {
        seats: [
            (order, times / len(all_orders))
            for lost, times in counted.items()
            if any(lost)
            for all_orders in [list(permutations(lost))]
            for order in all_orders
        ]
        for seats, counted in losses.items()
    }


def vector_chance(own_lives: int, others: Sequence[int], chances: Chances, ways: Orders) -> float:
    """Return the chance of a vector of the table from those that a match leads to."""
    rivals = [lives for lives in others if lives]
    if not own_lives or not rivals:
        return float(own_lives > 0)
    won = total = 0.0
    for (cost, *costs), weight in ways[len(rivals) + 1]:
        remaining = sorted(max(0, lives - lost) for lives, lost in zip(rivals, costs, strict=True))
        won += weight * chances[max(0, own_lives - cost), *(0,) * (3 - len(remaining)), *remaining]
        total += weight
    return won / total
