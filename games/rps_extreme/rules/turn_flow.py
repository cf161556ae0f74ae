"""The steps of a challenge, from the reveal of its throws to the next one (RX-2 to RX-8)."""

from games.rps_extreme.rules.cards import BLUE, GREEN, PURPLE, RED
from games.rps_extreme.rules.effects import (
    Cause,
    breaking_onyx,
    drunk_potion,
    first_pick_card,
    leading_seat,
    paying_silvers,
    tie_claims,
    usable_potions,
    winner_of,
    winner_points,
)
from games.rps_extreme.rules.events import (
    Awarded,
    Broke,
    ChallengeOver,
    Chose,
    Dealt,
    Discarded,
    Drank,
    Event,
    GameOver,
    Lost,
    Outcome,
    Passed,
    Picked,
    PicksFirst,
    Refilled,
    Reshuffled,
    RoundBegan,
    Stole,
    Thrown,
)
from games.rps_extreme.rules.messages import EndedBy
from games.rps_extreme.rules.state import (
    CENTER,
    NEITHER,
    NEW_CHALLENGE,
    NEW_THROW,
    OVER,
    PASS,
    SEATS,
    TO_BREAK,
    TO_DISCARD,
    TO_PICK,
    TO_SCORE,
    TO_STEAL,
    UNKNOWN,
    WINDOW_1,
    WINDOW_2,
    Cards,
    LastThrow,
    Pair,
    State,
    Table,
    card_of,
    copied_by,
    deck_order,
    places,
    replace_value,
)

EventList = list[Event]  # every function appends its events


# ------------------------------------------------------------------------------- reveals
def reveal_throws(state: State, signs: Pair, events: EventList) -> State:
    """Reveal both throws and open window 1 (RX-2.1)."""
    table = state.table
    events.append(Thrown(table.throw, signs))
    return _open_window(state, table._replace(signs=signs), WINDOW_1, events)


def _open_window(state: State, table: Table, phase: int, events: EventList) -> State:
    """Ask the seats that can drink a potion now; skip the window if none can (RX-3.5)."""
    waiting = tuple(seat for seat in SEATS if usable_potions(table, phase, seat))
    state = state._replace(table=table._replace(phase=phase, waiting=waiting))
    if waiting:
        return state
    return settle_throw(state, events) if phase == WINDOW_1 else pay_winner(state, events)


def reveal_drinks(state: State, answers: Pair, events: EventList) -> State:
    """Reveal the potions drunk in a window and move them to the discard pile (RX-3.6)."""
    table = state.table
    for seat, action in enumerate(answers):
        if action == PASS:
            events.append(Passed(seat, table.phase))
        elif action != UNKNOWN:
            events.append(Drank(seat, table.phase, card_of(action), copied_by(action)))
            table = table.drink(seat, action)
    return state._replace(table=table)


def settle_throw(state: State, events: EventList) -> State:
    """Determine the outcome of the throw after window 1, and open window 2 (RX-4)."""
    table = state.table
    claims = tie_claims(table)
    winner = winner_of(table, claims)
    events.append(Outcome(table.throw, table.signs, winner, claims))
    last = LastThrow(table.challenge, table.throw, table.signs, winner)
    return _open_window(state, table._replace(winner=winner, last=last), WINDOW_2, events)


# -------------------------------------------------------------------- effects of a throw
def pay_winner(state: State, events: EventList) -> State:
    """Pay Silver points, which may end the game, then throw again or apply effects (RX-5)."""
    silvers = paying_silvers(state.table)
    for cause, seat in silvers:
        state = _award(state, seat, 1, cause, events)
    if silvers and leading_seat(state.table.scores, state.ruleset.target) != UNKNOWN:
        return end_game(state, "target", events)
    return _throw_again(state, events) if state.table.winner == UNKNOWN else _strike(state, events)


def _throw_again(state: State, events: EventList) -> State:
    """Begin the next throw of the same challenge after a tie (RX-2.6)."""
    table = state.table._replace(**{**NEW_THROW, "throw": state.table.throw + 1})
    events.append(RoundBegan(table.throw))
    return state._replace(table=table)


def _strike(state: State, events: EventList) -> State:
    """Apply the winner's effects on the loser: Red, Blue, then Green or Onyx (RX-5.2 to 5.4)."""
    table = state.table
    winner, loser = table.winner, 1 - table.winner
    red, blue, green = (drunk_potion(table, winner, color) for color in (RED, BLUE, GREEN))
    if red:
        points = min(1, table.scores[loser])
        scores = replace_value(table.scores, loser, table.scores[loser] - points)
        events.append(Lost(loser, points, red, scores))
        state = state._replace(table=table._replace(scores=scores))
    if blue:
        state = break_cards(state, table.items[loser], blue, events)
    onyx = breaking_onyx(state.table)
    inventory = state.table.items[loser]
    if not inventory or (green is None and onyx is None):
        return ask_score(state, events)
    if len(inventory) > 1:
        # the winner has to choose a card
        phase = TO_STEAL if green else TO_BREAK
        return state._replace(table=state.table._replace(phase=phase, waiting=(winner,)))
    if green:
        state = steal_card(state, inventory[0], events)
    else:
        state = break_cards(state, inventory, onyx, events)
    return ask_score(state, events)


def break_cards(state: State, cards: Cards, cause: Cause | None, events: EventList) -> State:
    """Move these cards of the loser to the discard pile (RX-5.5)."""
    table, loser = state.table, 1 - state.table.winner
    if cause is None:
        return state
    events.append(Broke(loser, cards, cause))
    table = table.without(loser, *cards, discard=table.discard + cards)
    return state._replace(table=table)


