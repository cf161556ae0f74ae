"""How long games take: measured medians, from which every page has what it says of time."""

from games.game_type import PEOPLE, USUAL
from games.registry import GAMES


def minutes(slug: str, level: str = PEOPLE, length: str = USUAL) -> int:
    """Return the minutes that a game takes; of a level that was not measured the longest.

    A player of the dial takes as long as the level that is nearest in strength.
    0 of a game of which none was measured: nothing is said of its time.
    """
    game, measured = GAMES[slug], GAMES[slug].minutes
    if level in game.strengths:
        level = min(game.levels, key=lambda each: abs(game.points[each] - game.points[level]))
    levels = [measured[level]] if level in measured else [*measured.values()]
    return max((known[length] for known in levels if length in known), default=0)
