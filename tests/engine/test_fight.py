"""Fights, showdowns and what they cost (DD-6, DD-8)."""

import pytest

from games.density_deck.rules import game as rules
from games.density_deck.rules.state import FIGHTS, PILE_LEFT, FightCalled, MatchOver, State
from tests.engine.positions import Position, empty_pile, faces, lapse_to, move, only, play, stacked


def example() -> State:
    """The rulebook's example, one move before its showdown: seat 0 may fight in round 4."""
    state = stacked(
        "Re5 Re3 Co2", "Ye4 Co1 Co3", "Bl10 Tu3 Co7", "Bl5 Wh6 Wh6", center="Co5 Bl3 Ye5"
    )
    discards = tuple(faces(top) for top in ("Co6", "Re10", "Ye3", "Si4"))
    return state._replace(round=4, discards=discards, openings=FIGHTS | PILE_LEFT | 0b1111)


def fight(state: State) -> Position:
    return move(state, "fight")


def damages(over: MatchOver) -> list[int]:
    return [before - after for before, after in zip(over.before, over.after, strict=True)]


@pytest.mark.parametrize(("number", "damage"), [(2, 2), (3, 3), (4, 4), (9, 4), (10, 4)])
def test_dd_6_3_the_damage_of_a_fight_by_round(number: int, damage: int) -> None:
    _, events = fight(lapse_to(stacked("Wh6 Wh6 Wh6", "Co1 Co2 Co3"), to_round=number))
    over = only(events, MatchOver)
    assert only(events, FightCalled) == FightCalled(0, damage)
    assert (over.winners, damages(over)) == ((0,), [0, damage])


def test_dd_6_2_a_fight_scores_everybody_standing_and_ends_the_match_at_once() -> None:
    after, events = fight(example())
    over = only(events, MatchOver)
    # The deck has no Red 4: with Red 10 the other three lose 6 more and A gains 90.
    assert over.scores == (135, 68, 29, 7)
    assert (over.ended_by, over.caller, over.round, over.winners) == ("fight", 0, 4, (0,))
    assert after.deal.match == 2


def test_dd_6_3_everybody_with_the_highest_score_is_spared() -> None:
    hands = ("Wh6 Wh6 Co1", "Bk6 Bk6 Co1", "Co4 Co4 Co5")
    state = stacked(*hands, pile="Co9 Co9 Co8 Co7 Co7 Co8")
    over = only(fight(lapse_to(state, to_round=3))[1], MatchOver)
    assert over.scores[0] == over.scores[1]
    assert (over.winners, damages(over)) == ((0, 1), [0, 0, 3])


def test_dd_6_4_a_tie_below_the_top_spares_nobody() -> None:
    state = stacked("Wh6 Wh6 Co1", "Co2 Co3 Co4", "Co2 Co3 Co4", pile="Co9 Co8 Co8")
    over = only(fight(lapse_to(state, to_round=2))[1], MatchOver)
    assert over.scores[1] == over.scores[2]
    assert damages(over) == [0, 2, 2]


def test_dd_6_5_the_caller_loses_like_everybody_else() -> None:
    state = lapse_to(stacked("Co1 Co2 Co3", "Wh6 Wh6 Wh6", "Co4 Co5 Co6"), to_round=2)
    over = only(fight(state)[1], MatchOver)
    assert (over.caller, damages(over)) == (0, [2, 0, 2])


def test_dd_6_2_who_surrendered_is_not_scored_and_pays_no_more() -> None:
    state = play(lapse_to(example(), to_round=4), "surrender", "fight")
    assert [seat.lives for seat in state.seats] == [7, 10, 6, 6]


def test_dd_10_1_the_top_discard_of_who_surrendered_counts_for_the_others() -> None:
    after, events = move(play(example(), "surrender"), "fight")
    assert only(events, MatchOver).scores == (None, 68, 29, 7)
    assert after.deal.match == 2


def test_dd_10_1_face_down_amplification_counts_for_nobody() -> None:
    state = lapse_to(stacked("Wh6 Co1 Co2", "Co1 Co2 Co3", center="Wh6 Wh6 Bk6"), to_round=2)
    over = only(fight(state)[1], MatchOver)
    assert rules.face_up(over.last) == faces("Wh6")
    assert over.scores[0] is not None
    assert over.scores[0] < 6 * 6 * 6


def test_dd_10_1_only_the_top_of_a_pile_counts() -> None:
    buried = example()
    first, _, *others = buried.discards
    discards = (first, faces("Re10 Co9"), *others)
    over = only(fight(buried._replace(discards=discards))[1], MatchOver)
    assert over.scores[0] == 15 - 15 - 3 - 4 + 7 + 9


# ------------------------------------------------------------------------------ showdown
def test_dd_8_2_the_last_round_ends_in_a_showdown_called_by_nobody() -> None:
    state = play(lapse_to(stacked("Wh6 Wh6 Wh6", ""), to_round=10, turn=1), "draw")
    after, events = move(state, "Co4" if faces("Co4")[0] in state.seats[1].hand else "Co1")
    over = only(events, MatchOver)
    assert only(events, FightCalled) == FightCalled(None, 4)
    assert (over.ended_by, over.caller, over.round) == ("showdown", None, 10)
    assert after.deal.match == 2


def test_dd_8_2_the_round_of_the_showdown_is_a_field_of_the_ruleset() -> None:
    state = lapse_to(stacked("", "", round_cap=4), to_round=4, turn=1)
    seat = rules.asked(state)[0]
    drawn = play(state, "draw")
    after = rules.act(drawn, seat, rules.lapse(drawn, seat))
    assert isinstance(after, tuple)
    assert only(after[1], MatchOver).ended_by == "showdown"


def test_dd_8_3_an_empty_pile_does_not_end_the_match() -> None:
    state = empty_pile(stacked("", ""))
    state = play(state, "pass", "pass")
    assert (state.round, state.deal.match) == (2, 1)


# ------------------------------------------------------------- surrender of all but one
def test_dd_8_1_the_last_one_standing_wins_without_a_score() -> None:
    after, events = move(play(stacked("", "", ""), "surrender"), "surrender")
    over = only(events, MatchOver)
    assert (over.ended_by, over.winners, over.scores) == ("surrenders", (2,), (None,) * 3)
    assert damages(over) == [1, 1, 0]
    assert after.deal.match == 2
