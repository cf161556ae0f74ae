"""The position of a puzzle as JSON: written, read back, and compared with another one."""

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from typing import Any

from games.density_deck.bots.options import own_scores
from games.density_deck.bots.questions import seats_around
from games.density_deck.bots.unseen import deal_unseen
from games.density_deck.rules.cards import CODES, COMMON, FACE, FACES
from games.density_deck.rules.game import HAND
from games.density_deck.rules.observation import NO_CARD, Observation, observe, seat_view
from games.density_deck.rules.state import PRICES, STAKES, Ruleset
from games.engine.contract import Dice, Json

SEAT = ("lives", "status", "known", "discards")  # the public fields of a seat
# two positions with so many equal cards fewer than cards are near doubles
NEAR = 1


def describe_position(observation: Observation) -> Json:
    """Return what the seat to act knows, without names: seats clockwise, its own first.

    {"round", "stake", "price", "pile", "dealer": seat, "hand": codes, "drawn": code or None,
    "center": codes, "scores": own score now or, by card, after its discard, "seats": [{"lives",
    "status", "known": codes, "discards": codes}]}.
    """
    around = seats_around(observation)
    seats = [seat_view(observation, seat) for seat in range(len(around))]
    scores = own_scores(observation)
    hand = [CODES[face] for face in observation.hand]
    return {
        "round": observation.round,
        "stake": STAKES[observation.round],
        "price": PRICES[observation.round],
        "pile": observation.pile,
        "dealer": around.index(observation.dealer),
        "hand": hand,
        "drawn": None if observation.drawn == NO_CARD else CODES[observation.drawn],
        "center": [CODES[face] for face in observation.center],
        "scores": scores[0] if observation.drawing else dict(zip(hand, scores, strict=True)),
        "seats": [
            {name: value for name, value in seats[seat].items() if name in SEAT} for seat in around
        ],
    }


def read_position(position: Mapping[str, Any], dice: Dice) -> Observation:
    """Return the observation of the seat to act, seat 0, in a position of describe_position."""
    seats = position["seats"]
    hand = _faces(position["hand"])
    drawn = position["drawn"]
    observation = Observation(
        viewer=0,
        ruleset=Ruleset(seats=len(seats), lives=max(10, *(seat["lives"] for seat in seats))),
        match=1,
        round=position["round"],
        dealer=position["dealer"],
        turn=0,
        drawing=drawn is None,
        pile=position["pile"],
        center=_faces(position["center"]),
        lives=tuple(seat["lives"] for seat in seats),
        standing=tuple(seat["status"] == "standing" for seat in seats),
        surrendered=tuple(int(seat["status"] == "surrendered") for seat in seats),
        counts=tuple(HAND * (seat["status"] != "out") for seat in seats),
        known=tuple(_faces(seat["known"]) for seat in seats),
        discards=tuple(_faces(seat["discards"]) for seat in seats),
        places=None,
        out=tuple(seat["status"] == "out" for seat in seats),
        hand=hand,
        drawn=NO_CARD if drawn is None else FACE[drawn],
        legal=(),
    )
    observation = observation._replace(counts=(len(hand), *observation.counts[1:]))
    return observe(deal_unseen(observation, dice), 0)


def _faces(codes: list[str]) -> tuple[int, ...]:
    return tuple(FACE[code] for code in codes)


# ------------------------------------------------------------------------- near doubles
def are_near(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two positions look the same to a player, apart from one card at most.

    Only the own hand and the center are compared, each as a set, and the colors are renamed in the
    way that fits best: a second red hand is no other puzzle than a blue one of the same powers.
    """
    places = [_by_place(position) for position in (one, other)]
    if any(len(a) != len(b) for a, b in zip(*places, strict=True)):
        return False
    powers = [
        Counter(
            (place, power, suit == COMMON)
            for place, cards in enumerate(of)
            for suit, power in cards
        )
        for of in places
    ]
    if (powers[0] - powers[1]).total() > NEAR:
        return False
    cards = [
        Counter((place, suit, power) for place, cards in enumerate(of) for suit, power in cards)
        for of in places
    ]
    colors = [sorted({suit for _, suit, _ in of if suit != COMMON}) for of in cards]
    few, many = sorted(range(2), key=lambda which: len(colors[which]))
    for chosen in permutations(colors[many], len(colors[few])):
        renamed = {COMMON: COMMON, **dict(zip(colors[few], chosen, strict=True))}
        same = Counter(
            {
                (place, renamed[suit], power): count
                for (place, suit, power), count in cards[few].items()
            }
        )
        if (same - cards[many]).total() <= NEAR:
            return True
    return False


def _by_place(position: Mapping[str, Any]) -> list[list[tuple[str, int]]]:
    """Return the suits and powers of the hand and of the center."""
    return [
        [(FACES[face].suit, FACES[face].power) for face in _faces(position[name])]
        for name in ("hand", "center")
    ]
