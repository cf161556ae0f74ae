"""The rules of Density Deck: who is asked, what is legal, and what an action does."""

from typing import TypeVar

from games.engine import deal
from games.engine.contract import Refused, Seed
from games.engine.density_deck.cards import DECK
from games.engine.density_deck.scoring import SCORERS, key
from games.engine.density_deck.state import (
    DRAW,
    FIGHT,
    NOBODY,
    NOTHING,
    PASS,
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
    State,
    Surrendered,
    price,
    stake,
)

HAND = 3
CENTER = 3
Moved = tuple[State, tuple[Event, ...]]
T = TypeVar("T")


# ---------------------------------------------------------------------------- questions
def asked(state: State) -> tuple[int, ...]:
    """The seats that must act now: one, or none when the game is over."""
    return () if state.turn == NOBODY else (state.turn,)


def places(state: State) -> tuple[int, ...] | None:
    """The place of every seat by DD-9.3 once the game is over; equal places are shared."""
    if state.turn != NOBODY:
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
    if seat != state.turn:
        return ()
    if state.drawn != NOTHING:
        return (*dict.fromkeys(state.hands[seat]), SURRENDER)
    options = [DRAW] if state.top < len(DECK) else []
    for other, pile in enumerate(state.discards):
        if pile and other != seat:
            options.append(TAKE + other)
    if not options or state.deal.ruleset.allow_pass:
        options.append(PASS)
    if state.round > 1:
        options.append(FIGHT)
    options.append(SURRENDER)
    return tuple(options)


def lapse(state: State, seat: int) -> int:
    """What the clock plays for this seat, whose turn it is: never a fight, never a surrender.

    DD-14.1: draw from the pile and discard that card; with an empty pile take the top discard
    of the next seat clockwise that has one and discard it again; else pass.
    """
    if state.drawn != NOTHING:
        return state.drawn
    if state.top < len(DECK):
        return DRAW
    seats = len(state.lives)
    for step in range(1, seats):
        other = (seat + step) % seats
        if state.discards[other]:
            return TAKE + other
    return PASS


# -------------------------------------------------------------------------------- verbs
def start(ruleset: Ruleset, seed: Seed) -> Moved:
    """The first match, dealt; the first dealer is drawn from the seed (DD-3)."""
    lives = (ruleset.lives,) * ruleset.seats
    falls = (None,) * ruleset.seats
    dealer = deal.first_dealer(seed, ruleset.seats)
    return _deal(ruleset, seed, 1, dealer, lives, falls)


def act(state: State, seat: int, action: int) -> Moved | Refused:
    """The state after a seat's action and what happened, or Refused with a code.

    Nothing is changed in the given state. An action that ends a match leads straight to the
    next match, dealt, or to the end of the game.
    """
    if seat != state.turn:
        return Refused("game-over" if state.turn == NOBODY else "not-your-turn")
    if action < DRAW:
        return _discard(state, seat, action)
    if action == SURRENDER:
        return _surrender(state, seat)
    if state.drawn != NOTHING:
        return Refused("wrong-phase")
    if action == DRAW:
        return _draw(state, seat)
    if action == FIGHT:
        return _fight(state, seat)
    if action == PASS:
        return _pass(state, seat)
    return _take(state, seat, action - TAKE)


def _draw(state: State, seat: int) -> Moved | Refused:
    if state.top == len(DECK):
        return Refused("illegal-draw")
    card = state.deal.deck[state.top]
    hands = _put(state.hands, seat, (*state.hands[seat], card))
    return state._replace(drawn=card, top=state.top + 1, hands=hands), (Drew(seat, None, card),)


def _take(state: State, seat: int, source: int) -> Moved | Refused:
    if source == seat or source >= len(state.lives) or not state.discards[source]:
        return Refused("illegal-draw")
    *rest, card = state.discards[source]
    after = state._replace(
        drawn=card,
        hands=_put(state.hands, seat, (*state.hands[seat], card)),
        discards=_put(state.discards, source, tuple(rest)),
        known=_put(state.known, seat, (*state.known[seat], card)),
    )
    return after, (Drew(seat, source, card),)


def _discard(state: State, seat: int, card: int) -> Moved | Refused:
    if state.drawn == NOTHING:
        return Refused("wrong-phase")
    hand = state.hands[seat]
    if card not in hand:
        return Refused("illegal-card")
    known = state.known
    if card in known[seat]:
        known = _put(known, seat, without(known[seat], card))
    after = state._replace(
        drawn=NOTHING,
        hands=_put(state.hands, seat, without(hand, card)),
        discards=_put(state.discards, seat, (*state.discards[seat], card)),
        known=known,
    )
    return _end_turn(after, (Discarded(seat, card),))


def _pass(state: State, seat: int) -> Moved | Refused:
    if PASS not in legal(state, seat):
        return Refused("illegal-pass")
    return _end_turn(state, (Passed(seat),))


def _fight(state: State, seat: int) -> Moved | Refused:
    if state.round < 2:
        return Refused("illegal-fight")
    return _end_match(state, "fight", seat, (FightCalled(seat, stake(state.round)),))


def _surrender(state: State, seat: int) -> Moved:
    lives = max(0, state.lives[seat] - price(state.round))
    after = state._replace(
        drawn=NOTHING,
        lives=_put(state.lives, seat, lives),
        standing=_put(state.standing, seat, False),
        surrendered=_put(state.surrendered, seat, state.round),
    )
    event = Surrendered(seat, state.round, state.lives[seat] - lives, lives)
    if sum(after.standing) == 1:
        return _end_match(after, "surrenders", None, (event,))
    return _end_turn(after, (event,))


