"""The rulebook's cases, and its rulings on secrets, order and shuffles (RX-12)."""

from typing import Any

import pytest

from games.engine.contract import unwrap_accepted
from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules import record_writer
from games.rps_extreme.rules.events import (
    Awarded,
    Broke,
    ChallengeOver,
    Drank,
    Event,
    GameOver,
    Lost,
    Outcome,
    Passed,
    Picked,
    PicksFirst,
    Refilled,
    Reshuffled,
    Stole,
)
from games.rps_extreme.rules.observation import PHASES, observe, state_for
from games.rps_extreme.rules.state import SEATS, UNKNOWN, WINDOW_1, State, deck_order
from tests.engine.rps_card_cases import CARD_CASES
from tests.engine.rps_cases import CASES
from tests.engine.rps_positions import (
    SEED,
    all_of,
    format_cards,
    is_legal,
    lay_out,
    make_moves,
    only_event,
    parse_action,
)


def facts_of(state: State, events: list[Event]) -> dict[str, Any]:
    """Return the facts of a position and its events that a case can check."""
    table, asked = state.table, rules.asked(state)
    causes = [event.cause for event in events if isinstance(event, Awarded | Broke | PicksFirst)]
    outcomes, first = all_of(events, Outcome), all_of(events, PicksFirst)
    return {
        "winner": outcomes[-1].winner if outcomes else None,
        "claims": [
            (each.seat, format_cards([each.card])) for out in outcomes[-1:] for each in out.claims
        ],
        "phase": PHASES[table.phase],
        "asked": asked,
        "choices": len(rules.legal(state, asked[0])) if asked else 0,
        "items": tuple(format_cards(held) for held in table.items),
        "broke": [format_cards(event.cards) for event in all_of(events, Broke)],
        "stole": [format_cards([event.card]) for event in all_of(events, Stole)],
        "lost": [event.points for event in all_of(events, Lost)],
        "first": (first[-1].seat, first[-1].alone) if first else None,
        "refilled": len(all_of(events, Refilled)),
        "ended_by": [event.ended_by for event in all_of(events, ChallengeOver)],
        "copied": {format_cards([cause.card]) for cause in causes if cause and cause.copied},
        "places": [event.places for event in all_of(events, GameOver)],
        **{name: getattr(table, name) for name in ("scores", "throw", "challenge", "black")},
    }


@pytest.mark.parametrize(
    ("state", "moves", "found", "yes", "no"),
    [each[1:] for each in (*CASES, *CARD_CASES)],
    ids=[each[0] for each in (*CASES, *CARD_CASES)],
)
def test_the_vectors_the_rulings_and_the_cards_of_the_rulebook(
    state: State, moves: str, found: dict[str, Any], yes: str, no: str
) -> None:
    after, events = make_moves(state, *moves.split("; "))
    facts_then = facts_of(after, events)
    assert {name: facts_then[name] for name in found} == found
    for words, legal in ((yes, True), (no, False)):
        for move in filter(None, words.split("; ")):
            assert is_legal(after, rules.asked(after)[0], move) == legal, move


def test_01_held_cards_are_public() -> None:
    state = lay_out("black-potion", "ruby-totem onyx-scroll")
    for viewer in (None, 0, 1):
        seats = state_for(state, viewer)["seats"]
        held = [["black-potion"], ["ruby-totem", "onyx-scroll"]]
        assert [seat["items"] for seat in seats] == held


def test_04_both_choose_in_secret_and_are_revealed_together() -> None:
    state, _ = make_moves(lay_out("black-potion", "sparkly-potion"), "rock rock")
    assert (rules.asked(state), state.table.phase) == (SEATS, WINDOW_1)
    half, events = make_moves(state, "1: drink sparkly-potion")
    assert half.table == state.table._replace(waiting=(0,))
    assert [observe(half, 0).choice, observe(half, 0).answered] == [UNKNOWN, (False, True)]
    _, events = make_moves(half, "0: pass")
    assert [type(event) for event in events[1:4]] == [Passed, Drank, Outcome]


def test_09_a_record_names_one_claim_a_player_as_records_always_did() -> None:
    state, _ = make_moves(
        lay_out("diamond-totem sparkly-potion", "black-potion"), "rock rock", "1: pass"
    )
    _, events = unwrap_accepted(rules.act(state, 0, parse_action("drink sparkly-potion")))
    written = record_writer.move(state, 0, parse_action("drink sparkly-potion"), events)
    assert written["effects"][0]["claims"] == [{"seat": 0, "card": "diamond-totem", "by": None}]


def test_13_effects_come_in_their_order() -> None:
    held = "silver-totem onyx-totem golden-totem ruby-totem"
    state = lay_out(held, "diamond-scroll", hand_limit=4, scores=(3, 3))
    state, events = make_moves(state, "rock scissors", "0: score", "0: pick metallic-red-potion")
    _, more = make_moves(state, "1: pick milky-red-potion", "0: discard onyx-totem")
    order = [Outcome, Awarded, Broke, Awarded, PicksFirst, Picked, Picked, ChallengeOver, Refilled]
    left = iter([type(event) for event in (*events, *more)])
    assert all(kind in left for kind in order)


def test_21_the_discard_pile_is_shuffled_the_moment_the_supply_is_empty() -> None:
    for left in (1, 2):
        state, _ = make_moves(lay_out(supply=left), "rock scissors", "0: first")
        gone, last = state.table.discard, state.supply
        state, events = make_moves(state, "0: pick metallic-red-potion", "1: pick milky-red-potion")
        order = [card for card in deck_order(SEED, 2) if card in gone]
        assert only_event(events, Reshuffled) == Reshuffled(2, len(gone))
        assert (state.table.shuffle, state.table.discard) == (2, ())
        laid_now = [event.card for event in all_of(events, Refilled)]
        assert laid_now == [*last, *order[: 2 - left]]
        assert state.supply == tuple(order[2 - left :])
