"""What drawing, taking, discarding and the end of a round do (DD-4, DD-5)."""

from games.density_deck.rules import game as rules
from games.density_deck.rules.state import Discarded, Drew, Flipped, RoundBegan, State
from tests.engine.positions import faces, lapse_to, move, play, stacked


def start() -> State:
    """Seat 0 begins; the amplification is that of the rulebook's example."""
    return stacked(
        "Re5 Re3 Co2",
        "Ye4 Co1 Co3",
        "Bl10 Tu3 Co7",
        "Bl5 Wh6 Wh6",
        center="Co5 Bl3 Ye5",
        pile="Aq5 Si4 Go4 Pu3",
    )


def test_a_draw_brings_the_top_of_the_pile_into_the_hand() -> None:
    drawn, events = move(start(), "draw")
    assert drawn.seats[0].hand == faces("Re5 Re3 Co2 Aq5")
    assert drawn.top == start().top + 1
    assert events == (Drew(0, None, faces("Aq5")[0]),)
    assert rules.asked(drawn) == (0,)


def test_a_discard_lies_on_the_own_pile_and_ends_the_turn() -> None:
    after, events = move(play(start(), "draw"), "Co2")
    assert after.seats[0].hand == faces("Re5 Re3 Aq5")
    assert after.seats[0].discards == faces("Co2")
    assert events == (Discarded(0, faces("Co2")[0]),)
    assert rules.asked(after) == (1,)


def test_a_card_taken_from_a_pile_uncovers_the_one_below() -> None:
    around = play(start(), "draw", "Co2", "draw", "Co1", "draw", "Co7", "draw", "Bl5", "draw")
    around = play(around, "Re3")
    taken, events = move(around, "take 0")
    assert events == (Drew(1, 0, faces("Re3")[0]),)
    assert taken.seats[0].discards == faces("Co2")


def test_dd_13_2_a_taken_card_is_known_until_it_is_discarded() -> None:
    taken = play(start(), "draw", "Co2", "take 0")
    assert taken.seats[1].known == faces("Co2")
    assert play(taken, "Co1").seats[1].known == faces("Co2")
    assert play(taken, "Co2").seats[1].known == ()


def test_dd_4_1_turns_go_clockwise_and_skip_who_surrendered() -> None:
    state = play(start(), "draw", "Co2", "surrender", "draw", "Co7", "draw", "Bl5")
    assert (state.round, rules.asked(state)) == (2, (0,))
    assert rules.asked(play(state, "draw", "Re5")) == (2,)


def test_dd_4_1_every_round_starts_left_of_the_dealer() -> None:
    state = stacked("", "", "", "", dealer=2)
    for number in range(2, 6):
        assert rules.asked(lapse_to(state, to_round=number)) == (3,)


def test_dd_4_2_the_next_amplification_card_is_flipped_when_a_round_ends() -> None:
    state = start()
    shown = ["", "Co5", "Co5 Bl3", "Co5 Bl3 Ye5", "Co5 Bl3 Ye5", "Co5 Bl3 Ye5"]
    for number, center in enumerate(shown, 1):
        assert rules.face_up(lapse_to(state, to_round=number)) == faces(center)


def test_dd_4_2_the_end_of_a_round_tells_the_round_and_the_flip() -> None:
    state = play(lapse_to(start(), to_round=1, turn=3), "draw")
    _, events = move(state, "Bl5")
    assert events == (
        Discarded(3, faces("Bl5")[0]),
        RoundBegan(2),
        Flipped(faces("Co5")[0], 0),
    )
