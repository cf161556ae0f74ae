"""Tables of ready-made action tuples and events: they are immutable, and there are few of them."""

from functools import cache

from games.density_deck.rules.state import (
    DRAW,
    FIGHT,
    FIGHTS,
    MAY_PASS,
    MOST_LIVES,
    MOST_SEATS,
    PASS,
    PILE_LEFT,
    PRICES,
    SURRENDER,
    TAKE,
    Discarded,
    Drew,
    Event,
    FightCalled,
    Flipped,
    RoundBegan,
    Surrendered,
)

_FACES = range(DRAW)
_SEATS = range(MOST_SEATS)

# ONE[number] is (number,): one card to add to others, or the one seat to act.
ONE = tuple([(face,) for face in _FACES])
ALSO_SURRENDER = (SURRENDER,)
# ALL_BUT[seat] has every bit except the seat's; it masks the seat's own pile out of openings.
ALL_BUT = [~(1 << seat) for seat in _SEATS]


def _openings(number: int) -> tuple[int, ...]:
    """Return the actions that can begin a turn with these openings (DD-5.1, DD-5.5)."""
    draws = [DRAW] if number & PILE_LEFT else []
    draws += [TAKE + other for other in _SEATS if number >> other & 1]
    passes = [PASS] if number & MAY_PASS or not draws else []
    return (*draws, *passes, *([FIGHT] if number & FIGHTS else []), SURRENDER)


OPENINGS = [_openings(number) for number in range(2 * MAY_PASS)]

# DREW[0] is a draw from the pile, DREW[1 + source] from a seat's discards; then [seat][face].
DREW = [
    [[(Drew(seat, source, face),) for face in _FACES] for seat in _SEATS]
    for source in (None, *_SEATS)
]
# DISCARDED is indexed by [seat][face]
DISCARDED = [[(Discarded(seat, face),) for face in _FACES] for seat in _SEATS]
# SURRENDERED is indexed by [seat][round][lives before the surrender]
SURRENDERED = [
    [
        [
            (Surrendered(seat, number, min(lives, price), max(0, lives - price)),)
            for lives in range(MOST_LIVES + 1)
        ]
        for number, price in enumerate(PRICES)
    ]
    for seat in _SEATS
]


@cache
def find_fight(seat: int | None, stake: int) -> tuple[Event, ...]:
    """Return the event of a fight called by this seat, or of the showdown for None."""
    return (FightCalled(seat, stake),)


@cache
def round_began(number: int, flipped: int | None) -> tuple[Event, ...]:
    """Return the events that begin a round; `flipped` is None if all center cards are face up."""
    event = RoundBegan(number)
    return (event,) if flipped is None else (event, Flipped(flipped, number - 2))
