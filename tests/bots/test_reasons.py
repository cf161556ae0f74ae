"""The coach's facts: every number is that of the action it is said of, and 0 and 1 are certain."""

from itertools import product
from random import Random

from games.density_deck.bots import medium, reasons
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import (
    DRAW,
    FIGHT,
    PASS,
    SURRENDER,
    read_action,
    write_action,
)
from games.engine.chances import round_chance, round_percent
from games.engine.contract import Json, unwrap_accepted
from tests.bots.games_seen import RULESETS, SLUG, play_moments
from tests.bots.observations import make_observation
from tests.engine.positions import parse_faces

SAMPLES = 48
STAKES, PRICES = {1: 2, 2: 2, 3: 3}, {1: 1, 2: 1, 3: 2}  # by round; 4 and 3 in later rounds


def test_every_number_is_that_of_the_action_it_is_said_of() -> None:
    codes = set()
    for ruleset in RULESETS[SLUG]:
        for state, _ in play_moments(ruleset, "easy")[::9]:
            view = observe(state, state.waiting[0])
            outlook = medium.imagine_hands(view, Random(3), SAMPLES)
            for best, chosen in product(view.legal, repeat=2):
                facts = reasons.compare_choices(outlook, best, chosen)
                codes.add(facts["code"])
                assert facts == expected_facts(outlook, best, chosen, facts)
    assert codes == {"fight", "surrender", "draw", "discard"}


def expected_facts(outlook: medium.Outlook, best: int, chosen: int, facts: Json) -> Json:
    """Return what the facts must be; of two surrenders, `facts` chooses the action it names."""
    view, pair = outlook.observation, (best, chosen)
    lives, number = view.lives[view.turn], view.round
    stake, price = STAKES.get(number, 4), PRICES.get(number, 3)
    if FIGHT in pair:
        top = share_after(outlook, FIGHT)
        standing = sum(view.standing)
        return {"code": "fight", "top": top, "stake": min(lives, stake), "standing": standing}
    if SURRENDER in pair:
        others = [action for action in pair if action != SURRENDER]
        other = others[0] if others else unwrap_accepted(read_action(facts["other"]))
        return {
            "code": "surrender",
            "price": min(lives, price),
            "stake": min(lives, stake),
            "last": lives <= price,
            "other": write_action(other),
            "top": share_after(outlook, other),
        }
    after, after_chosen = share_after(outlook, best), share_after(outlook, chosen)
    if view.drawing:
        top = share_after(outlook, FIGHT)
        return {"code": "draw", "top": top, "after": after, "after_chosen": after_chosen}
    scores = medium.discard_prospects(outlook)
    return {
        "code": "discard",
        "score": scores[best][1],
        "chosen": scores[chosen][1],
        "top": after,
        "top_chosen": after_chosen,
    }


def share_after(outlook: medium.Outlook, action: int) -> float:
    """Return how often the hand is on top after this action."""
    if not outlook.observation.drawing:
        share = medium.discard_prospects(outlook)[action][0]
    elif action in (FIGHT, PASS):
        share = medium.fight_prospect(outlook)
    else:
        share = medium.draw_prospects(outlook)[action][0]
    hidden = any(len(outlook.observation.known[seat]) < 3 for seat in outlook.rivals)
    return min(0.999, max(0.001, round(share, 3))) if hidden else round(share, 3)


def explain_position(view: Observation, best: int, chosen: int) -> Json:
    return reasons.explain_choice(view, best, chosen, Random(1), SAMPLES)


def test_the_facts_of_four_positions_show_what_separates_the_choices() -> None:
    much = make_observation("Bk6 Bk6 Bk6", round_number=3, standing=3)
    fight = explain_position(much, FIGHT, DRAW)
    assert fight == {"code": "fight", "top": 0.999, "stake": 3, "standing": 3}
    little = make_observation("Co1 Co2 Ye3 Re3")
    left = explain_position(little, SURRENDER, little.hand[0])
    assert (left["code"], left["price"], left["stake"], left["last"]) == ("surrender", 1, 2, False)
    assert left["top"] < 0.2
    last = explain_position(little._replace(lives=(1, 9, 9, 9)), SURRENDER, little.hand[0])
    assert (last["price"], last["stake"], last["last"]) == (1, 1, True)
    drawn = explain_position(make_observation("Bk6 Bk6 Co2"), DRAW, DRAW)
    assert drawn["top"] < drawn["after"]
    four = make_observation("Bk6 Bk6 Bk6 Co2")
    kept = explain_position(four, four.hand[3], four.hand[0])
    assert kept["score"] > kept["chosen"]
    assert kept["top"] > kept["top_chosen"]


def test_only_what_no_hidden_card_can_change_is_certain() -> None:
    hidden = make_observation("Bk6 Bk6 Bk6", round_number=3, standing=2)
    known = (hidden.known[0], parse_faces("Co1 Co2 Ye3"), *hidden.known[2:])
    assert explain_position(hidden, FIGHT, DRAW)["top"] == 0.999
    assert explain_position(hidden._replace(known=known), FIGHT, DRAW)["top"] == 1


def test_a_chance_is_rounded_to_0_or_1_only_if_it_is_exactly_that() -> None:
    assert [round_chance(chance) for chance in (0, 0.0001, 0.9999, 1)] == [0, 0.001, 0.999, 1]
    percent = [round_percent(chance) for chance in (0, 0.001, 0.614, 0.999, 1)]
    assert percent == [0, 1, 61, 99, 100]
    assert [round_percent(chance, certain=False) for chance in (0, 1)] == [1, 99]
