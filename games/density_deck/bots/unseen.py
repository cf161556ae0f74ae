"""Deals the cards that a seat cannot see at random, for a state that fits its observation."""

from games.density_deck.rules import game
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import FIGHTS, MAY_PASS, PILE_LEFT, Deal, State
from games.engine.contract import Dice, Seed

SEED = Seed(b"", b"")


def deal_unseen(observation: Observation, dice: Dice) -> State:
    """Return a state that fits the observation, with the unknown cards dealt at random."""
    seen, lives = observation, observation.lives
    known = [seen.hand if seat == seen.turn else cards for seat, cards in enumerate(seen.known)]
    hidden = list(DECK)
    for cards in (seen.center, *seen.discards, *known):
        for card in cards:
            hidden.remove(card)
    dice.shuffle(hidden)
    hands = []
    for count, cards in zip(seen.counts, known, strict=True):
        missing = count - len(cards)
        hands.append((*cards, *hidden[:missing]))
        del hidden[:missing]
    around = [(seen.dealer + step) % len(lives) for step in range(1, len(lives) + 1)]
    order = tuple(seat for seat in around if not seen.out[seat])
    standing = tuple(seat for seat in order if seen.standing[seat])
    pile = hidden[: seen.pile]
    coming = hidden[seen.pile : seen.pile + game.CENTER - len(seen.center)]
    before = [DECK[0]] * (game.HAND * len(order))
    gone = [DECK[0]] * (len(DECK) - len(before) - game.CENTER - len(pile))
    cards = (*before, *seen.center, *coming, *gone, *pile)
    deal = Deal(seen.ruleset, SEED, seen.match, order, lives, (None,) * len(lives), cards)
    openings = sum(1 << seat for seat, discards in enumerate(seen.discards) if discards)
    openings |= FIGHTS * (seen.round > 1) | PILE_LEFT * (seen.pile > 0)
    return State(
        deal,
        seen.round,
        standing[standing.index(seen.turn) :],
        standing,
        openings | MAY_PASS * seen.ruleset.allow_pass,
        len(DECK) - seen.pile,
        lives,
        tuple(hands),
        seen.discards,
        seen.known,
        seen.surrendered,
    )
