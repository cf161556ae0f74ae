"""Deals the cards that a seat cannot see at random, for a state that fits its observation."""

from games.density_deck.rules import game
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import FIGHTS, MAY_PASS, PILE_LEFT, Deal, State
from games.engine.contract import Dice, Seed

SEED = Seed(b"", b"")


def deal_unseen(observation: Observation, dice: Dice) -> State:
    """Return a state that fits the observation, with the unknown cards dealt at random."""
    observed, lives = observation, observation.lives
    known_hands = [
        observed.hand if seat == observed.turn else cards
        for seat, cards in enumerate(observed.known)
    ]
    hidden = list(DECK)
    for cards in (observed.center, *observed.discards, *known_hands):
        for card in cards:
            hidden.remove(card)
    dice.shuffle(hidden)
    hands = []
    for count, cards in zip(observed.counts, known_hands, strict=True):
        missing = count - len(cards)
        hands.append((*cards, *hidden[:missing]))
        del hidden[:missing]
    around = [(observed.dealer + step) % len(lives) for step in range(1, len(lives) + 1)]
    order = tuple(seat for seat in around if not observed.out[seat])
    standing = tuple(seat for seat in order if observed.standing[seat])
    pile = hidden[: observed.pile]
    coming = hidden[observed.pile : observed.pile + game.CENTER - len(observed.center)]
    before = [DECK[0]] * (game.HAND * len(order))
    dealt_out = [DECK[0]] * (len(DECK) - len(before) - game.CENTER - len(pile))
    cards = (*before, *observed.center, *coming, *dealt_out, *pile)
    deal = Deal(observed.ruleset, SEED, observed.match, order, lives, (None,) * len(lives), cards)
    openings = sum(1 << seat for seat, discards in enumerate(observed.discards) if discards)
    openings |= FIGHTS * (observed.round > 1) | PILE_LEFT * (observed.pile > 0)
    return State(
        deal,
        observed.round,
        standing[standing.index(observed.turn) :],
        standing,
        openings | MAY_PASS * observed.ruleset.allow_pass,
        len(DECK) - observed.pile,
        lives,
        tuple(hands),
        observed.discards,
        observed.known,
        observed.surrendered,
    )
