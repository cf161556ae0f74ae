"""No shared file names a game: a new game needs only its folder and one line of settings."""

import re

from games.registry import GAMES
from tests.project_files import ROOT, project_files

# every spelling of a game's name, including the tests' game
NAMES = re.compile(
    "|".join(
        rf"(?<![a-z]){pattern}(?![a-z])"
        for game in GAMES.values()
        for pattern in (game.slug, game.folder, game.title, game.short)
    )
    + r"|(?<![a-z])rps(?![a-z])",
    re.IGNORECASE,
)
SHARED = ("accounts", "density", "games", "matchmaking", "templates", "tests/js/places.js")
FOLDERS = "|".join(game.folder for game in GAMES.values())
OWN = re.compile(rf"(?:games|templates|tests)/(?:{FOLDERS})/")
ENDINGS = (".py", ".js", ".css", ".html", ".svg", ".txt")

# Density Deck is the name of the site and of a game; in texts it means the site
SITE = re.compile(r"Density Deck(?! Online)")
# names with the site's slug in files, on the wire or on disk, which cannot change
KEPT = {
    "density-deck-record/": "the format of records",
    "density-deck-fair/": "the schemes of the deal",
    "density-deck-my-data.json": "a downloaded file bears the name of the site",
    "density-deck-games.": "a downloaded file bears the name of the site",
}


def shared_files() -> list[str]:
    """Yield every file of the repository that belongs to no game and is not generated."""
    found = (path.relative_to(ROOT).as_posix() for path in project_files(*SHARED))
    return [
        path
        for path in found
        if path.endswith(ENDINGS)
        and path != "density/settings.py"  # lists the games
        and not OWN.match(path)
        and not re.search(r"/(migrations|vendor|words|locale)/", path)
    ]


def lines_with_names(text: str) -> list[str]:
    """Return the lines that name a game, apart from the site's names."""
    for kept in KEPT:
        text = text.replace(kept, "")
    text = SITE.sub("", text)
    return [line.strip() for line in text.splitlines() if NAMES.search(line)]


def test_no_shared_file_names_a_game() -> None:
    shared = shared_files()
    assert len(shared) > 100
    lines = {path: lines_with_names((ROOT / path).read_text(encoding="utf-8")) for path in shared}
    assert {path: found for path, found in lines.items() if found} == {}
