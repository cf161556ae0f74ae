"""Makes the vectors of proofs, which the tests of Python and JavaScript share."""

import json
from pathlib import Path
from random import Random
from typing import Any

from games.engine import deal
from games.engine.contract import GameEvent, Rules, unwrap_accepted
from games.live.proofs import write_proof
from games.registry import GAMES
from tests.engine.games import seed_of

FILE = Path(__file__).parents[1] / "golden" / "proof_vectors.json"
# name, game, viewer and the moves after which the table is shown
CASES = (
    ("a hand", "density-deck", 1, 23),
    ("a spectator", "density-deck", None, 40),
    ("a challenge", "rps-extreme", 0, 33),
    ("a later shuffle", "rps-extreme", 1, 120),
    ("the end of a match", "density-deck", 0, 46),
)


def play_case(rules: Rules, moves: int) -> tuple[Any, list[Any]]:
    """Return the state and all events after a number of moves without a fight or surrender."""
    played, dice = rules.ruleset(rules.editions[0]), Random(8)
    state, events = rules.start(played, seed_of(played, 8))
    happened = [*events]
    for _ in range(moves):
        seat = rules.asked(state)[0]
        legal = rules.legal(state, seat)
        calm = [
            action
            for action in legal
            if rules.write_action(action)["do"] not in ("fight", "surrender")
        ]
        state, events = unwrap_accepted(rules.act(state, seat, dice.choice(calm)))
        happened += events
    return state, happened


def end_match(rules: Rules, state: Any) -> list[Any]:
    """Return the events up to the end of the match: a seat surrenders, the next calls the fight."""
    happened: list[Any] = []
    for do in ("surrender", "fight"):
        seat = rules.asked(state)[0]
        written = {action: rules.write_action(action)["do"] for action in rules.legal(state, seat)}
        action = next(action for action, name in written.items() if name == do)
        state, events = unwrap_accepted(rules.act(state, seat, action))
        happened += events
    ends = [rules.event_for(event, None)["e"] for event in happened]
    return happened[: ends.index("match_over") + 1]


def make_vector(name: str, slug: str, viewer: int | None, moves: int) -> dict[str, Any]:
    """Return what one viewer's table shows after these moves, with the proof and the root."""
    rules = GAMES[slug].rules
    state, happened = play_case(rules, moves)
    if name == "the end of a match":
        happened += end_match(rules, state)
    log: list[GameEvent] = [rules.event_for(event, viewer) for event in happened]
    seed = seed_of(rules.ruleset(rules.editions[0]), 8)
    dealt = next(event for event in reversed(log) if event["e"] == "dealt")
    codes, match = rules.deck_codes(seed, dealt), dealt["match"]
    view = rules.state_for(state, viewer)
    leaves = deal.hash_leaves(seed, match, codes)
    proved = rules.proved_cards(viewer, view, log, codes)
    return {
        "name": name,
        "game": slug,
        "you": viewer,
        "view": view,
        "log": log,
        "root": deal.root_of_leaves(leaves),
        "proof": write_proof(seed, match, proved, leaves),
    }


def make_vectors() -> list[dict[str, Any]]:
    """Return all vectors, as JSON gives them back."""
    vectors: list[dict[str, Any]] = json.loads(json.dumps([make_vector(*case) for case in CASES]))
    return vectors
