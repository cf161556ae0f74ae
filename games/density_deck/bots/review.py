"""The master player's opinion of every choice in a match, from the knowledge of its seat.

Everything is counted in chances to win the whole game, 0 to 1. A choice is worth the equity of the
lives now and what the network expects of the rest of the match; all of a moment are on one scale.
"""

from collections.abc import Mapping

from games.density_deck.bots import medium
from games.density_deck.bots.features import LEAVE, SCALE, move_features, of_pass
from games.density_deck.bots.life_equity import seat_equities
from games.density_deck.bots.network import SAMPLES, move_values
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import FIGHT, PASS, PRICES, STAKES, SURRENDER
from games.engine.contract import Dice, Json, Weighed

DOMINATED = 0.002  # so much less is a choice worth that is never better than another one


# ------------------------------------------------------------------------------ choices
def weigh_choices(observation: Observation, dice: Dice, samples: int) -> list[Weighed]:
    """Return every legal choice of the seat to act, whose observation this is, best first."""
    now = seat_equities(observation.lives)[observation.turn]
    changes = _changes(observation, dice, samples)
    _hold_down(observation, changes)
    chances = {
        action: min(1.0, max(0.0, now + changes[action]))
        for action in sorted(changes, key=changes.__getitem__, reverse=True)
    }
    best = max(chances.values())
    return [Weighed(action, chance, best - chance) for action, chance in chances.items()]


def _changes(observation: Observation, dice: Dice, samples: int) -> dict[int, float]:
    """Return how every legal choice changes the chance by the lives, as the network expects it.

    The network has learned from features of so few samples, so they are drawn again and again, and
    the mean of what it says is right more often than its word on all of them at once.
    """
    total = dict.fromkeys(observation.legal, 0.0)
    times = max(1, samples // SAMPLES)
    for _ in range(times):
        found = move_features(observation, dice, SAMPLES)
        rows = dict(zip(found.moves, found.own, strict=True))
        for action in observation.legal:
            if action not in rows:
                rows[action] = LEAVE if action == SURRENDER else of_pass(found)
        for action, value in zip(rows, move_values(found.shared, [*rows.values()]), strict=True):
            total[action] += value / SCALE / times
    return total


def _hold_down(observation: Observation, changes: dict[int, float]) -> None:
    """Put a surrender or a pass below the draw that is never worse.

    After the draw a surrender costs the same, and a draw is a card more to choose from. A seat that
    pays its last life has lost the game.
    """
    draws = [changes[action] for action in changes if action not in (FIGHT, SURRENDER, PASS)]
    for action in (SURRENDER, PASS):
        if action in changes and observation.drawing and draws:
            changes[action] = min(changes[action], max(draws) - DOMINATED)
    if PRICES[observation.round] >= observation.lives[observation.turn]:
        changes[SURRENDER] = -1.0


# -------------------------------------------------------------------------------- facts
def explain_choice(
    observation: Observation, best: int, chosen: int, dice: Dice, samples: int
) -> Json:
    """Return the facts that part the best choice from the chosen one, as docs/PROTOCOL.md says.

    They are what the seat knew: scores, stakes, and the chance of the top score over samples of
    the hands that it could not see.
    """
    outlook = medium.imagine_hands(observation, dice, samples)
    drawing, standing = observation.drawing, sum(observation.standing)
    prospects = medium.draw_prospects(outlook) if drawing else medium.discard_prospects(outlook)
    top = medium.fight_prospect(outlook) if drawing else 0.0
    after = max([chance for chance, _score in prospects.values()], default=top)
    stake = STAKES[max(medium.FIRST_FIGHTS, observation.round)]
    if FIGHT in (best, chosen):
        return {"code": "fight", "top": round(top, 3), "stake": stake, "standing": standing}
    if SURRENDER in (best, chosen):
        price = PRICES[observation.round]
        return {"code": "surrender", "price": price, "stake": stake, "top": round(after, 3)}
    if drawing:
        return {"code": "draw", "top": round(top, 3), "after": round(after, 3)}
    return {"code": "discard", **_compared(prospects, best, chosen)}


def _compared(prospects: Mapping[int, medium.Prospect], best: int, chosen: int) -> Json:
    """Return the own score and the chance of the top score after two discards."""
    (top, score), (top_chosen, score_chosen) = prospects[best], prospects[chosen]
    return {
        "score": score,
        "chosen": score_chosen,
        "top": round(top, 3),
        "top_chosen": round(top_chosen, 3),
    }
