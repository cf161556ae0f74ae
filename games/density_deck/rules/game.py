"""The rules of Density Deck: which seat is asked, what is legal, and what an action does."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter

from games.density_deck.rules.cards import DECK
from games.density_deck.rules.lookup import (
    ALL_BUT,
    ALSO_SURRENDER,
    DISCARDED,
    DREW,
    ONE,
    OPENINGS,
    SURRENDERED,
    find_fight,
    round_began,
)
from games.density_deck.rules.scoring import SCORERS, WEIGHTS
from games.density_deck.rules.state import (
    DRAW,
    FIGHTS,
    MAY_PASS,
    MOST_SEATS,
    PASS,
    PILE_LEFT,
    STAKES,
    TAKE,
    Deal,
    Dealt,
    Event,
    Fall,
    GameOver,
    MatchOver,
    Passed,
    Ruleset,
    State,
)
from games.engine import deal
from games.engine.contract import Refused, Seed

HAND = 3
CENTER = 3
CARDS = len(DECK)
AHEAD = 5  # cards of the pile that are dealt with a match; most matches never draw more
Events = tuple[Event, ...]
Seats = tuple[int, ...]
Moved = tuple[State, Events]

# Makes a NamedTuple from its fields in order, without the Python layer of its own constructor:
# an action is mostly the making of one state.
_new = tuple.__new__


# ---------------------------------------------------------------------------- questions
def asked(state: State) -> tuple[int, ...]:
    """Return the seats that must act now: one, or none when the game is over."""
    waiting = state.waiting
    return ONE[waiting[0]] if waiting else waiting


def places(state: State) -> tuple[int, ...] | None:
    """Return the place of every seat by DD-9.3 once the game is over; equal places are shared.

    Of a game that was stopped several seats live: theirs go by the lives they have.
    """
    if state.waiting:
        return None
    merits = [_merit(*seat) for seat in zip(state.deal.falls, state.lives, strict=True)]
    ranked = sorted(merits, reverse=True)
    return tuple([1 + ranked.index(merit) for merit in merits])


def _merit(fall: Fall | None, lives: int) -> tuple[bool, int, int, bool, int]:
    """The sort key of a place, larger is better: lives left, else how late and how well it fell."""
    if fall is None:
        return (True, lives, 0, False, 0)
    scored = fall.score is not None
    return (False, fall.match, fall.lives_before, scored, fall.score or 0)


def legal(state: State, seat: int) -> tuple[int, ...]:
    """Return the actions open to a seat: empty unless it is this seat's turn (DD-5)."""
    waiting = state.waiting
    if not waiting or waiting[0] != seat:
        return ()
    hand = state.hands[seat]
    if len(hand) == HAND:
        return OPENINGS[state.openings & ALL_BUT[seat]]
    one, two, three, four = hand
    # equal cards are one choice; almost always all six pairs differ
    if one != two != three != four != one != three and two != four:
        return hand + ALSO_SURRENDER
    return tuple(dict.fromkeys(hand)) + ALSO_SURRENDER


def lapse(state: State, seat: int) -> int:
    """Return the clock's action for this seat, whose turn it is: never a fight, never a surrender.

    DD-14.1: draw from the pile and discard that card; with an empty pile take the top discard
    of the next seat clockwise that has one and discard it again; else pass.
    """
    hand = state.hands[seat]
    if len(hand) > HAND:
        return hand[-1]
    if state.top < CARDS:
        return DRAW
    seats = len(state.hands)
    for step in range(1, seats):
        other = (seat + step) % seats
        if state.discards[other]:
            return TAKE + other
    return PASS


# -------------------------------------------------------------------------------- verbs
def start(ruleset: Ruleset, seed: Seed) -> Moved:
    """Return the first match, dealt; the first dealer is drawn from the seed (DD-3)."""
    seats = ruleset.seats
    dealer = deal.first_dealer(seed, seats)
    around = tuple(range(seats))
    order = around[dealer + 1 :] + around[: dealer + 1]
    cards = _first_cards(seed, 1, seats)
    return begin_match(
        Deal(ruleset, seed, 1, order, (ruleset.lives,) * seats, (None,) * seats, cards)
    )


def act(state: State, seat: int, action: int) -> Moved | Refused:
    """Return the state after a seat's action and what happened, or Refused with a code.

    Nothing is changed in the given state. An action that ends a match leads straight to the
    next match, dealt, or to the end of the game. A value that is no action is "malformed".
    """
    waiting = state.waiting
    if not waiting:
        return Refused("game-over")
    if waiting[0] != seat:
        return Refused("not-your-turn")
    try:
        verb = _VERBS[action]
    except KeyError:
        return Refused("malformed")
    return verb(state, seat, action)


def stop(state: State) -> Moved | Refused:
    """End the game as it stands, in the middle of a match that no seat wins.

    A seat without lives by now falls in this match. Nothing is changed in the given state.
    """
    if not state.waiting:
        return Refused("game-over")
    unscored = (None,) * len(state.lives)
    over = _new(MatchOver, (state, "agreement", None, unscored, (), state.lives))
    return _end_game(over, _with_fallen(over), ())


