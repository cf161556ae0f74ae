"""Sights for the tests of the AI players, made to measure."""

from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE, Ruleset
from tests.engine.positions import faces, stacked

OWN = 0


def observation(
    hand: str,
    *,
    center: str = "",
    tops: tuple[str, ...] = ("", "", "", ""),
    known: tuple[str, ...] = ("", "", "", ""),
    round_number: int = 2,
    standing: int = 4,
) -> Observation:
    """What seat 0 sees of four seats: with three cards it is to draw, with four to discard."""
    held = faces(hand)
    drawing = len(held) == 3
    piles = [TAKE + seat for seat, top in enumerate(tops) if top and seat != OWN]
    fights = [FIGHT] if round_number > 1 else []
    begin = (DRAW, *piles, *fights, SURRENDER)
    return observe(stacked("", "", "", ""), OWN)._replace(
        ruleset=Ruleset(),
        round=round_number,
        turn=OWN,
        drawing=drawing,
        center=faces(center),
        discards=tuple(faces(top) for top in tops),
        known=tuple(faces(cards) for cards in known),
        standing=tuple(seat < standing for seat in range(4)),
        hand=held,
        legal=begin if drawing else (*dict.fromkeys(held), SURRENDER),
    )
