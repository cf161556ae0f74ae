"""The names of a table's options, in one place for forms, pages and lists.

Words are chosen when they are shown, so each reader gets the own language; frames carry codes.
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
# so many players, whose places say no more than who won
DUEL = 2
# what a player can say at a table by one press
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
    """Return what an edition is called."""
    found = all_editions().get(slug)
    return slug if found is None else str(found.word)


def all_editions() -> dict[str, Edition]:
    """Return the editions of all games."""
    return {slug: each for game in GAMES.values() for slug, each in game.editions.items()}


def level_names() -> dict[str, Words]:
    """Return what the levels of AI players of all games are called."""
    return {slug: word for game in GAMES.values() for slug, word in _level_words(game).items()}


def level_name(slug: str) -> str:
    """Return what a level of AI players is called; one of the dial is its points."""
    return str(level_names().get(slug, slug.capitalize()))


def place_name(number: int, seats: int, *, shared: bool = False) -> str:
    """Return how a seat finished: 1st among several, or whether one of two won."""
    if seats == DUEL:
        if shared:
            return pgettext("result", "Draw")
        return pgettext("result", "Win") if number == 1 else pgettext("result", "Loss")
    return str(PLACES[number]) if number in PLACES else say("%(place)sth") % {"place": number}


def decline_phrase(code: str) -> str:
    """Return the phrase with which a challenge was declined; nothing for none."""
    return str(Challenge.Word(code).label) if code else ""


def clock_name(row: Mapping[str, Any]) -> str:
    """Return the clock of a listed game in a few words: "20 s turns", "No clock"."""
    if row["free"] is None:
        return say("No clock")
    return str(GAMES[row["slug"]].seconds) % {"seconds": f"{row['free']:g}"}


def progress_text(row: Mapping[str, Any]) -> str:
    """How far a listed game is, in a few words: "Match 7, 3 left"; nothing before the deal."""
    return "" if row["match"] is None else str(GAMES[row["slug"]].progress) % row


def table_title(row: Mapping[str, str]) -> str:
    """Return the title that the host gave a listed table, or one from the host's name."""
    if row["title"]:
        return row["title"]
    return say("%(host)s’s table") % row if row["host"] else say("Table")


def seat_name(seat: Mapping[str, str]) -> str:
    """Return the name of a seat where nothing else says what sits there: "Topaz (AI)"."""
    if seat["kind"] == Seat.Kind.AI:
        return say("%(name)s (AI)") % seat
    return seat["name"] or say("A player")


def seat_names(seats: Sequence[Mapping[str, str]]) -> str:
    """Return such names in prose."""
    return join_names([seat_name(seat) for seat in seats])


def row_words(row: Mapping[str, Any]) -> str:
    """Return what is played at a listed table and how far it is: "Ranked, a game, Match 3"."""
    kind = say("Ranked") if row["rated"] else say("Casual")
    return ", ".join(filter(None, (kind, str(row["game"]), progress_text(row))))


def crowd_text(now: Mapping[str, Any]) -> str:
    """Return how many users are here and how many games run; nothing where that is no crowd.

    The page of a reader who is alone says what there is to do instead.
    """
    online, running = now["online"], now["running"]
    here = ngettext("%(count)s player online", "%(count)s players online", online)
    games = ngettext("%(count)s game running", "%(count)s games running", running)
    parts = [here % {"count": online}] if online > 1 else []
    return ", ".join([*parts, games % {"count": running}] if running else parts)


def join_names(people: Sequence[str]) -> str:
    """Return a list in prose: Mira, Ola and Tomasz. "" is a player whose name is not shown."""
    found = [name or say("A player") for name in people]
    if len(found) < 2:
        return "".join(found)
    return say("%(many)s and %(last)s") % {"many": ", ".join(found[:-1]), "last": found[-1]}


def like_me(points: str) -> str:
    """Return what the AI players of the dial are called where one is offered."""
    return say("My level, %(points)s") % {"points": points}


def level_ratings(slug: str) -> str:
    """Return what the levels of a game count as, in a sentence; nothing where that is not known."""
    lines = ai_accounts.level_ratings(slug)
    each = [f"{level_name(name)} {line.rating}" for name, line in lines.items()]
    return say("Approximate ratings: %(levels)s.") % {"levels": ", ".join(each)} if each else ""


def levels_of(slug: str) -> list[tuple[str, Any]]:
    """Return the levels of the AI players of a game and what they are called, weakest first."""
    return list(_level_words(GAMES[slug]).items())


def _level_words(game: GameType) -> dict[str, Words]:
    return {slug: each.word or slug.capitalize() for slug, each in game.ai_levels.items()}


def clocks_of(slug: str) -> list[tuple[str, str]]:
    """Return the clocks that a host may choose and what they are called."""
    presets = GAMES[slug].pace.presets
    return [(each, str(word) % (presets[each] or {})) for each, word in GAMES[slug].clocks.items()]


def clock_help(slug: str) -> str:
    """Return what a host should know of these clocks."""
    presets = GAMES[slug].pace.presets.items()
    return str(GAMES[slug].clock_help) % {each: clock["bank"] for each, clock in presets if clock}


def plain_number(number: int) -> str:
    """Return a number with a real minus below zero."""
    return str(number) if number >= 0 else f"\u2212{-number}"


def signed_number(number: int) -> str:
    """Return a number that always shows its sign."""
    return f"+{number}" if number >= 0 else plain_number(number)
