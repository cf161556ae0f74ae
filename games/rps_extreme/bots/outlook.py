"""Estimates the chance of seat 0 to win the game after each choice, looking one challenge ahead."""

from collections.abc import Callable

from games.rps_extreme.bots.mixing import solve_matrix
from games.rps_extreme.bots.worth import WORTH, lowest_card, win_chance, worth_of_cards
from games.rps_extreme.rules.cards import BLUE, GREEN, NONE, PURPLE, RED, SIGNS
from games.rps_extreme.rules.effects import (
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
from games.rps_extreme.rules.state import (
    EMPTY,
    PASS,
    SCORE,
    SEATS,
    TO_SCORE,
    UNKNOWN,
    WINDOW_1,
    WINDOW_2,
    Cards,
    Ruleset,
    Table,
    card_of,
    replace_value,
)

After = Callable[[Table, Ruleset], float]  # returns the chance of seat 0 after the picks


def chance_between(table: Table, ruleset: Ruleset) -> float:
    """Return the chance between two challenges, from scores and cards."""
    one, other = table.items
    return win_chance(table.scores, (worth_of_cards(one), worth_of_cards(other)), ruleset.target)


# -------------------------------------------------------------- throws and potion windows
def throw_chances(table: Table, ruleset: Ruleset) -> list[list[float]]:
    """Return the chance of seat 0 for each of its signs against each sign of seat 1."""
    return [
        [chance_after_throws(table._replace(signs=(one, other)), ruleset) for other in SIGNS]
        for one in SIGNS
    ]


def chance_after_throws(table: Table, ruleset: Ruleset) -> float:
    """Return the chance after the throws are revealed, with optimal drinking in window 1."""
    matrix = reaction_chances(table, ruleset)
    return matrix[0][0] if len(matrix) == len(matrix[0]) == 1 else solve_matrix(matrix)[1]


def reaction_chances(table: Table, ruleset: Ruleset) -> list[list[float]]:
    """Return the chance of seat 0 for each of its answers in window 1 against each of seat 1."""
    own, others = ((*usable_potions(table, WINDOW_1, seat), PASS) for seat in SEATS)
    return [
        [
            chance_after_window(apply_drink(apply_drink(table, 0, one), 1, other), ruleset)
            for other in others
        ]
        for one in own
    ]


def apply_drink(table: Table, seat: int, action: int) -> Table:
    """Return the table after a seat's answer in a window."""
    return table if action == PASS else table.drink(seat, action)


def chance_after_window(table: Table, ruleset: Ruleset) -> float:
    """Return the chance after window 1, with the best drink in window 2."""
    table = table._replace(winner=winner_of(table, tie_claims(table)))
    best: float | None = None
    for seat in SEATS:
        for action in usable_potions(table, WINDOW_2, seat):
            chance = chance_after_payment(apply_drink(table, seat, action), ruleset)
            best = chance if best is None else better_chance(seat, best, chance)
    without_drink = chance_after_payment(table, ruleset)
    if best is None:
        return without_drink
    drinker = next(seat for seat in SEATS if usable_potions(table, WINDOW_2, seat))
    return better_chance(drinker, best, without_drink)


def better_chance(seat: int, one: float, other: float) -> float:
    """Return the one of two chances of seat 0 that this seat prefers."""
    return max(one, other) if seat == 0 else min(one, other)


# ------------------------------------------------------------------------ after the windows
def chance_after_payment(table: Table, ruleset: Ruleset) -> float:
    """Return the chance after both windows: Silver, then a new throw or the winner's effects."""
    silvers = paying_silvers(table)
    for _, seat in silvers:
        table = table._replace(scores=replace_value(table.scores, seat, table.scores[seat] + 1))
    over = silvers and leading_seat(table.scores, ruleset.target) != UNKNOWN
    return (
        chance_between(table, ruleset)
        if over or table.winner == UNKNOWN
        else chance_after_effects(table, ruleset)
    )


def chance_after_effects(table: Table, ruleset: Ruleset) -> float:
    """Return the chance after Red, Blue, Green and Onyx; the last two take the best card."""
    winner = table.winner
    loser = 1 - winner
    if drunk_potion(table, winner, RED):
        points = max(0, table.scores[loser] - 1)
        table = table._replace(scores=replace_value(table.scores, loser, points))
    inventory = table.items[loser]
    if inventory and drunk_potion(table, winner, BLUE):
        table = table._replace(items=replace_value(table.items, loser, ()))
    elif inventory and (drunk_potion(table, winner, GREEN) or breaking_onyx(table)):
        table = take_card(table, max(inventory, key=WORTH.__getitem__))
    return chance_after_score(table, ruleset)


def take_card(table: Table, card: int) -> Table:
    """Return the table after the winner broke this card of the loser, or stole it with Green."""
    winner = table.winner
    table = table.without(1 - winner, card)
    return table.given(winner, card) if drunk_potion(table, winner, GREEN) else table


def chance_after_score(table: Table, ruleset: Ruleset, after: After = chance_between) -> float:
    """Return the chance if the winner makes the better choice of points and first pick."""
    scores = with_points(table, ruleset, after)
    if drunk_potion(table, table.winner, GREEN) or drunk_potion(table, table.winner, PURPLE):
        return scores
    return better_chance(table.winner, scores, with_first_pick(table, ruleset, after))


def with_points(table: Table, ruleset: Ruleset, after: After = chance_between) -> float:
    """Return the chance if the winner scores; `after` estimates it after the picks."""
    winner = table.winner
    scores = replace_value(table.scores, winner, table.scores[winner] + winner_points(table)[0])
    table = table._replace(scores=scores)
    if leading_seat(scores, ruleset.target) != UNKNOWN:
        return chance_between(table, ruleset)
    first = winner if first_pick_card(table) else 1 - winner
    return after(apply_picks(table, first, ruleset), ruleset)


def with_first_pick(table: Table, ruleset: Ruleset, after: After = chance_between) -> float:
    """Return the chance if the winner picks first instead of scoring."""
    return after(apply_picks(table, table.winner, ruleset), ruleset)


def apply_picks(table: Table, first: int, ruleset: Ruleset) -> Table:
    """Return the table after both picked the best card they could and observed the hand limit."""
    best = sorted(filter(None, table.center), key=WORTH.__getitem__, reverse=True)
    pickers = [first] if drunk_potion(table, table.winner, GREEN) else [first, 1 - first]
    items = table.items
    for seat, card in zip(pickers, best, strict=False):
        items = replace_value(items, seat, add_card(items[seat], card, ruleset))
    last_card, *_ = (*best[len(pickers) :], NONE)
    return table._replace(items=items, center=(last_card, NONE, NONE))


def next_throw(table: Table, ruleset: Ruleset) -> float:
    """Return the chance before the next throw, with optimal throws of both."""
    new_table = table._replace(
        black=False, signs=(UNKNOWN, UNKNOWN), drunk=EMPTY, copied=EMPTY, winner=UNKNOWN
    )
    return solve_matrix(throw_chances(new_table, ruleset))[1]


def add_card(inventory: Cards, card: int, ruleset: Ruleset) -> Cards:
    """Return an inventory with a picked card; at the limit, the least valuable one goes."""
    if len(inventory) < ruleset.hand_limit:
        return (*inventory, card)
    lowest = lowest_card(inventory)
    return (*[other for other in inventory if other != lowest], card)


def chance_after_choice(
    table: Table, ruleset: Ruleset, seat: int, action: int, after: After
) -> float:
    """Return the chance after a seat's choice to drink in window 2, to score or to take a card.

    `after` estimates the chance after the picks that follow a taken card.
    """
    if table.phase == WINDOW_2:
        return chance_after_payment(apply_drink(table, seat, action), ruleset)
    if table.phase == TO_SCORE:
        scores = with_points if action == SCORE else with_first_pick
        return scores(table, ruleset, next_throw)
    return chance_after_score(take_card(table, card_of(action)), ruleset, after)
