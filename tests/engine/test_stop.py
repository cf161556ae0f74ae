"""A game that is stopped ends as it stands (the site's rule for games that people have left)."""

from games.density_deck.rules import game as rules
from games.density_deck.rules.observation import event_for, state_for
from games.density_deck.rules.state import Fall, GameOver, MatchOver, State
from games.engine.contract import Refused, accepted
from tests.engine.positions import Position, lapse_to, move, only, play, stacked


def stopped(state: State) -> Position:
    """The state and the events after the game was stopped."""
    return accepted(rules.stop(state))


def stop(state: State) -> tuple[State, tuple[int, ...]]:
    """The state after the game was stopped, and the places."""
    end, events = stopped(state)
    places = rules.places(end)
    assert places is not None
    assert events[-1] == GameOver(places)
    assert only(events, MatchOver).ended_by == "agreement"
    return end, places


def test_more_lives_are_the_better_place_and_equal_ones_share_it() -> None:
    assert stop(stacked("", "", "", "", lives=(3, 9, 4, 1)))[1] == (3, 1, 2, 4)
    assert stop(stacked("", "", "", "", lives=(3, 9, 9, 3)))[1] == (3, 1, 1, 3)
    assert stop(stacked("", "", lives=(5, 5)))[1] == (1, 1)


def test_who_was_out_stays_behind_all_who_live_in_the_order_of_their_falls() -> None:
    state = stacked("", "", "", "", lives=(0, 1, 0, 8))
    falls = (Fall(2, 4, 10), None, Fall(5, 1, None), None)
    state = state._replace(deal=state.deal._replace(match=6, falls=falls))
    assert stop(state)[1] == (4, 2, 3, 1)


def test_lives_that_a_surrender_has_cost_are_gone_and_a_fight_that_was_not_fought_costs_none() -> (
    None
):
    state = lapse_to(stacked("", "", "", lives=(6, 5, 5)), to_round=4, turn=0)
    end, places = stop(play(state, "surrender"))
    assert (end.lives, places) == ((3, 5, 5), (3, 1, 1))


def test_who_surrendered_the_last_life_falls_in_this_match() -> None:
    state = play(stacked("", "", "", "", lives=(1, 7, 2, 0), dealer=3), "surrender")
    falls = (None, None, None, Fall(1, 3, 40))
    state = state._replace(deal=state.deal._replace(match=2, falls=falls))
    end, places = stop(state)
    assert end.deal.falls[0] == Fall(2, 1, None)
    assert places == (3, 1, 2, 4)


def test_a_match_that_is_stopped_has_no_winner_no_score_and_shows_no_hand() -> None:
    end, events = stopped(lapse_to(stacked("", "", "", "", lives=(9, 9, 8, 8)), to_round=3))
    ending = event_for(only(events, MatchOver), None)
    assert (ending["ended_by"], ending["winners"], ending["caller"]) == ("agreement", [], None)
    assert [(seat["hand"], seat["score"], seat["damage"]) for seat in ending["seats"]] == [
        (None, None, 0)
    ] * 4
    view = state_for(end, None)
    assert (view["phase"], view["turn"], view["places"]) == ("over", None, [1, 1, 3, 3])


def test_a_game_that_is_over_cannot_be_stopped() -> None:
    over, _ = move(stacked("", "", lives=(1, 4)), "surrender")
    assert rules.stop(over) == Refused("game-over")
    end, _ = stop(stacked("", "", ""))
    assert rules.stop(end) == Refused("game-over")
    assert rules.act(end, 0, 30) == Refused("game-over")
