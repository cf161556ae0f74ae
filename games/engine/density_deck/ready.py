"""Actions and events that are made once and looked up: they are frozen, and few differ."""

from functools import cache

from games.engine.density_deck.state import (
    DRAW,
    FIGHT,
    MOST_LIVES,
    MOST_SEATS,
    PASS,
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
_NO_YES = (False, True)

# ONE[number] is (number,): one card to be added to others, one seat to be asked.
ONE = tuple([(face,) for face in _FACES])
ALSO_SURRENDER = (SURRENDER,)


def _openings(may_pass: bool, fights: bool, pile_left: bool, piles: int) -> tuple[int, ...]:
    """The ways to begin a turn; piles has a bit for each other seat that has a discard."""
    draws = [DRAW] if pile_left else []
    draws += [TAKE + other for other in _SEATS if piles >> other & 1]
    passes = [PASS] if may_pass or not draws else []
    return (*draws, *passes, *([FIGHT] if fights else []), SURRENDER)


# OPENINGS[may pass][fights][pile left][piles]
OPENINGS = [
    [
        [
            [_openings(may, fights, left, piles) for piles in range(1 << MOST_SEATS)]
            for left in _NO_YES
        ]
        for fights in _NO_YES
    ]
    for may in _NO_YES
]

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
def fought(seat: int | None, stake: int) -> tuple[Event, ...]:
    """A fight called by this seat, or by nobody."""
    return (FightCalled(seat, stake),)


@cache
def round_began(number: int, flipped: int | None) -> tuple[Event, ...]:
    """A round and the card that is flipped for it, None when all are face up."""
    began = RoundBegan(number)
    return (began,) if flipped is None else (began, Flipped(flipped, number - 2))
