"""The thirty cards of Rock Paper Scissors Extreme by their numbers in the rulebook (RX-11)."""

from games.rps_extreme.rules.messages import Sign

ROCK, PAPER, SCISSORS = SIGNS = (0, 1, 2)
SIGN_NAMES: tuple[Sign, ...] = ("rock", "paper", "scissors")

# Items: five families of three cards, one for each sign.
DIAMOND, GOLDEN, ONYX, SILVER, RUBY = (1, 4, 7, 10, 13)
# Potions: three that work with any sign, then four families of three.
RAINBOW, BLACK, SPARKLY = 16, 17, 18
PURPLE, GREEN, BLUE, RED = COLORS = (19, 22, 25, 28)

ITEMS = range(1, 16)
POTIONS = range(16, 31)
DECK: tuple[int, ...] = (*ITEMS, *POTIONS)
NONE = 0  # no card

_NAMES = (
    *[
        f"{metal} {shape}"
        for metal in ("Diamond", "Golden", "Onyx", "Silver", "Ruby")
        for shape in ("Totem", "Scroll", "Athame")
    ],
    *("Rainbow Potion", "Black Potion", "Sparkly Potion"),
    *[
        f"{make} {color} Potion"
        for color in ("Purple", "Green", "Blue", "Red")
        for make in ("Murky", "Milky", "Metallic")
    ],
)

# By number; 0 is no card. The wire, the log and the record use the codes.
NAMES: tuple[str, ...] = ("", *_NAMES)
CODES: tuple[str, ...] = tuple(name.lower().replace(" ", "-") for name in NAMES)
CARD: dict[str, int] = {code: card for card, code in enumerate(CODES) if card}


def find_card(family: int, sign: int) -> int:
    """Return the card of this family of items or potions that belongs to this sign."""
    return family + sign


def family_of(card: int) -> int:
    """Return the family of an item or a potion; Rainbow, Black and Sparkly are their own."""
    if card in (RAINBOW, BLACK, SPARKLY):
        return card
    return card - (card - 1) % 3


def sign_of(card: int) -> int | None:
    """Return the sign that a card belongs to (RX-1.3); None for potions that fit any sign."""
    return None if card in (RAINBOW, BLACK, SPARKLY) else (card - 1) % 3


def sign_beats(one: int, other: int) -> bool:
    """Return whether the first sign beats the second."""
    return (one - other) % 3 == 1
