"""Every card of RPS Extreme does what it says, for its own sign and no other (RX-11)."""

import pytest

from games.rps_extreme.rules import game as rules
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
    Lost,
    Outcome,
    PicksFirst,
    Stole,
)
from games.rps_extreme.rules.state import TO_SCORE, UNKNOWN, State
from tests.engine.rps_positions import all_of, cards, laid, may, only, passing, play

SHAPES = {"totem": "rock", "scroll": "paper", "athame": "scissors"}
MAKES = {"murky": "rock", "milky": "paper", "metallic": "scissors"}
LOSES_TO = {"rock": "scissors", "paper": "rock", "scissors": "paper"}  # sign: what it beats
every_item = pytest.mark.parametrize(("shape", "sign"), SHAPES.items(), ids=SHAPES)
every_potion = pytest.mark.parametrize(("make", "sign"), MAKES.items(), ids=MAKES)


def won(sign: str, one: str, other: str = "", **changes: object) -> State:
    """The position after seat 0 has won with this sign, nobody drinking anything in window 1."""
    return play(laid(one, other, **changes), f"{sign} {LOSES_TO[sign]}")[0]  # type: ignore[arg-type]


def other_signs(sign: str) -> list[str]:
    return [other for other in SIGN_NAMES if other != sign]


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


# -------------------------------------------------------------------------------- items
@every_item
def test_a_diamond_claims_the_tie_of_its_sign(shape: str, sign: str) -> None:
    state = laid("", f"diamond-{shape}")
    outcome = only(play(state, f"{sign} {sign}")[1], Outcome)
    assert outcome.winner == 1
    assert [(cause.seat, cause.card) for cause in outcome.claims] == [(1, CARD[f"diamond-{shape}"])]
    for other in other_signs(sign):
        assert only(play(state, f"{other} {other}")[1], Outcome).winner == UNKNOWN


@every_item
def test_a_golden_item_makes_the_score_two(shape: str, sign: str) -> None:
    state, events = play(won(sign, f"golden-{shape}"), "0: score")
    assert state.table.scores == (2, 0)
    paid = only(events, Awarded)
    assert paid.cause is not None
    assert (paid.points, paid.cause.card) == (2, CARD[f"golden-{shape}"])
    for other in other_signs(sign):
        state, events = play(won(other, f"golden-{shape}"), "0: score")
        assert (state.table.scores, only(events, Awarded).cause) == ((1, 0), None)


@every_item
def test_an_onyx_item_breaks_an_opposing_card(shape: str, sign: str) -> None:
    held = "black-potion rainbow-potion"
    state, _ = play(passing(won(sign, f"onyx-{shape}", held))[0], "0: break rainbow-potion")
    assert state.table.items[1] == cards("black-potion")
    assert state.table.discard[-1:] == cards("rainbow-potion")
    for other in other_signs(sign):
        state, events = passing(won(other, f"onyx-{shape}", held))
        assert (state.table.phase, all_of(events, Broke)) == (TO_SCORE, [])


@every_item
def test_a_silver_item_pays_on_win_and_tie_and_pays_the_other_on_a_loss(
    shape: str, sign: str
) -> None:
    state = laid(f"silver-{shape}")
    better = next(other for other, worse in LOSES_TO.items() if worse == sign)
    assert play(state, f"{sign} {LOSES_TO[sign]}")[0].table.scores == (1, 0)
    assert play(state, f"{sign} {sign}")[0].table.scores == (1, 0)
    assert play(state, f"{sign} {better}")[0].table.scores == (0, 1)
    for other in other_signs(sign):
        assert play(state, f"{other} {other}")[0].table.scores == (0, 0)


@every_item
def test_a_ruby_item_keeps_the_first_pick(shape: str, sign: str) -> None:
    events = play(won(sign, f"ruby-{shape}"), "0: score")[1]
    first = only(events, PicksFirst)
    assert first.cause is not None
    assert (first.seat, first.cause.card) == (0, CARD[f"ruby-{shape}"])
    for other in other_signs(sign):
        assert only(play(won(other, f"ruby-{shape}"), "0: score")[1], PicksFirst).seat == 1


