"""The frozen values of a Density Deck game: its ruleset, its state, its actions and events."""

from typing import Any, NamedTuple

from games.density_deck.rules import messages
from games.density_deck.rules.cards import CODES, DECK, FACE
from games.engine import deal
from games.engine.contract import GameEvent, Json, Refused, Seed, freeze_value

# ----------------------------------------------------------------- actions are small ints
# 0 to 29 discards the card with that face.
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
    """Return the action that a JSON value names, or Refused("malformed"); never raises."""
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
    """The switches of DD-12, stored with every game so that later rulings change no replay."""

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
    score: int | None  # None: surrendered, ranks below any score


class Deal(NamedTuple):
    """The part of a match that is fixed from the shuffle to the end."""

    ruleset: Ruleset
    seed: Seed
    match: int
    order: tuple[int, ...]  # the living seats clockwise, left of the dealer first, dealer last
    lives: tuple[int, ...]  # at the start of the match, of every seat
    falls: tuple[Fall | None, ...]  # of the matches before, of every seat
    cards: tuple[int, ...]  # the first faces of the deck: at least those in use, at most all

    @property
    def deck(self) -> tuple[int, ...]:
        """All 50 faces in deal order (DD-3.3); the cards are its beginning."""
        if len(self.cards) == len(DECK):
            return self.cards
        return deal.shuffle_deck(self.seed, self.match, DECK)

    @property
    def dealer(self) -> int:
        """The seat that deals and acts last in every round."""
        return self.order[-1]


# The options at the start of a turn, as bits: 1 << seat when that seat has a discard to be taken,
# and these: it is not round 1, the draw pile is not empty, the ruleset allows to pass (DD-5,
# DD-6).
FIGHTS, PILE_LEFT, MAY_PASS = 16, 32, 64


class State(NamedTuple):
    """One moment of a game; from lives on there is one entry per seat. Cards are faces."""

    deal: Deal
    round: int
    waiting: tuple[int, ...]  # seats still to act in this round; the first is asked, none: over
    standing: tuple[int, ...]  # seats that have not surrendered, in the order of their turns
    openings: int  # what a turn may begin with, as the bits above; the own pile's does not count
    top: int  # index in the deck of the next card of the draw pile
    lives: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]  # three, and a fourth, the card just drawn, until a discard
    discards: tuple[tuple[int, ...], ...]  # oldest first
    known: tuple[tuple[int, ...], ...]  # cards that every seat saw go into this hand
    surrendered: tuple[int, ...]  # the round of the surrender in this match, or 0


# By round: lives that a lost fight costs, 0 where there is no fight (DD-6.3), and lives that a
# surrender costs (DD-7.2).
STAKES = (0, 0, 2, 3, *[4] * 27)
PRICES = tuple(max(1, stake - 1) for stake in STAKES)


# ------------------------------------------------------------------------------- events
class Dealt(NamedTuple):
    """A match begins; hands hold three faces for each living seat and nothing for the others."""

    match: int
    order: tuple[int, ...]  # the living seats in the order of their turns, the dealer last
    hands: tuple[tuple[int, ...], ...]


class Drew(NamedTuple):
    """A card came into a hand; source is a seat, or None for the draw pile."""

    seat: int
    source: int | None
    card: int


class Discarded(NamedTuple):
    """A card was laid face up on the seat's own pile."""

    seat: int
    card: int


class Passed(NamedTuple):
    """The seat ended its turn without a card."""

    seat: int


class Surrendered(NamedTuple):
    """The seat left the match; loss is what it paid and lives what it has left."""

    seat: int
    round: int
    loss: int
    lives: int


class RoundBegan(NamedTuple):
    """Every standing seat has had its turn."""

    round: int


class Flipped(NamedTuple):
    """An amplification card is face up now; slots are counted from 0."""

    card: int
    slot: int


class FightCalled(NamedTuple):
    """A fight, or with seat None the showdown after the last round (DD-8.2)."""

    seat: int | None
    stake: int


class MatchOver(NamedTuple):
    """The end of a match; tuples have one entry per seat.

    Scores are None for seats that were not scored; before and after are lives.
    """

    last: State  # the position in which it ended
    ended_by: messages.EndedBy  # by agreement when the game was stopped
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
    """The end of the game; places are one number per seat, shared ones repeat the better."""

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
    """Return the seats that have lives left, surrendered in this match or not; none at the end."""
    if not state.waiting:
        return ()
    return tuple([seat for seat, lives in enumerate(state.lives) if lives])


def turn(state: State, _seat: int) -> tuple[int, ...]:
    """Match and round: a seat has one turn in each, of a draw and a discard."""
    return (state.deal.match, state.round)


def deck_codes(seed: Seed, dealt: GameEvent) -> list[str]:
    """Return the codes of all 50 cards, in deal order, of the match that this event began."""
    return [CODES[face] for face in deal.shuffle_deck(seed, dealt["match"], DECK)]


# ------------------------------------------------------------------- states as JSON
def dump(state: State) -> Json:
    """Return the state as JSON-ready values, without its ruleset and its seed.

    Everything in it is secret while the game runs: it is for the database alone.
    """
    match = state.deal._asdict()
    del match["ruleset"], match["seed"]
    return {**state._asdict(), "deal": match}


def load(rules: Ruleset, seed: Seed, dumped: Json) -> State:
    """Return the state that dump wrote, equal to it in every field."""
    fields: dict[str, Any] = {name: freeze_value(value) for name, value in dumped.items()}
    match = {name: freeze_value(value) for name, value in dumped["deal"].items()}
    match["falls"] = tuple(fall and Fall(*fall) for fall in match["falls"])
    return State(**fields | {"deal": Deal(rules, seed, **match)})
