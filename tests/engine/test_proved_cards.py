"""The cards that a viewer may get a proof for: known to that viewer, and at a known place."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine.contract import GameEvent, Rules, Ruleset, State
from tests.engine.games import GAMES, Game, every_game, play_game, seed_of

Json = dict[str, Any]


def follow_log(
    rules: Rules, moves: Any, viewer: int | None
) -> Iterator[tuple[State, list[GameEvent]]]:
    """Yield every state of a game with the events of its match, as this viewer gets them."""
    log: list[GameEvent] = []
    for state, events in moves:
        for event in events:
            written = rules.event_for(event, viewer)
            log = [written] if written["e"] == "dealt" else [*log, written]
        yield state, log


def viewers_of(played: Ruleset) -> list[int | None]:
    return [None, *range(played.seats)]


@every_game
@pytest.mark.parametrize("number", range(3))
def test_a_proved_card_lies_where_the_proof_says(game: Game, number: int) -> None:
    rules, played = game.rules, game.rulesets[0]
    seed, most = seed_of(played, number), 0
    for viewer in viewers_of(played):
        for state, log in follow_log(rules, play_game(game, played, number), viewer):
            codes = rules.deck_codes(seed, log[0])
            proved = rules.proved_cards(viewer, rules.state_for(state, viewer), log, codes)
            assert all(codes[place] == code for place, code in proved.items())
            most = max(most, len(proved))
    assert most > 3


@every_game
def test_a_proof_shows_only_cards_that_the_viewer_gets(game: Game) -> None:
    """Hidden cards are exchanged; cards, and places that follow from public facts, stay."""
    rules, played, dice = game.rules, game.rulesets[0], Random(4)
    for viewer in viewers_of(played):
        for state, log in follow_log(rules, play_game(game, played, 1), viewer):
            if not rules.asked(state):
                continue
            codes = rules.deck_codes(seed_of(played, 1), log[0])
            other = game.other_world(state, viewer, dice)
            proved, same = (
                rules.proved_cards(viewer, rules.state_for(world, viewer), log, codes)
                for world in (state, other)
            )
            assert proved == same


def test_the_places_of_what_other_seats_drew_are_never_proved() -> None:
    """The place of a rival's discard would tell whether that seat has just drawn it."""
    game = GAMES["density-deck"]
    rules, played = game.rules, game.rules.ruleset("current", seats=4)
    discarded = 0
    for viewer in viewers_of(played):
        for state, log in follow_log(rules, play_game(game, played, 2), viewer):
            if log[-1]["e"] == "game_over":
                continue
            view = rules.state_for(state, viewer)
            living = log[0]["living"]
            first = 3 * len(living)
            order = sorted(living, key=lambda seat: (seat <= log[0]["dealer"], seat))
            drawers = [e["seat"] for e in log if e["e"] == "drew" and e["from"] == "pile"]
            owners = {
                **{place: order[place % len(living)] for place in range(first)},
                **dict(enumerate(drawers, first + 3)),
            }
            proved = rules.proved_cards(viewer, view, log, ())
            centers = set(range(first, first + 3))
            assert all(owners[place] == viewer for place in proved.keys() - centers)
            flipped = sum(event["e"] == "flipped" for event in log)
            assert len(proved.keys() & centers) == flipped
            discarded += sum(len(seat["discards"]) for seat in view["seats"])
    assert discarded > 100


def test_the_end_of_a_match_proves_all_cards_of_the_seats_that_show_their_hands() -> None:
    """A seat that surrendered keeps its hand secret, and when its cards came."""
    game = GAMES["density-deck"]
    rules, played = game.rules, game.rules.ruleset("current", seats=4)
    ends: set[str] = set()
    for number in range(4):
        seed = seed_of(played, number)
        for viewer in viewers_of(played):
            log: list[GameEvent] = []
            for _, events in play_game(game, played, number):
                for event in events:
                    written = rules.event_for(event, viewer)
                    log = [written] if written["e"] == "dealt" else [*log, written]
                    if written["e"] == "match_over":
                        check_shown_hands(rules, viewer, log, rules.deck_codes(seed, log[0]))
                        ends.add(written["ended_by"])
    assert ends == {"fight", "surrenders", "showdown"}


def check_shown_hands(
    rules: Rules, viewer: int | None, log: list[GameEvent], codes: list[str]
) -> None:
    """Check the proof of a match that has ended against what each seat got and laid open."""
    proved = rules.proved_cards(viewer, {}, log, codes)
    living = log[0]["living"]
    order = sorted(living, key=lambda seat: (seat <= log[0]["dealer"], seat))
    drawers = [e["seat"] for e in log if e["e"] == "drew" and e["from"] == "pile"]
    first = 3 * len(living)
    for row in log[-1]["seats"]:
        seat = row["seat"]
        places = [place for place in range(first) if order[place % len(living)] == seat]
        places += [place for place, drawer in enumerate(drawers, first + 3) if drawer == seat]
        if row["hand"] is None:
            assert viewer == seat or proved.keys().isdisjoint(places)
            continue
        events = [event for event in log if event.get("seat") == seat]
        laid = Counter([*row["hand"], *(e["card"] for e in events if e["e"] == "discarded")])
        taken = Counter(e["card"] for e in events if e["e"] == "drew" and e["from"] != "pile")
        assert Counter(proved[place] for place in places) == laid - taken


def test_every_card_outside_the_supply_is_proved() -> None:
    game = GAMES["rps-extreme"]
    rules, played = game.rules, game.rulesets[0]
    shuffles = set()
    for state, log in follow_log(rules, play_game(game, played, 1), None):
        codes = rules.deck_codes(seed_of(played, 1), log[0])
        view = rules.state_for(state, None)
        proved = rules.proved_cards(None, view, log, codes)
        hidden = [code for place, code in enumerate(codes) if place not in proved]
        coming: list[str] = rules.full_state(state)["coming"]
        if view["shuffle"] == log[0]["shuffle"]:
            assert hidden == coming
        shuffles.add(log[0]["shuffle"])
    assert len(shuffles) > 1
