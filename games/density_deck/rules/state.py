"""The immutable values of a Density Deck game: ruleset, state, actions and events."""

from typing import Any, NamedTuple

from games.density_deck.rules import messages
from games.density_deck.rules.cards import CODES, DECK, FACE
from games.engine import deal
from games.engine.contract import GameEvent, Json, Refused, Seed, freeze_value

# ----------------------------------------------------------------- actions are small ints
# 0 to 29 discard the card with that face.
DRAW = 30
TAKE = 31  # TAKE + seat takes the top card of that seat's discard pile
FIGHT = 35
SURRENDER = 36
PASS = 37

_WRITTEN: dict[int, messages.Action] = {
    **{face: {"do": "discard", "card": code} for face, code in enumerate(CODES)},
    DRAW: {"do": "draw", "from": "pile"},
    **{TAKE + seat: {"do": "draw", "from": seat} for seat in range(4)},
    FIGHT: {"do": "fight"},
    SURRENDER: {"do": "surrender"},
    PASS: {"do": "pass"},
}
_PLAIN = {"fight": FIGHT, "surrender": SURRENDER, "pass": PASS}


def write_action(action: int) -> messages.Action:
    """Return the action as JSON; a new dict each time."""
    return _WRITTEN[action].copy()


def read_action(written: object) -> int | Refused:
    """Return the action that a JSON value describes, or Refused("malformed"); never raises."""
    if not isinstance(written, dict):
        return Refused("malformed")
    match written:
        case {"do": "discard", "card": str(code)} if code in FACE and len(written) == 2:
            return FACE[code]
        case {"do": "draw", "from": "pile"} if len(written) == 2:
            return DRAW
        case {"do": "draw", "from": int(seat)} if (
            type(seat) is int and 0 <= seat < 4 and len(written) == 2
        ):
            return TAKE + seat
        case {"do": str(verb)} if verb in _PLAIN and len(written) == 1:
            return _PLAIN[verb]
    return Refused("malformed")


# ----------------------------------------------------------------------------- rulesets
class Ruleset(NamedTuple):
    """The options of DD-12, stored with every game so that later rule changes alter no replay."""

    edition: str = "current"
    lone: str = "ignored"
    allow_pass: bool = False
    round_cap: int = 10
    lives: int = 10
    seats: int = 4
    version: int = 1


MOST_LIVES = 20
MOST_SEATS = 4
EDITIONS: dict[str, Json] = {
    "current": {},
    "classic": {"edition": "classic"},
    "to the letter": {"lone": "subtracted"},
}
CHOICES: dict[str, tuple[object, ...]] = {
    "edition": ("current", "classic"),
    "lone": ("ignored", "subtracted"),
    "allow_pass": (False, True),
    "round_cap": tuple(range(4, 31)),
    "lives": tuple(range(1, MOST_LIVES + 1)),
    "seats": tuple(range(2, MOST_SEATS + 1)),
    "version": (1,),
}


# ------------------------------------------------------------------------------- states
class Fall(NamedTuple):
    """How a seat was eliminated, which decides its place (DD-9.3)."""

    match: int
    lives_before: int
    score: int | None  # None: it had surrendered, which ranks below any score


class Deal(NamedTuple):
    """The part of a match that never changes from the shuffle to its end."""

    ruleset: Ruleset
    seed: Seed
    match: int
    order: tuple[int, ...]  # the living seats clockwise, left of the dealer first, dealer last
    lives: tuple[int, ...]  # of every seat, at the start of the match
    falls: tuple[Fall | None, ...]  # of every seat, in earlier matches
    cards: tuple[int, ...]  # the first faces of the deck: as many as were needed so far, or all

    @property
    def deck(self) -> tuple[int, ...]:
        """All 50 faces in deal order (DD-3.3); `cards` is its beginning."""
        if len(self.cards) == len(DECK):
            return self.cards
        return deal.shuffle_deck(self.seed, self.match, DECK)

    @property
    def dealer(self) -> int:
        """The seat that deals and acts last in every round."""
        return self.order[-1]


# The options at the start of a turn, as bits: 1 << seat if that seat has a discard to take, and
# these three: it is round 2 or later, the draw pile is not empty, the ruleset allows passing
# (DD-5, DD-6).
FIGHTS, PILE_LEFT, MAY_PASS = 16, 32, 64


