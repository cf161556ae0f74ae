"""The immutable ruleset, state, actions and events of Goofspiel."""

from typing import NamedTuple

from games.engine.contract import Json, Refused, Seed, freeze_value

CARDS = tuple(range(1, 8))
UNKNOWN = 0  # no bid yet; no winner


class Ruleset(NamedTuple):
    """The ruleset of a table."""

    edition: str = "current"
    seats: int = 3
    version: int = 1


EDITIONS: dict[str, Json] = {"current": {}}
CHOICES = {"edition": ("current",), "seats": (2, 3), "version": (1,)}


class State(NamedTuple):
    """A state. The bids of this round and the later prizes are secret."""

    ruleset: Ruleset
    seed: Seed
    prizes: tuple[int, ...]  # in order
    round: int
    hands: tuple[tuple[int, ...], ...]
    bids: tuple[int, ...]
    scores: tuple[int, ...]
    over: bool = False


class Dealt(NamedTuple):
    """The game starts with this prize."""

    prize: int


class Bid(NamedTuple):
    """A seat has bid a secret card."""

    seat: int
    card: int


class Revealed(NamedTuple):
    """The bids of a round, the winner of the prize (-1: none), and the next prize."""

    round: int
    prize: int
    bids: tuple[int, ...]
    winner: int
    scores: tuple[int, ...]
    next: int


class MatchOver(NamedTuple):
    """The last prize is taken, or all players have agreed to stop."""

    round: int
    ended_by: str
    scores: tuple[int, ...]


class GameOver(NamedTuple):
    """The places by seat."""

    places: tuple[int, ...]


Event = Dealt | Bid | Revealed | MatchOver | GameOver


def places(state: State) -> tuple[int, ...] | None:
    """Return the places by points once the game is over; ties share a place."""
    if not state.over:
        return None
    return tuple(1 + sum(other > own for other in state.scores) for own in state.scores)


def write_action(action: int) -> Json:
    """Return the action as JSON."""
    return {"do": "bid", "card": action}


def read_action(written: object) -> int | Refused:
    """Return the action of a JSON value, or Refused("malformed")."""
    if isinstance(written, dict) and written.keys() == {"do", "card"} and written["do"] == "bid":
        card = written["card"]
        if type(card) is int and card in CARDS:
            return card
    return Refused("malformed")


def dump(state: State) -> Json:
    """Return the state for the database, without ruleset and seed."""
    fields = state._asdict()
    del fields["ruleset"], fields["seed"]
    return fields


def load(rules: Ruleset, seed: Seed, dumped: Json) -> State:
    """Return the state that dump() wrote."""
    return State(rules, seed, **{name: freeze_value(value) for name, value in dumped.items()})
