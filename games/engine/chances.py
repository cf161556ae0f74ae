"""Rounds chances for a reader: 0 and 1 mean that something is certain."""

LEAST, MOST = 0.001, 0.999  # limits of a chance that is not certain


def round_chance(chance: float, *, certain: bool = True) -> float:
    """Return a chance to 3 places, 0 or 1 only if it is exactly that and `certain`."""
    if certain and chance in (0, 1):
        return chance
    return min(MOST, max(LEAST, round(chance, 3)))


def round_percent(chance: float, *, certain: bool = True) -> int:
    """Return a chance in whole percent, 0 or 100 only if it is exactly that and `certain`."""
    if certain and chance in (0, 1):
        return round(100 * chance)
    return min(99, max(1, round(100 * chance)))