class State(NamedTuple):
    """A position of a game; the tuples from lives on have one entry per seat. Cards are faces."""

    deal: Deal
    round: int
    waiting: tuple[int, ...]  # seats still to act in this round, the next first; none: game over
    standing: tuple[int, ...]  # seats that have not surrendered, in the order of their turns
    openings: int  # how a turn may begin, as the bits above; ignore the bit of the seat to act
    top: int  # index in the deck of the next card of the draw pile
    lives: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]  # three cards; between draw and discard the drawn one too
    discards: tuple[tuple[int, ...], ...]  # oldest first
    known: tuple[tuple[int, ...], ...]  # cards in this hand that it took from a discard pile
    surrendered: tuple[int, ...]  # the round of the surrender in this match, or 0


# By round: the lives that a lost fight costs, 0 in rounds without a fight (DD-6.3), and the lives
# that a surrender costs (DD-7.2).
STAKES = (0, 0, 2, 3, *[4] * 27)
PRICES = tuple(max(1, stake - 1) for stake in STAKES)


# ------------------------------------------------------------------------------- events
class Dealt(NamedTuple):
    """A match begins; hands has three faces for each living seat and () for the others."""

    match: int
    order: tuple[int, ...]  # the living seats in the order of their turns, the dealer last
    hands: tuple[tuple[int, ...], ...]


class Drew(NamedTuple):
    """The seat drew a card; source is a seat, or None for the draw pile."""

    seat: int
    source: int | None
    card: int


class Discarded(NamedTuple):
    """The seat discarded a card, face up, onto its own pile."""

    seat: int
    card: int


class Passed(NamedTuple):
    """The seat ended its turn without drawing a card."""

    seat: int


class Surrendered(NamedTuple):
    """The seat left the match; loss is the lives it paid, lives those it still has."""

    seat: int
    round: int
    loss: int
    lives: int


class RoundBegan(NamedTuple):
    """A round began, because every standing seat has had its turn."""

    round: int


class Flipped(NamedTuple):
    """An amplification card was turned face up; slots are counted from 0."""

    card: int
    slot: int


class FightCalled(NamedTuple):
    """A seat called a fight; with seat None, the showdown after the last round (DD-8.2)."""

    seat: int | None
    stake: int


class MatchOver(NamedTuple):
    """The end of a match.

    scores, before and after have one entry per seat. A score is None if the seat was not scored;
    before and after are lives.
    """

    last: State  # the position in which it ended
    ended_by: messages.EndedBy  # "agreement" if the game was stopped
    caller: int | None
    scores: tuple[int | None, ...]
    winners: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def before(self) -> tuple[int, ...]:
        """The lives when the match began."""
        return self.last.deal.lives

    @property
    def round(self) -> int:
        """The round in which it ended."""
        return self.last.round


class GameOver(NamedTuple):
    """The end of the game; places has one number per seat, and seats that tie share the better."""

    places: tuple[int, ...]


Event = (
    Dealt
    | Drew
    | Discarded
    | Passed
    | Surrendered
    | RoundBegan
    | Flipped
    | FightCalled
    | MatchOver
    | GameOver
)


def playing(state: State) -> tuple[int, ...]:
    """Return the seats that have lives, even if they surrendered; none once the game is over."""
    if not state.waiting:
        return ()
    return tuple([seat for seat, lives in enumerate(state.lives) if lives])


def turn(state: State, _seat: int) -> tuple[int, ...]:
    """Return match and round: each seat has one turn, a draw and a discard, per round."""
    return (state.deal.match, state.round)


def deck_codes(seed: Seed, dealt: GameEvent) -> list[str]:
    """Return the codes of all 50 cards, in deal order, for the match that this event began."""
    return [CODES[face] for face in deal.shuffle_deck(seed, dealt["match"], DECK)]


# ------------------------------------------------------------------- states as JSON
def dump(state: State) -> Json:
    """Return the state as JSON-ready values, without its ruleset and its seed.

    It contains secrets while the game runs: only the database may have it.
    """
    match = state.deal._asdict()
    del match["ruleset"], match["seed"]
    return {**state._asdict(), "deal": match}


def load(rules: Ruleset, seed: Seed, dumped: Json) -> State:
    """Return the state that `dump` wrote."""
    fields: dict[str, Any] = {name: freeze_value(value) for name, value in dumped.items()}
    match = {name: freeze_value(value) for name, value in dumped["deal"].items()}
    match["falls"] = tuple(fall and Fall(*fall) for fall in match["falls"])
    return State(**fields | {"deal": Deal(rules, seed, **match)})
