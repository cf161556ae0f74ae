"""The rules of RPS Extreme: which seats are asked, what is legal, and what an action does."""

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

# By phase, the verbs of actions that name a card: of others' cards the phase is wrong.
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
    """The seats that owe an answer: both while they choose in secret, none when it is over."""
    return state.table.waiting


def legal(state: State, seat: int) -> tuple[int, ...]:
    """Return the actions open to a seat: empty unless it is asked."""
    table = state.table
    return seat_options(table, seat) if seat in table.waiting else ()


def seat_options(table: Table, seat: int) -> tuple[int, ...]:
    """Return what a seat that is asked may answer."""
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
    """Return what the clock plays for this seat, which is asked (RX-9).

    A throw that the seed decides; no potion; score; of cards the one with the lowest number.
    """
    table = state.table
    if table.phase == THROW:
        return deal.draw_lot(state.seed, (table.challenge, table.throw, seat), len(SIGNS))
    if table.phase in (WINDOW_1, WINDOW_2):
        return PASS
    return seat_options(table, seat)[0]


# -------------------------------------------------------------------------------- verbs
def start(ruleset: Ruleset, seed: Seed) -> Moved:
    """Start the first challenge: three cards face up, no seat has any, all scores are 0 (RX-1)."""
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
    """Return the state after a seat's action and what happened, or Refused with a code.

    Nothing is changed in the given state. A choice in secret is kept until all have chosen; the
    last one reveals them, and leads on to the next question or to the end of the game. A value that
    is no action is "malformed".
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
    """Why this is none of the options: no action at all, another card's, another moment's."""
    if not is_action(action):
        return Refused("malformed")
    return Refused("illegal-card" if action // 100 in _CARDS[table.phase] else "wrong-phase")


def stop(state: State) -> Moved | Refused:
    """The end of the game as it stands; secret choices that are not revealed count for nothing."""
    if not state.table.waiting:
        return Refused("game-over")
    events: EventList = []
    return turn_flow.end_game(state, "agreement", events), tuple(events)


def reseed(state: State, seed: Seed) -> State:
    """Return the same moment with the supply in the order of this seed's shuffle of its number.

    The cards that lie elsewhere are skipped in it, as in later shuffles, which are by this seed.
    Choices in secret that are not revealed are to be made again.
    """
    table, answers = state.table, state.answers
    supply = tuple(card for card in deck_order(seed, table.shuffle) if card in state.supply)
    waiting = tuple(s for s in SEATS if s in table.waiting or answers[s] != UNKNOWN)
    return State(state.ruleset, seed, table._replace(waiting=waiting), supply, NEITHER)


# --------------------------------------------------------------------- secrets, revealed
def _answer(state: State, seat: int, action: int, events: EventList) -> State:
    """Keep a secret choice; reveal all when no seat owes one."""
    table = state.table
    events.append(Answered(seat, table.phase, action))
    answers = replace_value(state.answers, seat, action)
    waiting = tuple(other for other in table.waiting if other != seat)
    if waiting:
        return state._replace(table=table._replace(waiting=waiting), answers=answers)
    revealed = state._replace(answers=NEITHER)
    if table.phase == THROW:
        return turn_flow.reveal_throws(revealed, answers, events)
    if table.phase == TO_DISCARD:
        return turn_flow.lay_off(revealed, answers, events)
    drunk = turn_flow.reveal_drinks(revealed, answers, events)
    return (
        turn_flow.settle_throw(drunk, events)
        if table.phase == WINDOW_1
        else turn_flow.pay_winner(drunk, events)
    )
