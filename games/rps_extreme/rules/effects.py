"""The effects of the cards: which items act, claim a tie, or may be drunk (RX-3..6)."""

from typing import NamedTuple

from games.rps_extreme.rules.cards import (
    BLACK,
    BLUE,
    COLORS,
    DIAMOND,
    GOLDEN,
    GREEN,
    NONE,
    ONYX,
    PURPLE,
    RAINBOW,
    RUBY,
    SILVER,
    SPARKLY,
    find_card,
    sign_beats,
)
from games.rps_extreme.rules.state import (
    COPY,
    DRINK,
    SEATS,
    UNKNOWN,
    WINDOW_1,
    Cards,
    Pair,
    Table,
)


class Cause(NamedTuple):
    """The card that makes something happen for a seat; copied if Rainbow acts as it."""

    seat: int
    card: int
    copied: bool = False


# -------------------------------------------------------------------------------- items
def acting_item(table: Table, seat: int, family: int) -> Cause | None:
    """The item of this family that acts for the seat with the sign it threw: held or copied."""
    card = find_card(family, table.signs[seat])
    if table.black:
        return None
    if card in table.items[seat]:
        return Cause(seat, card)
    return Cause(seat, card, copied=True) if table.copied[seat] == card else None


def drunk_potion(table: Table, seat: int, family: int) -> Cause | None:
    """The potion of this color and of the sign thrown, if the seat drank it in this throw."""
    card = find_card(family, table.signs[seat])
    return Cause(seat, card) if table.drunk[seat] == card else None


def tie_claims(table: Table) -> tuple[Cause, ...]:
    """Return every card that claims the win of a tie: Diamonds before Sparkly (RX-4.2)."""
    one, other = table.signs
    if one != other:
        return ()
    found = []
    for seat in SEATS:
        diamond = acting_item(table, seat, DIAMOND)
        if diamond is not None:
            found.append(diamond)
        if table.drunk[seat] == SPARKLY:
            found.append(Cause(seat, SPARKLY))
    return tuple(found)


def winner_of(table: Table, claimed: tuple[Cause, ...]) -> int:
    """Return the seat that wins the throw, or UNKNOWN if it is a tie (RX-4)."""
    one, other = table.signs
    if one != other:
        return 0 if sign_beats(one, other) else 1
    claimers = {cause.seat for cause in claimed}
    return claimers.pop() if len(claimers) == 1 else UNKNOWN


def paying_silvers(table: Table) -> tuple[tuple[Cause, int], ...]:
    """Return every Silver that pays 1 point now, and the seat that it pays (RX-5.1).

    With a winner it always pays the winner, also the opponent's Silver; on a tie its owner.
    """
    found = [acting_item(table, seat, SILVER) for seat in SEATS]
    return tuple(
        (cause, cause.seat if table.winner == UNKNOWN else table.winner)
        for cause in found
        if cause is not None
    )


def breaking_onyx(table: Table) -> Cause | None:
    """Return the winner's Onyx, which breaks a card where Green does not steal one (RX-5.4)."""
    return acting_item(table, table.winner, ONYX)


def score_of(table: Table) -> tuple[int, Cause | None]:
    """Return what the winner scores if it scores, and the card that makes it 2 (RX-6)."""
    cause = drunk_potion(table, table.winner, PURPLE) or acting_item(table, table.winner, GOLDEN)
    return (1, None) if cause is None else (2, cause)


def keeps_first_pick(table: Table) -> Cause | None:
    """The cards that let the winner pick first though it scores: Purple, or Ruby without Green
    (RX-6).
    """
    winner = table.winner
    if drunk_potion(table, winner, GREEN):
        return None
    return drunk_potion(table, winner, PURPLE) or acting_item(table, winner, RUBY)


# ------------------------------------------------------------------------------ potions
def usable_potions(table: Table, window: int, seat: int) -> tuple[int, ...]:
    """Return the actions that drink a potion in this window, none if the seat can not (RX-3)."""
    held = table.items[seat]
    if table.drunk[seat] != NONE:
        return ()
    if window == WINDOW_1:
        return _reactions(table, held, seat)
    tie = table.winner == UNKNOWN
    if not tie and seat != table.winner:
        return ()
    return (() if tie else _colors(table, held, seat)) + _copies(table, held, seat, tie=tie)


def _reactions(table: Table, held: Cards, seat: int) -> tuple[int, ...]:
    """Window 1: Black, Sparkly, and Rainbow as Diamond (RX-3.2)."""
    found = [DRINK + BLACK] if BLACK in held else []
    if table.signs[0] == table.signs[1]:
        if SPARKLY in held:
            found.append(DRINK + SPARKLY)
        diamond = find_card(DIAMOND, table.signs[seat])
        if RAINBOW in held and not table.black and diamond in visible_cards(table, seat):
            found.append(COPY + diamond)
    return tuple(found)


def _colors(table: Table, held: Cards, seat: int) -> tuple[int, ...]:
    """The winner's potions of the winning sign; Green and Blue want an opposing card (RX-3.4)."""
    target = bool(table.items[1 - seat])
    return tuple(
        DRINK + find_card(color, table.signs[seat])
        for color in COLORS
        if find_card(color, table.signs[seat]) in held and (target or color not in (GREEN, BLUE))
    )


def _copies(table: Table, held: Cards, seat: int, *, tie: bool) -> tuple[int, ...]:
    """Return what Rainbow may act as in window 2, of the visible cards (RX-3.3, RX-3.7)."""
    if RAINBOW not in held or table.black:
        return ()
    visible = visible_cards(table, seat)
    target = bool(table.items[1 - seat])
    families = (SILVER,) if tie else (GOLDEN, ONYX, SILVER, RUBY)
    return tuple(
        COPY + find_card(family, table.signs[seat])
        for family in families
        if find_card(family, table.signs[seat]) in visible and (target or family != ONYX)
    )


def visible_cards(table: Table, seat: int) -> Cards:
    """Return the cards that a seat may copy from: the opponent's and the center's."""
    return table.items[1 - seat] + table.center


# ------------------------------------------------------------------------------- awards
def leading_seat(scores: Pair, target: int) -> int:
    """Return the seat that has won by these scores, or UNKNOWN: equal ones go on (RX-8)."""
    one, other = scores
    if max(scores) < target or one == other:
        return UNKNOWN
    return 0 if one > other else 1
