"""Cases of the rulebook of RPS Extreme: its vectors (RX-10) and its rulings (RX-12)."""

from typing import Any

from games.rps_extreme.rules.state import SEATS, UNKNOWN, State
from tests.engine.rps_positions import lay_out

TIE = UNKNOWN
DIAMONDS = "diamond-totem diamond-scroll diamond-athame"
RUBIES = "ruby-totem ruby-scroll ruby-athame"
DRINKS = "black-potion sparkly-potion rainbow-potion"
COLORS = "murky-green-potion murky-blue-potion murky-red-potion"
PICKS = "1: pick milky-red-potion; 0: pick murky-red-potion"
FIRST = "rock scissors; 0: first; 0: pick metallic-red-potion"
GREEN = "rock scissors; 0: drink murky-green-potion"
PURPLE = "rock scissors; 0: drink murky-purple-potion"
RED = "rock scissors; 0: drink murky-red-potion"
SPARKLY = "rock rock; 1: drink sparkly-potion"
AS_SILVER = "rock rock; 1: drink rainbow-potion as silver-totem"
AS_DIAMOND = "drink rainbow-potion as diamond-totem"

# name, state before the throw, moves, expected facts, and what the asked seat may and must not do
Case = tuple[str, State, str, dict[str, Any], str, str]


def make_case(
    name: str, state: State, moves: str, yes: str = "", no: str = "", **found: Any
) -> Case:
    """Return a case; `found` are the expected facts."""
    return name, state, moves, found, yes, no


