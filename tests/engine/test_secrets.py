"""Non-interference: what a viewer may not see changes no byte of what that viewer gets."""

import json
import random

import pytest

from games.engine.contract import Refused, Ruleset
from tests.engine.games import GAMES, Game, every_game, every_ruleset, play


def viewers(played: Ruleset) -> list[int | None]:
    return [None, *range(played.seats)]


@every_ruleset
def test_a_view_does_not_depend_on_what_the_viewer_may_not_see(game: Game, played: Ruleset) -> None:
    dice = random.Random(1)
    rules = game.rules
    for state, _ in play(game, played, 1):
        for viewer in viewers(played):
            other = game.other_world(state, viewer, dice)
            seen = [json.dumps(rules.state_for(world, viewer)) for world in (other, state)]
            assert seen[0] == seen[1]
            assert rules.observe(other, viewer) == rules.observe(state, viewer)


@every_ruleset
def test_what_is_told_does_not_depend_on_what_the_viewer_may_not_see(
    game: Game, played: Ruleset
) -> None:
    dice = random.Random(2)
    event_for = game.rules.event_for
    for _, events in play(game, played, 2):
        for viewer in viewers(played):
            others = [game.other_event(event, viewer, dice) for event in events]
            sent = [
                json.dumps([event_for(event, viewer) for event in each])
                for each in (others, events)
            ]
            assert sent[0] == sent[1]


@every_ruleset
def test_who_is_asked_and_who_plays_depends_on_nothing_hidden(game: Game, played: Ruleset) -> None:
    dice = random.Random(3)
    rules = game.rules
    for state, _ in play(game, played, 3):
        other = game.other_world(state, None, dice)
        assert rules.asked(other) == rules.asked(state)
        assert rules.playing(other) == rules.playing(state)
        assert rules.places(other) == rules.places(state)
        for seat in rules.asked(state):
            assert rules.turn(other, seat) == rules.turn(state, seat)


@every_game
def test_the_other_worlds_and_events_do_differ(game: Game) -> None:
    dice = random.Random(4)
    positions = play(game, game.rulesets[0], 4)
    for viewer in viewers(game.rulesets[0]):
        worlds = [game.other_world(state, viewer, dice) for state, _ in positions]
        dumps = [game.rules.dump(state) for state, _ in positions]
        assert (
            sum(game.rules.dump(world) != dump for world, dump in zip(worlds, dumps, strict=True))
            > len(positions) / 2
        )
        events = [event for _, sent in positions for event in sent]
        assert any(game.other_event(event, viewer, dice) != event for event in events)


@pytest.mark.parametrize("seat", [0, 1])
def test_of_a_throw_the_other_knows_that_it_is_made_and_not_what(seat: int) -> None:
    rules = GAMES["rps-extreme"].rules
    state, _ = play(GAMES["rps-extreme"], GAMES["rps-extreme"].rulesets[0], 5)[0]
    other = 1 - seat
    shown = set()
    for sign in rules.legal(state, seat):
        moved = rules.act(state, seat, sign)
        assert not isinstance(moved, Refused)
        thrown, events = moved
        own, view, watched = (rules.state_for(thrown, viewer) for viewer in (seat, other, None))
        assert own["seats"][seat]["choice"] == rules.write_action(sign)
        assert view["asked"] == [other]
        assert view["seats"][seat]["answered"]
        sent = [rules.event_for(event, viewer) for viewer in (other, None) for event in events]
        shown.add(json.dumps([view, watched, sent]))
    assert len(shown) == 1
