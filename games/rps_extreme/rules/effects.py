"""The effects of the cards: which items act, claim a tie, or can be drunk (RX-3 to RX-6)."""

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
    """The card that causes an effect for a seat; copied if Rainbow acts as that card."""

    seat: int
    card: int
    copied: bool = False


# -------------------------------------------------------------------------------- items
def acting_item(table: Table, seat: int, family: int) -> Cause | None:
    """Return the item of this family, held or copied, that acts for the seat's throw, if any."""
    card = find_card(family, table.signs[seat])
    if table.black:
        return None
    if card in table.items[seat]:
        return Cause(seat, card)
    return Cause(seat, card, copied=True) if table.copied[seat] == card else None


def drunk_potion(table: Table, seat: int, family: int) -> Cause | None:
    """Return the potion of this color for the sign thrown, if the seat drank it in this throw."""
    card = find_card(family, table.signs[seat])
    return Cause(seat, card) if table.drunk[seat] == card else None


def tie_claims(table: Table) -> tuple[Cause, ...]:
    """Return every card that claims the win of a tie: Diamonds before Sparkly (RX-4.2)."""
    one, other = table.signs
    if one != other:
        return ()
    claims = []
    for seat in SEATS:
        diamond = acting_item(table, seat, DIAMOND)
        if diamond is not None:
            claims.append(diamond)
        if table.drunk[seat] == SPARKLY:
            claims.append(Cause(seat, SPARKLY))
    return tuple(claims)


def winner_of(table: Table, claims: tuple[Cause, ...]) -> int:
    """Return the seat that wins the throw, or UNKNOWN if it is a tie (RX-4)."""
    one, other = table.signs
    if one != other:
        return 0 if sign_beats(one, other) else 1
    claimers = {cause.seat for cause in claims}
    return claimers.pop() if len(claimers) == 1 else UNKNOWN


def paying_silvers(table: Table) -> tuple[tuple[Cause, int], ...]:
    """Return every Silver that pays 1 point now, and the seat that gets the point (RX-5.1).

    If there is a winner, both players' Silvers pay the winner; on a tie, each pays its owner.
    """
    silvers = [acting_item(table, seat, SILVER) for seat in SEATS]
    return tuple(
        (cause, cause.seat if table.winner == UNKNOWN else table.winner)
        for cause in silvers
        if cause is not None
    )


def breaking_onyx(table: Table) -> Cause | None:
    """Return the winner's Onyx, which breaks a card unless Green steals one (RX-5.4)."""
    return acting_item(table, table.winner, ONYX)


def winner_points(table: Table) -> tuple[int, Cause | None]:
    """Return the points that the winner can score, and the card if it makes them 2 (RX-6)."""
    cause = drunk_potion(table, table.winner, PURPLE) or acting_item(table, table.winner, GOLDEN)
    return (1, None) if cause is None else (2, cause)


def first_pick_card(table: Table) -> Cause | None:
    """Return the card that lets a winner score and pick first: Purple, or Ruby without Green."""
    winner = table.winner
    if drunk_potion(table, winner, GREEN):
        return None
    return drunk_potion(table, winner, PURPLE) or acting_item(table, winner, RUBY)


# ------------------------------------------------------------------------------ potions
def usable_potions(table: Table, window: int, seat: int) -> tuple[int, ...]:
    """Return the actions that drink a potion in this window; none if the seat cannot (RX-3)."""
    inventory = table.items[seat]
    if table.drunk[seat] != NONE:
        return ()
    if window == WINDOW_1:
        return _reactions(table, inventory, seat)
    tie = table.winner == UNKNOWN
    if not tie and seat != table.winner:
        return ()
    colors = () if tie else _colors(table, inventory, seat)
    return colors + _copies(table, inventory, seat, tie=tie)


def _reactions(table: Table, inventory: Cards, seat: int) -> tuple[int, ...]:
    """Return the drinks of window 1: Black, Sparkly, and Rainbow as Diamond (RX-3.2)."""
    actions = [DRINK + BLACK] if BLACK in inventory else []
    if table.signs[0] == table.signs[1]:
        if SPARKLY in inventory:
            actions.append(DRINK + SPARKLY)
        diamond = find_card(DIAMOND, table.signs[seat])
        if RAINBOW in inventory and not table.black and diamond in visible_cards(table, seat):
            actions.append(COPY + diamond)
    return tuple(actions)


def _colors(table: Table, inventory: Cards, seat: int) -> tuple[int, ...]:
    """Return the drinks of the winner's colored potions for the winning sign (RX-3.4).

    Green and Blue need a card of the opponent to act on.
    """
    has_target = bool(table.items[1 - seat])
    cards = {color: find_card(color, table.signs[seat]) for color in COLORS}
    return tuple(
        DRINK + card
        for color, card in cards.items()
        if card in inventory and (has_target or color not in (GREEN, BLUE))
    )


def _copies(table: Table, inventory: Cards, seat: int, *, tie: bool) -> tuple[int, ...]:
    """Return the visible items that Rainbow can act as in window 2 (RX-3.3, RX-3.7)."""
    if RAINBOW not in inventory or table.black:
        return ()
    visible = visible_cards(table, seat)
    has_target = bool(table.items[1 - seat])
    families = (SILVER,) if tie else (GOLDEN, ONYX, SILVER, RUBY)
    cards = {family: find_card(family, table.signs[seat]) for family in families}
    return tuple(
        COPY + card
        for family, card in cards.items()
        if card in visible and (has_target or family != ONYX)
    )


def visible_cards(table: Table, seat: int) -> Cards:
    """Return the cards that a seat can copy: the opponent's and those in the center."""
    return table.items[1 - seat] + table.center


# ------------------------------------------------------------------------------- awards
def leading_seat(scores: Pair, target: int) -> int:
    """Return the seat that these scores make the winner, or UNKNOWN; a tie continues (RX-8)."""
    one, other = scores
    if max(scores) < target or one == other:
        return UNKNOWN
    return 0 if one > other else 1
