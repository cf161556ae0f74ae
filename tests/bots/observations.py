"""Hand-made observations for tests of AI players."""

from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE, Ruleset
from tests.engine.positions import make_state, parse_faces

OWN = 0


def make_observation(
    hand: str,
    *,
    center: str = "",
    tops: tuple[str, ...] = ("", "", "", ""),
    known: tuple[str, ...] = ("", "", "", ""),
    round_number: int = 2,
    standing: int = 4,
) -> Observation:
    """Return what seat 0 of four sees: it is to draw with three cards, to discard with four."""
    held = parse_faces(hand)
    drawing = len(held) == 3
    piles = [TAKE + seat for seat, top in enumerate(tops) if top and seat != OWN]
    fights = [FIGHT] if round_number > 1 else []
    begin = (DRAW, *piles, *fights, SURRENDER)
    return observe(make_state("", "", "", ""), OWN)._replace(
        ruleset=Ruleset(),
        round=round_number,
        turn=OWN,
        drawing=drawing,
        center=parse_faces(center),
        discards=tuple(parse_faces(top) for top in tops),
        known=tuple(parse_faces(cards) for cards in known),
        standing=tuple(seat < standing for seat in range(4)),
        hand=held,
        legal=begin if drawing else (*dict.fromkeys(held), SURRENDER),
    )
