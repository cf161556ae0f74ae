"""The names of a table's options, in one place for forms, pages and lists.

Texts are translated when they are shown, so each reader gets their own language; frames carry
codes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext

from accounts.ratings import ai_accounts
from games.game_type import Edition, GameType, Words
from games.models import Challenge, Game, Seat
from games.registry import GAMES

ACCESS = {
    Game.Access.LINK: _("Link only"),
    Game.Access.PUBLIC: _("Everyone"),
    Game.Access.PASSWORD: _("Password"),
}
ABSENCE = {
    Game.Absence.AI: _("An AI player takes over"),
    Game.Absence.SUBSTITUTE: _("A spectator can take over"),
    Game.Absence.WAIT: _("The table waits"),
}
# the number of players for which places are shown as win, loss or draw
DUEL = 2
# what a player can say at a table with one click
PHRASES = {
    "well-played": _("Well played"),
    "thanks": _("Thanks"),
    "good-luck": _("Good luck"),
    "nice-discard": _("Nice discard"),
    "close-one": _("That was close"),
    "one-moment": _("One moment"),
    "good-game": _("Good game"),
}
PLACES = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th")}


def edition_name(slug: str) -> str:
    """Return the name of an edition."""
    edition = all_editions().get(slug)
    return slug if edition is None else str(edition.word)


def all_editions() -> dict[str, Edition]:
    """Return the editions of all games."""
    return {slug: edition for game in GAMES.values() for slug, edition in game.editions.items()}


def level_names() -> dict[str, Words]:
    """Return the names of the AI levels of all games, by slug."""
    return {slug: word for game in GAMES.values() for slug, word in _level_words(game).items()}


def level_name(slug: str) -> str:
    """Return the name of an AI level; a strength on the dial is its points."""
    return str(level_names().get(slug, slug.capitalize()))


def place_name(number: int, seats: int, *, shared: bool = False) -> str:
    """Return how a seat finished: its place, or for two players win, loss or draw."""
    if seats == DUEL:
        if shared:
            return pgettext("result", "Draw")
        return pgettext("result", "Win") if number == 1 else pgettext("result", "Loss")
    return str(PLACES[number]) if number in PLACES else say("%(place)sth") % {"place": number}


def decline_phrase(code: str) -> str:
    """Return the phrase with which a challenge was declined; "" without a phrase."""
    return str(Challenge.Word(code).label) if code else ""


def clock_name(row: Mapping[str, Any]) -> str:
    """Return the clock of a listed game in a few words: "20 s turns", "No clock"."""
    if row["free"] is None:
        return say("No clock")
    return str(GAMES[row["slug"]].seconds) % {"seconds": f"{row['free']:g}"}


def progress_text(row: Mapping[str, Any]) -> str:
    """Return the progress of a listed game: "Match 7, 3 left"; "" before the deal."""
    return "" if row["match"] is None else str(GAMES[row["slug"]].progress) % row


def table_title(row: Mapping[str, str]) -> str:
    """Return the host's title for a listed table, or else a title with the host's name."""
    if row["title"]:
        return row["title"]
    return say("%(host)s’s table") % row if row["host"] else say("Table")


def seat_name(seat: Mapping[str, str]) -> str:
    """Return the name of a seat, marked if it is an AI player: "Topaz (AI)"."""
    if seat["kind"] == Seat.Kind.AI:
        return say("%(name)s (AI)") % seat
    return seat["name"] or say("A player")


def seat_names(seats: Sequence[Mapping[str, str]]) -> str:
    """Return the names of seats as one list in prose."""
    return join_names([seat_name(seat) for seat in seats])


def row_words(row: Mapping[str, Any]) -> str:
    """Return the mode, game and progress of a listed table: "Ranked, a game, Match 3"."""
    kind = say("Ranked") if row["rated"] else say("Casual")
    return ", ".join(filter(None, (kind, str(row["game"]), progress_text(row))))


def crowd_text(now: Mapping[str, Any]) -> str:
    """Return the number of users online and of running games; "" for a reader who is alone.

    Pages then suggest what to do instead.
    """
    online, running = now["online"], now["running"]
    users = ngettext("%(count)s player online", "%(count)s players online", online)
    games = ngettext("%(count)s game running", "%(count)s games running", running)
    parts = [users % {"count": online}] if online > 1 else []
    return ", ".join([*parts, games % {"count": running}] if running else parts)


def unbroken_names(names: Sequence[str]) -> list[str]:
    """Return names with no-break spaces, so that no line ends within a name."""
    return [name.replace(" ", "\u00a0") for name in names]


def join_names(people: Sequence[str]) -> str:
    """Return names as a list in prose: Mira, Ola and Tomasz. An empty name is hidden."""
    names = [name or say("A player") for name in people]
    if len(names) < 2:
        return "".join(names)
    return say("%(many)s and %(last)s") % {"many": ", ".join(names[:-1]), "last": names[-1]}


def own_level_name(points: str) -> str:
    """Return the name of the strength on the dial that a reader is offered."""
    return say("My level, %(points)s") % {"points": points}


def level_ratings(slug: str) -> str:
    """Return the ratings of the AI levels of a game in a sentence; "" if they are unknown."""
    lines = ai_accounts.level_ratings(slug)
    levels = [f"{level_name(name)} {line.rating}" for name, line in lines.items()]
    return say("Approximate ratings: %(levels)s.") % {"levels": ", ".join(levels)} if levels else ""


def levels_of(slug: str) -> list[tuple[str, Any]]:
    """Return the AI levels of a game with their names, weakest first."""
    return list(_level_words(GAMES[slug]).items())


def _level_words(game: GameType) -> dict[str, Words]:
    return {slug: level.word or slug.capitalize() for slug, level in game.ai_levels.items()}


def clocks_of(slug: str) -> list[tuple[str, str]]:
    """Return the clocks that a host may choose, with their names."""
    presets = GAMES[slug].pace.presets
    return [(name, str(word) % (presets[name] or {})) for name, word in GAMES[slug].clocks.items()]


def clock_help(slug: str) -> str:
    """Return the help text about these clocks."""
    presets = GAMES[slug].pace.presets.items()
    return str(GAMES[slug].clock_help) % {name: clock["bank"] for name, clock in presets if clock}


def plain_number(number: int) -> str:
    """Return a number as text, with a true minus sign if it is negative."""
    return str(number) if number >= 0 else f"\u2212{-number}"


def signed_number(number: int) -> str:
    """Return a number that always shows its sign."""
    return f"+{number}" if number >= 0 else plain_number(number)
