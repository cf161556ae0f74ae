"""The contract of rules, checked in many positions of every registered game."""

import json
from collections.abc import Sequence
from random import Random

import pytest

from games.engine.contract import (
    RULES,
    GameEvent,
    Moved,
    Refused,
    Rules,
    Ruleset,
    Seed,
    State,
    unwrap_accepted,
)
from tests.engine.games import (
    GAMES,
    LONGEST,
    Game,
    every_game,
    every_ruleset,
    play_game,
    random_game,
    seed_of,
)

CODES = {
    "malformed",
    "not-your-turn",
    "stale-question",
    "illegal-card",
    "illegal-draw",
    "illegal-fight",
    "illegal-pass",
    "wrong-phase",
    "game-over",
}
# codes of actions of any game, and invalid ones
NUMBERS = range(-8, 750)


def sample_rulesets(rules: Rules) -> Sequence[Ruleset]:
    """Return rulesets of a game: the tests' own, or each edition with all seat counts."""
    if rules.slug in GAMES:
        return GAMES[rules.slug].rulesets
    return [
        rules.ruleset(edition, seats=seats)
        for edition in rules.editions
        for seats in rules.seat_counts
    ]


def play_positions(rules: Rules, played: Ruleset, number: int) -> Sequence[Moved]:
    """Return all positions of a varied game."""
    pick = GAMES[rules.slug].pick if rules.slug in GAMES else Random.choice
    return random_game(rules, played, number, pick)


every_table = pytest.mark.parametrize(
    ("rules", "played"),
    [
        pytest.param(rules, played, id="-".join([rules.slug, *map(str, played)]))
        for rules in RULES.values()
        for played in sample_rulesets(rules)
    ],
)


# ----------------------------------------------------------------------- every position
@every_table
def test_every_position_keeps_the_contract(rules: Rules, played: Ruleset) -> None:
    dice, known = Random(1), set[int]()
    turns: list[list[tuple[int, ...]]] = [[] for _ in range(played.seats)]
    for state, events in play_positions(rules, played, 1):
        before = json.dumps(rules.dump(state))
        for seat in rules.asked(state):
            known.update(rules.legal(state, seat))
        check_questions(rules, state, turns)
        check_actions(rules, played, state, known | set(dice.sample(NUMBERS, 10)))
        check_stop(rules, played, state)
        check_json(rules, played, seed_of(played, 1), state)
        for told in (rules.event_for(event, None) for event in events):
            if told["e"] == "dealt":
                check_deck(rules, played, told)
        assert json.dumps(rules.dump(state)) == before


def check_questions(rules: Rules, state: State, turns: list[list[tuple[int, ...]]]) -> None:
    """Check that only asked seats have choices, the clock plays one, and turn names are unique."""
    asked, playing = rules.asked(state), rules.playing(state)
    assert set(asked) <= set(playing) <= set(range(len(turns)))
    assert bool(playing) == bool(asked)
    assert (rules.places(state) is None) == bool(asked)
    for seat, named in enumerate(turns):
        legal = rules.legal(state, seat)
        assert bool(legal) == (seat in asked)
        assert len(set(legal)) == len(legal)
        if seat in asked:
            assert rules.lapse(state, seat) in legal
            turn = rules.turn(state, seat)
            if turn not in named[-1:]:
                assert turn not in named
                named.append(turn)


def check_actions(rules: Rules, played: Ruleset, state: State, actions: set[int]) -> None:
    """Check that legal actions are accepted and survive JSON; others are refused with a code."""
    asked = rules.asked(state)
    for seat in range(-1, played.seats + 1):
        legal = rules.legal(state, seat)
        for action in legal:
            assert not isinstance(rules.act(state, seat, action), Refused)
            written = json.loads(json.dumps(rules.write_action(action)))
            assert rules.read_action(written) == action
        for action in actions.difference(legal):
            refused = rules.act(state, seat, action)
            assert isinstance(refused, Refused)
            assert refused.code in CODES
            if seat not in asked:
                assert refused.code == ("not-your-turn" if asked else "game-over")
            elif rules.slug in GAMES and not is_known(rules, action):
                assert refused.code == "malformed"


def is_known(rules: Rules, number: int) -> bool:
    """Return whether this is the code of an action of the game."""
    try:
        rules.write_action(number)
    except KeyError:
        return False
    return True


def check_stop(rules: Rules, played: Ruleset, state: State) -> None:
    """Check that every running game can be stopped, with a place for every seat."""
    moved = rules.stop(state)
    if not rules.asked(state):
        assert moved == Refused("game-over")
        check_places(rules, played, state)
        return
    assert not isinstance(moved, Refused)
    end, events = moved
    assert events
    assert rules.asked(end) == ()
    check_places(rules, played, end)


def check_places(rules: Rules, played: Ruleset, over: State) -> None:
    places = rules.places(over)
    assert places is not None
    assert len(places) == played.seats
    assert all(place == 1 + sum(p < place for p in places) for place in places)


