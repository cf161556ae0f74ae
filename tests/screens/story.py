"""A fixed match: Mira against Kestrel, Ola and Tomasz, in the server's frames."""

from typing import Any

from games.density_deck.rules import game as rules
from games.density_deck.rules import observation as observation
from games.density_deck.rules.cards import CODES
from games.density_deck.rules.state import deck_codes
from games.engine import deal
from games.engine.contract import Json
from tests.engine.positions import SEED, make_move, make_state

NAMES = ("Mira", "Kestrel", "Ola", "Tomasz")
TIERS = (
    ("Basalt II", 1547),
    ("Basalt III", 1431),
    ("Granite II", 1288),
    ("Granite I", 1362),
)
MATCH = 4
HANDS = ("Ye4 Ye3 Si4", "Bl10 Co5 Tu3", "Re5 Co9 Co3", "Go10 Co4 Bk6")
PILE = "Re10 Wh6 Co2 Go4 Co8 Wh6 Aq5 Pu3 Co6 Tu3"
START = make_state(*HANDS, center="Ye5 Bl3 Co7", pile=PILE, dealer=3, lives=(8, 6, 10, 3)).deal
DECK = [CODES[face] for face in START.deck]
FIRST = "draw Si4 draw Co5 draw Co3 draw Co4"
SECOND = "draw Re10 draw Tu3 take_0 Co9 draw Aq5"
THIRD = "take_3 Aq5 draw Pu3 draw Co6 draw Tu3"
# up to Mira's third turn, to her discard, and to her fourth turn
TURN = f"{FIRST} {SECOND}"
TOOK = f"{TURN} take_3"
LAST = f"{TURN} {THIRD}"
PACE = 7_000  # milliseconds between two moves


class Story:
    """The match after some moves, for any viewer."""

    def __init__(self, moves: str = TURN, names: tuple[str, ...] = NAMES) -> None:
        self.names = names
        self.state, events = rules.begin_match(START._replace(match=MATCH))
        self.steps: list[tuple[int, tuple[Any, ...]]] = [(0, events)]
        for word in moves.split():
            self.play(word)

    def play(self, word: str) -> None:
        """Make a move for the asked seat."""
        self.state, events = make_move(self.state, word)
        self.steps.append((len(self.steps) * PACE, events))

    def log(self, viewer: int | None) -> list[Json]:
        """Return all events so far."""
        return [line for at, events in self.steps for line in _sent(events, viewer, at)]

    def snapshot(self, viewer: int | None = 0, **changes: Any) -> Json:
        """Return the snapshot for a viewer, or for a spectator."""
        view = observation.state_for(self.state, viewer)
        asked = viewer is not None and view["turn"] == viewer
        return {
            "type": "snapshot",
            "protocol": 1,
            "version": 40 + len(self.steps),
            "game": dict(GAME),
            "seats": [_seat(seat, name) for seat, name in enumerate(self.names)],
            "ranks": {
                str(seat): {"rating": rating, "provisional": False, "tier": tier}
                for seat, (tier, rating) in enumerate(TIERS)
            },
            "you": viewer,
            "view": view,
            "log": self.log(viewer),
            "question": 17 if asked else None,
            "clocks": turn_clock(view["turn"]),
            "pause": 0,
            "end": None,
            "fair": {
                "commitment": "5f" * 32,
                "pledges": ["ab" * 32] * 4,
                "stage": "dealt",
                "root": deal.merkle_root(SEED, MATCH, DECK),
            },
            "watchers": 17,
            "talk": TALK,
            "tab": "here",
            "me": None if viewer is None else dict(ME),
            "muted": [],
        } | changes

    def events(self, since: int, viewer: int | None = 0, **changes: Any) -> Json:
        """Return the frame with the events from this step on."""
        view = observation.state_for(self.state, viewer)
        asked = viewer is not None and view["turn"] == viewer
        sent = [line for at, events in self.steps[since:] for line in _sent(events, viewer, at)]
        dealt = [line for line in sent if line["e"] == "dealt"]
        return {
            "type": "events",
            "version": 40 + len(self.steps),
            "events": sent,
            "view": view,
            "question": 18 if asked else None,
            "clocks": turn_clock(view["turn"]),
            "pause": 0,
            "end": None,
            "root": deal.merkle_root(SEED, dealt[0]["match"], deck_codes(SEED, dealt[0]))
            if dealt
            else None,
        } | changes


def turn_clock(turn: int | None, ms: int = 14_000, bank: int = 72_000) -> Json:
    """Return the clock of the asked seat."""
    if turn is None:
        return {}
    whole = {"ms": ms + bank, "of": 20_000 + bank, "free": ms, "bank": bank}
    return {str(turn): {**whole, "away": False, "then": "lapse"}}


def make_seats(story: Story, **changes: Json) -> list[Json]:
    """Return the seats with changes by keyword: `s2` is the third seat."""
    return [
        _seat(seat, name) | changes.get(f"s{seat}", {}) for seat, name in enumerate(story.names)
    ]


def open_table(taken: int = 2, **changes: Any) -> Json:
    """Return the snapshot of Mira's open table."""
    chairs = [
        _seat(seat, name)
        if seat < taken
        else {"seat": seat, "kind": "empty", "name": "", "level": None}
        for seat, name in enumerate(NAMES)
    ]
    game = {**GAME, "rated": False, "status": "open", "title": "", "access": "link"}
    fair = {"commitment": "5f" * 32, "pledges": [None] * 4, "stage": None, "root": None}
    frame = Story("").snapshot(view=None, log=[], question=None, clocks={}, seats=chairs)
    return frame | {"game": game, "fair": fair, "talk": [], "watchers": 0, "ranks": {}} | changes


def _sent(events: tuple[Any, ...], viewer: int | None, at: int) -> list[Json]:
    return [{**observation.event_for(event, viewer), "by": "player", "at": at} for event in events]


def _seat(seat: int, name: str) -> Json:
    return {
        "seat": seat,
        "kind": "player",
        "name": name,
        "level": None,
        "state": "playing",
        "away_ms": None,
        "bank_ms": 72_000,
        "call_ms": None,
        "can_substitute": False,
    }


def surrender_story() -> Story:
    """Return the match after Ola surrendered in round 3, on Tomasz's turn."""
    return Story(f"{TURN} take_3 Aq5 draw Pu3 surrender")


GAME: Json = {
    "id": "hFFqZdmNUJ5u",
    "title": "",
    "slug": "density-deck",
    "edition": "current",
    "ruleset": {"lives": 10, "seats": 4},
    "rated": True,
    "access": "public",
    "chat": False,
    "absence": "ai",
    "watchable": True,
    "status": "playing",
    "clock": {"free": 20, "bank": 90},
    "host": 0,
    "again": None,
    "url": "/game/hFFqZdmNUJ5u/",
    "result_url": "/game/hFFqZdmNUJ5u/",
}
ME: Json = {"tab": None, "can_return": False, "returns_left": None, "muted": []}
TALK: list[Json] = [
    {"id": 1, "seat": 1, "name": "Kestrel", "kind": "phrase", "text": "good-luck", "at": 0},
    {"id": 2, "seat": 2, "name": "Ola", "kind": "phrase", "text": "thanks", "at": 60_000},
]