def steal_card(state: State, card: int, events: EventList) -> State:
    """Give a card of the loser to the winner (RX-5.4)."""
    table, winner = state.table, state.table.winner
    cause = drunk_potion(table, winner, GREEN)
    if cause is None:
        return state
    events.append(Stole(1 - winner, card, cause))
    return state._replace(table=table.without(1 - winner, card).given(winner, card))


# ---------------------------------------------------------------- score, picks, next challenge
def ask_score(state: State, events: EventList) -> State:
    """Ask the winner to score or pick first, unless Green or Purple decides it (RX-6)."""
    table, winner = state.table, state.table.winner
    if drunk_potion(table, winner, GREEN) or drunk_potion(table, winner, PURPLE):
        return _take_points(state, events)
    return state._replace(table=table._replace(phase=TO_SCORE, waiting=(winner,)))


def choose_reward(state: State, scores: bool, events: EventList) -> State:
    """Apply the winner's choice between points and the first pick (RX-6.1)."""
    winner = state.table.winner
    events.append(Chose(winner, "score" if scores else "first"))
    return _take_points(state, events) if scores else _begin_picks(state, winner, None, events)


def _take_points(state: State, events: EventList) -> State:
    """Give the winner its points; then the picks begin or the game ends (RX-6.2 to 6.5)."""
    table, winner = state.table, state.table.winner
    points, cause = winner_points(table)
    state = _award(state, winner, points, cause, events)
    if leading_seat(state.table.scores, state.ruleset.target) != UNKNOWN:
        return end_game(state, "target", events)
    first_pick = first_pick_card(table)
    if first_pick:
        return _begin_picks(state, winner, first_pick, events)
    return _begin_picks(state, 1 - winner, drunk_potion(table, winner, GREEN), events)


def _begin_picks(state: State, first: int, cause: Cause | None, events: EventList) -> State:
    """Ask the seat that picks first."""
    events.append(PicksFirst(first, _picks_alone(state.table), cause))
    return state._replace(table=state.table._replace(phase=TO_PICK, waiting=(first,)))


def _picks_alone(table: Table) -> bool:
    """Return whether only the loser picks, because the winner has stolen a card (RX-6.4)."""
    return drunk_potion(table, table.winner, GREEN) is not None


def pick_card(state: State, seat: int, card: int, events: EventList) -> State:
    """Take a card from the center; then the other seat picks, or the challenge ends (RX-6.6)."""
    events.append(Picked(seat, card, state.table.center.index(card)))
    table = state.table.pick(seat, card)
    if not table.picked[1 - seat] and not _picks_alone(table):
        return state._replace(table=table._replace(waiting=(1 - seat,)))
    over_limit = tuple(s for s in SEATS if len(table.items[s]) > state.ruleset.hand_limit)
    if over_limit:
        return state._replace(table=table._replace(phase=TO_DISCARD, waiting=over_limit))
    return _next_challenge(state._replace(table=table), events)


def reveal_discards(state: State, answers: Pair, events: EventList) -> State:
    """Reveal the cards discarded because of the hand limit (RX-7.1)."""
    table = state.table
    for seat, action in enumerate(answers):
        if action != UNKNOWN:
            card = card_of(action)
            events.append(Discarded(seat, card))
            table = table.without(seat, card, discard=(*table.discard, card))
    return _next_challenge(state._replace(table=table), events)


def _next_challenge(state: State, events: EventList) -> State:
    """End the challenge, refill the center and begin the next one."""
    events.append(ChallengeOver(state.table, "decided"))
    state = _refill(state, events)
    table = state.table
    new_fields = {**NEW_CHALLENGE, "challenge": table.challenge + 1, "before": table.scores}
    state = state._replace(table=table._replace(**new_fields))
    events.append(dealt_event(state))
    return state


def _refill(state: State, events: EventList) -> State:
    """Fill the empty slots of the center from the supply (RX-7.2).

    As soon as the supply is empty, the discard pile becomes the new supply.
    """
    table, supply = state.table, state.supply
    center = list(table.center)
    for slot in range(CENTER):
        if center[slot]:
            continue
        center[slot], supply = supply[0], supply[1:]
        events.append(Refilled(center[slot], slot))
        if not supply:
            number = table.shuffle + 1
            order = deck_order(state.seed, number)
            supply = tuple(card for card in order if card in table.discard)
            table = table._replace(shuffle=number, discard=())
            events.append(Reshuffled(number, len(supply)))
    one, two, three = center
    return state._replace(table=table._replace(center=(one, two, three)), supply=supply)


def end_game(state: State, ended_by: EndedBy, events: EventList) -> State:
    """End the current challenge and the game."""
    table = state.table
    events.append(ChallengeOver(table, ended_by))
    state = state._replace(table=table._replace(phase=OVER, waiting=()), answers=NEITHER)
    events.append(GameOver(places(state) or ()))
    return state


# ------------------------------------------------------------------------------- helpers
def _award(state: State, seat: int, points: int, cause: Cause | None, events: EventList) -> State:
    scores = replace_value(state.table.scores, seat, state.table.scores[seat] + points)
    events.append(Awarded(seat, points, cause, scores))
    return state._replace(table=state.table._replace(scores=scores))


def dealt_event(state: State) -> Dealt:
    """Return the event that begins the current challenge."""
    table = state.table
    return Dealt(table.challenge, table.shuffle, table.center, len(state.supply))
