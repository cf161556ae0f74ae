"""Facts that explain the coach's ratings, from what the seat to act knows."""

from collections.abc import Sequence

from games.density_deck.bots import medium
from games.density_deck.bots.rivals import imagine_hands
from games.density_deck.rules.game import HAND
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import (
    FIGHT,
    PASS,
    PRICES,
    STAKES,
    SURRENDER,
    write_action,
)
from games.engine.chances import round_chance
from games.engine.contract import Dice, Json


def explain_choice(
    observation: Observation,
    best: int,
    chosen: int,
    dice: Dice,
    samples: int,
    levels: Sequence[str] = (),
) -> Json:
    """Return facts that compare the best choice with the chosen one (docs/PROTOCOL.md)."""
    return compare_choices(imagine_hands(observation, dice, samples, levels), best, chosen)


def compare_choices(outlook: medium.Outlook, best: int, chosen: int) -> Json:
    """Return the facts of two choices: scores, lives, and the chance of the top score.

    Each number belongs to the action that its field names, and none to a card that the seat could
    not know.
    """
    observation = outlook.observation
    lives, number = observation.lives[observation.turn], observation.round
    stake = min(lives, STAKES[max(medium.FIRST_FIGHTS, number)])
    top = _round_share(outlook, medium.fight_prospect(outlook)) if observation.drawing else None
    if FIGHT in (best, chosen):
        return {"code": "fight", "top": top, "stake": stake, "standing": sum(observation.standing)}
    prospects = _prospects(outlook)
    if SURRENDER in (best, chosen):
        # if both are, the sentence names the action with the best chance of the top score
        others = [action for action in (best, chosen) if action != SURRENDER]
        other = others[0] if others else max(prospects, key=prospects.__getitem__)
        return {
            "code": "surrender",
            "price": min(lives, PRICES[number]),
            "stake": stake,
            "last": lives <= PRICES[number],
            "other": write_action(other),
            "top": _round_share(outlook, prospects[other][0]),
        }
    after, after_chosen = (_round_share(outlook, prospects[action][0]) for action in (best, chosen))
    if observation.drawing:
        return {"code": "draw", "top": top, "after": after, "after_chosen": after_chosen}
    return {
        "code": "discard",
        "score": prospects[best][1],
        "chosen": prospects[chosen][1],
        "top": after,
        "top_chosen": after_chosen,
    }


def _prospects(outlook: medium.Outlook) -> dict[int, medium.Prospect]:
    """Return the chance of the top score, and the own score, after every draw, pass or discard."""
    observation = outlook.observation
    if not observation.drawing:
        return medium.discard_prospects(outlook)
    prospects = medium.draw_prospects(outlook)
    if PASS in observation.legal:
        prospects[PASS] = medium.fight_prospect(outlook), 0
    return prospects


def _round_share(outlook: medium.Outlook, share: float) -> float:
    """Return a share of the samples; 0 or 1 only if no card of the standing rivals is hidden."""
    known = outlook.observation.known
    return round_chance(share, certain=all(len(known[seat]) == HAND for seat in outlook.rivals))
