"""Example challenges for the rules page, played by the rules of the game."""

from typing import Any

from games.engine.contract import Json, Seed, unwrap_accepted
from games.rps_extreme.lessons.first_game import read_move
from games.rps_extreme.narrative import tell_throws
from games.rps_extreme.rules import game as rules
from games.rps_extreme.rules import observation as observation
from games.rps_extreme.rules.cards import CARD, DECK, ITEMS, POTIONS, SIGN_NAMES, SIGNS, sign_beats
from games.rps_extreme.rules.messages import GameEvent
from games.rps_extreme.rules.state import CENTER, Ruleset, State, read_action

NAMES = ("Mira", "Ola")
SEED = Seed(bytes(32), bytes(32))


def rule_numbers() -> dict[str, Any]:
    """Return every count and size that the rules page mentions."""
    plain = Ruleset()
    return {
        "cards": len(DECK),
        "items": len(ITEMS),
        "potions": len(POTIONS),
        "center": CENTER,
        "target": plain.target,
        "hand_limit": plain.hand_limit,
        "over_limit": plain.hand_limit + 1,
        "beats": [
            (SIGN_NAMES[one], SIGN_NAMES[other])
            for one in SIGNS
            for other in SIGNS
            if sign_beats(one, other)
        ],
    }


def claim_examples() -> Json:
    """Return a challenge with a tie that both claim, then a win with a golden item.

    {"seats": [{"name", "score", "items"}], "center", "names", "throws"}; seats and center are from
    before the first throw.
    """
    table = _set_up(
        "diamond-totem golden-totem",
        "sparkly-potion silver-scroll",
        "onyx-athame murky-red-potion ruby-scroll",
        (3, 4),
    )
    return _play(
        table,
        [
            *("0 rock", "1 rock", "1 drink sparkly-potion"),
            *("0 rock", "1 scissors", "0 score"),
            *("1 pick ruby-scroll", "0 pick murky-red-potion"),
        ],
    )


def steal_examples() -> Json:
    """Return a challenge with a win that two silver items reward, and a potion that steals.

    The fields are those of claim_examples.
    """
    table = _set_up(
        "silver-athame onyx-athame metallic-green-potion",
        "silver-scroll ruby-totem",
        "golden-athame black-potion diamond-scroll",
        (12, 9),
    )
    return _play(
        table,
        [
            *("0 scissors", "1 paper", "0 drink metallic-green-potion"),
            *("0 steal ruby-totem", "1 pick golden-athame"),
        ],
    )


def _set_up(one: str, other: str, open_cards: str, scores: tuple[int, int]) -> State:
    """Return a position before the first throw with these inventories, center and scores."""
    items = (_cards(one), _cards(other))
    first, second, third = _cards(open_cards)
    state, _ = rules.start(Ruleset(), SEED)
    used = {*items[0], *items[1], first, second, third}
    table = state.table._replace(
        items=items, center=(first, second, third), scores=scores, before=scores
    )
    return state._replace(table=table, supply=tuple(card for card in DECK if card not in used))


def _play(state: State, moves: list[str]) -> Json:
    before, events = observation.state_for(state, None), list[GameEvent]()
    for move in moves:
        seat, action = read_move(move)
        state, new_events = unwrap_accepted(
            rules.act(state, seat, unwrap_accepted(read_action(action)))
        )
        events += [observation.full_event(event) for event in new_events]
    return {
        "seats": [
            {"name": name, "score": seat["score"], "items": seat["items"]}
            for name, seat in zip(NAMES, before["seats"], strict=True)
        ],
        "center": before["center"],
        "names": NAMES,
        "throws": tell_throws(events, NAMES, (0, 1)),
    }


def _cards(codes: str) -> tuple[int, ...]:
    return tuple(CARD[code] for code in codes.split())
