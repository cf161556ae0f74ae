"""The coach: rates every choice of a seat, as the master player does, from what the seat knew.

All values are chances to win the whole game, 0 to 1. A choice is worth the equity of the current
lives plus the change that the network predicts for the rest of the match. Two choices end the match
at once and are counted: a fight, over the hands that rivals can hold, and a surrender to one rival.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

from games.density_deck.bots.features import LEAVE, SCALE, move_features, pass_features
from games.density_deck.bots.leads import lives_after_fight
from games.density_deck.bots.life_equity import seat_equities
from games.density_deck.bots.network import SAMPLES, move_values
from games.density_deck.bots.options import top_weights
from games.density_deck.bots.playout import draw_luck, play_out
from games.density_deck.bots.rivals import Hands, deal_inferred, infer_hands
from games.density_deck.rules.game import HAND
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, faces_key
from games.density_deck.rules.state import DRAW, FIGHT, PASS, PRICES, SURRENDER
from games.engine.chances import LEAST, MOST
from games.engine.contract import Dice, Weighed

PLAYED = 400  # matches played from each of two choices in a second look
# What a point of the first cost, and one of the difference in played matches, is worth, by the kind
# of the chosen action (bench/coach_costs.py).
CONFIRMED = {
    "draw": (0.1, 0.7),
    "discard": (0.7, 0.6),
    "fight": (0.0, 0.85),
    "surrender": (0.1, 0.5),
}
DOMINATED = 0.002  # how far a dominated choice is placed below the best draw


def weigh_choices(
    observation: Observation, dice: Dice, samples: int, levels: Sequence[str] = ()
) -> list[Weighed]:
    """Return every legal choice of the seat to act, best first; the observation is its own.

    `levels` are those of the AI players, by seat, and "" for people.
    """
    now = seat_equities(observation.lives)[observation.turn]
    chances = {
        action: min(MOST, max(LEAST, now + change))
        for action, change in predict_changes(observation, dice, samples).items()
    }
    if FIGHT in chances:
        hands = infer_hands(observation, dice, samples, levels)
        chances[FIGHT] = _count_fight(observation, hands)
    _settle_surrender(observation, chances)
    return _sort_choices(chances)


def predict_changes(observation: Observation, dice: Dice, samples: int) -> dict[int, float]:
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


# --------------------------------------------------------------------------- the second look
def confirm_cost(
    observation: Observation,
    weighed: Sequence[Weighed],
    chosen: int,
    dice: Dice,
    levels: Sequence[str] = (),
) -> list[Weighed]:
    """Return the choices with the cost of the chosen one that played-out matches confirm.

    The chosen action and the best one are played from the same inferred hands. The cost is a
    weighted sum of the first cost and of the difference between the two.
    """
    best, first = weighed[0], next(each for each in weighed if each.action == chosen)
    seat, gaps = observation.turn, list[float]()
    for state in deal_inferred(observation, dice, PLAYED, levels):
        luck = draw_luck(len(observation.lives), dice)
        gaps.append(play_out(state, seat, best.action, luck) - play_out(state, seat, chosen, luck))
    predicted, played = CONFIRMED[kind_of(chosen)]
    cost = min(best.chance, max(0.0, predicted * first.cost + played * fmean(gaps)))
    changes = {chosen: first.cost - cost}
    if _is_counted(observation, chosen):
        # the other choices are what the first look got wrong
        changes = {each.action: cost - first.cost for each in weighed if each is not first}
    chances = {action: chance for action, chance, _cost in weighed}
    for action, change in changes.items():
        chances[action] = min(MOST, max(LEAST, chances[action] + change))
    return _sort_choices(chances)


def kind_of(action: int) -> str:
    """Return the kind of an action: draw, discard, fight or surrender; a pass counts as a draw."""
    if action < DRAW:
        return "discard"
    return {FIGHT: "fight", SURRENDER: "surrender"}.get(action, "draw")


def _sort_choices(chances: Mapping[int, float]) -> list[Weighed]:
    """Return the choices, best first, with their costs."""
    best = max(chances.values())
    return [
        Weighed(action, chances[action], best - chances[action])
        for action in sorted(chances, key=chances.__getitem__, reverse=True)
    ]


# -------------------------------------------------------------------------- what is counted
def _is_counted(observation: Observation, action: int) -> bool:
    """Return whether the chance after this action is exactly known."""
    if action == SURRENDER:
        last = PRICES[observation.round] >= observation.lives[observation.turn]
        return last or sum(observation.standing) == 2
    return action == FIGHT and not _hidden_cards(observation)


def _hidden_cards(observation: Observation) -> int:
    """Return how many cards of the standing rivals are hidden."""
    return sum(
        HAND - len(observation.known[seat])
        for seat, stands in enumerate(observation.standing)
        if stands and seat != observation.turn
    )


def _count_fight(observation: Observation, deals: Sequence[Hands]) -> float:
    """Return the chance after a fight now, which ends the match; `deals` are hands of the rivals.

    It is 0 or 1 only if no card of the rivals is hidden.
    """
    seat = observation.turn
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    tops = top_weights(observation)
    table = faces_key(observation.center) + sum(tops)
    own_score = score(faces_key(observation.hand), table - tops[seat])
    rivals = [
        other for other, stands in enumerate(observation.standing) if stands and other != seat
    ]
    tables = [table - tops[rival] for rival in rivals]
    winners: Counter[tuple[int, ...]] = Counter()
    for hands in deals:
        scores = [own_score, *map(score, map(faces_key, hands), tables)]
        best = max(scores)
        pairs = zip((seat, *rivals), scores, strict=True)
        winners[tuple([one for one, reached in pairs if reached == best])] += 1
    chance = sum(
        times * seat_equities(lives_after_fight(observation, best))[seat]
        for best, times in winners.items()
    ) / len(deals)
    return min(MOST, max(LEAST, chance)) if _hidden_cards(observation) else chance


def _settle_surrender(observation: Observation, chances: dict[int, float]) -> None:
    """Count the chance of a surrender that ends the game or the match, and keep draws above it.

    A draw is never worse than a surrender or a pass: it gives one more card to choose from, and a
    surrender after it costs the same.
    """
    seat, price = observation.turn, PRICES[observation.round]
    draws = [action for action in chances if DRAW <= action < FIGHT] if observation.drawing else []
    best = max((chances[action] for action in draws), default=MOST)
    if price >= observation.lives[seat]:
        chances[SURRENDER] = 0.0
    elif sum(observation.standing) == 2:
        lives = [*observation.lives]
        lives[seat] -= price
        chances[SURRENDER] = seat_equities(lives)[seat]
        lift = chances[SURRENDER] + DOMINATED - best
        for action in draws if lift > 0 else ():
            chances[action] = min(1.0, chances[action] + lift)
    else:
        chances[SURRENDER] = min(chances[SURRENDER], best - DOMINATED)
    if draws and PASS in chances:
        chances[PASS] = min(chances[PASS], max(chances[action] for action in draws) - DOMINATED)
