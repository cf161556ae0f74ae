"""The rulings of the rulebook on timing (RX-12), by their numbers."""

from games.engine.contract import Refused
from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules import record_writer
from games.rps_extreme.rules.events import (
    Awarded,
    Broke,
    ChallengeOver,
    Drank,
    GameOver,
    Lost,
    Outcome,
    Passed,
    Picked,
    PicksFirst,
    Refilled,
    Reshuffled,
    RoundBegan,
    Stole,
)
from games.rps_extreme.rules.observation import observe, state_for
from games.rps_extreme.rules.state import (
    SEATS,
    TO_BREAK,
    TO_SCORE,
    UNKNOWN,
    WINDOW_1,
    WINDOW_2,
    deck_order,
)
from tests.engine.rps_positions import (
    SEED,
    action,
    all_of,
    cards,
    laid,
    may,
    only,
    passing,
    play,
    refusal,
)

GREEN = "0: drink murky-green-potion"


def test_01_held_cards_are_public() -> None:
    state = laid("black-potion", "ruby-totem onyx-scroll")
    for viewer in (None, 0, 1):
        seats = state_for(state, viewer)["seats"]
        assert [seat["items"] for seat in seats] == [
            ["black-potion"],
            ["ruby-totem", "onyx-scroll"],
        ]


def test_02_each_player_drinks_at_most_one_potion_in_a_throw() -> None:
    state, _ = play(laid("black-potion murky-purple-potion murky-red-potion"), "rock scissors")
    state, _ = play(state, "0: drink black-potion")
    assert state.table.phase == TO_SCORE
    assert state.table.scores == (0, 0)
    state, _ = play(laid("murky-purple-potion murky-red-potion"), "rock scissors")
    state, _ = play(state, "0: drink murky-red-potion")
    assert state.table.phase == TO_SCORE
    assert state.table.items[0] == cards("murky-purple-potion")


def test_02_and_both_may_drink_in_the_same_throw_and_again_in_the_next() -> None:
    state = laid("black-potion sparkly-potion", "rainbow-potion", center="silver-totem")
    state, _ = play(state, "rock rock", "0: drink sparkly-potion")
    assert state.table.winner == 0
    tied = laid("sparkly-potion", "black-potion rainbow-potion", center="silver-scroll")
    tied, _ = play(
        tied, "paper paper", "0: pass", "1: pass", "1: drink rainbow-potion as silver-scroll"
    )
    tied, _ = play(tied, "rock rock")
    assert may(tied, 1, "drink black-potion")


def test_03_window_1_is_for_black_sparkly_and_rainbow_as_diamond() -> None:
    held = "black-potion sparkly-potion rainbow-potion"
    state, _ = play(laid(held, "diamond-totem silver-totem"), "rock rock")
    assert rules.asked(state) == (0,)
    for potion in ("black-potion", "sparkly-potion", "rainbow-potion as diamond-totem"):
        assert may(state, 0, f"drink {potion}")
    assert not may(state, 0, "drink rainbow-potion as silver-totem")


def test_03_on_different_signs_only_black_is_of_use_there() -> None:
    held = "black-potion sparkly-potion rainbow-potion"
    state, _ = play(laid(held, "diamond-totem diamond-scroll"), "rock paper")
    assert len(rules.legal(state, 0)) == 2
    assert may(state, 0, "drink black-potion")


def test_03_window_2_is_for_the_winners_potions_of_the_winning_sign() -> None:
    held = "murky-purple-potion milky-purple-potion rainbow-potion"
    others = "golden-totem onyx-totem silver-totem"
    state, _ = play(laid(held, others, center="ruby-totem diamond-totem"), "rock scissors")
    assert state.table.phase == WINDOW_2
    assert may(state, 0, "drink murky-purple-potion")
    assert not may(state, 0, "drink milky-purple-potion")
    for item in ("golden-totem", "onyx-totem", "silver-totem", "ruby-totem"):
        assert may(state, 0, f"drink rainbow-potion as {item}")
    assert not may(state, 0, "drink rainbow-potion as diamond-totem")


def test_03_on_a_tie_it_is_for_rainbow_as_silver_and_the_loser_drinks_nothing() -> None:
    state = laid("rainbow-potion murky-red-potion", center="silver-totem golden-totem")
    state, _ = play(state, "rock rock")
    assert state.table.phase == WINDOW_2
    assert len(rules.legal(state, 0)) == 2
    assert may(state, 0, "drink rainbow-potion as silver-totem")
    lost, _ = play(laid("rainbow-potion murky-red-potion", center="silver-totem"), "rock paper")
    assert rules.asked(lost) == (1,)
    assert lost.table.phase == TO_SCORE


