"""The events of a game of RPS Extreme, as immutable values."""

from typing import NamedTuple

from games.rps_extreme.rules.effects import Cause
from games.rps_extreme.rules.messages import EndedBy
from games.rps_extreme.rules.state import Cards, Pair, Table


class Dealt(NamedTuple):
    """A challenge begins with these three cards in the center; shuffle numbers the current deck."""

    match: int
    shuffle: int
    center: Cards
    supply: int


class Answered(NamedTuple):
    """A seat has chosen in secret; the action stays hidden from others until all have chosen."""

    seat: int
    phase: int
    action: int


class Thrown(NamedTuple):
    """Both throws of this round are revealed."""

    round: int
    signs: Pair


class Drank(NamedTuple):
    """A seat drank a potion in a window; copied is the item that Rainbow acts as, or NONE."""

    seat: int
    phase: int
    card: int
    copied: int


class Passed(NamedTuple):
    """A seat that could have drunk a potion in this window did not."""

    seat: int
    phase: int


class Outcome(NamedTuple):
    """The winner of the throw, UNKNOWN for a tie, and every card that claimed a tied throw."""

    round: int
    signs: Pair
    winner: int
    claims: tuple[Cause, ...]


class Awarded(NamedTuple):
    """A seat got points from a card, or for winning (cause None); scores are the new ones."""

    seat: int
    points: int
    cause: Cause | None
    scores: Pair


class Lost(NamedTuple):
    """A seat lost points, 0 if it had none; scores are the new ones."""

    seat: int
    points: int
    cause: Cause
    scores: Pair


class Broke(NamedTuple):
    """Cards of a seat were broken."""

    seat: int
    cards: Cards
    cause: Cause


class Stole(NamedTuple):
    """A card of a seat went to the seat of the cause."""

    seat: int
    card: int
    cause: Cause


class Chose(NamedTuple):
    """The winner chose "score" (take the points) or "first" (pick first)."""

    seat: int
    choice: str


class PicksFirst(NamedTuple):
    """A seat picks first, because of a card or the winner's choice; alone if only it picks."""

    seat: int
    alone: bool
    cause: Cause | None


class Picked(NamedTuple):
    """A seat took the card in this slot of the center, counted from 0."""

    seat: int
    card: int
    slot: int


class Discarded(NamedTuple):
    """A seat with too many cards discarded one."""

    seat: int
    card: int


class Refilled(NamedTuple):
    """The next card of the supply was placed in this slot of the center."""

    card: int
    slot: int


class Reshuffled(NamedTuple):
    """The supply was empty, so the discard pile became the new one; supply is its size."""

    shuffle: int
    supply: int


class RoundBegan(NamedTuple):
    """After a tie, both throw again in the same challenge."""

    round: int


class ChallengeOver(NamedTuple):
    """The end of a challenge, before the center is refilled.

    ended_by is "decided" (one seat won and the cards are picked), "target" (a seat has won the
    game), or "agreement" (the game was stopped).
    """

    last: Table
    ended_by: EndedBy


class GameOver(NamedTuple):
    """The end of the game; places has one number per seat, and seats that tie share the better."""

    places: tuple[int, ...]


Event = (
    Dealt
    | Answered
    | Thrown
    | Drank
    | Passed
    | Outcome
    | Awarded
    | Lost
    | Broke
    | Stole
    | Chose
    | PicksFirst
    | Picked
    | Discarded
    | Refilled
    | Reshuffled
    | RoundBegan
    | ChallengeOver
    | GameOver
)
