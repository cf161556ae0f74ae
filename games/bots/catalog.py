"""Every AI player of the house, by game and level."""

from collections.abc import Callable, Sequence

from games.density_deck.bots import easy, medium, random_legal, review
from games.engine.contract import Action, Sight
from games.engine.dice import Dice
from games.rps_extreme.bots import easy as rps_easy
from games.rps_extreme.bots import hard as rps_hard
from games.rps_extreme.bots import medium as rps_medium

Player = Callable[[Sight, Dice], Action]

RANDOM = "random"  # for simulations and as a yardstick; no table offers it

_PLAYERS: dict[str, dict[str, Player]] = {
    "density-deck": {
        RANDOM: random_legal.choose,
        "easy": easy.choose,
        "medium": medium.choose,
    },
    "rps-extreme": {
        RANDOM: rps_easy.choose,
        "easy": rps_easy.choose,
        "medium": rps_medium.choose,
        "hard": rps_hard.choose,
    },
}


def levels(slug: str) -> tuple[str, ...]:
    """The levels that a table of this game may seat, weakest first; KeyError if no such game."""
    return tuple(level for level in _PLAYERS[slug] if level != RANDOM)


def choose(slug: str, level: str, sight: Sight, dice: Dice) -> Action:
    """The action of an AI of this level (or "random") whose seat is asked and sees `sight`.

    It is always one of `sight.legal`. The same sight and the same dice give the same action.
    KeyError if there is no such game or level.
    """
    return _PLAYERS[slug][level](sight, dice)


# ------------------------------------------------------------------ looking back on a game
Weigher = Callable[[Sight, Dice, int], Sequence[tuple[Action, float, float]]]
Leads = Callable[[Sight, Dice, int], list[float]]

_REVIEWERS: dict[str, tuple[Weigher, Leads]] = {"density-deck": (review.weigh, review.leads)}


def reviewed(slug: str) -> bool:
    """Whether there is an AI that looks back on this game."""
    return slug in _REVIEWERS


def weigh(
    slug: str, sight: Sight, dice: Dice, samples: int
) -> Sequence[tuple[Action, float, float]]:
    """Every legal choice of the seat that sees `sight`, best first: action, chance, cost.

    KeyError if nobody looks back on this game. The same dice give the same numbers.
    """
    return _REVIEWERS[slug][0](sight, dice, samples)


def leads(slug: str, sight: Sight, dice: Dice, samples: int) -> list[float]:
    """For each seat the chance to be ahead now, as whoever sees `sight` knows it; likewise."""
    return _REVIEWERS[slug][1](sight, dice, samples)
