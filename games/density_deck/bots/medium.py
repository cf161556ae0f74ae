"""The medium player: counts cards, samples the other hands, and estimates its chances."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from games.density_deck.bots.options import (
    best_after_taking,
    discard_options,
    draw_options,
    takeable_seats,
    top_weights,
    unseen_cards,
    weight_below,
)
from games.density_deck.rules.game import HAND
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, faces_key
from games.density_deck.rules.state import DRAW, FIGHT, PASS, PRICES, SURRENDER, TAKE
from games.engine.contract import Dice

SAMPLES = 24
FIRST_FIGHTS = 2  # the first round that has fights
FIGHTS_AT = {2: 0.79, 3: 0.72, 4: 0.67}  # least chance of the top score, by seats standing
FIGHTS_EARLY_AT = 0.1  # added to it in round 2, where the stake is low and much can still change
STAYS_AT = {1: 0.9, 2: 1.4}  # least chance of the top score, in even shares, by round
STAYS_LATER_AT = 0.8  # the same in later rounds
ALONE = 0.75  # factor on both against a single rival

# a chance of the top score, and the score itself
Prospect = tuple[float, float]


class Outlook(NamedTuple):
    """The observation of a seat and, for each sample, the keys of its rivals' sampled hands."""

    observation: Observation
    rivals: list[int]
    unseen: list[int]
    samples: list[list[int]]

    def own(self, hand: int, tops: Sequence[int]) -> int:
        """Return the own score with the hand of this key and these top discards."""
        ruleset = self.observation.ruleset
        table = faces_key(self.observation.center) + sum(tops) - tops[self.observation.turn]
        return SCORERS[ruleset.edition, ruleset.lone](hand, table)

    def bars(self, tops: Sequence[int]) -> list[int]:
        """Return the best rival score of each sample with these top discards, in rising order."""
        ruleset = self.observation.ruleset
        score = SCORERS[ruleset.edition, ruleset.lone]
        table = faces_key(self.observation.center) + sum(tops)
        tables = [table - tops[seat] for seat in self.rivals]
        return sorted([max(map(score, hands, tables)) for hands in self.samples])


def share_on_top(bars: Sequence[int], score: int) -> float:
    """Return the share of samples in which this score is the top score, alone or shared."""
    return bisect_right(bars, score) / len(bars)


def imagine_hands(observation: Observation, dice: Dice, samples: int) -> Outlook:
    """Return the outlook of the seat to act, with random samples of the hidden hands."""
    unseen = unseen_cards(observation)
    rivals = [
        seat
        for seat, stands in enumerate(observation.standing)
        if stands and seat != observation.turn
    ]
    certain = [
        (faces_key(observation.known[seat]), HAND - len(observation.known[seat])) for seat in rivals
    ]
    return Outlook(observation, rivals, unseen, deal_hands(certain, unseen, dice, samples))


# ------------------------------------------------------------------------ counting cards
def deal_hands(
    certain: Sequence[tuple[int, int]], unseen: Sequence[int], dice: Dice, count: int
) -> list[list[int]]:
    """Return `count` samples of the hands, as keys: their known cards and random ones for the rest.

    `certain` has, for each hand, the key of its known cards and the number of missing ones.
    """
    random = dice.random
    pool = [WEIGHTS[face] for face in unseen]
    samples = []
    for _ in range(count):
        pool_size = len(pool)
        hands = []
        for hand, missing in certain:
            for _ in range(missing):
                pick = int(random() * pool_size)
                pool_size -= 1
                pool[pick], pool[pool_size] = pool[pool_size], pool[pick]
                hand += pool[pool_size]  # noqa: PLW2901
            hands.append(hand)
        samples.append(hands)
    return samples


# --------------------------------------------------------------------------- the choices
class Style(NamedTuple):
    """How a player that samples other hands decides, and its mistakes."""

    imagine: Callable[[Observation, Dice], Outlook]
    draw: Callable[[Outlook], int]
    # chooses a discard from the prospects of all
    discard: Callable[[Outlook, Mapping[int, Prospect]], int]
    # the lead in points that it wants before it calls a fight
    lead: Callable[[Observation], int] = lambda _observation: 0
    stays: float = 1  # factor on the chance below which the medium player surrenders
    slips: float = 0  # share of random draws and discards


