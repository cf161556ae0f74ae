"""The test vectors of the rulebook (RX-10), by their letters."""

from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules.cards import ROCK
from games.rps_extreme.rules.events import (
    Awarded,
    Broke,
    GameOver,
    Lost,
    Outcome,
    PicksFirst,
    RoundBegan,
    Stole,
)
from games.rps_extreme.rules.state import SEATS, THROW, UNKNOWN, WINDOW_1
from tests.engine.rps_positions import all_of, cards, laid, only, passing, play


def test_a_a_tie_is_won_with_the_diamond_of_its_sign() -> None:
    state, events = play(laid("diamond-totem"), "rock rock")
    outcome = only(events, Outcome)
    assert (outcome.winner, outcome.signs) == (0, (ROCK, ROCK))
    assert state.table.winner == 0


def test_b_a_sparkly_potion_against_a_diamond_leaves_the_tie() -> None:
    state, events = play(
        laid("diamond-totem", "sparkly-potion"), "rock rock", "1: drink sparkly-potion"
    )
    assert only(events, Outcome).winner == UNKNOWN
    assert (state.table.phase, state.table.throw) == (THROW, 2)


def test_c_a_black_potion_against_a_diamond_leaves_the_tie_until_the_challenge_ends() -> None:
    state, events = play(
        laid("diamond-totem", "black-potion"), "rock rock", "1: drink black-potion"
    )
    assert only(events, Outcome).winner == UNKNOWN
    assert (state.table.phase, state.table.throw, state.table.black) == (THROW, 2, True)
    state, events = play(state, "rock rock")
    assert only(events, Outcome).winner == UNKNOWN
    picks = ("1: pick milky-red-potion", "0: pick murky-red-potion")
    state, _ = play(state, "rock scissors", "0: score", *picks)
    assert (state.table.challenge, state.table.black) == (2, False)
    _, events = play(state, "rock rock")
    assert only(events, Outcome).winner == 0


def test_d_black_does_not_stop_a_sparkly_potion() -> None:
    state = laid("black-potion", "sparkly-potion")
    _, events = play(state, "rock rock", "0: drink black-potion", "1: drink sparkly-potion")
    assert only(events, Outcome).winner == 1


def test_e_silver_pays_on_every_tied_throw() -> None:
    state, events = play(laid("silver-scroll"), "paper paper", "paper paper", "paper paper")
    assert state.table.scores == (3, 0)
    assert [paid.scores for paid in all_of(events, Awarded)] == [(1, 0), (2, 0), (3, 0)]


def test_f_black_on_the_second_throw_ends_the_silver() -> None:
    state, _ = passing(play(laid("silver-scroll", "black-potion"), "paper paper")[0])
    state, _ = play(state, "paper paper", "1: drink black-potion", "paper paper")
    assert state.table.scores == (1, 0)


def test_g_golden_and_ruby_score_two_and_pick_first() -> None:
    state, events = play(laid("golden-totem ruby-totem"), "rock scissors", "0: score")
    assert state.table.scores == (2, 0)
    assert only(events, PicksFirst).seat == 0
    assert rules.asked(state) == (0,)


def test_h_a_green_potion_steals_in_place_of_onyx_and_of_the_pick() -> None:
    state = laid("onyx-athame metallic-green-potion", "ruby-totem ruby-scroll")
    state, events = play(
        state, "scissors paper", "0: drink metallic-green-potion", "0: steal ruby-scroll"
    )
    assert (only(events, Stole).seat, all_of(events, Broke)) == (1, [])
    assert state.table.items == (cards("onyx-athame ruby-scroll"), cards("ruby-totem"))
    assert state.table.scores == (1, 0)
    assert (rules.asked(state), len(rules.legal(state, 1))) == ((1,), 3)
    state, _ = play(state, "1: pick metallic-red-potion")
    assert state.table.challenge == 2
    assert len(state.table.items[0]) == 2


def test_i_a_red_potion_takes_nothing_from_who_has_nothing() -> None:
    state, events = play(laid("murky-red-potion"), "rock scissors", "0: drink murky-red-potion")
    assert state.table.scores == (0, 0)
    assert only(events, Lost).points == 0


def test_j_the_silver_of_both_pays_the_winner() -> None:
    state, events = play(laid("silver-scroll", "silver-athame"), "paper scissors")
    assert state.table.scores == (0, 2)
    assert [paid.seat for paid in all_of(events, Awarded)] == [1, 1]


def test_k_a_silver_point_on_a_tie_can_end_the_game() -> None:
    state, events = play(laid("silver-totem", scores=(20, 7)), "rock rock")
    assert state.table.scores == (21, 7)
    assert only(events, GameOver).places == (1, 2)
    assert (rules.asked(state), all_of(events, RoundBegan)) == ((), [])


def test_l_one_award_that_brings_both_to_21_lets_them_play_on() -> None:
    state = laid("silver-totem", "rainbow-potion", scores=(20, 20))
    state, events = play(state, "rock rock", "1: drink rainbow-potion as silver-totem")
    assert state.table.scores == (21, 21)
    assert (all_of(events, GameOver), rules.asked(state)) == ([], SEATS)


def test_m_of_four_cards_one_of_the_older_three_is_discarded() -> None:
    held = "diamond-totem diamond-scroll diamond-athame"
    state, _ = play(laid(held), "rock scissors", "0: first", "0: pick metallic-red-potion")
    state, _ = play(state, "1: pick milky-red-potion")
    assert rules.asked(state) == (0,)
    assert [card % 100 for card in rules.legal(state, 0)] == list(cards(held))


def test_n_rainbow_as_a_diamond_of_the_center_wins_the_tie() -> None:
    state, _ = play(laid("rainbow-potion", center="diamond-totem"), "rock rock")
    assert state.table.phase == WINDOW_1
    _, events = play(state, "0: drink rainbow-potion as diamond-totem")
    assert only(events, Outcome).winner == 0


def test_n_unless_the_other_claims_too() -> None:
    state = laid("rainbow-potion", "sparkly-potion", center="diamond-totem")
    drinks = ("0: drink rainbow-potion as diamond-totem", "1: drink sparkly-potion")
    assert only(play(state, "rock rock", *drinks)[1], Outcome).winner == UNKNOWN


def test_n_or_black_is_drunk() -> None:
    state = laid("rainbow-potion", "black-potion", center="diamond-totem")
    drinks = ("0: drink rainbow-potion as diamond-totem", "1: drink black-potion")
    assert only(play(state, "rock rock", *drinks)[1], Outcome).winner == UNKNOWN
