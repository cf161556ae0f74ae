"""Cases of each card of RPS Extreme (RX-11): for its own sign, and for no other."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from tests.engine.rps_cases import TIE, Case, make_case
from tests.engine.rps_positions import lay_out

SHAPES = {"totem": "rock", "scroll": "paper", "athame": "scissors"}
MAKES = {"murky": "rock", "milky": "paper", "metallic": "scissors"}
LOSES_TO = {"rock": "scissors", "paper": "rock", "scissors": "paper"}  # sign: the sign it beats
WINS = {sign: f"{sign} {worse}" for sign, worse in LOSES_TO.items()}
LOSSES = {worse: f"{worse} {sign}" for sign, worse in LOSES_TO.items()}
METALS = ("diamond", "golden", "onyx", "silver", "ruby")


def item_cases(shape: str, sign: str) -> Iterator[Case]:
    """Yield cases of the items of a shape: they work on its sign, and on no other."""
    diamond, golden, onyx, silver, ruby = (f"{metal}-{shape}" for metal in METALS)
    tie, win, held = f"{sign} {sign}", WINS[sign], "murky-red-potion milky-red-potion"
    breaks = f"{win}; 0: break milky-red-potion"
    left = (onyx, "murky-red-potion")
    yield make_case(diamond, lay_out("", diamond), tie, winner=1, claims=[(1, diamond)])
    yield make_case(golden, lay_out(golden), f"{win}; 0: score", scores=(2, 0))
    yield make_case(onyx, lay_out(onyx, held), breaks, broke=["milky-red-potion"], items=left)
    yield make_case(f"{silver} wins", lay_out(silver), win, scores=(1, 0))
    yield make_case(f"{silver} ties", lay_out(silver), tie, scores=(1, 0))
    yield make_case(f"{silver} loses", lay_out(silver), LOSSES[sign], scores=(0, 1))
    yield make_case(ruby, lay_out(ruby), f"{win}; 0: score", first=(0, False))
    for item in (golden, onyx, silver, ruby):
        copies = f"{win}; 0: drink rainbow-potion as {item}; 0: score"
        yield make_case(f"{item} copied", lay_out("rainbow-potion", item), copies, copied={item})
        state = lay_out("rainbow-potion", "murky-red-potion", center=item)
        yield make_case(f"{item} of the center copied", state, copies, copied={item})
    for other in filter(sign.__ne__, WINS):
        tie, win = f"{other} {other}", WINS[other]
        yield make_case(f"{diamond} on {other}", lay_out("", diamond), tie, winner=TIE)
        yield make_case(f"{golden} on {other}", lay_out(golden), f"{win}; 0: score", scores=(1, 0))
        yield make_case(f"{onyx} on {other}", lay_out(onyx, held), win, phase="score", broke=[])
        yield make_case(f"{silver} on {other}", lay_out(silver), tie, scores=(0, 0))
        yield make_case(f"{ruby} on {other}", lay_out(ruby), f"{win}; 0: score", first=(1, False))


def potion_cases(make: str, sign: str) -> Iterator[Case]:
    """Yield cases of the potions of a make: they work after a win with its sign only."""
    does: dict[str, dict[str, Any]] = {
        "purple": {"scores": (2, 4), "first": (0, False), "asked": (0,)},
        "green": {"stole": ["ruby-totem"], "items": ("ruby-totem", "onyx-scroll"), "asked": (1,)},
        "blue": {"broke": ["ruby-totem onyx-scroll"], "items": ("", "")},
        "red": {"scores": (0, 3), "lost": [1]},
    }
    for color, found in does.items():
        potion = f"{make}-{color}-potion"
        state = lay_out(potion, "ruby-totem onyx-scroll", scores=(0, 4))
        chosen = "; 0: steal ruby-totem" if color == "green" else ""
        yield make_case(potion, state, f"{WINS[sign]}; 0: drink {potion}{chosen}", **found)
        yield make_case(f"{potion} on a tie", state, f"{sign} {sign}", throw=2)
        yield make_case(f"{potion} on a loss", state, LOSSES[sign], phase="score", asked=(1,))
        for other in filter(sign.__ne__, WINS):
            yield make_case(f"{potion} on {other}", state, WINS[other], phase="score")


CARD_CASES = [
    *chain.from_iterable(item_cases(*each) for each in SHAPES.items()),
    *chain.from_iterable(potion_cases(*each) for each in MAKES.items()),
    *(
        make_case(
            f"black stops {metal}",
            lay_out(f"black-potion {metal}-totem", "murky-red-potion"),
            "rock rock; 0: drink black-potion; rock scissors; 0: score",
            scores=(1, 0),
            winner=0,
            items=(f"{metal}-totem", "murky-red-potion"),
            asked=(1,),
        )
        for metal in METALS
    ),
    *(
        make_case(
            f"sparkly on {sign}",
            lay_out("sparkly-potion"),
            f"{sign} {sign}; 0: drink sparkly-potion",
            winner=0,
            items=("", ""),
        )
        for sign in WINS
    ),
]
