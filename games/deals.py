"""Types by which a game describes its deals, so that the site can count the dealt cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.contract import Seed

Words = Any  # a lazy text, translated when it is shown


class MatchDeal(NamedTuple):
    """A match, as the statistics of deals need it: columns of games.models.Match."""

    number: int
    dealer: int | None
    living: Sequence[int]


class DealPart(NamedTuple):
    """A part of all deals whose cards are counted, such as the hands of one seat.

    `words` is its name, with %(number)s where it has one. `drawn` is how many of its cards each
    match deals.
    """

    words: Words
    drawn: int
    number: int = 0


class DealCounts(NamedTuple):
    """How the dealt cards of a game are counted, part by part."""

    # the codes of all cards, equal ones as often as the deck has them
    deck: Sequence[str]
    parts: Mapping[str, DealPart]
    # each dealt card of a match as (part, code)
    list_dealt: Callable[[Seed, MatchDeal], Iterable[tuple[str, str]]]
    # the name of a card, from its code
    name_card: Callable[[str], str]
