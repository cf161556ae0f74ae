"""Actions and events that are made once and looked up: they are frozen, and few differ."""

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

# ONE[number] is (number,): one card to be added to others, one seat to be asked.
ONE = tuple([(face,) for face in _FACES])
ALSO_SURRENDER = (SURRENDER,)


# ALL_BUT[seat] has every bit but the seat's: what it leaves of openings is without its own pile.
ALL_BUT = [~(1 << seat) for seat in _SEATS]


def _openings(number: int) -> tuple[int, ...]:
    """Return the actions that begin a turn when a state has these openings (DD-5.1, DD-5.5)."""
    draws = [DRAW] if number & PILE_LEFT else []
    draws += [TAKE + other for other in _SEATS if number >> other & 1]
    passes = [PASS] if number & MAY_PASS or not draws else []
    return (*draws, *passes, *([FIGHT] if number & FIGHTS else []), SURRENDER)


OPENINGS = [_openings(number) for number in range(2 * MAY_PASS)]

# DREW[0] is from the pile, DREW[1 + source] from a seat: [seat][face].
DREW = [
    [[(Drew(seat, source, face),) for face in _FACES] for seat in _SEATS]
    for source in (None, *_SEATS)
]
# DISCARDED by seat and face
DISCARDED = [[(Discarded(seat, face),) for face in _FACES] for seat in _SEATS]
# SURRENDERED by seat, round and the lives before it
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
    """Return a fight called by this seat, or by none."""
    return (FightCalled(seat, stake),)


@cache
def round_began(number: int, flipped: int | None) -> tuple[Event, ...]:
    """Return a round and the card that is flipped for it, None when all are face up."""
    began = RoundBegan(number)
    return (began,) if flipped is None else (began, Flipped(flipped, number - 2))
