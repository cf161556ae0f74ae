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
AHEAD = 5  # cards of the draw pile that are shuffled at first; most matches never draw more
Events = tuple[Event, ...]
Seats = tuple[int, ...]
Moved = tuple[State, Events]

# Creates a NamedTuple from its fields in order and skips its slower Python constructor: most of
# an action's time goes into creating one state.
_new = tuple.__new__


# ---------------------------------------------------------------------------- questions
def asked(state: State) -> tuple[int, ...]:
    """Return the seats that must act now: one, or none when the game is over."""
    waiting = state.waiting
    return ONE[waiting[0]] if waiting else waiting


def places(state: State) -> tuple[int, ...] | None:
    """Return the place of every seat by DD-9.3 once the game is over; seats can share a place.

    In a stopped game several seats may have lives left; more lives give a better place.
    """
    if state.waiting:
        return None
    keys = [_place_key(*seat) for seat in zip(state.deal.falls, state.lives, strict=True)]
    ranked = sorted(keys, reverse=True)
    return tuple([1 + ranked.index(key) for key in keys])


def _place_key(fall: Fall | None, lives: int) -> tuple[bool, int, int, bool, int]:
    """Return the sort key of a seat's place, larger is better: lives left, else its elimination."""
    if fall is None:
        return (True, lives, 0, False, 0)
    has_score = fall.score is not None
    return (False, fall.match, fall.lives_before, has_score, fall.score or 0)


def legal(state: State, seat: int) -> tuple[int, ...]:
    """Return the legal actions of a seat; none if it is not this seat's turn (DD-5)."""
    waiting = state.waiting
    if not waiting or waiting[0] != seat:
        return ()
    hand = state.hands[seat]
    if len(hand) == HAND:
        return OPENINGS[state.openings & ALL_BUT[seat]]
    one, two, three, four = hand
    # equal cards are one choice; almost always all four differ
    if one != two != three != four != one != three and two != four:
        return hand + ALSO_SURRENDER
    return tuple(dict.fromkeys(hand)) + ALSO_SURRENDER