def _draw(state: State, seat: int, action: int) -> Moved | Refused:
    match, number, waiting, standing, openings, top, lives, hands, discards, known, left = state
    hand = hands[seat]
    if len(hand) > HAND:
        return Refused("wrong-phase")
    cards = match.cards
    if top == len(cards):
        if top == CARDS:
            return Refused("illegal-draw")
        cards = match.deck
        match = match._replace(cards=cards)
    card = cards[top]
    held = [*hands]
    held[seat] = hand + ONE[card]
    hands = tuple(held)
    top += 1
    if top == CARDS:
        openings &= ~PILE_LEFT
    fields = (match, number, waiting, standing, openings, top, lives, hands, discards, known, left)
    return _new(State, fields), DREW[action - DRAW][seat][card]


def _take(state: State, seat: int, action: int) -> Moved | Refused:
    match, number, waiting, standing, openings, top, lives, hands, discards, known, left = state
    source = action - TAKE
    hand = hands[seat]
    if len(hand) > HAND:
        return Refused("wrong-phase")
    if source == seat or not openings >> source & 1:
        return Refused("illegal-draw")
    pile = discards[source]
    card = pile[-1]
    held, laid, seen = [*hands], [*discards], [*known]
    held[seat] = hand + ONE[card]
    seen[seat] += ONE[card]
    laid[source] = pile[:-1]
    if len(pile) == 1:
        openings &= ALL_BUT[source]
    hands, discards, known = tuple(held), tuple(laid), tuple(seen)
    fields = (match, number, waiting, standing, openings, top, lives, hands, discards, known, left)
    return _new(State, fields), DREW[action - DRAW][seat][card]


def _discard(state: State, seat: int, card: int) -> Moved | Refused:
    match, number, waiting, standing, openings, top, lives, hands, discards, known, left = state
    hand = hands[seat]
    if len(hand) == HAND:
        return Refused("wrong-phase")
    kept = [*hand]
    try:
        kept.remove(card)
    except ValueError:
        return Refused("illegal-card")
    if card in known[seat]:
        seen = [*known]
        seen[seat] = remove_card(known[seat], card)
        known = tuple(seen)
    held, laid = [*hands], [*discards]
    held[seat] = tuple(kept)
    laid[seat] += ONE[card]
    hands, discards = tuple(held), tuple(laid)
    waiting = waiting[1:]
    openings |= 1 << seat
    fields = (match, number, waiting, standing, openings, top, lives, hands, discards, known, left)
    moved = _new(State, fields)
    events = DISCARDED[seat][card]
    return (moved, events) if waiting else _end_round(moved, events)


def _pass(state: State, seat: int, _action: int) -> Moved | Refused:
    if len(state.hands[seat]) > HAND:
        return Refused("wrong-phase")
    if PASS not in legal(state, seat):
        return Refused("illegal-pass")
    waiting = state.waiting[1:]
    moved = state._replace(waiting=waiting)
    events = (Passed(seat),)
    return (moved, events) if waiting else _end_round(moved, events)


def _fight(state: State, seat: int, _action: int) -> Moved | Refused:
    if len(state.hands[seat]) > HAND:
        return Refused("wrong-phase")
    number = state.round
    if number < 2:
        return Refused("illegal-fight")
    return _fight_out(state, seat, find_fight(seat, STAKES[number]))


def _surrender(state: State, seat: int, _action: int) -> Moved:
    match, number, waiting, standing, openings, top, lives, hands, discards, known, left = state
    events = SURRENDERED[seat][number][lives[seat]]
    paid, gone, still = [*lives], [*left], [*standing]
    paid[seat] = events[0].lives
    gone[seat] = number
    still.remove(seat)
    waiting, standing, lives, left = waiting[1:], tuple(still), tuple(paid), tuple(gone)
    fields = (match, number, waiting, standing, openings, top, lives, hands, discards, known, left)
    moved = _new(State, fields)
    if len(still) == 1:
        unscored = (None,) * len(lives)
        over = _new(MatchOver, (moved, "surrenders", None, unscored, standing, lives))
        return _next_match(over, events)
    return (moved, events) if waiting else _end_round(moved, events)


# The verb of each action, which are numbered in this order.
_VERBS: dict[int, Callable[[State, int, int], Moved | Refused]] = dict(
    enumerate((*[_discard] * DRAW, _draw, *[_take] * MOST_SEATS, _fight, _surrender, _pass))
)


# ------------------------------------------------------------------- rounds and matches
def _end_round(state: State, events: Events) -> Moved:
    """Begin the next round, or show down after the last one, once no seat waits (DD-4)."""
    match, number, _, standing, openings, top, lives, hands, discards, known, left = state
    if number == match.ruleset.round_cap:
        return _fight_out(state, None, events + find_fight(None, STAKES[number]))
    flipped = match.cards[HAND * len(match.order) + number - 1] if number <= CENTER else None
    number += 1
    openings |= FIGHTS
    fields = (match, number, standing, standing, openings, top, lives, hands, discards, known, left)
    return _new(State, fields), events + round_began(number, flipped)


