"""The first three cards of the center, for the statistics of all deals."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from games.deals import DealCounts, DealPart, MatchDeal
from games.engine import deal
from games.engine.contract import Seed
from games.rps_extreme.rules.cards import CODES, DECK
from games.rps_extreme.rules.state import CENTER
from games.rps_extreme.text import card_name


def list_dealt(seed: Seed, match: MatchDeal) -> Iterator[tuple[str, str]]:
    """Yield the cards in the center when the game begins; later ones depend on the play."""
    if match.number == 1:
        for card in deal.shuffle_deck(seed, 1, DECK, CENTER):
            yield "center", CODES[card]


COUNTS = DealCounts(
    deck=tuple(CODES[card] for card in DECK),
    parts={"center": DealPart(_("First cards in the center"), CENTER)},
    list_dealt=list_dealt,
    name_card=card_name,
)