def test_04_both_choose_in_secret_and_are_revealed_together() -> None:
    state, _ = play(laid("black-potion", "sparkly-potion"), "rock rock")
    assert (rules.asked(state), state.table.phase) == (SEATS, WINDOW_1)
    half, events = play(state, "1: drink sparkly-potion")
    assert rules.asked(half) == (0,)
    assert half.table == state.table._replace(waiting=(0,))
    assert [observe(half, 0).choice, observe(half, 0).answered] == [UNKNOWN, (False, True)]
    _, events = play(half, "0: pass")
    assert [type(event) for event in events[1:4]] == [Passed, Drank, Outcome]


def test_04_a_window_that_nobody_can_use_is_skipped_and_only_who_can_is_asked() -> None:
    state, _ = play(laid("murky-red-potion", "milky-red-potion"), "rock scissors")
    assert (state.table.phase, rules.asked(state)) == (WINDOW_2, (0,))
    state, _ = play(laid("murky-red-potion", "milky-red-potion"), "scissors paper")
    assert (state.table.phase, rules.asked(state)) == (TO_SCORE, (0,))


def test_05_black_is_not_drunk_after_the_outcome() -> None:
    state, _ = play(laid("black-potion murky-red-potion"), "rock scissors", "0: pass")
    assert state.table.phase == WINDOW_2
    assert refusal(state, 0, "drink black-potion") == "illegal-card"


def test_06_black_lasts_to_the_end_of_the_challenge_and_takes_no_points_back() -> None:
    state, _ = passing(play(laid("silver-totem", "black-potion"), "rock rock")[0])
    assert state.table.scores == (1, 0)
    state, _ = play(state, "rock rock", "1: drink black-potion")
    assert (state.table.scores, state.table.black) == ((1, 0), True)
    state, _ = play(state, "rock scissors", "0: first", "0: pick murky-red-potion")
    assert state.table.scores == (1, 0)
    state, _ = play(state, "1: pick milky-red-potion")
    assert (state.table.challenge, state.table.black) == (2, False)
    assert play(state, "rock rock")[0].table.scores == (2, 0)


def test_07_black_stops_rainbow_and_neither_sparkly_nor_colors() -> None:
    state = laid("black-potion", "rainbow-potion murky-purple-potion", center="golden-totem")
    state, _ = play(state, "scissors rock", "0: drink black-potion")
    assert not may(state, 1, "drink rainbow-potion as golden-totem")
    state, _ = play(state, "1: drink murky-purple-potion")
    assert state.table.scores == (0, 2)


def test_07_a_copy_that_is_drunk_together_with_black_does_nothing() -> None:
    state = laid("black-potion", "rainbow-potion", center="diamond-totem")
    drinks = ("0: drink black-potion", "1: drink rainbow-potion as diamond-totem")
    state, events = play(state, "rock rock", *drinks)
    assert only(events, Outcome).winner == UNKNOWN
    assert set(state.table.discard) >= set(cards("black-potion rainbow-potion"))


def test_07_and_while_it_lasts_rainbow_can_not_be_drunk_on_a_tie_either() -> None:
    state = laid(
        "black-potion sparkly-potion", "rainbow-potion", center="diamond-totem silver-totem"
    )
    state, _ = play(state, "paper paper", "0: drink black-potion", "rock rock")
    assert (state.table.phase, rules.asked(state)) == (WINDOW_1, (0,))
    state, _ = play(state, "0: pass")
    assert (state.table.throw, rules.asked(state)) == (3, SEATS)


def test_08_two_claims_leave_the_tie_and_silver_pays_as_for_a_tie() -> None:
    state = laid("diamond-totem", "sparkly-potion silver-totem")
    state, events = play(state, "rock rock", "1: drink sparkly-potion")
    outcome = only(events, Outcome)
    assert (outcome.winner, len(outcome.claims)) == (UNKNOWN, 2)
    assert state.table.scores == (0, 1)
    assert state.table.throw == 2


def test_09_one_player_with_diamond_and_sparkly_wins_by_both() -> None:
    state = laid("diamond-totem sparkly-potion")
    _, events = play(state, "rock rock", "0: drink sparkly-potion")
    outcome = only(events, Outcome)
    assert outcome.winner == 0
    assert [(each.seat, each.card) for each in outcome.claims] == [
        (0, card) for card in cards("diamond-totem sparkly-potion")
    ]


def test_09_both_claims_of_one_player_and_one_of_the_other_leave_the_tie() -> None:
    state = laid("diamond-totem sparkly-potion", "rainbow-potion")
    drinks = ("0: drink sparkly-potion", "1: drink rainbow-potion as diamond-totem")
    _, events = play(state, "rock rock", *drinks)
    outcome = only(events, Outcome)
    assert (outcome.winner, [each.seat for each in outcome.claims]) == (UNKNOWN, [0, 0, 1])