def play_style(observation: Observation, dice: Dice, style: Style) -> int:
    """Return the action of a player of this style: fight, surrender, draw or discard."""
    slips = style.slips > 0 and dice.random() < style.slips
    outlook = style.imagine(observation, dice)
    if observation.drawing:
        top = fight_prospect(outlook, style.lead(observation))
        if FIGHT in observation.legal and top >= fight_threshold(outlook):
            return FIGHT
        return choose_any(draw_options(observation), dice) if slips else style.draw(outlook)
    prospects = discard_prospects(outlook)
    if max(prospects.values())[0] < style.stays * surrender_threshold(outlook):
        return SURRENDER
    return (
        choose_any(discard_options(observation), dice)
        if slips
        else style.discard(outlook, prospects)
    )


def choose_any(options: Sequence[int], dice: Dice) -> int:
    """Return a random one of these actions."""
    return options[dice.randrange(len(options))]


def _draw(outlook: Outlook) -> int:
    """Return the draw with the best prospect."""
    prospects = draw_prospects(outlook)
    return max(prospects, key=prospects.__getitem__, default=PASS)


def fight_threshold(outlook: Outlook) -> float:
    """Return the least chance of the top score at which calling a fight beats playing on."""
    early = FIGHTS_EARLY_AT if outlook.observation.round == FIRST_FIGHTS else 0
    return FIGHTS_AT[len(outlook.rivals) + 1] + early


def surrender_threshold(outlook: Outlook) -> float:
    """Return the chance of the top score below which surrendering beats the best discard."""
    observation = outlook.observation
    if PRICES[observation.round] >= observation.lives[observation.turn]:
        # a surrender would end the game for this seat: any chance is better
        return 0
    shares = STAYS_AT.get(observation.round, STAYS_LATER_AT)
    if len(outlook.rivals) == 1:
        shares *= ALONE
    return shares / (len(outlook.rivals) + 1)


def fight_prospect(outlook: Outlook, margin: int = 0) -> float:
    """Return the chance to have the top score now with `margin` points less."""
    tops = top_weights(outlook.observation)
    return share_on_top(
        outlook.bars(tops), outlook.own(faces_key(outlook.observation.hand), tops) - margin
    )


def draw_prospects(outlook: Outlook) -> dict[int, Prospect]:
    """Return the prospect of every legal draw; taken discards come first."""
    observation = outlook.observation
    tops = top_weights(observation)
    prospects: dict[int, Prospect] = {
        TAKE + seat: _take_prospect(outlook, seat, tops) for seat in takeable_seats(observation)
    }
    if DRAW in observation.legal:
        prospects[DRAW] = _pile_prospect(outlook, outlook.bars(tops), tops)
    return prospects


def discard_prospects(outlook: Outlook) -> dict[int, Prospect]:
    """Return the prospect after each legal discard, in the order of the hand."""
    observation = outlook.observation
    tops = top_weights(observation)
    four = faces_key(observation.hand)
    prospects: dict[int, Prospect] = {}
    for card in discard_options(observation):
        own_score = outlook.own(four - WEIGHTS[card], tops)
        tops[observation.turn] = WEIGHTS[card]
        prospects[card] = share_on_top(outlook.bars(tops), own_score), own_score
    return prospects


def _pile_prospect(outlook: Outlook, bars: Sequence[int], tops: Sequence[int]) -> Prospect:
    """Return the mean chance of the top score and the mean score over all unseen cards."""
    unseen = outlook.unseen
    best_with = scores_with(outlook, outlook.observation.hand, tops)
    chances, total = 0.0, 0
    for face in unseen:
        total += best_with[face]
        chances += share_on_top(bars, best_with[face])
    return chances / len(unseen), total / len(unseen)


def scores_with(outlook: Outlook, three: Sequence[int], tops: Sequence[int]) -> dict[int, int]:
    """Return, for each unseen face, the best own score with these cards and that one."""
    observation = outlook.observation
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    table = faces_key(observation.center) + sum(tops) - tops[observation.turn]
    hand = faces_key(three)
    pairs = [hand - WEIGHTS[card] for card in dict.fromkeys(three)]
    unchanged = score(hand, table)
    return {
        face: max(unchanged, *[score(pair + WEIGHTS[face], table) for pair in pairs])
        for face in dict.fromkeys(outlook.unseen)
    }


def _take_prospect(outlook: Outlook, seat: int, tops: Sequence[int]) -> Prospect:
    """Return the chance of the top score, and the score, after taking this seat's top discard."""
    new_tops = list(tops)
    new_tops[seat] = weight_below(outlook.observation, seat)
    best = best_after_taking(outlook.observation, seat)
    return share_on_top(outlook.bars(new_tops), best), best


MEDIUM = Style(
    partial(imagine_hands, samples=SAMPLES),
    _draw,
    lambda _outlook, prospects: max(prospects, key=prospects.__getitem__),
)
choose = partial(play_style, style=MEDIUM)