BLACK_TIE = "rock rock; 1: drink black-potion"
C = (lay_out("diamond-totem", "black-potion"), BLACK_TIE)
C_ENDS = f"{BLACK_TIE}; rock rock; rock scissors; 0: score; {PICKS}"
H = lay_out("onyx-athame metallic-green-potion", "ruby-totem ruby-scroll")
H_MOVES = "scissors paper; 0: drink metallic-green-potion; 0: steal ruby-scroll"
SIX = lay_out("silver-totem", "black-potion")
SIX_TIES = "rock rock; 1: pass; rock rock; 1: drink black-potion"
SIX_PICK = f"{SIX_TIES}; rock scissors; 0: first; 0: pick murky-red-potion"
SEVEN = lay_out("black-potion", "rainbow-potion murky-purple-potion", center="golden-totem")
RAINBOW = lay_out("black-potion", "rainbow-potion", center="diamond-totem")
AS_GOLDEN = "drink rainbow-potion as golden-totem"
BOTH = lay_out("black-potion sparkly-potion", "rainbow-potion", center="diamond-totem silver-totem")
TWELVE = lay_out("rainbow-potion", "silver-totem", center="silver-scroll")
FIFTEEN = lay_out("murky-green-potion golden-totem", "ruby-scroll")
FULL = lay_out(DIAMONDS, RUBIES)
FULL_MOVES = f"{FIRST}; 1: pick milky-red-potion"
OLDER = "discard diamond-totem; discard diamond-scroll; discard diamond-athame"
CASES = [
    make_case("A", lay_out("diamond-totem"), "rock rock", winner=0),
    make_case("B", lay_out("diamond-totem", "sparkly-potion"), SPARKLY, winner=TIE, throw=2),
    make_case("C", *C, winner=TIE, phase="throw", throw=2, black=True),
    make_case("C again", C[0], f"{BLACK_TIE}; rock rock", winner=TIE),
    make_case("C ends", C[0], C_ENDS, challenge=2, black=False),
    make_case("C is over", C[0], f"{C_ENDS}; rock rock", winner=0),
    make_case(
        "D",
        lay_out("black-potion", "sparkly-potion"),
        "rock rock; 0: drink black-potion; 1: drink sparkly-potion",
        winner=1,
    ),
    make_case(
        "E", lay_out("silver-scroll"), "paper paper; paper paper; paper paper", scores=(3, 0)
    ),
    make_case(
        "F",
        lay_out("silver-scroll", "black-potion"),
        "paper paper; 1: pass; paper paper; 1: drink black-potion; paper paper",
        scores=(1, 0),
    ),
    make_case(
        "G",
        lay_out("golden-totem ruby-totem"),
        "rock scissors; 0: score",
        scores=(2, 0),
        first=(0, False),
        asked=(0,),
    ),
    make_case(
        "H",
        H,
        H_MOVES,
        stole=["ruby-scroll"],
        broke=[],
        items=("onyx-athame ruby-scroll", "ruby-totem"),
        scores=(1, 0),
        asked=(1,),
        choices=3,
    ),
    make_case("H goes on", H, f"{H_MOVES}; 1: pick metallic-red-potion", challenge=2),
    make_case("I", lay_out("murky-red-potion"), RED, scores=(0, 0), lost=[0]),
    make_case("J", lay_out("silver-scroll", "silver-athame"), "paper scissors", scores=(0, 2)),
    make_case(
        "K",
        lay_out("silver-totem", scores=(20, 7)),
        "rock rock",
        scores=(21, 7),
        places=[(1, 2)],
        asked=(),
    ),
    make_case(
        "L",
        lay_out("silver-totem", "rainbow-potion", scores=(20, 20)),
        AS_SILVER,
        scores=(21, 21),
        places=[],
        asked=SEATS,
    ),
    make_case("M", lay_out(DIAMONDS), FULL_MOVES, yes=OLDER, asked=(0,), choices=3),
    make_case(
        "N",
        lay_out("rainbow-potion", center="diamond-totem"),
        f"rock rock; 0: {AS_DIAMOND}",
        winner=0,
    ),
    make_case(
        "N unless the other claims",
        lay_out("rainbow-potion", "sparkly-potion", center="diamond-totem"),
        f"rock rock; 0: {AS_DIAMOND}; 1: drink sparkly-potion",
        winner=TIE,
    ),
    make_case(
        "02",
        lay_out("black-potion murky-purple-potion murky-red-potion"),
        "rock scissors; 0: drink black-potion",
        phase="score",
        scores=(0, 0),
    ),
    make_case(
        "02 again in the next throw",
        lay_out("sparkly-potion", "black-potion rainbow-potion", center="silver-scroll"),
        "paper paper; 0: pass; 1: pass; 1: drink rainbow-potion as silver-scroll;"
        " rock rock; 0: pass",
        yes="drink black-potion",
        asked=(1,),
    ),
    make_case(
        "03",
        lay_out(DRINKS, "diamond-totem silver-totem"),
        "rock rock",
        yes=f"drink black-potion; drink sparkly-potion; {AS_DIAMOND}",
        no="drink rainbow-potion as silver-totem",
        asked=(0,),
    ),
    make_case(
        "03 on different signs",
        lay_out(DRINKS, "diamond-totem diamond-scroll"),
        "rock paper",
        yes="drink black-potion",
        choices=2,
    ),
    make_case(
        "03 in window 2",
        lay_out(
            "murky-purple-potion milky-purple-potion rainbow-potion",
            "golden-totem onyx-totem silver-totem",
            center="ruby-totem diamond-totem",
        ),
        "rock scissors",
        yes="drink murky-purple-potion; drink rainbow-potion as golden-totem;"
        " drink rainbow-potion as onyx-totem; drink rainbow-potion as silver-totem;"
        " drink rainbow-potion as ruby-totem",
        no=f"drink milky-purple-potion; {AS_DIAMOND}",
        phase="window-2",
    ),
    make_case(
        "03 on a tie",
        lay_out("rainbow-potion murky-red-potion", center="silver-totem golden-totem"),
        "rock rock",
        yes="drink rainbow-potion as silver-totem",
        phase="window-2",
        choices=2,
    ),
    make_case(
        "03 for the loser",
        lay_out("rainbow-potion murky-red-potion", center="silver-totem"),
        "rock paper",
        phase="score",
        asked=(1,),
    ),
    make_case("04", lay_out("murky-red-potion", "milky-red-potion"), "rock scissors", asked=(0,)),
    make_case(
        "05",
        lay_out("black-potion murky-red-potion"),
        "rock scissors; 0: pass",
        no="drink black-potion",
        phase="window-2",
    ),
    make_case("06 ends", SIX, f"{SIX_PICK}; 1: pick milky-red-potion; rock rock", scores=(2, 0)),
    make_case(
        "07",
        SEVEN,
        "scissors rock; 0: drink black-potion",
        no="drink rainbow-potion as golden-totem",
    ),
    make_case(
        "07 colors",
        SEVEN,
        "scissors rock; 0: drink black-potion; 1: drink murky-purple-potion",
        scores=(0, 2),
    ),
    make_case(
        "07 together",
        RAINBOW,
        f"rock rock; 0: drink black-potion; 1: {AS_DIAMOND}",
        winner=TIE,
        items=("", ""),
    ),
    make_case("07 on a tie", BOTH, "paper paper; 0: drink black-potion; rock rock", asked=(0,)),
    make_case(
        "08",
        lay_out("diamond-totem", "sparkly-potion silver-totem"),
        SPARKLY,
        winner=TIE,
        claims=[(0, "diamond-totem"), (1, "sparkly-potion")],
        scores=(0, 1),
    ),
    make_case(
        "09",
        lay_out("diamond-totem sparkly-potion"),
        "rock rock; 0: drink sparkly-potion",
        winner=0,
        claims=[(0, "diamond-totem"), (0, "sparkly-potion")],
    ),
    make_case(
        "09 and one of the other",
        lay_out("diamond-totem sparkly-potion", "rainbow-potion"),
        f"rock rock; 0: drink sparkly-potion; 1: {AS_DIAMOND}",
        winner=TIE,
        claims=[(0, "diamond-totem"), (0, "sparkly-potion"), (1, "diamond-totem")],
    ),
    make_case("11", lay_out("diamond-totem silver-totem"), "rock rock", scores=(1, 0)),
    make_case(
        "11 of the other", lay_out("diamond-totem", "silver-totem"), "rock rock", scores=(1, 0)
    ),
    make_case(
        "12 for this throw",
        TWELVE,
        "rock rock; 0: drink rainbow-potion as silver-totem; rock rock",
        scores=(1, 2),
    ),
    make_case(
        "12 never an own card",
        lay_out("rainbow-potion golden-totem", center="ruby-scroll silver-totem"),
        "rock scissors",
        yes="drink rainbow-potion as silver-totem",
        no="drink rainbow-potion as golden-totem; drink rainbow-potion as ruby-scroll",
    ),
    make_case(
        "13 silver first",
        lay_out("murky-red-potion silver-totem", scores=(20, 1)),
        RED,
        scores=(21, 1),
        lost=[],
    ),
    make_case(
        "14",
        lay_out("onyx-totem", "ruby-scroll black-potion"),
        "rock scissors; 1: pass",
        no="pass",
        phase="break",
        asked=(0,),
    ),
    make_case("14 nothing", lay_out("onyx-totem"), "rock scissors", phase="score", broke=[]),
    make_case(
        "14 one card",
        lay_out("onyx-totem", "ruby-scroll"),
        "rock scissors",
        phase="score",
        broke=["ruby-scroll"],
    ),
    make_case(
        "15", FIFTEEN, GREEN, stole=["ruby-scroll"], scores=(2, 0), first=(1, True), choices=3
    ),
    make_case(
        "16",
        lay_out("murky-green-potion onyx-totem ruby-totem", "ruby-scroll onyx-scroll"),
        f"{GREEN}; 0: steal onyx-scroll",
        broke=[],
        first=(1, True),
    ),
    make_case(
        "17", lay_out("murky-purple-potion golden-totem"), PURPLE, scores=(2, 0), first=(0, False)
    ),
    make_case("18", lay_out(COLORS), "rock scissors", yes="drink murky-red-potion", choices=2),
    make_case(
        "18 copied", lay_out("rainbow-potion", center="onyx-totem"), "rock scissors", phase="score"
    ),
    make_case("19", lay_out(), "rock scissors; 0: first", asked=(0,), choices=3),
    make_case(
        "19 refilled", lay_out(), f"{FIRST}; 1: pick milky-red-potion", refilled=2, challenge=2
    ),
    make_case("20", FULL, FULL_MOVES, no="discard metallic-red-potion", asked=SEATS),
    make_case(
        "20 at once",
        FULL,
        f"{FULL_MOVES}; 0: discard diamond-totem",
        items=(f"{DIAMONDS} metallic-red-potion", f"{RUBIES} milky-red-potion"),
    ),
    make_case(
        "20 revealed",
        FULL,
        f"{FULL_MOVES}; 0: discard diamond-totem; 1: discard ruby-athame",
        items=(
            "diamond-scroll diamond-athame metallic-red-potion",
            "ruby-totem ruby-scroll milky-red-potion",
        ),
    ),
    make_case(
        "22",
        lay_out(scores=(20, 20)),
        "rock scissors; 0: score",
        places=[(1, 2)],
        first=None,
        asked=(),
        ended_by=["target"],
    ),
    make_case("23", lay_out(scores=(21, 21)), "rock scissors; 0: first", places=[]),
    make_case("23 ahead", lay_out(scores=(21, 21)), "rock scissors; 0: score", places=[(1, 2)]),
    make_case(
        "23 over the target",
        lay_out("silver-totem", "rainbow-potion", scores=(20, 21)),
        AS_SILVER,
        scores=(21, 22),
        places=[(2, 1)],
    ),
    make_case(
        "24", lay_out("golden-totem", scores=(20, 0)), "rock scissors; 0: score", scores=(22, 0)
    ),
]
