"""The input of the network: 58 numbers for each move that a seat can make.

The first 38 describe the match and are the same for all moves. The others describe the position
after the move, measured on samples of the hidden hands.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from games.density_deck.bots import medium
from games.density_deck.bots.life_equity import game_equity
from games.density_deck.bots.options import (
    discard_options,
    draw_options,
    top_weights,
    unseen_cards,
    weight_below,
)
from games.density_deck.rules.game import CENTER, HAND
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, faces_key
from games.density_deck.rules.state import DRAW, FIGHT, PASS, PRICES, STAKES, SURRENDER, TAKE
from games.engine.contract import Dice

SHARED, OWN = 38, 20  # features of the match, and of the move
RIVALS = 3
SCALE = 10.0  # equity is counted in tenths of a game won
POINTS = 50.0  # scores are divided by this
FARTHEST = 4.0  # and then limited to this, up and down
LEAD = 10  # points
LIVES, PILE = 10, 35

_TYPES = 5
_DRAW, _TAKE, _FIGHT, _DISCARD, _SURRENDER = (
    [float(number == place) for place in range(_TYPES)] for number in range(_TYPES)
)
# the own features of a surrender: there is no position after it to measure
LEAVE = [*_SURRENDER, *[0.0] * (OWN - _TYPES)]


class Features(NamedTuple):
    """The moves, the features they share, and the own features of each."""

    moves: list[int]
    shared: list[float]
    own: list[list[float]]


def move_features(observation: Observation, dice: Dice, samples: int) -> Features:
    """Return the features of every move worth considering for the seat whose turn it is.

    A surrender before the draw is left out: after the draw it costs the same and the seat knows
    one more card. So is a surrender of the last life, which a fight may save.
    """
    scene = _Scene(observation, dice, samples)
    moves = draw_options(observation) if observation.drawing else discard_options(observation)
    own = [scene.of_discard(move) for move in moves] if not observation.drawing else []
    if observation.drawing:
        own, moves = scene.of_draws(moves)
    elif PRICES[observation.round] < observation.lives[observation.turn]:
        own.append(LEAVE)
        moves = (*moves, SURRENDER)
    return Features(list(moves), scene.shared(), own)


def pass_features(features: Features) -> list[float]:
    """Return the own features of a pass, copied from a draw or a fight: the hand stays the same."""
    index = next(place for place, move in enumerate(features.moves) if move in (DRAW, FIGHT))
    return [*_DISCARD, *features.own[index][_TYPES:]]


class _Scene:
    """A position as the seat to act sees it, with samples of the hidden cards."""

    def __init__(self, observation: Observation, dice: Dice, samples: int) -> None:
        self.observation = observation
        self.unseen = unseen_cards(observation)
        standing = [seat for seat, stands in enumerate(observation.standing) if stands]
        self.standing = [seat for seat in standing if seat != observation.turn]
        certain = [
            (faces_key(known), HAND - len(known))
            for known in [observation.known[seat] for seat in self.standing]
        ]
        # the next amplification card is sampled like one more hand
        self.flips = len(observation.center) < CENTER
        certain += [(0, 1)] * self.flips
        self.samples = medium.deal_hands(certain, self.unseen, dice, samples)
        ruleset = observation.ruleset
        self.score = SCORERS[ruleset.edition, ruleset.lone]
        self.center = faces_key(observation.center)
        self.tops = top_weights(observation)
        self.hand = faces_key(observation.hand)
        self.copies = [
            (WEIGHTS[face], self.unseen.count(face)) for face in dict.fromkeys(self.unseen)
        ]
        seat, seats = observation.turn, len(observation.lives)
        around = [(seat + step) % seats for step in range(1, seats)]
        # the living rivals, clockwise
        self.rivals = [other for other in around if not observation.out[other]]
        self.slots = {other: self.rivals.index(other) for other in self.standing}
        self.now = self.equity_after({})
        stake = STAKES[max(medium.FIRST_FIGHTS, observation.round)]
        self.stakes = (self.fought(stake), self.fought(min(STAKES[-1], stake + 1)))

    # ---------------------------------------------------------------------------- equity
    def equity_after(self, losses: dict[int, int]) -> float:
        """Return the scaled equity after these losses of lives, by seat."""
        observation = self.observation
        lives = [
            max(0, before - losses.get(seat, 0)) for seat, before in enumerate(observation.lives)
        ]
        own_lives = lives.pop(observation.turn)
        return SCALE * game_equity(own_lives, lives)

    def fought(self, stake: int) -> list[float]:
        """Return how a fight for this stake changes equity if the seat, or each rival, wins it."""
        standing = (self.observation.turn, *self.standing)
        return [
            self.equity_after({seat: stake for seat in standing if seat != winner}) - self.now
            for winner in standing
        ]

    # --------------------------------------------------------------------------- features
    def shared(self) -> list[float]:
        """Return the features that are the same for all moves."""
        observation = self.observation
        seat, lives, number = observation.turn, observation.lives, observation.round
        standing, alive = len(self.standing) + 1, len(self.rivals) + 1
        stake, price = STAKES[max(medium.FIRST_FIGHTS, number)], PRICES[number]
        later = self._later()
        won, *lost = self.stakes[0]
        features = [
            *[float(number == early) for early in (1, 2, 3)],
            float(number > 3),
            number / 10,
            *[float(standing == count) for count in (2, 3, 4)],
            *[float(alive == count) for count in (2, 3)],
            len(later) / RIVALS,
            lives[seat] / LIVES,
            float(lives[seat] <= stake),
            float(lives[seat] <= price),
            len(observation.known[seat]) / HAND,
            observation.pile / PILE,
            self.now / SCALE,
            self.equity_after({seat: price}) - self.now,
            won,
            sum(lost) / len(lost),
        ]
        for rival in self.rivals:
            features += [
                lives[rival] / LIVES,
                float(observation.standing[rival]),
                float(lives[rival] <= stake),
                len(observation.known[rival]) / HAND,
                len(observation.discards[rival]) / HAND,
                float(rival in later),
            ]
        return features + [0.0] * (SHARED - len(features))

    def _later(self) -> set[int]:
        """Return the rivals who are still to act in this round."""
        observation = self.observation
        seats = len(observation.lives)
        seats_to_dealer = (observation.dealer - observation.turn) % seats
        return {
            rival
            for rival in self.standing
            if (rival - observation.turn) % seats <= seats_to_dealer
        }

    def of_draws(self, moves: Sequence[int]) -> tuple[list[list[float]], tuple[int, ...]]:
        """Return the features of these draws and of a legal fight, and the moves they belong to."""
        unchanged = self._outcome(self.observation.hand, self.hand, self.tops)
        features = [
            [*_DRAW, *unchanged] if move in (DRAW, PASS) else self._of_take(move - TAKE)
            for move in moves
        ]
        if FIGHT not in self.observation.legal:
            return features, tuple(moves)
        return [*features, [*_FIGHT, *unchanged]], (*moves, FIGHT)

    def _of_take(self, seat: int) -> list[float]:
        """Return the features of taking this seat's top discard and keeping the best hand."""
        tops, hand = [*self.tops], self.observation.hand
        card = tops[seat]
        tops[seat] = weight_below(self.observation, seat)
        table = self.center + sum(tops) - tops[self.observation.turn]
        four = self.hand + card
        weights = [*[WEIGHTS[face] for face in hand], card]
        discard = max(weights, key=lambda weight: self.score(four - weight, table))
        weights.remove(discard)
        tops[self.observation.turn] = discard
        return [*_TAKE, *self._outcome_of_weights(weights, four - discard, tops)]

    def of_discard(self, card: int) -> list[float]:
        """Return the features of this discard."""
        tops, three = [*self.tops], [*self.observation.hand]
        three.remove(card)
        tops[self.observation.turn] = WEIGHTS[card]
        return [*_DISCARD, *self._outcome(three, self.hand - WEIGHTS[card], tops)]

    def _outcome(self, three: Sequence[int], hand: int, tops: Sequence[int]) -> list[float]:
        return self._outcome_of_weights([WEIGHTS[face] for face in three], hand, tops)

    def _outcome_of_weights(
        self, three: Sequence[int], hand: int, tops: Sequence[int]
    ) -> list[float]:
        """Return the features of a fight with these three cards, their key and these tops."""
        score, rivals = self.score, self.standing
        table = self.center + sum(tops)
        around = table - tops[self.observation.turn]
        tables = [table - tops[seat] for seat in rivals]
        own_score = score(hand, around)
        rows = [list(map(score, hands, tables)) for hands in self.samples]
        bests = [max(row) for row in rows]
        bars, count = sorted(bests), len(bests)
        mean = sum(bests) / count
        spread = (sum([best * best for best in bests]) / count - mean * mean) ** 0.5
        beaten = [1.0] * RIVALS
        for seat, column in zip(rivals, zip(*rows, strict=True), strict=True):
            beaten[self.slots[seat]] = (
                sum([own_score >= rival_score for rival_score in column]) / count
            )
        top = bisect_right(bars, own_score) / count
        flip_top, flip_own = self._after_flip(hand, around, tables, top, own_score)
        draw_top, draw_own = self._after_draw(three, hand, around, own_score, bars)
        return [
            _points(own_score),
            top,
            *beaten,
            _points(own_score - mean),
            _points(spread),
            bisect_right(bars, own_score - LEAD) / count,
            bisect_left(bars, own_score + LEAD) / count,
            flip_top,
            flip_own,
            draw_top,
            draw_own,
            *self._fight_equities(rows, bests, own_score),
        ]

    def _after_flip(
        self, hand: int, around: int, tables: Sequence[int], top: float, own_score: int
    ) -> tuple[float, float]:
        """Return the chance of the top score and the own score after the next flip."""
        if not self.flips:
            return top, _points(own_score)
        score, tops, total = self.score, 0, 0
        for *hands, flip in self.samples:
            mine = score(hand, around + flip)
            total += mine
            tops += mine >= max(map(score, hands, [table + flip for table in tables]))
        return tops / len(self.samples), _points(total / len(self.samples))

    def _after_draw(
        self, three: Sequence[int], hand: int, around: int, own_score: int, bars: Sequence[int]
    ) -> tuple[float, float]:
        """Return the same two after one more card from the pile and the best discard."""
        score, tops, total, cards = self.score, 0, 0, 0
        pair_1, pair_2, pair_3 = [hand - weight for weight in three]
        for weight, copies in self.copies:
            best = max(
                own_score,
                score(pair_1 + weight, around),
                score(pair_2 + weight, around),
                score(pair_3 + weight, around),
            )
            tops += copies * bisect_right(bars, best)
            total += copies * best
            cards += copies
        return tops / (cards * len(bars)), _points(total / cards)

    def _fight_equities(
        self, rows: Sequence[Sequence[int]], bests: Sequence[int], own_score: int
    ) -> list[float]:
        """Return the mean change of equity by a fight, for the current stake and the next one."""
        winners = [0] * (len(self.standing) + 1)
        for row, best in zip(rows, bests, strict=True):
            winners[0 if own_score >= best else 1 + row.index(best)] += 1
        return [
            sum([wins * change for wins, change in zip(winners, stake, strict=True)]) / len(rows)
            for stake in self.stakes
        ]


def _points(score: float) -> float:
    """Return a score scaled and limited for the network."""
    return max(-FARTHEST, min(FARTHEST, score / POINTS))
