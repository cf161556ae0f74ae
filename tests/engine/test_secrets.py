"""Non-interference: what a viewer may not see changes no byte of what that viewer gets."""

import json
import random
from collections.abc import Collection

import pytest

from games.engine.contract import Seed
from games.engine.density_deck import rules
from games.engine.density_deck.sight import look, seen_by, tell
from games.engine.density_deck.state import Dealt, Drew, Event, MatchOver, Ruleset, State
from tests.engine.positions import random_game

Faces = tuple[int, ...]
RULESETS = [
    Ruleset(seats=4),
    Ruleset(seats=3, edition="classic", allow_pass=True),
    Ruleset(seats=2, lone="subtracted", round_cap=5),
]


def other_world(state: State, shown: Collection[int | None], dice: random.Random) -> State:
    """The same to whoever sees the hands of these seats: all unseen cards are exchanged."""
    deal = state.deal
    unknown = {
        number: unseen_of(seat.hand, seat.known)
        for number, seat in enumerate(state.seats)
        if number not in shown
    }
    up = len(rules.face_up(state))
    first = rules.HAND * len(deal.order)
    down = deal.deck[first + up : first + rules.CENTER]
    pile = deal.deck[state.top :]
    unseen = [*(card for hand in unknown.values() for card in hand), *down, *pile]
    dice.shuffle(unseen)

    hands = list(state.hands)
    for number, hand in unknown.items():
        cards = [*state.known[number], *(unseen.pop() for _ in hand)]
        dice.shuffle(cards)
        hands[number] = tuple(cards)
    below = list(deal.deck[:first])
    dice.shuffle(below)
    center = (*deal.deck[first : first + up], *(unseen.pop() for _ in down))
    dealt = deal.deck[first + rules.CENTER : state.top]
    deck = (*below, *center, *dice.sample(dealt, len(dealt)), *unseen)
    seed = Seed(dice.randbytes(32), dice.randbytes(16 * len(hands)))
    return state._replace(deal=deal._replace(cards=deck, seed=seed), hands=tuple(hands))


def unseen_of(hand: Faces, known: Faces) -> Faces:
    """The cards of a hand that nobody else saw."""
    for card in known:
        hand = rules.without(hand, card)
    return hand


def other_events(
    events: tuple[Event, ...], viewer: int | None, dice: random.Random
) -> tuple[Event, ...]:
    """The same events with every card exchanged that this viewer may not see."""
    return tuple(_other_event(event, viewer, dice) for event in events)


def _other_event(event: Event, viewer: int | None, dice: random.Random) -> Event:
    match event:
        case Dealt(hands=hands):
            return event._replace(
                hands=tuple(
                    hand if seat == viewer else tuple(dice.randrange(30) for _ in hand)
                    for seat, hand in enumerate(hands)
                )
            )
        case Drew(seat, None, _) if seat != viewer:
            return event._replace(card=dice.randrange(30))
        case MatchOver(last=last, scores=scores):
            shown = {seat for seat, score in enumerate(scores) if score is not None}
            return event._replace(last=other_world(last, shown, dice))
    return event


def viewers(played: Ruleset) -> list[int | None]:
    return [None, *range(played.seats)]


@pytest.mark.parametrize("played", RULESETS, ids=lambda played: f"{played.seats} seats")
@pytest.mark.parametrize("number", range(4))
def test_a_view_does_not_depend_on_what_the_viewer_may_not_see(
    played: Ruleset, number: int
) -> None:
    dice = random.Random(number)
    for state, _ in random_game(number, played, wild=0.08):
        for viewer in viewers(played):
            other = other_world(state, {viewer}, dice)
            assert json.dumps(seen_by(other, viewer)) == json.dumps(seen_by(state, viewer))
            assert look(other, viewer) == look(state, viewer)


@pytest.mark.parametrize("played", RULESETS, ids=lambda played: f"{played.seats} seats")
@pytest.mark.parametrize("number", range(4))
def test_what_is_told_does_not_depend_on_what_the_viewer_may_not_see(
    played: Ruleset, number: int
) -> None:
    dice = random.Random(number)
    for _, events in random_game(number, played, wild=0.08):
        for viewer in viewers(played):
            others = other_events(events, viewer, dice)
            assert json.dumps([tell(event, viewer) for event in others]) == json.dumps(
                [tell(event, viewer) for event in events]
            )


def test_the_other_worlds_do_differ() -> None:
    dice = random.Random(1)
    state, events = next(random_game(1, Ruleset()))
    assert other_world(state, {0}, dice).seats[1:] != state.seats[1:]
    assert other_events(events, 0, dice) != events