def lapse(state: State, seat: int) -> int:
    """Return the clock's action for the seat to act: never a fight or a surrender.

    DD-14.1: draw from the pile and discard that card. If the pile is empty, take the top discard
    of the next seat clockwise that has one and discard it again. Otherwise pass.
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


# ------------------------------------------------------------------------------ actions
def start(ruleset: Ruleset, seed: Seed) -> Moved:
    """Deal the first match; the first dealer is drawn from the seed (DD-3)."""
    seats = ruleset.seats
    dealer = deal.draw_first_dealer(seed, seats)
    around = tuple(range(seats))
    order = around[dealer + 1 :] + around[: dealer + 1]
    cards = _first_cards(seed, 1, seats)
    return begin_match(
        Deal(ruleset, seed, 1, order, (ruleset.lives,) * seats, (None,) * seats, cards)
    )


def act(state: State, seat: int, action: int) -> Moved | Refused:
    """Return the state after a seat's action and its events, or Refused with a code.

    The given state is not changed. An action that ends a match also deals the next match or ends
    the game. A value that is not an action is "malformed".
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
    """End the game in the middle of a match, which no seat wins.

    A seat that has no lives left is eliminated in this match. The given state is not changed.
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
    new_hands = [*hands]
    new_hands[seat] = hand + ONE[card]
    hands = tuple(new_hands)
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
    new_hands, new_discards, new_known = [*hands], [*discards], [*known]
    new_hands[seat] = hand + ONE[card]
    new_known[seat] += ONE[card]
    new_discards[source] = pile[:-1]
    if len(pile) == 1:
        openings &= ALL_BUT[source]
    hands, discards, known = tuple(new_hands), tuple(new_discards), tuple(new_known)
    fields = (match, number, waiting, standing, openings, top, lives, hands, discards, known, left)
    return _new(State, fields), DREW[action - DRAW][seat][card]


def _discard(state: State, seat: int, card: int) -> Moved | Refused:
    match, number, waiting, standing, openings, top, lives, hands, discards, known, left = state
    hand = hands[seat]
    if len(hand) == HAND:
        return Refused("wrong-phase")
    new_hand = [*hand]
    try:
        new_hand.remove(card)
    except ValueError:
        return Refused("illegal-card")
    if card in known[seat]:
        new_known = [*known]
        new_known[seat] = remove_card(known[seat], card)
        known = tuple(new_known)
    new_hands, new_discards = [*hands], [*discards]
    new_hands[seat] = tuple(new_hand)
    new_discards[seat] += ONE[card]
    hands, discards = tuple(new_hands), tuple(new_discards)
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
    new_lives, new_left, new_standing = [*lives], [*left], [*standing]
    new_lives[seat] = events[0].lives
    new_left[seat] = number
    new_standing.remove(seat)
    waiting, standing = waiting[1:], tuple(new_standing)
    lives, left = tuple(new_lives), tuple(new_left)
    fields = (match, number, waiting, standing, openings, top, lives, hands, discards, known, left)
    moved = _new(State, fields)
    if len(standing) == 1:
        unscored = (None,) * len(lives)
        over = _new(MatchOver, (moved, "surrenders", None, unscored, standing, lives))
        return _next_match(over, events)
    return (moved, events) if waiting else _end_round(moved, events)


# The function that carries out each action; actions are numbered in this order.
_VERBS: dict[int, Callable[[State, int, int], Moved | Refused]] = dict(
    enumerate((*[_discard] * DRAW, _draw, *[_take] * MOST_SEATS, _fight, _surrender, _pass))
)


# ------------------------------------------------------------------- rounds and matches
def _end_round(state: State, events: Events) -> Moved:
    """Begin the next round, or hold the showdown after the last one (DD-4)."""
    match, number, _, standing, openings, top, lives, hands, discards, known, left = state
    if number == match.ruleset.round_cap:
        return _fight_out(state, None, events + find_fight(None, STAKES[number]))
    flipped = match.cards[HAND * len(match.order) + number - 1] if number <= CENTER else None
    number += 1
    openings |= FIGHTS
    fields = (match, number, standing, standing, openings, top, lives, hands, discards, known, left)
    return _new(State, fields), events + round_began(number, flipped)


def _fight_out(state: State, caller: int | None, events: Events) -> Moved:
    """Score a fight or the showdown (no caller), deduct the lives and end the match (DD-6)."""
    scores, winners = _scored(state)
    lives = [*state.lives]
    stake = STAKES[state.round]
    for seat in state.standing:
        if seat not in winners:
            lives[seat] = lives[seat] - stake if lives[seat] > stake else 0
    ended_by = "showdown" if caller is None else "fight"
    over = _new(MatchOver, (state, ended_by, caller, scores, winners, tuple(lives)))
    return _next_match(over, events)


def _scored(state: State) -> tuple[tuple[int | None, ...], Seats]:
    """Return every standing seat's final score, None for the others, and the winners (DD-10)."""
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
    """Deal the next match, or end the game; `events` are those before the end of the match."""
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
    state, deal_events = begin_match(
        _new(Deal, (ruleset, seed, number, order, after, falls, cards))
    )
    return state, (*events, over, *deal_events)


def _with_fallen(over: MatchOver) -> tuple[Fall | None, ...]:
    """Return the eliminations of all seats so far, this match included (DD-9.3)."""
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
    """Return the first cards of a match's deck: enough for most matches."""
    return deal.shuffle_deck(seed, number, DECK, HAND * living + CENTER + AHEAD)


def begin_match(match: Deal) -> Moved:
    """Deal three cards to each seat, one at a time, and return the first position (DD-3)."""
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
    """Return a function that picks every seat's hand from the deck; eliminated seats get none."""
    living = len(order)
    parts = [slice(0)] * seats
    for place, seat in enumerate(order):
        parts[seat] = slice(place, HAND * living, living)
    return itemgetter(*parts)


# ------------------------------------------------------------------------------- helpers
def center_cards(match: Deal) -> tuple[int, ...]:
    """Return the three amplification cards of a match, in the order in which they are flipped."""
    first = HAND * len(match.order)
    return match.cards[first : first + CENTER]


def face_up(state: State) -> tuple[int, ...]:
    """Return the face-up amplification cards: one in round 2, all three from round 4 on."""
    match, number = state.deal, state.round
    first = HAND * len(match.order)
    return match.cards[first : first + (number - 1 if number <= CENTER else CENTER)]


def remove_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the cards without one copy of `card`; ValueError if it is not among them."""
    remaining = [*cards]
    remaining.remove(card)
    return tuple(remaining)