def test_09_a_record_names_one_claim_a_player_as_records_always_did() -> None:
    state, _ = play(laid("diamond-totem sparkly-potion", "black-potion"), "rock rock")
    state, _ = play(state, "1: pass")
    moved = rules.act(state, 0, action("drink sparkly-potion"))
    assert not isinstance(moved, Refused)
    written = record_writer.move(state, 0, action("drink sparkly-potion"), moved[1])
    assert written["effects"][0]["claims"] == [{"seat": 0, "card": "diamond-totem", "by": None}]


def test_10_silver_pays_on_every_tied_throw_before_the_next() -> None:
    state, events = play(laid("silver-totem"), "rock rock", "rock rock")
    types = [type(event) for event in events if isinstance(event, Awarded | RoundBegan)]
    assert types == [Awarded, RoundBegan, Awarded, RoundBegan]
    assert state.table.scores == (2, 0)


def test_11_on_a_tie_won_with_a_diamond_silver_pays_the_winner_whoever_holds_it() -> None:
    assert play(laid("diamond-totem silver-totem"), "rock rock")[0].table.scores == (1, 0)
    assert play(laid("diamond-totem", "silver-totem"), "rock rock")[0].table.scores == (1, 0)


def test_12_rainbow_copies_what_is_in_sight_for_this_throw_only() -> None:
    state = laid("rainbow-potion", "silver-totem", center="silver-scroll")
    state, _ = play(state, "rock rock", "0: drink rainbow-potion as silver-totem")
    assert state.table.scores == (1, 1)
    assert play(state, "rock rock")[0].table.scores == (1, 2)


def test_12_and_never_an_own_card_nor_one_of_another_sign() -> None:
    state = laid("rainbow-potion golden-totem", center="ruby-scroll silver-totem")
    state, _ = play(state, "rock scissors")
    assert not may(state, 0, "drink rainbow-potion as golden-totem")
    assert not may(state, 0, "drink rainbow-potion as ruby-scroll")
    assert may(state, 0, "drink rainbow-potion as silver-totem")


def test_13_effects_come_in_their_order() -> None:
    held = "silver-totem onyx-totem golden-totem ruby-totem"
    state = laid(held, "diamond-scroll", hand_limit=4, scores=(3, 3))
    state, events = play(state, "rock scissors", "0: score", "0: pick metallic-red-potion")
    _, more = play(state, "1: pick milky-red-potion", "0: discard onyx-totem")
    types = [type(event) for event in (*events, *more)]
    order = [Outcome, Awarded, Broke, Awarded, PicksFirst, Picked, Picked, ChallengeOver, Refilled]
    left = iter(types)
    assert all(kind in left for kind in order), types


def test_13_silver_is_paid_before_red_takes() -> None:
    state = laid("murky-red-potion", scores=(0, 1))
    state, events = play(state, "rock scissors", "0: drink murky-red-potion")
    assert state.table.scores == (0, 0)
    state = laid("murky-red-potion silver-totem", scores=(20, 1))
    state, events = play(state, "rock scissors", "0: drink murky-red-potion")
    assert (state.table.scores, all_of(events, Lost)) == ((21, 1), [])


def test_14_breaking_is_not_optional_and_the_winner_picks_the_card() -> None:
    state, _ = play(laid("onyx-totem", "ruby-scroll black-potion"), "rock scissors", "1: pass")
    assert (state.table.phase, rules.asked(state)) == (TO_BREAK, (0,))
    state, events = play(state, "0: break black-potion")
    assert only(events, Broke).cards == cards("black-potion")
    assert state.table.items[1] == cards("ruby-scroll")


def test_14_nothing_happens_if_nothing_is_held_and_one_card_needs_no_choice() -> None:
    state, events = play(laid("onyx-totem"), "rock scissors")
    assert (state.table.phase, all_of(events, Broke)) == (TO_SCORE, [])
    state, events = play(laid("onyx-totem", "ruby-scroll"), "rock scissors")
    assert (state.table.phase, only(events, Broke).cards) == (TO_SCORE, cards("ruby-scroll"))


def test_15_with_green_the_winner_scores_and_the_loser_picks_from_three() -> None:
    state = laid("murky-green-potion golden-totem", "ruby-scroll")
    state, events = play(state, "rock scissors", GREEN)
    assert only(events, Stole).card == cards("ruby-scroll")[0]
    assert state.table.scores == (2, 0)
    assert only(events, PicksFirst)[:2] == (1, True)
    assert len(rules.legal(state, 1)) == 3
    state, events = play(state, "1: pick metallic-red-potion")
    assert (state.table.challenge, len(all_of(events, Refilled))) == (2, 1)


def test_16_green_switches_off_onyx_and_ruby() -> None:
    state = laid("murky-green-potion onyx-totem ruby-totem", "ruby-scroll onyx-scroll")
    state, events = play(state, "rock scissors", GREEN, "0: steal onyx-scroll")
    assert all_of(events, Broke) == []
    assert only(events, PicksFirst).seat == 1


