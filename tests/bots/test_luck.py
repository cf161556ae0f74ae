"""The luck ledger: its parts add up, and changes by chance average to zero."""

from collections import Counter
from itertools import permutations
from random import Random
from statistics import fmean, stdev, variance

import pytest

from bench import luck as bench
from games.density_deck.bots import aivat, prospects
from games.density_deck.rules import game as rules
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.state import DRAW, Drew, Flipped, Ruleset, State
from games.engine.contract import Decided, Refused, Seed, unwrap_accepted


def play_game(seed: int, **changes: int) -> tuple[State, list[Decided]]:
    """Return a game of random moves from a seed."""
    dice = Random(seed)
    ruleset = Ruleset(**changes)  # type: ignore[arg-type]  # of the fields, numbers alone
    first, _ = rules.start(ruleset, Seed(dice.randbytes(32), dice.randbytes(64)))
    state, moves = first, []
    while state.waiting:
        seat = state.waiting[0]
        state, events = unwrap_accepted(
            rules.act(state, seat, dice.choice(rules.legal(state, seat)))
        )
        moves.append(Decided(seat, state, events))
    return first, moves


def with_deck(state: State, cards: tuple[int, ...]) -> State:
    return state._replace(deal=state.deal._replace(cards=cards))


def hidden_cards(state: State) -> tuple[int, ...]:
    """Return the positions of the cards that no seat has seen."""
    first = rules.HAND * len(state.deal.order)
    return (*range(first + min(state.round - 1, 3), first + 3), *range(state.top, len(DECK)))


def possible_outcomes(state: State, action: int) -> list[State]:
    """Return the states after an action, one for each hidden card that it could reveal."""
    deck = state.deal.deck
    at = state.top if action == DRAW else hidden_cards(state)[0]
    found = []
    for place in hidden_cards(state):
        cards = [*deck]
        cards[at], cards[place] = cards[place], cards[at]
        found.append(
            unwrap_accepted(rules.act(with_deck(state, tuple(cards)), state.waiting[0], action))[0]
        )
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_parts_of_every_seat_add_up_to_its_result(seats: int) -> None:
    for seed in range(6):
        first, moves = play_game(seed, seats=seats, lives=4)
        found = aivat.attribute_luck(first, moves)
        places = rules.places(moves[-1].state)
        assert places is not None
        for place, each in zip(places, found, strict=True):
            assert sum(each) == pytest.approx((place == 1) / places.count(1))
            assert each.start == 1 / seats
        for part in ("deal", "flips", "draws", "decisions"):
            assert sum(getattr(each, part) for each in found) == pytest.approx(0)


def test_a_drawn_and_a_flipped_card_change_nothing_on_average_over_all_that_could_come() -> None:
    seen: Counter[str] = Counter()
    for seed in range(30):
        state, moves = play_game(seed, lives=3)
        for move, change in zip(moves, aivat.changes_by_move(state, moves), strict=True):
            before = change.before
            if change.chance in ("", aivat.DEAL) or seen[change.chance] >= 25:
                continue
            drawn = any(isinstance(event, Drew) and event.source is None for event in move.events)
            assert change.chance == (aivat.DRAWS if drawn else aivat.FLIPS)
            assert drawn or any(isinstance(event, Flipped) for event in move.events)
            left = [len(hand) for hand in before.hands]
            if not drawn and left[move.seat] == rules.HAND:
                continue  # surrendering before the draw
            action = (
                DRAW
                if drawn
                else next(
                    each
                    for each in rules.legal(before, move.seat)
                    if (moved := rules.act(before, move.seat, each))
                    and not isinstance(moved, Refused)
                    and moved == (move.state, move.events)
                )
            )
            chances = [
                prospects.seat_prospects(after) for after in possible_outcomes(before, action)
            ]
            after = prospects.seat_prospects(move.state)
            for seat, lucky in enumerate(change.lucky):
                mean = fmean(each[seat] for each in chances)
                assert lucky == pytest.approx(after[seat] - mean)
            seen[change.chance] += 1
    assert min(seen[aivat.DRAWS], seen[aivat.FLIPS]) >= 20


def test_a_deal_changes_nothing_on_average_over_all_seats_that_could_have_had_these_hands() -> None:
    for seed in range(10):
        first, moves = play_game(seed, lives=3)
        states = [first, *(move.state for move in moves)]
        fresh = [
            state for state in states if state.waiting and state.top == count_dealt_cards(state)
        ]
        for state in fresh:
            standing = len(state.standing)
            even = prospects.chances_from_shares(state, [1 / standing] * standing)
            found = []
            for order in permutations([state.hands[seat] for seat in state.standing]):
                hands = [()] * len(state.hands)
                for seat, hand in zip(state.standing, order, strict=True):
                    hands[seat] = hand
                found.append(prospects.seat_prospects(state._replace(hands=tuple(hands))))
            for seat, chance in enumerate(even):
                assert fmean(each[seat] for each in found) == pytest.approx(chance)


def count_dealt_cards(state: State) -> int:
    return rules.HAND * len(state.deal.order) + 3


def test_the_order_of_the_cards_to_come_changes_nothing() -> None:
    first, moves = play_game(4, lives=3)
    before = aivat.attribute_luck(first, moves)
    dice, shuffled = Random(1), []
    for move in moves:
        if not move.state.waiting:
            shuffled.append(move)
            continue
        cards, places = [*move.state.deal.deck], hidden_cards(move.state)
        for place, other in zip(places, dice.sample(places, len(places)), strict=True):
            cards[place] = move.state.deal.deck[other]
        shuffled.append(move._replace(state=with_deck(move.state, tuple(cards))))
    assert aivat.attribute_luck(first, shuffled) == before


def test_the_result_without_luck_is_right_and_varies_less() -> None:
    table = bench.measure_luck("easy", "steady", 40, bench.SEED)
    assert bench.errors_off([each.chance for each in table.found]) < bench.ERRORS
    assert variance(table.adjusted) < 0.95 * variance(table.results)
    assert stdev(table.adjusted) > 0
