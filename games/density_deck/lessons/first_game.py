"""The first game: one line of moves through the rules, as frames of a table, step by step.

The seed was searched for: its deal shows a base color, a color that turns against its holder, a
discard worth taking, Common cards, a fight to call and a match to surrender, in that order.
"""

import hashlib

from games.engine.contract import Json, Seed
from games.lessons import Line, Step

SLUG = "density-deck"
SEED = Seed(hashlib.sha256(b"first game 167532").digest(), b"")
OTHERS = ("Kestrel", "Ola", "Tomasz")
LEVEL = "easy"
# the showdown of the lesson waits for its reader: a day is longer than any reader looks at it
PAUSE = 24 * 60 * 60 * 1000

# The moves, as "seat verb": a number takes from that seat, a card is discarded.
MOVES = (
    # match 1, round 1
    *("0 draw", "0 Ye3", "1 draw", "1 Bl3", "2 draw", "2 Aq5", "3 draw", "3 Si4"),
    # round 2
    *("0 2", "0 Pu10", "1 draw", "1 Bk6", "2 draw", "2 Ye4", "3 draw", "3 Bl5"),
    # round 3
    "0 fight",
    # match 2, rounds 1 and 2
    *("1 draw", "1 Aq5", "2 draw", "2 Go4", "3 draw", "3 Wh6", "0 draw", "0 Bl10"),
    *("1 draw", "1 Bl3", "2 draw", "2 Tu10", "3 draw", "3 Bk6", "0 draw", "0 Wh6"),
    # round 3
    *("1 draw", "1 Bl5", "2 draw", "2 Aq5", "3 draw", "3 Pu10", "0 surrender"),
    # round 4
    *("1 draw", "1 Re10", "2 fight"),
)


STEPS = (
    Step("welcome", 0, "lives"),
    Step("hand", 0, "hand"),
    Step("score", 0, "score"),
    Step("draw", 0, "pile", "move"),
    Step("discard", 1, "card Ye3", "move"),
    Step("flip", 8, "center 0"),
    Step("against", 8, "score"),
    Step("take", 8, "discard 2", "move"),
    Step("drop", 9, "card Pu10", "move"),
    Step("common", 16, "center 1"),
    Step("fight", 16, "fight", "move"),
    Step("won", 17, "showdown", "ready"),
    Step("weak", 39, "score", jumps=True),
    Step("surrender", 39, "surrender", "move"),
    Step("lost", 43, "showdown", "ready"),
    Step("end", 43, "", jumps=True),
)


# ------------------------------------------------------------------------------ the line
def read_move(written: str) -> tuple[int, Json]:
    """Return the seat and the action, as docs/PROTOCOL.md writes it, of one entry of MOVES."""
    seat, verb = written.split()
    if verb == "draw":
        return int(seat), {"do": "draw", "from": "pile"}
    if verb.isdigit():
        return int(seat), {"do": "draw", "from": int(verb)}
    if verb in ("fight", "surrender"):
        return int(seat), {"do": verb}
    return int(seat), {"do": "discard", "card": verb}


LINE = Line(
    slug=SLUG,
    id="first-game",
    url="/learn/first-game/",
    seed=SEED,
    others=OTHERS,
    level=LEVEL,
    moves=MOVES,
    read_move=read_move,
    steps=STEPS,
    pause=PAUSE,
)
moments = LINE.moments
