"""JSON types of the view, the events and the actions of RPS Extreme (docs/PROTOCOL.md).

A card is its English name in lower case with hyphens.
"""

from typing import Literal, NotRequired, TypedDict

Sign = Literal["rock", "paper", "scissors"]
Phase = Literal[
    "throw", "window-1", "window-2", "break", "steal", "score", "pick", "discard", "over"
]
EndedBy = Literal["decided", "target", "agreement"]


# -------------------------------------------------------------------------------- actions
class Throw(TypedDict):
    """Throw a sign."""

    do: Literal["throw"]
    sign: Sign


Drink = TypedDict("Drink", {"do": Literal["drink"], "card": str, "as": NotRequired[str]})
Drink.__doc__ = "Drink a potion; `as` is what Rainbow acts as."


class OfCard(TypedDict):
    """An action with a card; `as` is the item that the Rainbow Potion acts as."""

    do: Literal["break", "steal", "pick", "discard"]
    card: str


class Plain(TypedDict):
    """An action without details."""

    do: Literal["pass", "score", "first"]


Action = Throw | Drink | OfCard | Plain


# ------------------------------------------------------------------------------- the view
class Last(TypedDict):
    """The latest throw with an outcome."""

    match: int
    round: int
    signs: list[Sign]
    winner: int | None


SeatView = TypedDict(
    "SeatView",
    {
        "score": int,
        "items": list[str],
        "asked": bool,
        "answered": bool,
        "choice": Action | None,
        "sign": Sign | None,
        "drunk": str | None,
        "as": str | None,
        "picked": str | None,
        "place": int | None,
        "legal": NotRequired[list[Action]],
    },
)
SeatView.__doc__ = "A seat; `choice` is the viewer's own, `legal` only in a view of everything."


class View(TypedDict):
    """The position as one viewer sees it; `coming` is only in a view without hidden cards."""

    match: int
    round: int
    phase: Phase
    turn: int | None
    asked: list[int]
    target: int
    hand_limit: int
    black: bool
    supply: int
    shuffle: int
    center: list[str | None]
    discard: list[str]
    winner: int | None
    last: Last | None
    seats: list[SeatView]
    legal: list[Action]
    places: list[int] | None
    coming: NotRequired[list[str]]


# ----------------------------------------------------------------------------- the events
class Cause(TypedDict):
    """The card that caused an effect and its seat; `by` is Rainbow if that acted as the card."""

    seat: int
    card: str
    by: str | None


class SeatResult(TypedDict):
    """A seat at the end of a challenge."""

    seat: int
    before: int
    score: int
    items: list[str]


class MatchOver(TypedDict):
    """A challenge has ended."""

    e: Literal["match_over"]
    match: int
    ended_by: EndedBy
    round: int
    winners: list[int]
    seats: list[SeatResult]


class Dealt(TypedDict):
    """A challenge begins."""

    e: Literal["dealt"]
    match: int
    shuffle: int
    center: list[str]
    supply: int


class Answered(TypedDict):
    """A seat has chosen in secret; `choice` is the viewer's own."""

    e: Literal["answered"]
    seat: int
    phase: Phase
    choice: Action | None


class Thrown(TypedDict):
    """The throws are revealed."""

    e: Literal["thrown"]
    round: int
    signs: list[Sign]


Drank = TypedDict(
    "Drank",
    {"e": Literal["drank"], "seat": int, "phase": Phase, "card": str, "as": str | None},
)
Drank.__doc__ = "A potion was drunk."


class Passed(TypedDict):
    """A seat drank nothing in a window."""

    e: Literal["passed"]
    seat: int
    phase: Phase


class Outcome(TypedDict):
    """The outcome of a throw; `claims` has every card that claimed a tied throw."""

    e: Literal["outcome"]
    round: int
    signs: list[Sign]
    winner: int | None
    claims: list[Cause]


class Awarded(TypedDict):
    """A seat gets points; without a cause, they are for winning."""

    e: Literal["awarded"]
    seat: int
    points: int
    cause: Cause | None
    scores: list[int]


class Lost(TypedDict):
    """A seat loses points."""

    e: Literal["lost"]
    seat: int
    points: int
    cause: Cause
    scores: list[int]


class Broke(TypedDict):
    """Cards of a seat were broken."""

    e: Literal["broke"]
    seat: int
    cards: list[str]
    cause: Cause


class Stole(TypedDict):
    """A card of a seat was stolen."""

    e: Literal["stole"]
    seat: int
    card: str
    cause: Cause


class Chose(TypedDict):
    """The winner chose the points or the first pick."""

    e: Literal["chose"]
    seat: int
    choice: Literal["score", "first"]


class PicksFirst(TypedDict):
    """A seat picks first; it is `alone` if the other has stolen a card and does not pick."""

    e: Literal["picks_first"]
    seat: int
    alone: bool
    cause: Cause | None


class Picked(TypedDict):
    """A card was picked from a slot."""

    e: Literal["picked"]
    seat: int
    card: str
    slot: int


class Discarded(TypedDict):
    """A card over the hand limit was discarded."""

    e: Literal["discarded"]
    seat: int
    card: str


class RoundBegan(TypedDict):
    """After a tie, both throw again."""

    e: Literal["round"]
    round: int


class Refilled(TypedDict):
    """A card was placed in a slot of the center."""

    e: Literal["refilled"]
    card: str
    slot: int


class Reshuffled(TypedDict):
    """The discard pile is the new supply."""

    e: Literal["reshuffled"]
    shuffle: int
    supply: int


class GameOver(TypedDict):
    """The game has ended."""

    e: Literal["game_over"]
    places: list[int]


GameEvent = (
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
    | RoundBegan
    | MatchOver
    | Refilled
    | Reshuffled
    | GameOver
)
