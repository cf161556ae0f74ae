"""The rules of RPS Extreme: which seats must act, what is legal, and what an action does."""

from games.engine import deal
from games.engine.contract import Refused, Seed
from games.rps_extreme.rules import turn_flow
from games.rps_extreme.rules.cards import SIGNS
from games.rps_extreme.rules.effects import (
    breaking_onyx,
    usable_potions,
)
from games.rps_extreme.rules.events import (
    Answered,
    Event,
)
from games.rps_extreme.rules.state import (
    BREAK,
    CENTER,
    COPY,
    DISCARD,
    DRINK,
    FIRST,
    NEITHER,
    NEW_CHALLENGE,
    PASS,
    PICK,
    SCORE,
    SEATS,
    SECRET_PHASES,
    STEAL,
    THROW,
    TO_BREAK,
    TO_DISCARD,
    TO_PICK,
    TO_SCORE,
    TO_STEAL,
    UNKNOWN,
    WINDOW_1,
    WINDOW_2,
    Ruleset,
    State,
    Table,
    card_of,
    deck_order,
    is_action,
    replace_value,
)

Events = tuple[Event, ...]
Moved = tuple[State, Events]
EventList = turn_flow.EventList

# By phase, the kinds of card actions that it permits; any other kind is "wrong-phase".
_CARDS: dict[int, tuple[int, ...]] = {
    THROW: (),
    WINDOW_1: (DRINK // 100, COPY // 100),
    WINDOW_2: (DRINK // 100, COPY // 100),
    TO_BREAK: (BREAK // 100,),
    TO_STEAL: (STEAL // 100,),
    TO_SCORE: (),
    TO_PICK: (PICK // 100,),
    TO_DISCARD: (DISCARD // 100,),
}


# ---------------------------------------------------------------------------- questions
def asked(state: State) -> tuple[int, ...]:
    """Return the seats that must act: both while they choose in secret, none after the game."""
    return state.table.waiting


def legal(state: State, seat: int) -> tuple[int, ...]:
    """Return the legal actions of a seat; none if it does not have to act."""
    table = state.table
    return seat_options(table, seat) if seat in table.waiting else ()


def seat_options(table: Table, seat: int) -> tuple[int, ...]:
    """Return the legal actions of a seat that has to act."""
    phase = table.phase
    if phase == THROW:
        return SIGNS
    if phase in (WINDOW_1, WINDOW_2):
        return (*usable_potions(table, phase, seat), PASS)
    if phase == TO_SCORE:
        return (SCORE, FIRST)
    if phase == TO_PICK:
        return tuple(PICK + card for card in sorted(table.center) if card)
    if phase == TO_DISCARD:
        return tuple(DISCARD + c for c in sorted(table.items[seat]) if c != table.picked[seat])
    kind = BREAK if phase == TO_BREAK else STEAL
    return tuple(kind + card for card in sorted(table.items[1 - seat]))


def lapse(state: State, seat: int) -> int:
    """Return the clock's action for a seat that has to act (RX-9).

    The seed decides a throw. The clock drinks nothing, takes the points, and of several cards
    chooses the one with the lowest number.
    """
    table = state.table
    if table.phase == THROW:
        return deal.draw_lot(state.seed, (table.challenge, table.throw, seat), len(SIGNS))
    if table.phase in (WINDOW_1, WINDOW_2):
        return PASS
    return seat_options(table, seat)[0]


# ------------------------------------------------------------------------------ actions
def start(ruleset: Ruleset, seed: Seed) -> Moved:
    """Start the first challenge: three cards in the center, no inventories, scores 0 (RX-1)."""
    deck = deck_order(seed, 1)
    one, two, three = deck[:CENTER]
    table = Table(
        challenge=1,
        scores=(0, 0),
        items=((), ()),
        center=(one, two, three),
        discard=(),
        shuffle=1,
        before=(0, 0),
        last=None,
        **NEW_CHALLENGE,
    )
    state = State(ruleset, seed, table, deck[CENTER:], NEITHER)
    return state, (turn_flow.dealt_event(state),)


def act(state: State, seat: int, action: int) -> Moved | Refused:
    """Return the state after a seat's action and its events, or Refused with a code.

    The given state is not changed. Secret choices are kept until the last seat has chosen; then
    they are revealed, and the next question or the end of the game follows. A value that is not an
    action is "malformed".
    """
    table = state.table
    if not table.waiting:
        return Refused("game-over")
    if seat not in table.waiting:
        return Refused("not-your-turn")
    if action not in seat_options(table, seat):
        return _refusal(table, action)
    events: EventList = []
    if table.phase in SECRET_PHASES:
        return _answer(state, seat, action, events), tuple(events)
    if table.phase == TO_SCORE:
        state = turn_flow.choose_reward(state, action == SCORE, events)
    elif table.phase == TO_PICK:
        state = turn_flow.pick_card(state, seat, card_of(action), events)
    elif table.phase == TO_BREAK:
        state = turn_flow.ask_score(
            turn_flow.break_cards(state, (card_of(action),), breaking_onyx(table), events), events
        )
    else:
        state = turn_flow.ask_score(turn_flow.steal_card(state, card_of(action), events), events)
    return state, tuple(events)


def _refusal(table: Table, action: int) -> Refused:
    """Return why the action is not legal: malformed, a wrong card or a wrong phase."""
    if not is_action(action):
        return Refused("malformed")
    return Refused("illegal-card" if action // 100 in _CARDS[table.phase] else "wrong-phase")


def stop(state: State) -> Moved | Refused:
    """End the game now; secret choices that are not revealed do not count."""
    if not state.table.waiting:
        return Refused("game-over")
    events: EventList = []
    return turn_flow.end_game(state, "agreement", events), tuple(events)


def reseed(state: State, seed: Seed) -> State:
    """Return the same position with the supply reshuffled by this seed.

    It takes the order of the seed's shuffle with the same number and skips the cards that are
    elsewhere. Later shuffles use this seed, too. Unrevealed secret choices must be made again.
    """
    table, answers = state.table, state.answers
    supply = tuple(card for card in deck_order(seed, table.shuffle) if card in state.supply)
    waiting = tuple(seat for seat in SEATS if seat in table.waiting or answers[seat] != UNKNOWN)
    return State(state.ruleset, seed, table._replace(waiting=waiting), supply, NEITHER)


# ------------------------------------------------------------------------ secret choices
def _answer(state: State, seat: int, action: int, events: EventList) -> State:
    """Store a secret choice; reveal all choices once every seat has chosen."""
    table = state.table
    events.append(Answered(seat, table.phase, action))
    answers = replace_value(state.answers, seat, action)
    waiting = tuple(other for other in table.waiting if other != seat)
    if waiting:
        return state._replace(table=table._replace(waiting=waiting), answers=answers)
    state = state._replace(answers=NEITHER)
    if table.phase == THROW:
        return turn_flow.reveal_throws(state, answers, events)
    if table.phase == TO_DISCARD:
        return turn_flow.reveal_discards(state, answers, events)
    state = turn_flow.reveal_drinks(state, answers, events)
    return (
        turn_flow.settle_throw(state, events)
        if table.phase == WINDOW_1
        else turn_flow.pay_winner(state, events)
    )
