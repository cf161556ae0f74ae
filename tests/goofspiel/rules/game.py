"""The rules of Goofspiel: the highest bid that only one player made takes the prize."""

from games.engine import deal
from games.engine.contract import Refused, Seed
from tests.goofspiel.rules.state import (
    CARDS,
    UNKNOWN,
    Bid,
    Dealt,
    Event,
    GameOver,
    MatchOver,
    Revealed,
    Ruleset,
    State,
    places,
)

Moved = tuple[State, tuple[Event, ...]]


def start(ruleset: Ruleset, seed: Seed) -> Moved:
    """Give everyone all cards, and reveal the first prize."""
    seats, prizes = ruleset.seats, deal.shuffle_deck(seed, 1, CARDS)
    state = State(ruleset, seed, prizes, 1, (CARDS,) * seats, (UNKNOWN,) * seats, (0,) * seats)
    return state, (Dealt(prizes[0]),)


def asked(state: State) -> tuple[int, ...]:
    """Return the seats that have not bid yet."""
    if state.over:
        return ()
    return tuple(seat for seat, bid in enumerate(state.bids) if bid == UNKNOWN)


def playing(state: State) -> tuple[int, ...]:
    """Return every seat until the game is over."""
    return () if state.over else tuple(range(state.ruleset.seats))


def turn(state: State, _seat: int) -> tuple[int, ...]:
    """Return the name of the turn: every round is one."""
    return (state.round,)


def legal(state: State, seat: int) -> tuple[int, ...]:
    """Return the cards that a seat may bid; () unless it is asked."""
    return state.hands[seat] if seat in asked(state) else ()


def lapse(state: State, seat: int) -> int:
    """Return the action of the clock: the lowest card."""
    return state.hands[seat][0]


def act(state: State, seat: int, action: int) -> Moved | Refused:
    """Bid a card secretly; the last bid of a round reveals all."""
    if state.over:
        return Refused("game-over")
    if seat not in asked(state):
        return Refused("not-your-turn")
    if action not in state.hands[seat]:
        return Refused("illegal-card")
    bids = tuple(action if at == seat else bid for at, bid in enumerate(state.bids))
    state = state._replace(bids=bids)
    bid = Bid(seat, action)
    return (state, (bid,)) if asked(state) else _reveal(state, bid)


def _reveal(state: State, bid: Bid) -> Moved:
    prizes, bids = state.prizes, state.bids
    prize = prizes[state.round - 1]
    single = [card for card in bids if bids.count(card) == 1 and card == max(bids)]
    winner = bids.index(single[0]) if single else -1
    scores = tuple(old + prize * (at == winner) for at, old in enumerate(state.scores))
    hands = tuple(
        tuple(card for card in hand if card != played)
        for hand, played in zip(state.hands, bids, strict=True)
    )
    last = state.round == len(CARDS)
    shown = Revealed(state.round, prize, bids, winner, scores, 0 if last else prizes[state.round])
    blank = (UNKNOWN,) * len(bids)
    after = state._replace(hands=hands, bids=blank, scores=scores, round=state.round + (not last))
    if not last:
        return after, (bid, shown)
    over, ended = _end(after, "decided")
    return over, (bid, shown, *ended)


def stop(state: State) -> Moved | Refused:
    """End the game with the current points."""
    return Refused("game-over") if state.over else _end(state, "agreement")


def reseed(state: State, seed: Seed) -> State:
    """Return the state with the later prizes reordered and the bids of the round taken back."""
    later = deal.shuffle_deck(seed, 1, sorted(state.prizes[state.round :]))
    prizes = (*state.prizes[: state.round], *later)
    return state._replace(seed=seed, prizes=prizes, bids=(UNKNOWN,) * len(state.bids))


def _end(state: State, ended_by: str) -> Moved:
    over = state._replace(over=True)
    return over, (MatchOver(state.round, ended_by, state.scores), GameOver(places(over) or ()))


def deck_codes(seed: Seed, _dealt: object) -> list[str]:
    """Return the prizes in order."""
    return [f"P{card}" for card in deal.shuffle_deck(seed, 1, CARDS)]