# ------------------------------------------------------------------------------ potions
def test_rainbow_acts_as_each_item_of_the_center_and_of_the_opponent() -> None:
    for shape, sign in SHAPES.items():
        for metal in ("golden", "onyx", "silver", "ruby"):
            item = f"{metal}-{shape}"
            for lies in ({"other": item}, {"other": "murky-red-potion", "center": item}):
                state = won(sign, "rainbow-potion", **lies)
                state, events = play(state, f"0: drink rainbow-potion as {item}")
                drank = only(events, Drank)
                assert (drank.card, drank.copied) == (CARD["rainbow-potion"], CARD[item])
                state, more = play(state, "0: score")
                causes = {
                    (event.cause.card, event.cause.copied)
                    for event in (*events, *more)
                    if isinstance(event, Awarded | Broke | PicksFirst) and event.cause
                }
                assert causes == {(CARD[item], True)}


def test_black_stops_every_item_until_the_challenge_ends() -> None:
    for metal in ("diamond", "golden", "onyx", "silver", "ruby"):
        state = laid(f"black-potion {metal}-totem", "murky-red-potion")
        state, _ = play(state, "rock rock", "0: drink black-potion", "rock scissors", "0: score")
        assert (state.table.scores, state.table.winner) == ((1, 0), 0)
        assert state.table.items[1] == cards("murky-red-potion")
        assert rules.asked(state) == (1,)


def test_sparkly_claims_any_tie() -> None:
    for sign in SIGN_NAMES:
        state, events = play(laid("sparkly-potion"), f"{sign} {sign}", "0: drink sparkly-potion")
        assert only(events, Outcome).winner == 0
        assert state.table.discard == cards("sparkly-potion")


@every_potion
def test_a_purple_potion_scores_two_and_picks_first(make: str, sign: str) -> None:
    potion = f"{make}-purple-potion"
    state, events = play(won(sign, potion), f"0: drink {potion}")
    assert (state.table.scores, only(events, PicksFirst).seat) == ((2, 0), 0)
    assert rules.asked(state) == (0,)
    _only_for(sign, potion)


@every_potion
def test_a_green_potion_steals_in_place_of_the_own_pick(make: str, sign: str) -> None:
    potion = f"{make}-green-potion"
    state, events = play(won(sign, potion, "ruby-totem"), f"0: drink {potion}")
    assert only(events, Stole).card == CARD["ruby-totem"]
    assert state.table.items == (cards("ruby-totem"), ())
    assert rules.asked(state) == (1,)
    _only_for(sign, potion)


@every_potion
def test_a_blue_potion_breaks_all_opposing_cards(make: str, sign: str) -> None:
    potion = f"{make}-blue-potion"
    state, events = play(won(sign, potion, "ruby-totem sparkly-potion"), f"0: drink {potion}")
    assert only(events, Broke).cards == cards("ruby-totem sparkly-potion")
    assert state.table.items == ((), ())
    assert state.table.discard == cards(f"{potion} ruby-totem sparkly-potion")
    _only_for(sign, potion)


@every_potion
def test_a_red_potion_takes_a_point(make: str, sign: str) -> None:
    potion = f"{make}-red-potion"
    state, events = play(won(sign, potion, scores=(0, 4)), f"0: drink {potion}")
    assert state.table.scores == (0, 3)
    assert only(events, Lost).cause.card == CARD[potion]
    _only_for(sign, potion)


def _only_for(sign: str, potion: str) -> None:
    """This potion is of no use after a win with another sign, a tie, or a loss."""
    for other in other_signs(sign):
        assert not may(won(other, potion, "ruby-totem"), 0, f"drink {potion}")
    tied, _ = play(laid(potion, "ruby-totem"), f"{sign} {sign}")
    better = next(better for better, worse in LOSES_TO.items() if worse == sign)
    lost, _ = play(laid(potion, "ruby-totem"), f"{sign} {better}")
    assert not may(tied, 0, f"drink {potion}")
    assert not may(lost, 0, f"drink {potion}")
