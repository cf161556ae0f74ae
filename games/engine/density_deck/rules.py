"""The rules of Density Deck: who is asked, what is legal, and what an action does."""

from collections.abc import Callable
from functools import cache

from games.engine import deal
from games.engine.contract import Refused, Seed
from games.engine.density_deck.cards import DECK
from games.engine.density_deck.scoring import SCORERS, WEIGHTS, key
from games.engine.density_deck.state import (
    DRAW,
    FIGHT,
    PASS,
    PRICES,
    STAKES,
    SURRENDER,
    TAKE,
    Deal,
    Dealt,
    Discarded,
    Drew,
    Event,
    Fall,
    FightCalled,
    Flipped,
    GameOver,
    MatchOver,
    Passed,
    RoundBegan,
    Ruleset,
    Seat,
    State,
    Surrendered,
)

HAND = 3
CENTER = 3
CARDS = len(DECK)
Events = tuple[Event, ...]
Moved = tuple[State, Events]

# Makes a NamedTuple from its fields in order, without the Python layer of its own constructor:
# an action is mostly the making of one seat and one state.
_new = tuple.__new__


# ---------------------------------------------------------------------------- questions
def asked(state: State) -> tuple[int, ...]:
    """The seats that must act now: one, or none when the game is over."""
    return state.waiting[:1]


def places(state: State) -> tuple[int, ...] | None:
    """The place of every seat by DD-9.3 once the game is over; equal places are shared."""
    if state.waiting:
        return None
    merits = [_merit(fall) for fall in state.deal.falls]
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)


def _merit(fall: Fall | None) -> tuple[bool, int, int, bool, int]:
    """What decides a place, larger is better: still living, else how late and how well it fell."""
    if fall is None:
        return (True, 0, 0, False, 0)
    scored = fall.score is not None
    return (False, fall.match, fall.lives_before, scored, fall.score or 0)


def legal(state: State, seat: int) -> tuple[int, ...]:
    """The actions open to a seat: empty unless it is this seat's turn (DD-5)."""
    match, number, waiting, _, piles, top, seats = state
    if not waiting or waiting[0] != seat:
        return ()
    hand = seats[seat].hand
    if len(hand) == HAND:
        others = piles & ~(1 << seat)
        return _openings(others, top < CARDS, number > 1, match.ruleset.allow_pass)
    if len({*hand}) == len(hand):
        return (*hand, SURRENDER)
    return (*dict.fromkeys(hand), SURRENDER)


@cache
def _openings(piles: int, pile_left: bool, fights: bool, may_pass: bool) -> tuple[int, ...]:
    """The ways to begin a turn; piles has a bit for each other seat that has a discard."""
    draws = [DRAW] if pile_left else []
    draws += [TAKE + other for other in range(piles.bit_length()) if piles >> other & 1]
    passes = [PASS] if may_pass or not draws else []
    return (*draws, *passes, *([FIGHT] if fights else []), SURRENDER)


def lapse(state: State, seat: int) -> int:
    """What the clock plays for this seat, whose turn it is: never a fight, never a surrender.

    DD-14.1: draw from the pile and discard that card; with an empty pile take the top discard
    of the next seat clockwise that has one and discard it again; else pass.
    """
    hand = state.seats[seat].hand
    if len(hand) > HAND:
        return hand[-1]
    if state.top < CARDS:
        return DRAW
    seats = len(state.seats)
    for step in range(1, seats):
        other = (seat + step) % seats
        if state.seats[other].discards:
            return TAKE + other
    return PASS


# -------------------------------------------------------------------------------- verbs
def start(ruleset: Ruleset, seed: Seed) -> Moved:
    """The first match, dealt; the first dealer is drawn from the seed (DD-3)."""
    seats = ruleset.seats
    dealer = deal.first_dealer(seed, seats)
    order = tuple((dealer + step) % seats for step in range(1, seats + 1))
    deck = deal.deck(seed, 1, DECK)
    return begin(Deal(ruleset, seed, 1, order, (ruleset.lives,) * seats, (None,) * seats, deck))


def act(state: State, seat: int, action: int) -> Moved | Refused:
    """The state after a seat's action and what happened, or Refused with a code.

    Nothing is changed in the given state. An action that ends a match leads straight to the
    next match, dealt, or to the end of the game. The action is one that write_action knows.
    """
    waiting = state.waiting
    if not waiting:
        return Refused("game-over")
    if waiting[0] != seat:
        return Refused("not-your-turn")
    return _VERBS[action](state, seat, action)


