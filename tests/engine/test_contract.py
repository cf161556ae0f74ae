"""The contract: what every game of the catalogue promises, tested the same way for each."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract import RULES, Moved, Refused, Rules, Seed
from tests.engine.games import random_game

CODES = {
    "malformed",
    "not-your-turn",
    "stale-question",
    "illegal-card",
    "illegal-draw",
    "illegal-fight",
    "illegal-surrender",
    "illegal-pass",
    "wrong-phase",
    "game-over",
}
TABLES = [
    pytest.param(rules, edition, seats, id=f"{rules.slug}-{edition}-{seats}")
    for rules in RULES.values()
    for edition in rules.editions
    for seats in rules.seat_counts
]
every_game = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
every_table = pytest.mark.parametrize(("rules", "edition", "seats"), TABLES)


def positions(rules: Rules, edition: str, seats: int, number: int = 1) -> Sequence[Moved]:
    """A game in which somebody who is asked plays something legal, to its end."""
    return random_game(rules, rules.ruleset(edition, seats=seats), number)


@every_game
def test_unknown_editions_and_fields_are_value_errors(rules: Rules) -> None:
    with pytest.raises(ValueError, match="newest"):
        rules.ruleset("newest")
    with pytest.raises(ValueError, match="colour"):
        rules.ruleset(rules.editions[0], colour="red")


@every_table
def test_asked_seats_have_legal_actions_and_the_others_none(
    rules: Rules, edition: str, seats: int
) -> None:
    for state, _ in positions(rules, edition, seats):
        asked = rules.asked(state)
        assert sorted(set(asked)) == sorted(asked)
        for seat in range(seats):
            legal = rules.legal(state, seat)
            assert bool(legal) == (seat in asked)
            assert len(set(legal)) == len(legal)


@every_table
def test_every_legal_action_is_accepted_and_leaves_the_old_state_alone(
    rules: Rules, edition: str, seats: int
) -> None:
    for state, _ in positions(rules, edition, seats):
        before = json.dumps(rules.dump(state))
        for seat in rules.asked(state):
            for action in rules.legal(state, seat):
                assert not isinstance(rules.act(state, seat, action), Refused)
        assert json.dumps(rules.dump(state)) == before


@every_table
def test_every_other_action_is_refused_with_a_code_of_the_list(
    rules: Rules, edition: str, seats: int
) -> None:
    seen: set[int] = set()
    for state, _ in positions(rules, edition, seats):
        for asked in rules.asked(state):
            seen.update(rules.legal(state, asked))
        for seat in range(seats):
            legal = rules.legal(state, seat)
            for action in seen.difference(legal):
                refused = rules.act(state, seat, action)
                assert isinstance(refused, Refused)
                assert refused.code in CODES


@every_table
def test_the_clock_always_has_a_legal_move(rules: Rules, edition: str, seats: int) -> None:
    for state, _ in positions(rules, edition, seats):
        for seat in rules.asked(state):
            assert rules.lapse(state, seat) in rules.legal(state, seat)


@every_table
def test_whoever_is_asked_is_still_playing_and_nobody_is_at_the_end(
    rules: Rules, edition: str, seats: int
) -> None:
    for state, _ in positions(rules, edition, seats):
        playing = rules.playing(state)
        assert set(rules.asked(state)) <= set(playing) <= set(range(seats))
        assert bool(playing) == bool(rules.asked(state))


@every_table
def test_a_turn_is_named_once_in_a_game(rules: Rules, edition: str, seats: int) -> None:
    turns: dict[int, list[tuple[int, ...]]] = {seat: [] for seat in range(seats)}
    for state, _ in positions(rules, edition, seats):
        for seat in rules.asked(state):
            turn = rules.turn(state, seat)
            if turn not in turns[seat][-1:]:
                assert turn not in turns[seat]
                turns[seat].append(turn)


@every_table
def test_every_deal_names_a_deck_of_the_seed(rules: Rules, edition: str, seats: int) -> None:
    seeds = [Seed(bytes([number]) * 32, bytes(16 * seats)) for number in (1, 2)]
    for _, events in positions(rules, edition, seats):
        for shown in [rules.event_for(event, None) for event in events]:
            if shown["e"] == "dealt":
                one, other = (rules.deck_codes(seed, shown) for seed in seeds)
                assert one == rules.deck_codes(seeds[0], shown)
                assert sorted(one) == sorted(other)
                assert one != other


@every_table
def test_actions_come_back_from_their_json(rules: Rules, edition: str, seats: int) -> None:
    for state, _ in positions(rules, edition, seats):
        for seat in rules.asked(state):
            for action in rules.legal(state, seat):
                written = json.loads(json.dumps(rules.write_action(action)))
                assert rules.read_action(written) == action


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("do"), inner),
    max_leaves=6,
)


@every_game
@settings(max_examples=40)
@given(written=anything)
def test_reading_an_action_never_raises(rules: Rules, written: Any) -> None:
    assert rules.read_action(written) == Refused("malformed")


@every_table
def test_a_game_ends_with_a_place_for_every_seat(rules: Rules, edition: str, seats: int) -> None:
    for number in range(5):
        *running, (last, _) = positions(rules, edition, seats, number)
        assert all(rules.places(state) is None for state, _ in running)
        places = rules.places(last)
        assert places is not None
        assert len(places) == seats
        assert all(place == 1 + sum(p < place for p in places) for place in places)


@every_table
def test_a_game_can_be_stopped_at_every_moment_with_a_place_for_every_seat(
    rules: Rules, edition: str, seats: int
) -> None:
    for state, _ in positions(rules, edition, seats):
        before = json.dumps(rules.dump(state))
        moved = rules.stop(state)
        assert json.dumps(rules.dump(state)) == before
        if not rules.asked(state):
            assert moved == Refused("game-over")
            continue
        assert not isinstance(moved, Refused)
        end, events = moved
        places = rules.places(end)
        assert events
        assert rules.asked(end) == ()
        assert places is not None
        assert len(places) == seats
        assert all(place == 1 + sum(p < place for p in places) for place in places)


@every_table
def test_nothing_is_accepted_after_the_end(rules: Rules, edition: str, seats: int) -> None:
    *running, (last, _) = positions(rules, edition, seats)
    state, _ = running[-1]
    for seat in range(seats):
        assert rules.legal(last, seat) == ()
        for action in rules.legal(state, rules.asked(state)[0]):
            assert rules.act(last, seat, action) == Refused("game-over")


@every_table
def test_a_seat_looks_with_its_own_eyes(rules: Rules, edition: str, seats: int) -> None:
    state, _ = positions(rules, edition, seats)[0]
    observations = [rules.observe(state, viewer) for viewer in (None, *range(seats))]
    assert len({repr(observation) for observation in observations}) == seats + 1
