"""The cards, secrets and play of each game, for the shared tests."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest

from games.density_deck.game_type import RULES as DENSITY_DECK
from games.density_deck.rules import cards as dd_cards
from games.density_deck.rules import game as dd_rules
from games.density_deck.rules import state as dd
from games.engine.contract import Action, Moved, Rules, Ruleset, Seed, unwrap_accepted
from games.rps_extreme.game_type import RULES as RPS_EXTREME
from games.rps_extreme.rules import cards as rx_cards
from games.rps_extreme.rules import game as rx_rules
from games.rps_extreme.rules import state as rx
from games.rps_extreme.rules.events import Answered, Event

Faces = tuple[int, ...]
Dice = random.Random
Pick = Callable[[Dice, Sequence[Action]], Action]
LONGEST = 5_000  # moves of a game


@dataclass(frozen=True)
class Game:
    """A game type, for tests that apply to all."""

    rules: Rules
    rulesets: tuple[Ruleset, ...]
    deck: tuple[int, ...]
    # all cards of a position, and further invariants
    cards: Callable[[Any], list[int]]
    check: Callable[[Any], None]
    # chooses a legal action so that games are varied
    pick: Pick
    # returns a state that looks the same to a viewer, with all hidden information exchanged
    other_world: Callable[[Any, int | None, Dice], Any]
    other_event: Callable[[Any, int | None, Dice], Any]


def seed_of(played: Ruleset, number: int) -> Seed:
    """Return the seed of the game with this number."""
    dice = Dice(number)
    return Seed(dice.randbytes(32), dice.randbytes(16 * played.seats))


@lru_cache(64)
def random_game(
    rules: Rules, played: Ruleset, number: int, pick: Pick = Dice.choice
) -> tuple[Moved, ...]:
    """Return all positions of a random game; asked seats act in any order."""
    dice = Dice(number)
    moved = rules.start(played, seed_of(played, number))
    positions = [moved]
    while asked := rules.asked(moved[0]):
        assert len(positions) < LONGEST, "the game does not end"
        seat = dice.choice(asked)
        action = pick(dice, rules.legal(moved[0], seat))
        moved = unwrap_accepted(rules.act(moved[0], seat, action))
        positions.append(moved)
    return tuple(positions)


def play_game(game: Game, played: Ruleset, number: int) -> tuple[Moved, ...]:
    """Return all positions of a varied game."""
    return random_game(game.rules, played, number, game.pick)


# -------------------------------------------------------------------------- Density Deck
def choose_calmly(dice: Dice, legal: Sequence[Action], wild: float = 0.12) -> Action:
    """Choose a random action, with fights and surrenders rare, so that matches last."""
    others = [action for action in legal if action not in (dd.FIGHT, dd.SURRENDER)]
    return dice.choice(legal if dice.random() < wild or not others else others)


def _dd_cards(state: dd.State) -> list[int]:
    held = [card for cards in (*state.hands, *state.discards) for card in cards]
    return [*held, *dd_rules.center_cards(state.deal), *state.deal.deck[state.top :]]


def _dd_check(state: dd.State) -> None:
    for seat in dd_rules.asked(state):
        legal = dd_rules.legal(state, seat)
        assert dd.SURRENDER in legal
        assert (dd.FIGHT in legal) == (state.round > 1 and len(state.hands[seat]) == dd_rules.HAND)
    ruleset, deal = state.deal.ruleset, state.deal
    openings = sum(1 << seat for seat, pile in enumerate(state.discards) if pile)
    openings += dd.FIGHTS * (state.round > 1) + dd.PILE_LEFT * (state.top < len(dd_cards.DECK))
    assert state.openings == openings + dd.MAY_PASS * ruleset.allow_pass
    assert 1 <= state.round <= ruleset.round_cap
    assert state.top <= len(deal.cards)
    assert deal.cards == deal.deck[: len(deal.cards)]
    assert set(state.waiting) <= set(state.standing) or not state.waiting
    columns = zip(state.lives, state.hands, state.known, state.surrendered, strict=True)
    for seat, (lives, hand, known, surrendered) in enumerate(columns):
        assert 0 <= lives <= deal.lives[seat]
        assert not set(known) - set(hand)
        if seat in state.standing:
            drawn = seat in dd_rules.asked(state) and len(hand) == 4
            assert (len(hand), surrendered) == (4 if drawn else 3, 0)


def other_world(state: dd.State, shown: Collection[int | None], dice: Dice) -> dd.State:
    """Return a state that looks the same to these seats, with all unseen cards exchanged."""
    deal = state.deal
    unknown = {
        seat: unseen_of(hand, state.known[seat])
        for seat, hand in enumerate(state.hands)
        if seat not in shown
    }
    up = len(dd_rules.face_up(state))
    first = dd_rules.HAND * len(deal.order)
    down = deal.deck[first + up : first + dd_rules.CENTER]
    pile = deal.deck[state.top :]
    unseen = [*(card for hand in unknown.values() for card in hand), *down, *pile]
    dice.shuffle(unseen)

    hands = list(state.hands)
    for number, hand in unknown.items():
        cards = [*state.known[number], *(unseen.pop() for _ in hand)]
        dice.shuffle(cards)
        hands[number] = tuple(cards)
    below = list(deal.deck[:first])
    dice.shuffle(below)
    center = (*deal.deck[first : first + up], *(unseen.pop() for _ in down))
    dealt = deal.deck[first + dd_rules.CENTER : state.top]
    deck = (*below, *center, *dice.sample(dealt, len(dealt)), *unseen)
    seed = Seed(dice.randbytes(32), dice.randbytes(16 * len(hands)))
    return state._replace(deal=deal._replace(cards=deck, seed=seed), hands=tuple(hands))


def unseen_of(hand: Faces, known: Faces) -> Faces:
    """Return the cards of a hand that no one else saw."""
    for card in known:
        hand = dd_rules.remove_card(hand, card)
    return hand


def _dd_other_event(event: dd.Event, viewer: int | None, dice: Dice) -> dd.Event:
    match event:
        case dd.Dealt(hands=hands):
            return event._replace(
                hands=tuple(
                    hand if seat == viewer else tuple(dice.randrange(30) for _ in hand)
                    for seat, hand in enumerate(hands)
                )
            )
        case dd.Drew(seat, None, _) if seat != viewer:
            return event._replace(card=dice.randrange(30))
        case dd.MatchOver(last=last, scores=scores):
            shown = {seat for seat, score in enumerate(scores) if score is not None}
            return event._replace(last=other_world(last, shown, dice))
    return event


# --------------------------------------------------------------------------- RPS Extreme
def _rx_cards(state: rx.State) -> list[int]:
    table = state.table
    lying = [*table.items[0], *table.items[1], *table.discard, *state.supply]
    return [*lying, *filter(None, table.center)]


def _rx_check(state: rx.State) -> None:
    table, limit = state.table, state.ruleset.hand_limit
    secret = table.phase in rx.SECRET_PHASES
    assert state.supply
    assert min(table.scores) >= 0
    for seat in rx.SEATS:
        assert len(table.items[seat]) <= limit + (table.phase in (rx.TO_DISCARD, rx.TO_PICK))
        answered = state.answers[seat] != rx.UNKNOWN
        assert not answered or (secret and seat not in table.waiting)
    assert secret or len(table.waiting) <= 1
    assert table.phase in (rx.TO_PICK, rx.TO_DISCARD) or all(table.center)
    assert (table.phase == rx.OVER) == (not table.waiting)


def _rx_other_world(state: rx.State, viewer: int | None, dice: Dice) -> rx.State:
    """Return a state with the supply reordered, and other secret choices of the opponents."""
    answers = [
        answer if answer == rx.UNKNOWN or seat == viewer else _another(state, seat, answer, dice)
        for seat, answer in enumerate(state.answers)
    ]
    seed = Seed(dice.randbytes(32), dice.randbytes(32))
    supply = tuple(dice.sample(state.supply, len(state.supply)))
    return state._replace(seed=seed, supply=supply, answers=(answers[0], answers[1]))


def _another(state: rx.State, seat: int, answer: int, dice: Dice) -> int:
    return dice.choice([a for a in rx_rules.seat_options(state.table, seat) if a != answer])


def _rx_other_event(event: Event, viewer: int | None, dice: Dice) -> Event:
    if isinstance(event, Answered) and event.seat != viewer:
        return event._replace(action=dice.randrange(3))
    return event


GAMES = {
    "density-deck": Game(
        rules=DENSITY_DECK,
        rulesets=tuple(
            DENSITY_DECK.ruleset(edition, seats=seats, **changes)
            for edition in dd.EDITIONS
            for seats in (2, 3, 4)
            for changes in ({}, {"allow_pass": True, "round_cap": 5, "lives": 4})
        ),
        deck=dd_cards.DECK,
        cards=_dd_cards,
        check=_dd_check,
        pick=choose_calmly,
        other_world=lambda state, viewer, dice: other_world(state, {viewer}, dice),
        other_event=_dd_other_event,
    ),
    "rps-extreme": Game(
        rules=RPS_EXTREME,
        rulesets=(
            RPS_EXTREME.ruleset("current"),
            RPS_EXTREME.ruleset("current", target=5, hand_limit=2),
            RPS_EXTREME.ruleset("current", target=11, hand_limit=5),
        ),
        deck=rx_cards.DECK,
        cards=_rx_cards,
        check=_rx_check,
        pick=Dice.choice,
        other_world=_rx_other_world,
        other_event=_rx_other_event,
    ),
}

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_ruleset = pytest.mark.parametrize(
    ("game", "played"),
    [
        pytest.param(game, played, id="-".join([slug, *map(str, played)]))
        for slug, game in GAMES.items()
        for played in game.rulesets
    ],
)