def _fight_out(state: State, caller: int | None, events: Events) -> Moved:
    """Score a fight, or the showdown without a caller, take the lives, and go on (DD-6)."""
    scores, winners = _scored(state)
    left = [*state.lives]
    stake = STAKES[state.round]
    for seat in state.standing:
        if seat not in winners:
            left[seat] = left[seat] - stake if left[seat] > stake else 0
    ended_by = "showdown" if caller is None else "fight"
    over = _new(MatchOver, (state, ended_by, caller, scores, winners, tuple(left)))
    return _next_match(over, events)


def _scored(state: State) -> tuple[tuple[int | None, ...], Seats]:
    """The final score of every standing seat, None for the others, and the winners (DD-10)."""
    ruleset, hands = state.deal.ruleset, state.hands
    score = SCORERS[ruleset.edition, ruleset.lone]
    tops = [WEIGHTS[pile[-1]] if pile else 0 for pile in state.discards]
    table = sum(tops)
    for face in face_up(state):
        table += WEIGHTS[face]
    scores: list[int | None] = [None] * len(hands)
    best: int | None = None
    winners: Seats = ()
    for seat in state.standing:
        one, two, three = hands[seat]
        final = score(WEIGHTS[one] + WEIGHTS[two] + WEIGHTS[three], table - tops[seat])
        scores[seat] = final
        if best is None or final > best:
            best, winners = final, (seat,)
        elif final == best:
            winners = tuple(sorted((*winners, seat)))
    return tuple(scores), winners


def _next_match(over: MatchOver, events: Events) -> Moved:
    """Deal to the living seats, or end the game; events are those before the match's end."""
    after = over.after
    ruleset, seed, number, order, before, falls, _ = over.last.deal
    if after.count(0) != before.count(0):
        falls = _with_fallen(over)
        order = tuple([seat for seat in order if after[seat]])
        if len(order) == 1:
            return _end_game(over, falls, events)
    # The deal passes to the first living seat left of the old dealer (DD-3.1).
    order = order[1:] + order[:1]
    number += 1
    cards = _first_cards(seed, number, len(order))
    dealt, more = begin_match(_new(Deal, (ruleset, seed, number, order, after, falls, cards)))
    return dealt, (*events, over, *more)


def _with_fallen(over: MatchOver) -> tuple[Fall | None, ...]:
    """Return how every seat was eliminated so far, with those of this match (DD-9.3)."""
    match = over.last.deal
    falls = [*match.falls]
    for seat in match.order:
        if not over.after[seat]:
            falls[seat] = _new(Fall, (match.match, match.lives[seat], over.scores[seat]))
    return tuple(falls)


def _end_game(over: MatchOver, falls: tuple[Fall | None, ...], events: Events) -> Moved:
    last = over.last
    end = last._replace(deal=last.deal._replace(falls=falls), waiting=(), lives=over.after)
    return end, (*events, over, GameOver(places(end) or ()))


def _first_cards(seed: Seed, number: int, living: int) -> tuple[int, ...]:
    """Return the beginning of the deck of a match, as long as most matches need it."""
    return deal.shuffle_deck(seed, number, DECK, HAND * living + CENTER + AHEAD)


def begin_match(match: Deal) -> Moved:
    """The first moment of a match whose cards are given: three each, one at a time (DD-3)."""
    order, lives = match.order, match.lives
    seats = len(lives)
    hands = _hands(order, seats)(match.cards)
    openings = PILE_LEFT | MAY_PASS if match.ruleset.allow_pass else PILE_LEFT
    top = HAND * len(order) + CENTER
    none = ((),) * seats
    fields = (match, 1, order, order, openings, top, lives, hands, none, none, (0,) * seats)
    return _new(State, fields), (_new(Dealt, (match.match, order, hands)),)


@cache
def _hands(order: Seats, seats: int) -> Callable[[Seats], tuple[Seats, ...]]:
    """Picks the hand of every seat from the cards of a match; a dead seat's is empty."""
    living = len(order)
    parts = [slice(0)] * seats
    for place, seat in enumerate(order):
        parts[seat] = slice(place, HAND * living, living)
    return itemgetter(*parts)


# --------------------------------------------------------------------------- small parts
def center_cards(match: Deal) -> tuple[int, ...]:
    """Return the three amplification cards of a match, in the order in which they are flipped."""
    first = HAND * len(match.order)
    return match.cards[first : first + CENTER]


def face_up(state: State) -> tuple[int, ...]:
    """The amplification cards that are face up: one in round 2, all three from round 4 on."""
    match, number = state.deal, state.round
    first = HAND * len(match.order)
    return match.cards[first : first + (number - 1 if number <= CENTER else CENTER)]


def remove_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the same with one such card less; it must be in it."""
    left = [*cards]
    left.remove(card)
    return tuple(left)