def _draw(state: State, seat: int, _action: int) -> Moved | Refused:
    match, number, waiting, standing, piles, top, seats = state
    lives, hand, discards, known, surrendered = seats[seat]
    if len(hand) > HAND:
        return Refused("wrong-phase")
    if top == CARDS:
        return Refused("illegal-draw")
    card = match.deck[top]
    after = [*seats]
    after[seat] = _new(Seat, (lives, (*hand, card), discards, known, surrendered))
    moved = _new(State, (match, number, waiting, standing, piles, top + 1, tuple(after)))
    return moved, _drew(seat, None, card)


def _take(state: State, seat: int, action: int) -> Moved | Refused:
    match, number, waiting, standing, piles, top, seats = state
    source = action - TAKE
    lives, hand, discards, known, surrendered = seats[seat]
    if len(hand) > HAND:
        return Refused("wrong-phase")
    if not piles & ~(1 << seat) & 1 << source:
        return Refused("illegal-draw")
    their_lives, their_hand, pile, their_known, their_surrender = seats[source]
    rest, card = pile[:-1], pile[-1]
    after = [*seats]
    after[seat] = _new(Seat, (lives, (*hand, card), discards, (*known, card), surrendered))
    after[source] = _new(Seat, (their_lives, their_hand, rest, their_known, their_surrender))
    if not rest:
        piles &= ~(1 << source)
    moved = _new(State, (match, number, waiting, standing, piles, top, tuple(after)))
    return moved, _drew(seat, source, card)


def _discard(state: State, seat: int, card: int) -> Moved | Refused:
    match, number, waiting, standing, piles, top, seats = state
    lives, hand, discards, known, surrendered = seats[seat]
    if len(hand) == HAND:
        return Refused("wrong-phase")
    if card not in hand:
        return Refused("illegal-card")
    if card in known:
        known = without(known, card)
    after = [*seats]
    hand = without(hand, card)
    after[seat] = _new(Seat, (lives, hand, (*discards, card), known, surrendered))
    piles |= 1 << seat
    moved = _new(State, (match, number, waiting[1:], standing, piles, top, tuple(after)))
    return _end_turn(moved, _discarded(seat, card))


def _pass(state: State, seat: int, _action: int) -> Moved | Refused:
    if len(state.seats[seat].hand) > HAND:
        return Refused("wrong-phase")
    if PASS not in legal(state, seat):
        return Refused("illegal-pass")
    return _end_turn(state._replace(waiting=state.waiting[1:]), (Passed(seat),))


def _fight(state: State, seat: int, _action: int) -> Moved | Refused:
    if len(state.seats[seat].hand) > HAND:
        return Refused("wrong-phase")
    if state.round < 2:
        return Refused("illegal-fight")
    return _end_match(state, "fight", seat, (FightCalled(seat, STAKES[state.round]),))


def _surrender(state: State, seat: int, _action: int) -> Moved:
    match, number, waiting, standing, piles, top, seats = state
    lives, hand, discards, known, _ = seats[seat]
    left = max(0, lives - PRICES[number])
    after = [*seats]
    after[seat] = _new(Seat, (left, hand, discards, known, number))
    still = without(standing, seat)
    moved = _new(State, (match, number, waiting[1:], still, piles, top, tuple(after)))
    events = _surrendered(seat, number, lives - left, left)
    if len(still) == 1:
        return _end_match(moved, "surrenders", None, events)
    return _end_turn(moved, events)


_VERBS: dict[int, Callable[[State, int, int], Moved | Refused]] = {
    **dict.fromkeys(range(DRAW), _discard),
    DRAW: _draw,
    **dict.fromkeys(range(TAKE, FIGHT), _take),
    FIGHT: _fight,
    SURRENDER: _surrender,
    PASS: _pass,
}


# Events are frozen and few differ: the frequent ones are made once and shared.
@cache
def _drew(seat: int, source: int | None, card: int) -> Events:
    return (Drew(seat, source, card),)


@cache
def _discarded(seat: int, card: int) -> Events:
    return (Discarded(seat, card),)


@cache
def _surrendered(seat: int, number: int, loss: int, left: int) -> Events:
    return (Surrendered(seat, number, loss, left),)


@cache
def _round_began(number: int, flipped: int | None) -> Events:
    began = RoundBegan(number)
    return (began,) if flipped is None else (began, Flipped(flipped, number - 2))


