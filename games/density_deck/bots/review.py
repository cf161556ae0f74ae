"""The coach: rates every choice of a seat, as the master player does, from what the seat knew.

All values are chances to win the whole game, 0 to 1. A choice is worth the equity of the current
lives plus the change that the network predicts for the rest of the match.
"""

from games.density_deck.bots.features import LEAVE, SCALE, move_features, pass_features
from games.density_deck.bots.life_equity import seat_equities
from games.density_deck.bots.network import SAMPLES, move_values
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import FIGHT, PASS, PRICES, SURRENDER
from games.engine.contract import Dice, Weighed

DOMINATED = 0.002  # how far a dominated choice is placed below the best draw


def weigh_choices(observation: Observation, dice: Dice, samples: int) -> list[Weighed]:
    """Return every legal choice of the seat to act, best first; the observation is its own."""
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
    """Return how every legal choice changes the chance to win, as the network predicts.

    The network was trained on features from SAMPLES samples. The mean over several such sets is
    therefore more accurate than one prediction from a larger set.
    """
    changes = dict.fromkeys(observation.legal, 0.0)
    times = max(1, samples // SAMPLES)
    for _ in range(times):
        features = move_features(observation, dice, SAMPLES)
        rows = dict(zip(features.moves, features.own, strict=True))
        for action in observation.legal:
            if action not in rows:
                rows[action] = LEAVE if action == SURRENDER else pass_features(features)
        values = move_values(features.shared, [*rows.values()])
        for action, value in zip(rows, values, strict=True):
            changes[action] += value / SCALE / times
    return changes


def _hold_down(observation: Observation, changes: dict[int, float]) -> None:
    """Rate a surrender or a pass just below the best draw if it would rank above.

    A draw is never worse than either: it gives one more card to choose from, and a surrender after
    it costs the same. A seat that surrenders its last life has lost the game.
    """
    draws = [changes[action] for action in changes if action not in (FIGHT, SURRENDER, PASS)]
    for action in (SURRENDER, PASS):
        if action in changes and observation.drawing and draws:
            changes[action] = min(changes[action], max(draws) - DOMINATED)
    if PRICES[observation.round] >= observation.lives[observation.turn]:
        changes[SURRENDER] = -1.0
