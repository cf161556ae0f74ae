"""JSON types of the view, the events and the actions of Density Deck (docs/PROTOCOL.md).

Cards are codes: two letters and the power, like `Ye4`.
"""

from typing import Literal, NotRequired, TypedDict

EndedBy = Literal["fight", "surrenders", "showdown", "agreement"]
Phase = Literal["draw", "discard", "over"]
Status = Literal["standing", "surrendered", "out"]

# --------------------------------------------------------------------------------- scores
ScoreCard = TypedDict("ScoreCard", {"suit": str, "power": int, "from": str | int})
ScoreCard.__doc__ = "An eligible card and its place: hand, center or a seat's discards."


class ScoreGroup(TypedDict):
    """The cards of one color and their product."""

    suit: str
    cards: list[ScoreCard]
    total: int


class ScoreCommon(TypedDict):
    """The Common cards and their sum."""

    cards: list[ScoreCard]
    total: int


class Score(TypedDict):
    """A score in steps: base color, other colors, lone cards that do not count, Common cards."""

    base: ScoreGroup | None
    others: list[ScoreGroup]
    alone: list[ScoreCard]
    common: ScoreCommon
    score: int


# -------------------------------------------------------------------------------- actions
Draw = TypedDict("Draw", {"do": Literal["draw"], "from": Literal["pile"] | int})
Draw.__doc__ = "Draw from the draw pile, or take the top discard of a seat."


class Discard(TypedDict):
    """Discard a card."""

    do: Literal["discard"]
    card: str


class Plain(TypedDict):
    """An action without details."""

    do: Literal["fight", "surrender", "pass"]


Action = Draw | Discard | Plain


# ------------------------------------------------------------------------------- the view
class SeatView(TypedDict):
    """A seat; only the viewer's has a `hand`. `score` is only in a view without hidden cards."""

    lives: int
    status: Status
    surrendered_in: int | None
    place: int | None
    cards: int
    hand: list[str] | None
    known: list[str]
    discards: list[str]
    score: NotRequired[Score | None]


class View(TypedDict):
    """The position as one viewer sees it; `coming` is only in a view without hidden cards."""

    match: int
    round: int
    dealer: int
    turn: int | None
    phase: Phase
    stake: int
    price: int
    last_round: bool
    pile: int
    amplification: list[str | None]
    seats: list[SeatView]
    drawn: str | None
    legal: list[Action]
    score: Score | None
    take: dict[str, int]
    after: dict[str, Score]
    places: list[int] | None
    coming: NotRequired[list[str]]


# ----------------------------------------------------------------------------- the events
class SeatResult(TypedDict):
    """A seat at the end of a match; `held` is only in a view without hidden cards."""

    seat: int
    hand: list[str] | None
    own_discard: str | None
    score: Score | None
    damage: int
    lives_before: int
    lives: int
    surrendered_in: int | None
    out: bool
    held: NotRequired[list[str]]


class MatchOver(TypedDict):
    """A match has ended."""

    e: Literal["match_over"]
    match: int
    ended_by: EndedBy
    round: int
    caller: int | None
    stake: int
    winners: list[int]
    amplification: list[str | None]
    seats: list[SeatResult]


class Dealt(TypedDict):
    """A match begins; `hand` is the viewer's. `hands` is only in a view without hidden cards."""

    e: Literal["dealt"]
    match: int
    dealer: int
    living: list[int]
    hand: list[str] | None
    hands: NotRequired[dict[str, list[str]]]


Drew = TypedDict(
    "Drew",
    {
        "e": Literal["drew"],
        "seat": int,
        "from": Literal["pile"] | int,
        "card": str | None,
    },
)
Drew.__doc__ = "A player drew a card; it is null if it is hidden from the viewer."


class Discarded(TypedDict):
    """A card was discarded."""

    e: Literal["discarded"]
    seat: int
    card: str


class Passed(TypedDict):
    """A player ended the turn without drawing a card."""

    e: Literal["passed"]
    seat: int


class Surrendered(TypedDict):
    """A seat left the match."""

    e: Literal["surrendered"]
    seat: int
    round: int
    loss: int
    lives: int


class RoundBegan(TypedDict):
    """A round began, because every standing seat has had its turn."""

    e: Literal["round"]
    round: int
    stake: int


class Flipped(TypedDict):
    """An amplification card was turned up."""

    e: Literal["flipped"]
    card: str
    slot: int


class FightCalled(TypedDict):
    """A seat called the fight."""

    e: Literal["fight"]
    seat: int
    stake: int


class Showdown(TypedDict):
    """The last round is over."""

    e: Literal["showdown"]
    stake: int


class GameOver(TypedDict):
    """The game has ended."""

    e: Literal["game_over"]
    places: list[int]


GameEvent = (
    Dealt
    | Drew
    | Discarded
    | Passed
    | Surrendered
    | RoundBegan
    | Flipped
    | FightCalled
    | Showdown
    | MatchOver
    | GameOver
)
