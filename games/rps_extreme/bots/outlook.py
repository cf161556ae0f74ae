"""What a throw leads to, one challenge ahead: the chances of seat 0 after each turn of events."""

from games.rps_extreme.bots.mixing import solve
from games.rps_extreme.bots.worth import WORTH, chance, lowest, worth
from games.rps_extreme.rules.cards import BLACK, BLUE, GREEN, NONE, PURPLE, RED, SIGNS
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
    SEATS,
    UNKNOWN,
    WINDOW_1,
    WINDOW_2,
    Cards,
    Pair,
    Ruleset,
    Table,
    card_of,
    copied_by,
)

Items = tuple[Cards, Cards]


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
    if action == PASS:
        return table
    card, one, other = card_of(action), *table.items
    kept = tuple([held for held in table.items[seat] if held != card])
    return table._replace(
        items=(kept, other) if seat == 0 else (one, kept),
        drunk=_with(table.drunk, seat, card),
        copied=_with(table.copied, seat, copied_by(action)),
        black=table.black or card == BLACK,
    )


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
    scores = table.scores
    found = silvers(table)
    for _, seat in found:
        scores = _with(scores, seat, scores[seat] + 1)
    over = found and ahead(scores, ruleset.target) != UNKNOWN
    if over or table.winner == UNKNOWN:
        return valued(scores, table.items, ruleset)
    return struck(table._replace(scores=scores), ruleset)


def struck(table: Table, ruleset: Ruleset) -> float:
    """The chance after Red, Blue, Green and Onyx, whose card is the one that is worth most."""
    winner = table.winner
    loser = 1 - winner
    if drank(table, winner, RED):
        points = max(0, table.scores[loser] - 1)
        table = table._replace(scores=_with(table.scores, loser, points))
    held = table.items[loser]
    if held and drank(table, winner, BLUE):
        table = table._replace(items=_replaced(table.items, loser, ()))
    elif held and (drank(table, winner, GREEN) or breaker(table)):
        table = taken(table, max(held, key=WORTH.__getitem__))
    return scored(table, ruleset)


def taken(table: Table, card: int) -> Table:
    """What lies open after the winner has broken, or with Green stolen, this card of the loser."""
    winner = table.winner
    kept = tuple([held for held in table.items[1 - winner] if held != card])
    items = _replaced(table.items, 1 - winner, kept)
    if drank(table, winner, GREEN):
        items = _replaced(items, winner, (*items[winner], card))
    return table._replace(items=items)


def scored(table: Table, ruleset: Ruleset) -> float:
    """Return the chance when the winner chooses between points and the first pick, if it may."""
    scores = with_points(table, ruleset)
    if drank(table, table.winner, GREEN) or drank(table, table.winner, PURPLE):
        return scores
    return better(table.winner, scores, with_first_pick(table, ruleset))


def with_points(table: Table, ruleset: Ruleset) -> float:
    """Return the chance when the winner scores."""
    winner = table.winner
    points = score_of(table)[0]
    scores = _with(table.scores, winner, table.scores[winner] + points)
    if ahead(scores, ruleset.target) != UNKNOWN:
        return valued(scores, table.items, ruleset)
    first = winner if keeps_first_pick(table) else 1 - winner
    return picked(table._replace(scores=scores), first, ruleset)


def with_first_pick(table: Table, ruleset: Ruleset) -> float:
    """Return the chance when the winner picks first instead."""
    return picked(table, table.winner, ruleset)


def picked(table: Table, first: int, ruleset: Ruleset) -> float:
    """The chance after the picks, each the card that is worth most, and after the hand limit."""
    return valued(table.scores, _picks(table, first, ruleset).items, ruleset)


def _picks(table: Table, first: int, ruleset: Ruleset) -> Table:
    """Return what lies open after these picks."""
    best = sorted(filter(None, table.center), key=WORTH.__getitem__, reverse=True)
    pickers = [first] if drank(table, table.winner, GREEN) else [first, 1 - first]
    items = table.items
    for seat, card in zip(pickers, best, strict=False):
        items = _replaced(items, seat, kept_with(items[seat], card, ruleset))
    left, *_ = (*best[len(pickers) :], NONE)
    return table._replace(items=items, center=(left, NONE, NONE))


# -------------------------------------------------------------- points or the first pick
def next_with_points(table: Table, ruleset: Ruleset) -> float:
    """Return the chance when the winner scores, by what the next throw then makes of the cards."""
    winner = table.winner
    scores = _with(table.scores, winner, table.scores[winner] + score_of(table)[0])
    if ahead(scores, ruleset.target) != UNKNOWN:
        return valued(scores, table.items, ruleset)
    first = winner if keeps_first_pick(table) else 1 - winner
    return next_throw(_picks(table._replace(scores=scores), first, ruleset), ruleset)


def next_with_first_pick(table: Table, ruleset: Ruleset) -> float:
    """Return the same when the winner picks first instead."""
    return next_throw(_picks(table, table.winner, ruleset), ruleset)


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


def valued(scores: Pair, items: Items, ruleset: Ruleset) -> float:
    """Return the chance between challenges."""
    return chance(scores, (worth(items[0]), worth(items[1])), ruleset.target)


# --------------------------------------------------------------------------- small parts
def _with(pair: Pair, seat: int, value: int) -> Pair:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _replaced(items: Items, seat: int, held: Cards) -> Items:
    return (held, items[1]) if seat == 0 else (items[0], held)
