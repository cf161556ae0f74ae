"""Every card of RPS Extreme does what it says, for its own sign and no other (RX-11)."""

import pytest

from games.rps_extreme.rules.cards import (
    CARD,
    CODES,
    DECK,
    NAMES,
    SIGN_NAMES,
    beats,
    family_of,
    of,
    sign_of,
)
from games.rps_extreme.rules.events import (
    Awarded,
    Broke,
    Drank,
    PicksFirst,
)
from tests.engine.rps_cases import LOSES_TO, MAKES, SHAPES, WINS
from tests.engine.rps_positions import laid, only, play


def test_there_are_thirty_cards_one_of_each() -> None:
    assert len(DECK) == len(set(CODES[1:])) == len(CARD) == 30
    assert NAMES[CARD["diamond-totem"]] == "Diamond Totem"
    assert NAMES[CARD["metallic-red-potion"]] == "Metallic Red Potion"


@pytest.mark.parametrize("card", DECK)
def test_a_card_belongs_to_its_family_and_its_sign(card: int) -> None:
    sign = sign_of(card)
    assert card == (family_of(card) if sign is None else of(family_of(card), sign))
    words = [*[s for shape, s in SHAPES.items() if shape in CODES[card]]]
    words += [s for make, s in MAKES.items() if make in CODES[card]]
    assert words == ([] if sign is None else [SIGN_NAMES[sign]])


def test_rock_beats_scissors_scissors_beat_paper_paper_beats_rock() -> None:
    wins = [(a, b) for a in range(3) for b in range(3) if beats(a, b)]
    assert {SIGN_NAMES[a]: SIGN_NAMES[b] for a, b in wins} == LOSES_TO
    assert len(wins) == 3


def test_rainbow_acts_as_each_item_of_the_center_and_of_the_opponent() -> None:
    for shape, sign in SHAPES.items():
        for metal in ("golden", "onyx", "silver", "ruby"):
            item = f"{metal}-{shape}"
            for lies in ({"other": item}, {"other": "murky-red-potion", "center": item}):
                state = laid("rainbow-potion", **lies)  # type: ignore[arg-type]
                state, events = play(state, WINS[sign], f"0: drink rainbow-potion as {item}")
                drank = only(events, Drank)
                assert (drank.card, drank.copied) == (CARD["rainbow-potion"], CARD[item])
                state, more = play(state, "0: score")
                causes = {
                    (event.cause.card, event.cause.copied)
                    for event in (*events, *more)
                    if isinstance(event, Awarded | Broke | PicksFirst) and event.cause
                }
                assert causes == {(CARD[item], True)}
