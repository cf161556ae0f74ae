"""What the options of a table are called, in one place for forms, pages and lists."""

from collections.abc import Mapping, Sequence

from games.models import Game

EDITIONS = {"current": "Current", "classic": "Classic", "to the letter": "To the letter"}
CLOCKS = {
    "fast": "Fast, 10 s a turn",
    "standard": "Standard, 20 s",
    "relaxed": "Relaxed, 45 s",
    "none": "No clock",
}
ACCESS = {
    Game.Access.LINK: "Link only",
    Game.Access.PUBLIC: "Everybody",
    Game.Access.PASSWORD: "Password",
}
ABSENCE = {
    Game.Absence.AI: "An AI plays on",
    Game.Absence.SUBSTITUTE: "A watcher may take over",
    Game.Absence.WAIT: "The table waits",
}


def edition(slug: str) -> str:
    """What an edition is called."""
    return EDITIONS.get(slug, slug)


def clock(chosen: Mapping[str, float] | None) -> str:
    """The clock of a game in a few words: "20 s turns", "No clock"."""
    return "No clock" if chosen is None else f"{chosen['free']:g} s turns"


def progress(match: int | None, living: Sequence[int]) -> str:
    """How far a game is, in a few words: "Match 7, 3 left"; nothing before the deal."""
    return "" if match is None else f"Match {match}, {len(living)} left"


def title(game: Game, host: str) -> str:
    """The title that the host gave, or one from the host's name."""
    return game.title or (f"{host}’s table" if host else "Table")
