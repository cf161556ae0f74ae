"""Every game of the house by its slug, as pages and careers tell it; the first is the usual one."""

from games.density_deck import game_type as density_deck
from games.game_type import Kind
from games.rps_extreme import game_type as rps_extreme

KINDS: dict[str, Kind] = {kind.slug: kind for kind in (density_deck.KIND, rps_extreme.KIND)}
DEFAULT = next(iter(KINDS))


def known(slug: object) -> str:
    """The slug that an address or a form names, or the usual game where it names none."""
    return slug if isinstance(slug, str) and slug in KINDS else DEFAULT
