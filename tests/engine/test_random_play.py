"""What holds in every position of every game: its cards, an end, a replay, a way back from JSON."""

import json
from collections.abc import Sequence
from itertools import pairwise

from games.engine.contract import Moved, Refused, Ruleset, Seed
from tests.engine.games import LONGEST, Game, every_game, every_ruleset, play, seed_of


@every_ruleset
def test_every_position_has_every_card_once_and_the_last_one_winner(
    game: Game, played: Ruleset
) -> None:
    for number in range(3):
        for state, _ in play(game, played, number):
            assert sorted(game.cards(state)) == sorted(game.deck)
            game.check(state)
        assert sorted(game.rules.places(state) or ())[:2] == [1, 2]


@every_game
def test_a_game_in_which_everybody_lapses_ends_too(game: Game) -> None:
    rules, played = game.rules, game.rulesets[0]
    state, _ = rules.start(played, Seed(bytes(32), bytes(16 * played.seats)))
    moves = 0
    while asked := rules.asked(state):
        moved = rules.act(state, asked[0], rules.lapse(state, asked[0]))
        assert not isinstance(moved, Refused)
        state, moves = moved[0], moves + 1
        assert moves < LONGEST
    assert rules.observe(state, None).match > 1


# ------------------------------------------------------------------- logs and databases
def log_of(game: Game, positions: Sequence[Moved]) -> list[tuple[int, int]]:
    """The moves between these positions: the one action that leads from each to the next."""
    rules, moves = game.rules, []
    for (before, _), after in pairwise(positions):
        moves.append(
            next(
                (seat, action)
                for seat in rules.asked(before)
                for action in rules.legal(before, seat)
                if rules.act(before, seat, action) == after
            )
        )
    return moves


def payload(game: Game, position: Moved, viewer: int | None) -> bytes:
    """All that a viewer gets at a position, as it goes over the wire."""
    state, events = position
    shown = [game.rules.event_for(event, viewer) for event in events]
    return json.dumps([game.rules.state_for(state, viewer), shown]).encode()


@every_ruleset
def test_replaying_a_log_gives_the_same_bytes(game: Game, played: Ruleset) -> None:
    rules = game.rules
    positions = play(game, played, 21)
    replayed = [rules.start(played, seed_of(played, 21))]
    for seat, action in log_of(game, positions):
        moved = rules.act(replayed[-1][0], seat, action)
        assert not isinstance(moved, Refused)
        replayed.append(moved)
    for viewer in (None, *range(played.seats)):
        assert [payload(game, p, viewer) for p in positions] == [
            payload(game, p, viewer) for p in replayed
        ]
    dumps = [[json.dumps(rules.dump(state)) for state, _ in each] for each in (positions, replayed)]
    assert dumps[0] == dumps[1]


@every_ruleset
def test_a_state_comes_back_from_its_json_and_plays_on(game: Game, played: Ruleset) -> None:
    rules, seed = game.rules, seed_of(played, 13)
    for state, _ in play(game, played, 13):
        loaded = rules.load(played, seed, json.loads(json.dumps(rules.dump(state))))
        assert loaded == state
        assert hash(loaded) == hash(state)
        for seat in rules.asked(state):
            action = rules.lapse(state, seat)
            assert rules.act(loaded, seat, action) == rules.act(state, seat, action)
