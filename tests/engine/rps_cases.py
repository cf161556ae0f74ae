"""The vectors of the rulebook (RX-10), each of its cards (RX-11), and its rulings (RX-12)."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from games.rps_extreme.rules.state import SEATS, UNKNOWN, State
from tests.engine.rps_positions import laid

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

# what lies before the throw, the moves, what is to be found then, and what the asked seat may do
# and may not
Case = tuple[str, State, str, dict[str, Any], str, str]


def case(name: str, state: State, moves: str, yes: str = "", no: str = "", **found: Any) -> Case:
    return name, state, moves, found, yes, no


BLACK_TIE = "rock rock; 1: drink black-potion"
C = (laid("diamond-totem", "black-potion"), BLACK_TIE)
C_ENDS = f"{BLACK_TIE}; rock rock; rock scissors; 0: score; {PICKS}"
H = laid("onyx-athame metallic-green-potion", "ruby-totem ruby-scroll")
H_MOVES = "scissors paper; 0: drink metallic-green-potion; 0: steal ruby-scroll"
SIX = laid("silver-totem", "black-potion")
SIX_TIES = "rock rock; 1: pass; rock rock; 1: drink black-potion"
SIX_PICK = f"{SIX_TIES}; rock scissors; 0: first; 0: pick murky-red-potion"
SEVEN = laid("black-potion", "rainbow-potion murky-purple-potion", center="golden-totem")
RAINBOW = laid("black-potion", "rainbow-potion", center="diamond-totem")
AS_GOLDEN = "drink rainbow-potion as golden-totem"
BOTH = laid("black-potion sparkly-potion", "rainbow-potion", center="diamond-totem silver-totem")
TWELVE = laid("rainbow-potion", "silver-totem", center="silver-scroll")
FIFTEEN = laid("murky-green-potion golden-totem", "ruby-scroll")
FULL = laid(DIAMONDS, RUBIES)
FULL_MOVES = f"{FIRST}; 1: pick milky-red-potion"
OLDER = "discard diamond-totem; discard diamond-scroll; discard diamond-athame"
CASES = [
    case("A", laid("diamond-totem"), "rock rock", winner=0),
    case("B", laid("diamond-totem", "sparkly-potion"), SPARKLY, winner=TIE, throw=2),
    case("C", *C, winner=TIE, phase="throw", throw=2, black=True),
    case("C again", C[0], f"{BLACK_TIE}; rock rock", winner=TIE),
    case("C ends", C[0], C_ENDS, challenge=2, black=False),
    case("C is over", C[0], f"{C_ENDS}; rock rock", winner=0),
    case(
        "D",
        laid("black-potion", "sparkly-potion"),
        "rock rock; 0: drink black-potion; 1: drink sparkly-potion",
        winner=1,
    ),
    case("E", laid("silver-scroll"), "paper paper; paper paper; paper paper", scores=(3, 0)),
    case(
        "F",
        laid("silver-scroll", "black-potion"),
        "paper paper; 1: pass; paper paper; 1: drink black-potion; paper paper",
        scores=(1, 0),
    ),
    case(
        "G",
        laid("golden-totem ruby-totem"),
        "rock scissors; 0: score",
        scores=(2, 0),
        first=(0, False),
        asked=(0,),
    ),
    case(
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
    case("H goes on", H, f"{H_MOVES}; 1: pick metallic-red-potion", challenge=2),
    case("I", laid("murky-red-potion"), RED, scores=(0, 0), lost=[0]),
    case("J", laid("silver-scroll", "silver-athame"), "paper scissors", scores=(0, 2)),
    case(
        "K",
        laid("silver-totem", scores=(20, 7)),
        "rock rock",
        scores=(21, 7),
        places=[(1, 2)],
        asked=(),
    ),
    case(
        "L",
        laid("silver-totem", "rainbow-potion", scores=(20, 20)),
        AS_SILVER,
        scores=(21, 21),
        places=[],
        asked=SEATS,
    ),
    case("M", laid(DIAMONDS), FULL_MOVES, yes=OLDER, asked=(0,), choices=3),
    case(
        "N", laid("rainbow-potion", center="diamond-totem"), f"rock rock; 0: {AS_DIAMOND}", winner=0
    ),
    case(
        "N unless the other claims",
        laid("rainbow-potion", "sparkly-potion", center="diamond-totem"),
        f"rock rock; 0: {AS_DIAMOND}; 1: drink sparkly-potion",
        winner=TIE,
    ),
    case(
        "02",
        laid("black-potion murky-purple-potion murky-red-potion"),
        "rock scissors; 0: drink black-potion",
        phase="score",
        scores=(0, 0),
    ),
    case(
        "02 again in the next throw",
        laid("sparkly-potion", "black-potion rainbow-potion", center="silver-scroll"),
        "paper paper; 0: pass; 1: pass; 1: drink rainbow-potion as silver-scroll;"
        " rock rock; 0: pass",
        yes="drink black-potion",
        asked=(1,),
    ),
    case(
        "03",
        laid(DRINKS, "diamond-totem silver-totem"),
        "rock rock",
        yes=f"drink black-potion; drink sparkly-potion; {AS_DIAMOND}",
        no="drink rainbow-potion as silver-totem",
        asked=(0,),
    ),
    case(
        "03 on different signs",
        laid(DRINKS, "diamond-totem diamond-scroll"),
        "rock paper",
        yes="drink black-potion",
        choices=2,
    ),
    case(
        "03 in window 2",
        laid(
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
    case(
        "03 on a tie",
        laid("rainbow-potion murky-red-potion", center="silver-totem golden-totem"),
        "rock rock",
        yes="drink rainbow-potion as silver-totem",
        phase="window-2",
        choices=2,
    ),
    case(
        "03 for the loser",
        laid("rainbow-potion murky-red-potion", center="silver-totem"),
        "rock paper",
        phase="score",
        asked=(1,),
    ),
    case("04", laid("murky-red-potion", "milky-red-potion"), "rock scissors", asked=(0,)),
    case(
        "05",
        laid("black-potion murky-red-potion"),
        "rock scissors; 0: pass",
        no="drink black-potion",
        phase="window-2",
    ),
    case("06 ends", SIX, f"{SIX_PICK}; 1: pick milky-red-potion; rock rock", scores=(2, 0)),
    case(
        "07",
        SEVEN,
        "scissors rock; 0: drink black-potion",
        no="drink rainbow-potion as golden-totem",
    ),
    case(
        "07 colors",
        SEVEN,
        "scissors rock; 0: drink black-potion; 1: drink murky-purple-potion",
        scores=(0, 2),
    ),
    case(
        "07 together",
        RAINBOW,
        f"rock rock; 0: drink black-potion; 1: {AS_DIAMOND}",
        winner=TIE,
        items=("", ""),
    ),
    case("07 on a tie", BOTH, "paper paper; 0: drink black-potion; rock rock", asked=(0,)),
    case(
        "08",
        laid("diamond-totem", "sparkly-potion silver-totem"),
        SPARKLY,
        winner=TIE,
        claims=[(0, "diamond-totem"), (1, "sparkly-potion")],
        scores=(0, 1),
    ),
    case(
        "09",
        laid("diamond-totem sparkly-potion"),
        "rock rock; 0: drink sparkly-potion",
        winner=0,
        claims=[(0, "diamond-totem"), (0, "sparkly-potion")],
    ),
    case(
        "09 and one of the other",
        laid("diamond-totem sparkly-potion", "rainbow-potion"),
        f"rock rock; 0: drink sparkly-potion; 1: {AS_DIAMOND}",
        winner=TIE,
        claims=[(0, "diamond-totem"), (0, "sparkly-potion"), (1, "diamond-totem")],
    ),
    case("11", laid("diamond-totem silver-totem"), "rock rock", scores=(1, 0)),
    case("11 of the other", laid("diamond-totem", "silver-totem"), "rock rock", scores=(1, 0)),
    case(
        "12 for this throw",
        TWELVE,
        "rock rock; 0: drink rainbow-potion as silver-totem; rock rock",
        scores=(1, 2),
    ),
    case(
        "12 never an own card",
        laid("rainbow-potion golden-totem", center="ruby-scroll silver-totem"),
        "rock scissors",
        yes="drink rainbow-potion as silver-totem",
        no="drink rainbow-potion as golden-totem; drink rainbow-potion as ruby-scroll",
    ),
    case(
        "13 silver first",
        laid("murky-red-potion silver-totem", scores=(20, 1)),
        RED,
        scores=(21, 1),
        lost=[],
    ),
    case(
        "14",
        laid("onyx-totem", "ruby-scroll black-potion"),
        "rock scissors; 1: pass",
        no="pass",
        phase="break",
        asked=(0,),
    ),
    case("14 nothing", laid("onyx-totem"), "rock scissors", phase="score", broke=[]),
    case(
        "14 one card",
        laid("onyx-totem", "ruby-scroll"),
        "rock scissors",
        phase="score",
        broke=["ruby-scroll"],
    ),
    case("15", FIFTEEN, GREEN, stole=["ruby-scroll"], scores=(2, 0), first=(1, True), choices=3),
    case(
        "16",
        laid("murky-green-potion onyx-totem ruby-totem", "ruby-scroll onyx-scroll"),
        f"{GREEN}; 0: steal onyx-scroll",
        broke=[],
        first=(1, True),
    ),
    case("17", laid("murky-purple-potion golden-totem"), PURPLE, scores=(2, 0), first=(0, False)),
    case("18", laid(COLORS), "rock scissors", yes="drink murky-red-potion", choices=2),
    case("18 copied", laid("rainbow-potion", center="onyx-totem"), "rock scissors", phase="score"),
    case("19", laid(), "rock scissors; 0: first", asked=(0,), choices=3),
    case("19 refilled", laid(), f"{FIRST}; 1: pick milky-red-potion", refilled=2, challenge=2),
    case("20", FULL, FULL_MOVES, no="discard metallic-red-potion", asked=SEATS),
    case(
        "20 at once",
        FULL,
        f"{FULL_MOVES}; 0: discard diamond-totem",
        items=(f"{DIAMONDS} metallic-red-potion", f"{RUBIES} milky-red-potion"),
    ),
    case(
        "20 revealed",
        FULL,
        f"{FULL_MOVES}; 0: discard diamond-totem; 1: discard ruby-athame",
        items=(
            "diamond-scroll diamond-athame metallic-red-potion",
            "ruby-totem ruby-scroll milky-red-potion",
        ),
    ),
    case(
        "22",
        laid(scores=(20, 20)),
        "rock scissors; 0: score",
        places=[(1, 2)],
        first=None,
        asked=(),
        ended_by=["target"],
    ),
    case("23", laid(scores=(21, 21)), "rock scissors; 0: first", places=[]),
    case("23 ahead", laid(scores=(21, 21)), "rock scissors; 0: score", places=[(1, 2)]),
    case(
        "23 over the target",
        laid("silver-totem", "rainbow-potion", scores=(20, 21)),
        AS_SILVER,
        scores=(21, 22),
        places=[(2, 1)],
    ),
    case("24", laid("golden-totem", scores=(20, 0)), "rock scissors; 0: score", scores=(22, 0)),
]


# ------------------------------------------------------- each card, for its own sign and no other
SHAPES = {"totem": "rock", "scroll": "paper", "athame": "scissors"}
MAKES = {"murky": "rock", "milky": "paper", "metallic": "scissors"}
LOSES_TO = {"rock": "scissors", "paper": "rock", "scissors": "paper"}  # sign: the sign it beats
WINS = {sign: f"{sign} {worse}" for sign, worse in LOSES_TO.items()}
LOSSES = {worse: f"{worse} {sign}" for sign, worse in LOSES_TO.items()}
METALS = ("diamond", "golden", "onyx", "silver", "ruby")


def item_cases(shape: str, sign: str) -> Iterator[Case]:
    """What the items of a shape do on its sign, and that they do nothing on the others."""
    diamond, golden, onyx, silver, ruby = (f"{metal}-{shape}" for metal in METALS)
    tie, win, held = f"{sign} {sign}", WINS[sign], "murky-red-potion milky-red-potion"
    breaks = f"{win}; 0: break milky-red-potion"
    left = (onyx, "murky-red-potion")
    yield case(diamond, laid("", diamond), tie, winner=1, claims=[(1, diamond)])
    yield case(golden, laid(golden), f"{win}; 0: score", scores=(2, 0))
    yield case(onyx, laid(onyx, held), breaks, broke=["milky-red-potion"], items=left)
    yield case(f"{silver} wins", laid(silver), win, scores=(1, 0))
    yield case(f"{silver} ties", laid(silver), tie, scores=(1, 0))
    yield case(f"{silver} loses", laid(silver), LOSSES[sign], scores=(0, 1))
    yield case(ruby, laid(ruby), f"{win}; 0: score", first=(0, False))
    for item in (golden, onyx, silver, ruby):
        copies = f"{win}; 0: drink rainbow-potion as {item}; 0: score"
        yield case(f"{item} copied", laid("rainbow-potion", item), copies, copied={item})
        state = laid("rainbow-potion", "murky-red-potion", center=item)
        yield case(f"{item} of the center copied", state, copies, copied={item})
    for other in filter(sign.__ne__, WINS):
        tie, win = f"{other} {other}", WINS[other]
        yield case(f"{diamond} on {other}", laid("", diamond), tie, winner=TIE)
        yield case(f"{golden} on {other}", laid(golden), f"{win}; 0: score", scores=(1, 0))
        yield case(f"{onyx} on {other}", laid(onyx, held), win, phase="score", broke=[])
        yield case(f"{silver} on {other}", laid(silver), tie, scores=(0, 0))
        yield case(f"{ruby} on {other}", laid(ruby), f"{win}; 0: score", first=(1, False))


def potion_cases(make: str, sign: str) -> Iterator[Case]:
    """What the potions of a make do after a win with its sign, and that nothing else serves."""
    does: dict[str, dict[str, Any]] = {
        "purple": {"scores": (2, 4), "first": (0, False), "asked": (0,)},
        "green": {"stole": ["ruby-totem"], "items": ("ruby-totem", "onyx-scroll"), "asked": (1,)},
        "blue": {"broke": ["ruby-totem onyx-scroll"], "items": ("", "")},
        "red": {"scores": (0, 3), "lost": [1]},
    }
    for color, found in does.items():
        potion = f"{make}-{color}-potion"
        state = laid(potion, "ruby-totem onyx-scroll", scores=(0, 4))
        chosen = "; 0: steal ruby-totem" if color == "green" else ""
        yield case(potion, state, f"{WINS[sign]}; 0: drink {potion}{chosen}", **found)
        yield case(f"{potion} on a tie", state, f"{sign} {sign}", throw=2)
        yield case(f"{potion} on a loss", state, LOSSES[sign], phase="score", asked=(1,))
        for other in filter(sign.__ne__, WINS):
            yield case(f"{potion} on {other}", state, WINS[other], phase="score")


CARD_CASES = [
    *chain.from_iterable(item_cases(*each) for each in SHAPES.items()),
    *chain.from_iterable(potion_cases(*each) for each in MAKES.items()),
    *(
        case(
            f"black stops {metal}",
            laid(f"black-potion {metal}-totem", "murky-red-potion"),
            "rock rock; 0: drink black-potion; rock scissors; 0: score",
            scores=(1, 0),
            winner=0,
            items=(f"{metal}-totem", "murky-red-potion"),
            asked=(1,),
        )
        for metal in METALS
    ),
    *(
        case(
            f"sparkly on {sign}",
            laid("sparkly-potion"),
            f"{sign} {sign}; 0: drink sparkly-potion",
            winner=0,
            items=("", ""),
        )
        for sign in WINS
    ),
]