def test_17_purple_with_golden_is_still_two() -> None:
    state = laid("murky-purple-potion golden-totem")
    state, events = play(state, "rock scissors", "0: drink murky-purple-potion")
    assert state.table.scores == (2, 0)
    assert only(events, PicksFirst).seat == 0


def test_18_green_and_blue_need_an_opposing_card_and_red_needs_no_point() -> None:
    held = "murky-green-potion murky-blue-potion murky-red-potion"
    state, _ = play(laid(held), "rock scissors")
    assert len(rules.legal(state, 0)) == 2
    assert may(state, 0, "drink murky-red-potion")
    state, _ = play(laid(held, "ruby-scroll"), "rock scissors")
    assert len(rules.legal(state, 0)) == 4


def test_18_a_copied_onyx_needs_one_as_well() -> None:
    state, _ = play(laid("rainbow-potion", center="onyx-totem"), "rock scissors")
    assert state.table.phase == TO_SCORE


def test_19_both_pick_one_and_the_center_is_refilled_to_three() -> None:
    state, _ = play(laid(), "rock scissors", "0: first")
    assert [len(rules.legal(state, seat)) for seat in SEATS] == [3, 0]
    state, _ = play(state, "0: pick metallic-red-potion")
    assert [len(rules.legal(state, seat)) for seat in SEATS] == [0, 2]
    state, events = play(state, "1: pick milky-red-potion")
    assert all(state.table.center)
    assert len(all_of(events, Refilled)) == 2


def test_20_both_discard_at_once_one_of_the_older_three() -> None:
    state = laid(
        "diamond-totem diamond-scroll diamond-athame", "ruby-totem ruby-scroll ruby-athame"
    )
    picks = ("0: first", "0: pick metallic-red-potion", "1: pick milky-red-potion")
    state, _ = play(state, "rock scissors", *picks)
    assert rules.asked(state) == SEATS
    assert not may(state, 0, "discard metallic-red-potion")
    half, _ = play(state, "0: discard diamond-totem")
    assert len(half.table.items[0]) == 4
    state, _ = play(half, "1: discard ruby-athame")
    assert set(state.table.discard) == set(cards("diamond-totem ruby-athame"))
    assert [len(held) for held in state.table.items] == [3, 3]


def test_21_the_discard_pile_is_shuffled_the_moment_the_supply_is_empty() -> None:
    for left in (1, 2):
        state, _ = play(laid(supply=left), "rock scissors", "0: first")
        gone, last = state.table.discard, state.supply
        picks = ("0: pick metallic-red-potion", "1: pick milky-red-potion")
        state, events = play(state, *picks)
        order = [card for card in deck_order(SEED, 2) if card in gone]
        assert only(events, Reshuffled) == Reshuffled(2, len(gone))
        assert (state.table.shuffle, state.table.discard) == (2, ())
        laid_now = [event.card for event in all_of(events, Refilled)]
        assert laid_now == [*last, *order[: 2 - left]]
        assert state.supply == tuple(order[2 - left :])


def test_22_twenty_one_in_mid_challenge_ends_the_game_without_picks() -> None:
    state, events = play(laid(scores=(20, 20)), "rock scissors", "0: score")
    assert only(events, GameOver).places == (1, 2)
    assert (all_of(events, PicksFirst), rules.asked(state)) == ([], ())
    assert only(events, ChallengeOver).ended_by == "target"


def test_23_equal_totals_play_on_until_they_differ() -> None:
    state, events = play(laid(scores=(21, 21)), "rock scissors", "0: first")
    assert all_of(events, GameOver) == []
    state, events = play(laid(scores=(21, 21)), "rock scissors", "0: score")
    assert (state.table.scores, only(events, GameOver).places) == ((22, 21), (1, 2))
    state = laid("murky-purple-potion", scores=(21, 22))
    state, events = play(state, "rock scissors", "0: drink murky-purple-potion")
    assert only(events, GameOver).places == (1, 2)


def test_23_the_higher_of_two_totals_over_the_target_wins() -> None:
    state = laid("silver-totem", "rainbow-potion", scores=(20, 21))
    state, events = play(state, "rock rock", "1: drink rainbow-potion as silver-totem")
    assert (state.table.scores, only(events, GameOver).places) == ((21, 22), (2, 1))


def test_24_points_above_the_target_are_kept_and_none_fall_below_zero() -> None:
    state, _ = play(laid("golden-totem", scores=(20, 0)), "rock scissors", "0: score")
    assert state.table.scores == (22, 0)
    state, _ = play(laid("murky-red-potion"), "rock scissors", "0: drink murky-red-potion")
    assert state.table.scores == (0, 0)
