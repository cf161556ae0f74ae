"""The frozen values of a game of Goofspiel: its ruleset, its state, its actions and events."""

from typing import NamedTuple

from games.engine.contract import Json, Refused, Seed, freeze_value

CARDS = tuple(range(1, 8))
UNKNOWN = 0  # no bid yet, nobody won


class Ruleset(NamedTuple):
    """The options of a table."""

    edition: str = "current"
    seats: int = 3
    version: int = 1


EDITIONS: dict[str, Json] = {"current": {}}
CHOICES = {"edition": ("current",), "seats": (2, 3), "version": (1,)}


class State(NamedTuple):
    """One moment: the bids of this round are secret until all are in, and so are later prizes."""

    ruleset: Ruleset
    seed: Seed
    prizes: tuple[int, ...]  # in their order
    round: int
    hands: tuple[tuple[int, ...], ...]
    bids: tuple[int, ...]
    scores: tuple[int, ...]
    over: bool = False


class Dealt(NamedTuple):
    """The game begins with this prize."""

    prize: int


class Bid(NamedTuple):
    """A seat has chosen; which card is its own secret."""

    seat: int
    card: int


class Revealed(NamedTuple):
    """All bids of a round, who won the prize (-1: nobody), and the prize of the next round."""

    round: int
    prize: int
    bids: tuple[int, ...]
    winner: int
    scores: tuple[int, ...]
    next: int


class MatchOver(NamedTuple):
    """The last prize is gone, or all have agreed to stop."""

    round: int
    ended_by: str
    scores: tuple[int, ...]


class GameOver(NamedTuple):
    """One place for each seat."""

    places: tuple[int, ...]


Event = Dealt | Bid | Revealed | MatchOver | GameOver


def places(state: State) -> tuple[int, ...] | None:
    """Once the game is over, a place for each seat by its points; equal ones share it."""
    if not state.over:
        return None
    return tuple(1 + sum(other > own for other in state.scores) for own in state.scores)


def write_action(action: int) -> Json:
    """The action as JSON."""
    return {"do": "bid", "card": action}


def read_action(written: object) -> int | Refused:
    """The action that a JSON value names, or Refused("malformed")."""
    if isinstance(written, dict) and written.keys() == {"do", "card"} and written["do"] == "bid":
        card = written["card"]
        if type(card) is int and card in CARDS:
            return card
    return Refused("malformed")


def dump(state: State) -> Json:
    """The state for the database, without its ruleset and seed."""
    fields = state._asdict()
    del fields["ruleset"], fields["seed"]
    return fields


def load(rules: Ruleset, seed: Seed, dumped: Json) -> State:
    """The state that dump wrote."""
    return State(rules, seed, **{name: freeze_value(value) for name, value in dumped.items()})
