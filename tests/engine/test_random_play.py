"""What holds in every position of every game: the cards, the lives, an end, a replay."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract import Refused, Seed
from games.engine.density_deck import rules
from games.engine.density_deck.cards import DECK
from games.engine.density_deck.sight import seen_by, tell
from games.engine.density_deck.state import (
    FIGHT,
    FIGHTS,
    MAY_PASS,
    PILE_LEFT,
    SURRENDER,
    Ruleset,
    State,
    dump,
    load,
    ruleset,
)
from tests.engine.positions import Position, random_game

RULESETS = [
    ruleset(edition, seats=seats, **changes)
    for edition in ("current", "classic", "to the letter")
    for seats in (2, 3, 4)
    for changes in ({}, {"allow_pass": True, "round_cap": 5, "lives": 4})
]
every_ruleset = pytest.mark.parametrize(
    "played", RULESETS, ids=lambda r: f"{r.edition}-{r.lone}-{r.seats}-{r.round_cap}"
)


def cards_of(state: State) -> list[int]:
    """Every card of the match, wherever it is now."""
    held = [card for seat in state.seats for card in (*seat.hand, *seat.discards)]
    return [*held, *rules.center(state.deal), *state.deal.deck[state.top :]]


@every_ruleset
def test_every_position_of_a_match_has_its_fifty_cards(played: Ruleset) -> None:
    for number in range(4):
        for state, _ in random_game(number, played):
            assert sorted(cards_of(state)) == sorted(DECK)


@every_ruleset
def test_every_field_of_a_state_agrees_with_the_others(played: Ruleset) -> None:
    for state, _ in random_game(5, played, wild=0.05):
        openings = sum(1 << seat for seat, held in enumerate(state.seats) if held.discards)
        openings += FIGHTS * (state.round > 1) + PILE_LEFT * (state.top < len(DECK))
        assert state.openings == openings + MAY_PASS * played.allow_pass
        assert 1 <= state.round <= played.round_cap
        assert state.top <= len(state.deal.cards)
        assert state.deal.cards == state.deal.deck[: len(state.deal.cards)]
        assert not state.waiting or set(state.waiting) <= set(state.standing)
        for seat, (_, hand, _, known, surrendered) in enumerate(state.seats):
            assert not set(known) - set(hand)
            if seat in state.standing:
                drawn = seat in rules.asked(state) and len(hand) == 4
                assert (len(hand), surrendered) == (4 if drawn else 3, 0)


@every_ruleset
def test_every_game_ends_with_one_living_player_and_a_place_for_each(played: Ruleset) -> None:
    for number in range(6):
        *_, (last, _) = random_game(number, played)
        places = rules.places(last)
        assert places is not None
        assert sorted(places)[:2] == [1, 2]
        assert [place == 1 for place in places] == [seat.lives > 0 for seat in last.seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_in_which_everybody_lapses_ends_too(seats: int) -> None:
    state, _ = rules.start(Ruleset(seats=seats), Seed(bytes(32), bytes(16 * seats)))
    moves = 0
    while asked := rules.asked(state):
        moved = rules.act(state, asked[0], rules.lapse(state, asked[0]))
        assert not isinstance(moved, Refused)
        state, moves = moved[0], moves + 1
        assert moves < 20 * seats * 100
    assert state.deal.match > 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_has_at_most_the_turns_of_its_rounds(seats: int) -> None:
    played = Ruleset(seats=seats, round_cap=30, allow_pass=True)
    moves = 0
    for (before, _), (after, _) in pairwise(random_game(3, played, wild=0)):
        moves = moves + 1 if before.deal is after.deal else 0
        assert moves <= 2 * 30 * seats


@every_ruleset
def test_lives_only_fall_and_winners_keep_theirs(played: Ruleset) -> None:
    for (before, _), (after, _) in pairwise(random_game(8, played)):
        for was, now in zip(before.seats, after.seats, strict=True):
            assert 0 <= now.lives <= was.lives
        assert any(seat.lives for seat in after.seats)


# ------------------------------------------------------------------- logs and databases
def log_of(positions: list[Position]) -> list[tuple[int, int]]:
    """The moves between these positions: the one action that leads from each to the next."""
    moves = []
    for (before, _), after in pairwise(positions):
        seat = rules.asked(before)[0]
        legal = rules.legal(before, seat)
        moves.append((seat, next(a for a in legal if rules.act(before, seat, a) == after)))
    return moves


def payload(position: Position, viewer: int | None) -> bytes:
    """All that a viewer gets at a position, as it goes over the wire."""
    state, events = position
    return json.dumps([seen_by(state, viewer), [tell(e, viewer) for e in events]]).encode()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_replaying_a_log_gives_the_same_bytes(seats: int) -> None:
    played = Ruleset(seats=seats, lives=5)
    positions = list(random_game(21, played))
    seed = positions[0][0].deal.seed
    replayed = [rules.start(Ruleset(*played), Seed(*seed))]
    for seat, action in log_of(positions):
        moved = rules.act(replayed[-1][0], seat, action)
        assert not isinstance(moved, Refused)
        replayed.append(moved)
    for viewer in (None, *range(seats)):
        assert [payload(p, viewer) for p in positions] == [payload(p, viewer) for p in replayed]
    assert [json.dumps(dump(s)) for s, _ in positions] == [json.dumps(dump(s)) for s, _ in replayed]


@every_ruleset
def test_a_state_comes_back_from_its_json_and_plays_on(played: Ruleset) -> None:
    for state, _ in random_game(13, played):
        loaded = load(played, state.deal.seed, json.loads(json.dumps(dump(state))))
        assert loaded == state
        assert hash(loaded) == hash(state)
        for seat in rules.asked(state):
            action = rules.lapse(state, seat)
            assert rules.act(loaded, seat, action) == rules.act(state, seat, action)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_sequence_of_choices_keeps_the_promises(data: st.DataObject) -> None:
    played = data.draw(st.sampled_from(RULESETS))
    secret = data.draw(st.binary(min_size=32, max_size=32))
    state, _ = rules.start(played, Seed(secret, bytes(16 * played.seats)))
    for _ in range(data.draw(st.integers(1, 60))):
        asked = rules.asked(state)
        if not asked:
            break
        legal = rules.legal(state, asked[0])
        assert len(set(legal)) == len(legal)
        assert SURRENDER in legal
        assert (FIGHT in legal) == (state.round > 1 and len(state.seats[asked[0]].hand) == 3)
        moved = rules.act(state, asked[0], data.draw(st.sampled_from(legal)))
        assert not isinstance(moved, Refused)
        state = moved[0]
        assert sorted(cards_of(state)) == sorted(DECK)
