"""The coach: rates every choice as the hard player does, and estimates who leads.

All values are chances to win the game, 0 to 1, looking one throw ahead. Secret choices are rated
against the mixed strategy of an optimal opponent.
"""

from collections.abc import Sequence
from operator import mul

from games.engine.contract import Dice, Json, Weighed
from games.rps_extreme.bots import outlook
from games.rps_extreme.bots.mixing import Matrix, for_seat, solve_matrix
from games.rps_extreme.bots.worth import WORTH, lowest_card
from games.rps_extreme.rules.cards import CODES, GREEN
from games.rps_extreme.rules.effects import drunk_potion, tie_claims, winner_of, winner_points
from games.rps_extreme.rules.game import seat_options
from games.rps_extreme.rules.observation import PHASES, Observation, observe
from games.rps_extreme.rules.state import (
    SEATS,
    THROW,
    TO_DISCARD,
    TO_PICK,
    TO_SCORE,
    UNKNOWN,
    WINDOW_1,
    WINDOW_2,
    Ruleset,
    State,
    Table,
    card_of,
)


# ------------------------------------------------------------------------------ choices
def weigh_choices(
    observation: Observation, _dice: Dice, _samples: int, _levels: Sequence[str] = ()
) -> list[Weighed]:
    """Return every legal choice of the viewer, who has to act, best first; nothing is sampled."""
    seat = observation.viewer or 0
    chances = _chances(observation.table, observation.ruleset, seat)
    best = max(chances)
    choices = [
        Weighed(action, chance, best - chance)
        for action, chance in zip(observation.legal, chances, strict=True)
    ]
    return sorted(choices, key=lambda choice: choice.cost)


def _chances(table: Table, ruleset: Ruleset, seat: int) -> list[float]:
    """Return the chance of a seat to win after each of its options."""
    matrix = _matrix(table, ruleset)
    if matrix is not None:
        opponent_mix = _mix(matrix, 1 - seat)
        return [sum(map(mul, opponent_mix, row)) for row in for_seat(seat, matrix)]
    chances = [_after(table, ruleset, seat, action) for action in seat_options(table, seat)]
    return chances if seat == 0 else [1 - chance for chance in chances]


def _matrix(table: Table, ruleset: Ruleset) -> Matrix | None:
    """Return the chances of seat 0 by both answers if both choose at once, otherwise None."""
    if table.phase == THROW:
        return outlook.throw_chances(table, ruleset)
    return outlook.reaction_chances(table, ruleset) if table.phase == WINDOW_1 else None


def _mix(matrix: Matrix, seat: int) -> list[float]:
    """Return the optimal probability of each answer of a seat."""
    return solve_matrix(for_seat(seat, matrix))[0]


def _after(table: Table, ruleset: Ruleset, seat: int, action: int) -> float:
    """Return the chance of seat 0 after this action of a seat."""
    if table.phase == TO_PICK:
        return _chance_at_next_throw(_apply_pick(table, seat, card_of(action)), ruleset)
    if table.phase == TO_DISCARD:
        return _chance_at_next_throw(table.without(seat, card_of(action)), ruleset)
    return outlook.chance_after_choice(table, ruleset, seat, action, outlook.next_throw)


def _apply_pick(table: Table, seat: int, card: int) -> Table:
    """Return the table after a pick and, if it is still to come, the other seat's best pick."""
    other = 1 - seat
    table = table.pick(seat, card)
    remaining = [card for card in table.center if card]
    if table.picked[other] or drunk_potion(table, table.winner, GREEN) or not remaining:
        return table
    return table.pick(other, max(remaining, key=WORTH.__getitem__))


def _chance_at_next_throw(table: Table, ruleset: Ruleset) -> float:
    """Return the chance before the next throw; over the hand limit, the cheapest card goes."""
    for seat in SEATS:
        if len(table.items[seat]) > ruleset.hand_limit:
            table = table.without(seat, lowest_card(table.items[seat], table.picked[seat]))
    return outlook.next_throw(table, ruleset)


# -------------------------------------------------------------------------------- facts
def explain_choice(
    observation: Observation,
    _best: int,
    _chosen: int,
    _dice: Dice,
    _samples: int,
    _levels: Sequence[str] = (),
) -> Json:
    """Return facts that explain the ratings of the choices (docs/PROTOCOL.md)."""
    table, seat = observation.table, observation.viewer or 0
    if table.phase == THROW:
        matrix = outlook.throw_chances(table, observation.ruleset)
        mixes = {"mix": _mix(matrix, seat), "against": _mix(matrix, 1 - seat)}
        return {"code": "throw", **{name: _round_mix(mix) for name, mix in mixes.items()}}
    if table.phase in (WINDOW_1, WINDOW_2):
        winner = winner_of(table, tie_claims(table))
        return {
            "code": "drink",
            "window": 1 if table.phase == WINDOW_1 else 2,
            "winner": None if winner == UNKNOWN else winner,
        }
    if table.phase == TO_SCORE:
        return {"code": "score", "points": winner_points(table)[0], "scores": list(table.scores)}
    cards = [CODES[card_of(action)] for action in observation.legal]
    return {"code": PHASES[table.phase], "cards": cards}


def _round_mix(mix: Sequence[float]) -> list[float]:
    return [round(share, 3) for share in mix]


# ---------------------------------------------------------------- which seat is ahead
def open_choices(state: State) -> Observation:
    """Return the observation of someone who also sees a secret choice, if there is one."""
    seats = [seat for seat in SEATS if state.answers[seat] != UNKNOWN]
    return observe(state, seats[0] if seats else None)


def win_chances(observation: Observation, _dice: Dice, _samples: int) -> list[float]:
    """Return every seat's chance to win the game, as the viewer sees it; they add up to 1.

    Both seats are assumed to play their best from here on, except for a known secret choice.
    """
    if observation.places is not None:
        first = observation.places.count(1)
        return [(place == 1) / first for place in observation.places]
    one = _lead(observation)
    return [one, 1 - one]


def _lead(observation: Observation) -> float:
    """Return the chance of seat 0 to win the game."""
    table, ruleset = observation.table, observation.ruleset
    matrix = _matrix(table, ruleset)
    if matrix is not None:
        one, other = _mix(matrix, 0), _mix(matrix, 1)
        if observation.choice != UNKNOWN:
            chosen = seat_options(table, observation.viewer or 0).index(observation.choice)
            mix = one if observation.viewer == 0 else other
            mix[:] = [float(index == chosen) for index in range(len(mix))]
        gains: list[float] = [sum(map(mul, other, row)) for row in matrix]
        return float(sum(map(mul, one, gains)))
    if table.phase == TO_DISCARD:
        return _chance_at_next_throw(table, ruleset)
    seat = table.waiting[0]
    best = max(_chances(table, ruleset, seat))
    return best if seat == 0 else 1 - best
