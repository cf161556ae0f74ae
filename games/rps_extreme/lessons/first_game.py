"""The first throws: one line of moves through the rules, as frames of a table, step by step.

The seed was searched for: its supply lays an item for Rock into the first center and a potion
that decides a tie into the second one.
"""

import hashlib

from games.engine.contract import Json, Seed
from games.lessons import Line, Step
from games.rps_extreme.rules.cards import SIGN_NAMES

SLUG = "rps-extreme"
SEED = Seed(hashlib.sha256(b"first challenges 82817").digest(), b"")
OTHER = "Kestrel"

# The moves, as "seat verb", with the card that the verb is about.
MOVES = (
    # challenge 1
    *("0 rock", "1 scissors", "0 first", "0 pick golden-totem", "1 pick onyx-athame"),
    # challenge 2
    *("0 rock", "1 scissors", "0 score", "1 pick silver-scroll", "0 pick sparkly-potion"),
    # challenge 3
    *("0 rock", "1 rock", "0 drink sparkly-potion", "0 score"),
)
STEPS = (
    Step("welcome", 0, "points"),
    Step("center", 0, "center"),
    Step("throw", 0, "throw rock", "move"),
    Step("won", 2, "throws"),
    Step("first", 2, "first", "move"),
    Step("pick", 3, "card golden-totem", "move"),
    Step("held", 5, "held"),
    Step("again", 5, "throw rock", "move"),
    Step("score", 7, "score", "move"),
    Step("potion", 9, "card sparkly-potion", "move"),
    Step("third", 10, "throw rock", "move"),
    Step("drink", 12, "potion", "move"),
    Step("claimed", 13, "score", "move"),
    Step("ahead", 14, "points"),
    Step("end", 14, "", jumps=True),
)


def read_move(written: str) -> tuple[int, Json]:
    """Return the seat and the action, as docs/PROTOCOL.md writes it, of one entry of MOVES."""
    seat, do, *card = written.split()
    if do in SIGN_NAMES:
        return int(seat), {"do": "throw", "sign": do}
    return int(seat), {"do": do, "card": card[0]} if card else {"do": do}


LINE = Line(
    slug=SLUG,
    id="first-throws",
    url="/learn/rps-extreme/",
    seed=SEED,
    others=(OTHER,),
    level="easy",
    moves=MOVES,
    read_move=read_move,
    steps=STEPS,
    # a challenge goes on by itself
    pause=0,
    ruleset=(("target", 21), ("hand_limit", 3)),
)
