"""The value of a throw, one challenge ahead: the chances of seat 0 after each turn of events."""

from collections.abc import Callable

from games.rps_extreme.bots.mixing import solve
from games.rps_extreme.bots.worth import WORTH, chance, lowest, worth
from games.rps_extreme.rules.cards import BLUE, GREEN, NONE, PURPLE, RED, SIGNS
from games.rps_extreme.rules.effects import (
    ahead,
    breaker,
    claims,
    drank,
    keeps_first_pick,
    score_of,
    silvers,
    usable,
    winner_of,
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
    replaced,
)

After = Callable[[Table, Ruleset], float]  # the chance of seat 0 after the picks


def valued(table: Table, ruleset: Ruleset) -> float:
    """Return the chance between challenges."""
    one, other = table.items
    return chance(table.scores, (worth(one), worth(other)), ruleset.target)


# ------------------------------------------------------------------------- before the end
def throws(table: Table, ruleset: Ruleset) -> list[list[float]]:
    """Return the chance of seat 0 for each of its signs against each sign of seat 1."""
    return [
        [thrown(table._replace(signs=(one, other)), ruleset) for other in SIGNS] for one in SIGNS
    ]


def thrown(table: Table, ruleset: Ruleset) -> float:
    """Return the chance after a reveal, both drinking in window 1 as well as they can."""
    matrix = reactions(table, ruleset)
    return matrix[0][0] if len(matrix) == len(matrix[0]) == 1 else solve(matrix)[1]


def reactions(table: Table, ruleset: Ruleset) -> list[list[float]]:
    """Return the chance of seat 0 for each of its answers in window 1 against each of seat 1."""
    own, others = ((*usable(table, WINDOW_1, seat), PASS) for seat in SEATS)
    return [
        [settled(drink(drink(table, 0, one), 1, other), ruleset) for other in others] for one in own
    ]


def drink(table: Table, seat: int, action: int) -> Table:
    """Return what lies open after a seat's answer in a window."""
    return table if action == PASS else table.drink(seat, action)


def settled(table: Table, ruleset: Ruleset) -> float:
    """Return the chance after window 1, if the winner drinks in window 2 what serves it best."""
    table = table._replace(winner=winner_of(table, claims(table)))
    best: float | None = None
    for seat in SEATS:
        for action in usable(table, WINDOW_2, seat):
            found = paid(drink(table, seat, action), ruleset)
            best = found if best is None else better(seat, best, found)
    passed = paid(table, ruleset)
    if best is None:
        return passed
    drinker = next(seat for seat in SEATS if usable(table, WINDOW_2, seat))
    return better(drinker, best, passed)


def better(seat: int, one: float, other: float) -> float:
    """Return the chance of seat 0 that this seat prefers."""
    return max(one, other) if seat == 0 else min(one, other)


# ------------------------------------------------------------------------ after the windows
def paid(table: Table, ruleset: Ruleset) -> float:
    """Return the chance after both windows: Silver, then a new throw or what the winner does."""
    found = silvers(table)
    for _, seat in found:
        table = table._replace(scores=replaced(table.scores, seat, table.scores[seat] + 1))
    over = found and ahead(table.scores, ruleset.target) != UNKNOWN
    return valued(table, ruleset) if over or table.winner == UNKNOWN else struck(table, ruleset)


def struck(table: Table, ruleset: Ruleset) -> float:
    """The chance after Red, Blue, Green and Onyx, whose card is the one that is worth most."""
    winner = table.winner
    loser = 1 - winner
    if drank(table, winner, RED):
        points = max(0, table.scores[loser] - 1)
        table = table._replace(scores=replaced(table.scores, loser, points))
    held = table.items[loser]
    if held and drank(table, winner, BLUE):
        table = table._replace(items=replaced(table.items, loser, ()))
    elif held and (drank(table, winner, GREEN) or breaker(table)):
        table = taken(table, max(held, key=WORTH.__getitem__))
    return scored(table, ruleset)


def taken(table: Table, card: int) -> Table:
    """Return the table after the winner has broken, or with Green stolen, this card of the
    loser.
    """
    winner = table.winner
    table = table.without(1 - winner, card)
    return table.given(winner, card) if drank(table, winner, GREEN) else table


def scored(table: Table, ruleset: Ruleset, after: After = valued) -> float:
    """Return the chance when the winner chooses between points and the first pick, if it may."""
    scores = with_points(table, ruleset, after)
    if drank(table, table.winner, GREEN) or drank(table, table.winner, PURPLE):
        return scores
    return better(table.winner, scores, with_first_pick(table, ruleset, after))


def with_points(table: Table, ruleset: Ruleset, after: After = valued) -> float:
    """Return the chance when the winner scores, by what `after` makes of the picks then."""
    winner = table.winner
    scores = replaced(table.scores, winner, table.scores[winner] + score_of(table)[0])
    table = table._replace(scores=scores)
    if ahead(scores, ruleset.target) != UNKNOWN:
        return valued(table, ruleset)
    first = winner if keeps_first_pick(table) else 1 - winner
    return after(picked(table, first, ruleset), ruleset)


def with_first_pick(table: Table, ruleset: Ruleset, after: After = valued) -> float:
    """Return the same when the winner picks first instead."""
    return after(picked(table, table.winner, ruleset), ruleset)


def picked(table: Table, first: int, ruleset: Ruleset) -> Table:
    """Return what lies open after the picks, each the card worth most, and the hand limit."""
    best = sorted(filter(None, table.center), key=WORTH.__getitem__, reverse=True)
    pickers = [first] if drank(table, table.winner, GREEN) else [first, 1 - first]
    items = table.items
    for seat, card in zip(pickers, best, strict=False):
        items = replaced(items, seat, kept_with(items[seat], card, ruleset))
    left, *_ = (*best[len(pickers) :], NONE)
    return table._replace(items=items, center=(left, NONE, NONE))


def next_throw(table: Table, ruleset: Ruleset) -> float:
    """Return the chance at the next throw, both throwing as well as they can."""
    begun = table._replace(
        black=False, signs=(UNKNOWN, UNKNOWN), drunk=EMPTY, copied=EMPTY, winner=UNKNOWN
    )
    return solve(throws(begun, ruleset))[1]


def kept_with(held: Cards, card: int, ruleset: Ruleset) -> Cards:
    """Return an inventory after a pick: over the limit the older card that is worth least goes."""
    if len(held) < ruleset.hand_limit:
        return (*held, card)
    gone = lowest(held)
    return (*[other for other in held if other != gone], card)


def chosen(table: Table, ruleset: Ruleset, seat: int, action: int, after: After) -> float:
    """Return the chance after a seat's choice in window 2, or of a card to take, or to score.

    `after` is what the picks are worth that follow a card that is taken.
    """
    if table.phase == WINDOW_2:
        return paid(drink(table, seat, action), ruleset)
    if table.phase == TO_SCORE:
        scores = with_points if action == SCORE else with_first_pick
        return scores(table, ruleset, next_throw)
    return scored(taken(table, card_of(action)), ruleset, after)
