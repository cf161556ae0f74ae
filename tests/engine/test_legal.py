"""What a seat may do, and the code of every refusal (DD-5, DD-6.1, DD-7.1)."""

from games.density_deck.rules import game as rules
from games.density_deck.rules.state import DRAW, FIGHT, PASS, SURRENDER, TAKE, State
from tests.engine.positions import empty_pile, faces, lapse_to, play, refusal, stacked


def start() -> State:
    """Seat 0 begins."""
    return stacked("Ye4 Co1 Co3", "Re5 Re3 Co2", "Bl10 Tu3 Co7", "Bl5 Wh6 Wh6", pile="Aq5 Si4")


def test_dd_5_1_a_first_turn_is_a_draw_or_a_surrender() -> None:
    assert rules.legal(start(), 0) == (DRAW, SURRENDER)


def test_only_the_asked_seat_may_act() -> None:
    for seat in (1, 2, 3):
        assert rules.legal(start(), seat) == ()
        assert refusal(start(), seat, "draw") == "not-your-turn"


def test_dd_5_2_the_top_of_another_players_pile_may_be_drawn() -> None:
    drawn = play(start(), "draw", "Co1")
    assert rules.legal(drawn, 1) == (DRAW, TAKE + 0, SURRENDER)
    taken = play(drawn, "take 0")
    assert taken.seats[1].hand == faces("Re5 Re3 Co2 Co1")
    assert taken.seats[0].discards == ()


def test_dd_5_2_one_s_own_pile_is_never_drawable() -> None:
    around = play(start(), *["draw", "Co1"], *["draw", "Co2"], *["draw", "Co7"], *["draw", "Bl5"])
    assert rules.asked(around) == (0,)
    assert rules.legal(around, 0) == (DRAW, TAKE + 1, TAKE + 2, TAKE + 3, FIGHT, SURRENDER)
    assert refusal(around, 0, "take 0") == "illegal-draw"


def test_dd_5_3_piles_of_players_who_surrendered_may_be_drawn_from() -> None:
    around = play(start(), "draw", "Co1", "draw", "Co2", "draw", "Co7", "draw", "Bl5", "surrender")
    assert TAKE + 0 in rules.legal(around, 1)
    assert play(around, "take 0").seats[0].discards == ()


def test_dd_5_4_any_of_the_four_cards_may_be_discarded_or_a_surrender_made() -> None:
    drawn = play(start(), "draw")
    assert rules.legal(drawn, 0) == (*faces("Ye4 Co1 Co3 Aq5"), SURRENDER)
    assert play(drawn, "Aq5").seats[0].discards == faces("Aq5")


def test_cards_that_look_the_same_are_one_choice() -> None:
    drawn = play(stacked("Wh6 Wh6 Co1", "", pile="Wh6"), "draw")
    assert rules.legal(drawn, 0) == (*faces("Wh6 Co1"), SURRENDER)


def test_a_card_that_is_not_in_the_hand_can_not_be_discarded() -> None:
    assert refusal(play(start(), "draw"), 0, "Re5") == "illegal-card"


def test_a_discard_before_the_draw_and_a_second_draw_are_the_wrong_phase() -> None:
    assert refusal(start(), 0, "Ye4") == "wrong-phase"
    drawn = play(start(), "draw", "Co1", "draw")
    for word in ("draw", "take 0", "fight", "pass"):
        assert refusal(drawn, 1, word) == "wrong-phase"


def test_dd_5_5_drawing_is_compulsory_while_something_can_be_drawn() -> None:
    assert refusal(start(), 0, "pass") == "illegal-pass"
    nothing_in_pile = empty_pile(play(start(), "draw", "Co1"))
    assert rules.legal(nothing_in_pile, 1) == (TAKE + 0, SURRENDER)
    assert refusal(nothing_in_pile, 1, "draw") == "illegal-draw"
    assert refusal(nothing_in_pile, 1, "pass") == "illegal-pass"


def test_dd_5_5_who_can_draw_nothing_may_pass() -> None:
    assert rules.legal(empty_pile(start()), 0) == (PASS, SURRENDER)
    passed = play(empty_pile(start()), "pass")
    assert rules.asked(passed) == (1,)
    assert passed.seats == start().seats


def test_dd_5_5_allow_pass_lets_everybody_pass() -> None:
    begun = stacked("", "", allow_pass=True)
    assert rules.legal(begun, 0) == (DRAW, PASS, SURRENDER)
    assert rules.asked(play(begun, "pass")) == (1,)


def test_dd_6_1_there_is_no_fight_in_round_1() -> None:
    for seat in range(4):
        state = lapse_to(start(), to_round=1, turn=seat)
        assert refusal(state, seat, "fight") == "illegal-fight"


def test_dd_6_1_a_fight_may_be_called_from_round_2_on() -> None:
    for number in range(2, 11):
        state = lapse_to(start(), to_round=number)
        assert FIGHT in rules.legal(state, 0)