def check_json(rules: Rules, played: Ruleset, seed: Seed, state: State) -> None:
    """Check that a state survives JSON and plays on."""
    loaded = rules.load(played, seed, json.loads(json.dumps(rules.dump(state))))
    assert loaded == state
    assert hash(loaded) == hash(state)
    for seat in rules.asked(state):
        action = rules.lapse(state, seat)
        assert rules.act(loaded, seat, action) == rules.act(state, seat, action)


def check_deck(rules: Rules, played: Ruleset, dealt: GameEvent) -> None:
    """Check that the deck of a deal follows from the seed."""
    seeds = [Seed(bytes([number]) * 32, bytes(16 * played.seats)) for number in (1, 2)]
    one, other = (rules.deck_codes(seed, dealt) for seed in seeds)
    assert one == rules.deck_codes(seeds[0], dealt)
    assert sorted(one) == sorted(other)
    assert one != other


@every_table
def test_another_seed_changes_what_is_to_come_and_nothing_that_is_seen(
    rules: Rules, played: Ruleset
) -> None:
    one, other = seed_of(played, 9), seed_of(played, 10)
    compared = changed = 0
    for state, _ in play_positions(rules, played, 1)[:-1]:
        after = rules.reseed(state, one)
        assert rules.reseed(rules.reseed(state, other), one) == after
        assert rules.load(played, one, rules.dump(after)) == after
        changed += rules.reseed(state, other) != after
        if rules.slug in GAMES:
            cards = GAMES[rules.slug].cards
            assert sorted(cards(after)) == sorted(cards(state))
        if rules.asked(after) != rules.asked(state):
            assert {*rules.asked(after)} > {*rules.asked(state)}
            continue  # secret choices are made again
        compared += 1
        for viewer in viewers_of(played):
            assert rules.state_for(after, viewer) == rules.state_for(state, viewer)
    assert compared > 5
    assert changed


@every_table
def test_a_game_in_which_everybody_lapses_ends_too(rules: Rules, played: Ruleset) -> None:
    state, _ = rules.start(played, seed_of(played, 0))
    moves = 0
    while asked := rules.asked(state):
        state, _ = unwrap_accepted(rules.act(state, asked[0], rules.lapse(state, asked[0])))
        moves += 1
        assert moves < LONGEST
    check_places(rules, played, state)


@every_ruleset
def test_every_position_has_every_card_once_and_the_last_one_winner(
    game: Game, played: Ruleset
) -> None:
    for number in range(3):
        for state, _ in play_game(game, played, number):
            assert sorted(game.cards(state)) == sorted(game.deck)
            game.check(state)
        assert sorted(game.rules.places(state) or ())[:2] == [1, 2]


# ------------------------------------------------------------------------------ secrets
def viewers_of(played: Ruleset) -> list[int | None]:
    return [None, *range(played.seats)]


def observe_all(rules: Rules, moved: Moved, viewer: int | None) -> object:
    """Return all that a viewer receives of a position, and an AI player's observation."""
    state, events = moved
    sent = [rules.event_for(event, viewer) for event in events]
    return json.dumps([rules.state_for(state, viewer), sent]), rules.observe(state, viewer)


def asked_and_playing(rules: Rules, state: State) -> object:
    """Return the asked seats with their turns, and the seats still in the game."""
    turns = [(seat, rules.turn(state, seat)) for seat in rules.asked(state)]
    return turns, rules.playing(state)


@every_ruleset
def test_what_a_viewer_gets_does_not_depend_on_what_it_may_not_see(
    game: Game, played: Ruleset
) -> None:
    """Non-interference, also of the asked seats and of a stopped game."""
    dice, rules = Random(1), game.rules
    for state, events in play_game(game, played, 1):
        seen = {observe_all(rules, (state, events), viewer) for viewer in viewers_of(played)}
        assert len(seen) == played.seats + 1
        for viewer in viewers_of(played):
            other = game.other_world(state, viewer, dice)
            told = tuple(game.other_event(event, viewer, dice) for event in events)
            assert observe_all(rules, (other, told), viewer) == observe_all(
                rules, (state, events), viewer
            )
            assert rules.places(other) == rules.places(state)
            assert asked_and_playing(rules, other) == asked_and_playing(rules, state)
            ends = [rules.stop(world) for world in (other, state)]
            if not isinstance(ends[0], Refused) and not isinstance(ends[1], Refused):
                assert observe_all(rules, ends[0], viewer) == observe_all(rules, ends[1], viewer)


@every_game
def test_the_other_worlds_and_events_do_differ(game: Game) -> None:
    dice = Random(4)
    positions = play_game(game, game.rulesets[0], 4)
    for viewer in viewers_of(game.rulesets[0]):
        worlds = [game.other_world(state, viewer, dice) for state, _ in positions]
        dumps = [game.rules.dump(state) for state, _ in positions]
        assert (
            sum(game.rules.dump(world) != dump for world, dump in zip(worlds, dumps, strict=True))
            > len(positions) / 2
        )
        events = [event for _, sent in positions for event in sent]
        assert any(game.other_event(event, viewer, dice) != event for event in events)