# ------------------------------------------------------------- turns, rounds and matches
def _end_turn(state: State, events: tuple[Event, ...]) -> Moved:
    """Ask the next standing seat of this round, or end the round after the dealer (DD-4)."""
    seats = len(state.lives)
    seat = state.turn
    while seat != state.deal.dealer:
        seat = (seat + 1) % seats
        if state.standing[seat]:
            return state._replace(turn=seat), events
    return _end_round(state, events)


def _end_round(state: State, events: tuple[Event, ...]) -> Moved:
    if state.round == state.deal.ruleset.round_cap:
        showdown = FightCalled(None, stake(state.round))
        return _end_match(state, "showdown", None, (*events, showdown))
    events = (*events, RoundBegan(state.round + 1))
    if state.round <= CENTER:
        slot = state.round - 1
        events = (*events, Flipped(state.deal.center[slot], slot))
    first = _left_of(state.deal.dealer, state.standing)
    return state._replace(round=state.round + 1, turn=first), events


def _end_match(state: State, ended_by: str, caller: int | None, events: tuple[Event, ...]) -> Moved:
    """Score the standing seats, take the lives, and go on to the next match or the end."""
    scores = _scores(state) if ended_by != "surrenders" else (None,) * len(state.lives)
    best = max((score for score in scores if score is not None), default=None)
    winners = tuple(
        seat for seat, stands in enumerate(state.standing) if stands and scores[seat] == best
    )
    loss = stake(state.round)
    lives = tuple(
        max(0, left - loss) if stands and seat not in winners else left
        for seat, (left, stands) in enumerate(zip(state.lives, state.standing, strict=True))
    )
    over = MatchOver(
        match=state.deal.match,
        ended_by=ended_by,
        caller=caller,
        round=state.round,
        ruleset=state.deal.ruleset,
        center=face_up(state),
        hands=state.hands,
        tops=tuple(pile[-1] if pile else None for pile in state.discards),
        scores=scores,
        winners=winners,
        before=state.deal.lives,
        after=lives,
        surrendered=state.surrendered,
    )
    return _next_match(state, lives, scores, (*events, over))


def _next_match(
    state: State,
    lives: tuple[int, ...],
    scores: tuple[int | None, ...],
    events: tuple[Event, ...],
) -> Moved:
    old = state.deal
    falls = tuple(
        Fall(old.match, before, score) if before and not after else fall
        for fall, before, after, score in zip(old.falls, old.lives, lives, scores, strict=True)
    )
    if sum(left > 0 for left in lives) == 1:
        end = state._replace(deal=old._replace(falls=falls), lives=lives, turn=NOBODY)
        return end, (*events, GameOver(places(end) or ()))
    dealer = _left_of(old.dealer, lives)
    dealt, more = _deal(old.ruleset, old.seed, old.match + 1, dealer, lives, falls)
    return dealt, events + more


def _deal(
    ruleset: Ruleset,
    seed: Seed,
    match: int,
    dealer: int,
    lives: tuple[int, ...],
    falls: tuple[Fall | None, ...],
) -> Moved:
    """Shuffle all fifty cards and deal three to each living seat, one at a time (DD-3)."""
    deck = deal.deck(seed, match, DECK)
    return begin(Deal(ruleset, seed, match, dealer, lives, falls, deck, center=()))


def begin(shuffle: Deal) -> Moved:
    """The first moment of a match whose deck is given; its center is filled in from the deck."""
    seats = len(shuffle.lives)
    clockwise = [(shuffle.dealer + step) % seats for step in range(1, seats + 1)]
    living = [seat for seat in clockwise if shuffle.lives[seat] > 0]
    dealt = HAND * len(living)
    hands: list[tuple[int, ...]] = [()] * seats
    for place, seat in enumerate(living):
        hands[seat] = shuffle.deck[place : dealt : len(living)]
    nothing: tuple[tuple[int, ...], ...] = ((),) * seats
    state = State(
        deal=shuffle._replace(center=shuffle.deck[dealt : dealt + CENTER]),
        lives=shuffle.lives,
        round=1,
        turn=living[0],
        drawn=NOTHING,
        top=dealt + CENTER,
        hands=tuple(hands),
        discards=nothing,
        known=nothing,
        standing=tuple(left > 0 for left in shuffle.lives),
        surrendered=(0,) * seats,
    )
    event = Dealt(shuffle.match, shuffle.dealer, tuple(sorted(living)), state.hands)
    return state, (event,)


# --------------------------------------------------------------------------- small parts
def face_up(state: State) -> tuple[int, ...]:
    """The amplification cards that are face up: one in round 2, all three from round 4 on."""
    return state.deal.center[: state.round - 1]


def _scores(state: State) -> tuple[int | None, ...]:
    """The final score of every standing seat, None for the others (DD-10)."""
    ruleset = state.deal.ruleset
    score = SCORERS[ruleset.edition, ruleset.lone]
    tops = [pile[-1:] for pile in state.discards]
    table = key(face_up(state)) + sum(map(key, tops))
    return tuple(
        score(key(hand), table - key(own)) if stands else None
        for hand, own, stands in zip(state.hands, tops, state.standing, strict=True)
    )


def _left_of(seat: int, sits: tuple[int, ...] | tuple[bool, ...]) -> int:
    """The next seat clockwise that still sits; sits has a true value for each that does."""
    seats = len(sits)
    return next(other for step in range(1, seats + 1) if sits[other := (seat + step) % seats])


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The hand with one card of this face less; the face must be in it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