# ------------------------------------------------------------------- rounds and matches
def _end_turn(state: State, events: Events) -> Moved:
    """Ask the next seat of this round, or end the round when nobody waits any more (DD-4)."""
    match, number, waiting, standing, piles, top, seats = state
    if waiting:
        return state, events
    if number == match.ruleset.round_cap:
        showdown = FightCalled(None, STAKES[number])
        return _end_match(state, "showdown", None, (*events, showdown))
    flipped = center(match)[number - 1] if number <= CENTER else None
    begun = _new(State, (match, number + 1, standing, standing, piles, top, seats))
    return begun, events + _round_began(number + 1, flipped)


def _end_match(state: State, ended_by: str, caller: int | None, events: Events) -> Moved:
    """Score the standing seats, take the lives, and go on to the next match or the end."""
    _, number, _, standing, _, _, seats = state
    scores: tuple[int | None, ...] = (None,) * len(seats)
    winners = standing
    lives = [seat.lives for seat in seats]
    if ended_by != "surrenders":
        scores, winners = _fight_out(state)
        for seat in standing:
            if seat not in winners:
                lives[seat] = max(0, lives[seat] - STAKES[number])
    over = MatchOver(state, ended_by, caller, scores, winners, tuple(lives))
    return _next_match(over, (*events, over))


def _fight_out(state: State) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """The final score of every standing seat, None for the others, and the winners (DD-10)."""
    seats = state.seats
    ruleset = state.deal.ruleset
    score = SCORERS[ruleset.edition, ruleset.lone]
    tops = [WEIGHTS[seat.discards[-1]] if seat.discards else 0 for seat in seats]
    table = key(face_up(state)) + sum(tops)
    scores: list[int | None] = [None] * len(seats)
    for seat in state.standing:
        scores[seat] = score(key(seats[seat].hand), table - tops[seat])
    best = max([score for score in scores if score is not None])
    return tuple(scores), tuple([seat for seat, score in enumerate(scores) if score == best])


def _next_match(over: MatchOver, events: Events) -> Moved:
    old, lives = over.last.deal, over.after
    living = [seat for seat in old.order if lives[seat]]
    falls = old.falls if len(living) == len(old.order) else _with_fallen(over)
    if len(living) == 1:
        seats = [
            seat._replace(lives=left) for seat, left in zip(over.last.seats, lives, strict=True)
        ]
        match = old._replace(falls=falls)
        end = over.last._replace(deal=match, waiting=(), seats=tuple(seats))
        return end, (*events, GameOver(places(end) or ()))
    # The deal passes to the first living seat left of the old dealer (DD-3.1).
    order = (*living[1:], living[0])
    number = old.match + 1
    deck = deal.deck(old.seed, number, DECK)
    dealt, more = begin(_new(Deal, (old.ruleset, old.seed, number, order, lives, falls, deck)))
    return dealt, events + more


def _with_fallen(over: MatchOver) -> tuple[Fall | None, ...]:
    """How every seat was eliminated so far, with those of this match (DD-9.3)."""
    match = over.last.deal
    return tuple(
        Fall(match.match, before, score) if before and not after else fall
        for fall, before, after, score in zip(
            match.falls, match.lives, over.after, over.scores, strict=True
        )
    )


def begin(match: Deal) -> Moved:
    """The first moment of a match whose deck is given: three cards each, one at a time (DD-3)."""
    order, deck, lives = match.order, match.deck, match.lives
    top = HAND * len(order)
    hands: list[tuple[int, ...]] = [()] * len(lives)
    seats = [_OUT] * len(lives)
    for place, seat in enumerate(order):
        hands[seat] = hand = deck[place : top : len(order)]
        seats[seat] = _new(Seat, (lives[seat], hand, (), (), 0))
    state = _new(State, (match, 1, order, order, 0, top + CENTER, tuple(seats)))
    return state, (Dealt(match.match, order, tuple(hands)),)


_OUT = Seat(lives=0, hand=(), discards=(), known=(), surrendered=0)


# --------------------------------------------------------------------------- small parts
def center(match: Deal) -> tuple[int, ...]:
    """The three amplification cards of a match, in the order in which they are flipped."""
    first = HAND * len(match.order)
    return match.deck[first : first + CENTER]


def face_up(state: State) -> tuple[int, ...]:
    """The amplification cards that are face up: one in round 2, all three from round 4 on."""
    return center(state.deal)[: state.round - 1]


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The same with one such card less; it must be in it."""
    left = [*cards]
    left.remove(card)
    return tuple(left)
