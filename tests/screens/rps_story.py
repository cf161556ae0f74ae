"""A fixed game of Rock Paper Scissors Extreme: Mira against Kestrel."""

from typing import Any

from games.engine import deal
from games.engine.contract import Json
from games.rps_extreme.rules import observation as observation
from games.rps_extreme.rules.cards import CODES, DECK
from games.rps_extreme.rules.events import Event
from tests.engine.positions import SEED
from tests.engine.rps_positions import Position, lay_out, make_moves
from tests.screens import story

NAMES = story.NAMES[:2]
MINE = "murky-red-potion silver-totem sparkly-potion"
THEIRS = "diamond-scroll onyx-athame milky-green-potion"
CENTER = "ruby-totem golden-scroll metallic-blue-potion"
GONE = "black-potion murky-purple-potion silver-scroll ruby-athame"
CHALLENGE = 6
PACE = 2_600  # milliseconds between two moves


def order_deck(view: Json) -> list[str]:
    """Return all cards in the order of the shuffle: the open ones, then the supply."""
    items = [code for seat in view["seats"] for code in seat["items"]]
    first = [code for code in (*items, *view["center"], *view["discard"]) if code]
    return [*first, *(CODES[card] for card in DECK if CODES[card] not in first)]


class Duel:
    """A challenge after some moves of seats 0 (Mira) and 1, for any viewer."""

    def __init__(
        self,
        moves: str = "",
        *,
        mine: str = MINE,
        theirs: str = THEIRS,
        scores: tuple[int, int] = (9, 7),
    ) -> None:
        state = lay_out(mine, theirs, center=CENTER, discard=GONE, scores=scores, supply=17)
        self.state = state._replace(table=state.table._replace(challenge=CHALLENGE))
        sent = {
            "e": "dealt",
            "match": CHALLENGE,
            "shuffle": 1,
            "center": CENTER.split(),
            "supply": 17,
        }
        self.steps: list[list[Event]] = []
        self.dealt: Json = {**sent, "center": CENTER.split(), "by": "player", "at": 0}
        if moves:
            self.play(moves)

    def play(self, moves: str) -> None:
        """Make these moves, such as "0:rock 1:paper"."""
        for word in moves.split():
            seat, words = word.split(":")
            position: Position = make_moves(self.state, f"{seat}: {words.replace('_', ' ')}")
            self.state = position[0]
            self.steps.append(position[1])

    def sent(self, since: int, viewer: int | None) -> list[Json]:
        """Return the events from this step on."""
        return [
            {**observation.event_for(event, viewer), "by": "player", "at": (since + at + 1) * PACE}
            for at, events in enumerate(self.steps[since:])
            for event in events
        ]

    def snapshot(self, viewer: int | None = 0, **changes: Any) -> Json:
        """Return the snapshot for a viewer, or for a spectator."""
        frame = story.Story("", names=(*NAMES, "", "")).snapshot(viewer)
        ruleset = {"target": 21, "hand_limit": 3}
        game = {**frame["game"], "slug": "rps-extreme", "edition": "to the letter"}
        game |= {"ruleset": ruleset, "clock": {"free": 10, "bank": 20}}
        asked = self._asked(viewer, 17)
        root = deal.merkle_root(SEED, CHALLENGE, order_deck(asked["view"]))
        return {
            **frame,
            "fair": {**frame["fair"], "root": root},
            "version": 40 + len(self.steps),
            "game": game,
            "seats": frame["seats"][:2],
            "ranks": {seat: rank for seat, rank in frame["ranks"].items() if int(seat) < 2},
            "log": [self.dealt, *self.sent(0, viewer)],
            **asked,
        } | changes

    def events(self, since: int, viewer: int | None = 0, **changes: Any) -> Json:
        """Return the frame with the events from this step on."""
        frame = story.Story("").events(0)
        sent = {"version": 40 + len(self.steps), "events": self.sent(since, viewer)}
        return {**frame, **sent, **self._asked(viewer, 18)} | changes

    def _asked(self, viewer: int | None, question: int) -> Json:
        view = observation.state_for(self.state, viewer)
        asks = viewer is not None and view["seats"][viewer]["asked"]
        clocks: Json = {}
        for seat in view["asked"]:
            clocks |= story.turn_clock(seat, 7_400, 20_000)
        return {"view": view, "question": question if asks else None, "clocks": clocks}
