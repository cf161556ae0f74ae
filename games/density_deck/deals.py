"""The cards that a match deals, by seat and turn order, for the statistics of all deals."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from games.deals import DealCounts, DealPart, MatchDeal
from games.density_deck.rules.cards import CODES, DECK
from games.density_deck.rules.game import CENTER, HAND
from games.density_deck.text import card_name
from games.engine import deal
from games.engine.contract import Seed

SEATS = 4


def list_dealt(seed: Seed, match: MatchDeal) -> Iterator[tuple[str, str]]:
    """Yield each dealt card with its part: hands by seat and by turn order, then the first flip.

    Hands are dealt one card at a time, from the left of the dealer (DD-3.2).
    """
    seats = len(match.living)
    living = sorted(match.living, key=lambda seat: (seat - (match.dealer or 0) - 1) % SEATS)
    deck = deal.shuffle_deck(seed, match.number, DECK, HAND * seats + CENTER)
    for place, face in enumerate(deck[: HAND * seats]):
        yield f"seat-{living[place % seats]}", CODES[face]
        yield f"turn-{place % seats}", CODES[face]
    yield "flip", CODES[deck[HAND * seats]]


COUNTS = DealCounts(
    deck=tuple(CODES[face] for face in DECK),
    parts={
        **{
            f"seat-{seat}": DealPart(_("Hands of seat %(number)s"), HAND, seat + 1)
            for seat in range(SEATS)
        },
        **{
            f"turn-{turn}": DealPart(_("Hands of player %(number)s in turn order"), HAND, turn + 1)
            for turn in range(SEATS)
        },
        "flip": DealPart(_("First center card"), 1),
    },
    list_dealt=list_dealt,
    name_card=card_name,
)
