"""The rule of names: 2 to 16 visible characters of one script, free and no office."""

import re
import unicodedata
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.unicode import confusable_skeleton, mixes_scripts

SHORTEST, LONGEST = 2, 16
# letters, marks, digits; then what may stand between them
CATEGORIES = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}
JOINERS = set(" -_.'")
# letters and marks that leave no trace on the screen, by the code points they begin and end at
UNSEEN = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)
# classes of marks that only decorate a letter: strokes through it, points of Hebrew and Arabic, and
# all that is attached to it or stands above or below
OVERLAY, POINTS, ATTACHED = 1, range(10, 37), 200
# letters by their category that are signs between others
SIGNS = ((0x02B0, 0x02FF), (0xA700, 0xA721), (0xA788, 0xA78C))
MOST_MARKS = 3  # on one letter
LONGEST_SKELETON = 255
# as a skeleton has them: 1 looks like l, and 0 like o
LIKE_A_GUEST = re.compile(r"(guest|gast)[\dlo]*")
# digits that are read as letters, and letters of one stroke
READ_AS = str.maketrans("013457l", "oieasti")
# one letter with something to it, as Unicode names it
NAMED_LETTER = re.compile(
    r"(?:LATIN|MODIFIER) (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |SMALL |CAPITAL )?"
    r"(?:DOTLESS |SCRIPT |OPEN |BARRED )?([A-Z])(?: WITH .+)?"
)
SEPARATORS = re.compile(r"[-_.' ]+")
# where words that are written together meet: PaulOscar, MODPaul; and around digits
CAPITALS = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
DIGITS = re.compile(r"\d+")
BEHIND = re.compile(r"[\d\W_]+$")
REPEATED = re.compile(r"(.)\1+")
# reserved words of at least this length also match with doubled letters
LONG = 5
# offices that speak for the site: refused as a word of a name, and these of a title, too
STAFF = (
    "admin", "admins", "administrator", "administrators", "administration", "administratorin",
    "mod", "mods", "moderator", "moderators", "moderation", "moderatorin", "moderatoren",
    "support", "helpdesk", "kundendienst", "staff", "mitarbeiter", "mitarbeiterin",
    "official", "officials", "offiziell",
)  # fmt: skip
OFFICES = (
    *STAFF, "team", "teams", "help", "hilfe", "crew", "system", "systems",
    "security", "sicherheit", "root", "webmaster", "postmaster", "hostmaster", "sysadmin",
    "operator", "operators", "betreiber", "betreiberin", "developer", "developers", "entwickler",
    "redaktion", "verwaltung", "leitung", "service", "server", "gamemaster", "spielleiter",
    "referee", "schiedsrichter",
)  # fmt: skip
# words that go before an office that is written as one word
ARTICLES = ("the", "der", "die", "das", "your", "dein", "site", "game", "spiel")
# refused wherever they stand
SITE = ("density",)
# refused where they are the whole name: the site says them in place of one
STANDS_FOR = (
    "you", "du", "player", "a player", "spieler", "ein Spieler", "seat", "platz", "someone",
    "somebody", "jemand", "everyone", "everybody", "nobody", "niemand", "anonymous", "anonym",
    "deleted", "gel\u00f6scht",
)  # fmt: skip
# written before or behind the name of an AI player
OF_AI = (
    "ai", "ki", "bot", "bots", "player", "spieler", "npc", "cpu", "computer", "robot", "the",
)  # fmt: skip
# the AI players of all tables, and what they are called
AI_NAMES = (
    "Agate", "Basalt", "Beryl", "Calcite", "Dolomite", "Feldspar", "Flint", "Gabbro",
    "Garnet", "Gneiss", "Granite", "Jasper", "Kyanite", "Marble", "Mica", "Olivine",
    "Pumice", "Quartz", "Rhyolite", "Schist", "Slate", "Spinel", "Topaz", "Zircon",
)  # fmt: skip
AI_PLAYERS = (
    *AI_NAMES, "AI", "KI", "AI player", "KI-Spieler", "Bot", "House", "Dealer",
)  # fmt: skip


def tidy_name(name: str) -> str:
    """Return the name in composed form, with single spaces and none at its ends."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """Return what two names have in common that count as the same name."""
    return tidy_name(tidy_name(name).casefold())


def check_name(name: str) -> None:
    """Raise ValidationError, in words for its owner, unless the name may be used."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("Use 2 to 16 characters."), code="length")
    if not all(map(_is_seen, name)):
        raise ValidationError(_("Use only letters, digits, spaces and - _ . '"), code="characters")
    marks = "".join("m" if unicodedata.category(each)[0] == "M" else " " for each in name)
    if "m" * (MOST_MARKS + 1) in marks:
        raise ValidationError(_("Use at most 3 accents on a letter."), code="marks")
    if name != tidy_name(name):
        raise ValidationError(_("Use single spaces only."), code="spaces")
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise ValidationError(_("Use at least one letter or digit."), code="letters")


def _is_seen(character: str) -> bool:
    """Return whether it is a letter, mark, digit or joiner that shows."""
    if any(first <= ord(character) <= last for first, last in UNSEEN):
        return False
    return unicodedata.category(character) in CATEGORIES or character in JOINERS


def check_chosen_name(name: str) -> None:
    """Raise ValidationError unless a registered player may choose the name."""
    check_name(name)
    if LIKE_A_GUEST.fullmatch(_letters(name)):
        raise ValidationError(
            _("Names like this are reserved for guests. Choose another one."), code="guest"
        )
    if mixes_scripts(name):
        raise ValidationError(_("Don’t mix alphabets: use letters from only one."), code="scripts")
    if is_reserved(name):
        raise ValidationError(_("This name is reserved. Choose another one."), code="reserved")


def skeleton_of(name: str) -> str:
    """Return what names have in common that are easily taken for each other.

    Letters and digits only, as they look (UTS 39), in any capitals, without marks; i, l and 1 are
    one letter, and digits are the letters as which they are read.
    """
    return _letters(name).translate(READ_AS)[:LONGEST_SKELETON]


def is_reserved(name: str) -> bool:
    """Return whether a name seems to speak for the site, or to be one of its AI players."""
    tidy = tidy_name(name)
    for whole in {skeleton_of(tidy), skeleton_of(BEHIND.sub("", tidy))}:
        once = REPEATED.sub(r"\1", whole)
        if any(site in each for site in _known(SITE) for each in (whole, once)):
            return True
        if whole in _known(STANDS_FOR + AI_PLAYERS) or _spoken().fullmatch(whole):
            return True
    return any(_is_office(part, OFFICES) for part in _parts(tidy))


def claims_office(text: str) -> bool:
    """Return whether a text beside names, as the title of a table, seems to speak for the site."""
    return any(_is_office(part, STAFF) for part in _parts(tidy_name(text)))


def _parts(name: str) -> set[str]:
    """Return the words of a name, as its separators, capitals and digits part them."""
    words = SEPARATORS.split(name)
    parted = [part for word in words for part in CAPITALS.split(word)]
    lone = "".join(word if len(word) == 1 else " " for word in words).split()
    return {*words, *parted, *lone, *(part for word in parted for part in DIGITS.split(word))}


def _is_office(part: str, offices: tuple[str, ...]) -> bool:
    """Return whether a part of a name is an office, with or without digits behind it."""
    found = {skeleton_of(part), skeleton_of(BEHIND.sub("", part))}
    once = {REPEATED.sub(r"\1", each) for each in found}
    return not found.isdisjoint(_known(offices)) or not once.isdisjoint(_once(offices))


@cache
def _known(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(skeleton_of, names))


@cache
def _once(names: tuple[str, ...]) -> frozenset[str]:
    """Return the long ones of these names with every letter once where it is repeated."""
    return frozenset(REPEATED.sub(r"\1", skeleton_of(name)) for name in names if len(name) >= LONG)


@cache
def _spoken() -> re.Pattern[str]:
    """Return the pattern of offices and AI players that are written together with other words."""
    articles, offices, players, additions = (
        "|".join(sorted(_known(words), key=len, reverse=True))
        # without "KI", twice of which is a name
        for words in (ARTICLES, OFFICES, tuple(n for n in AI_PLAYERS if len(n) > 2), OF_AI)
    )
    office = f"(?:{articles})*(?:{offices})+"
    return re.compile(f"{office}|(?:{additions})*(?:{players})(?:{additions})*")


def _letters(name: str) -> str:
    """Return the letters and digits of a name as they look, and nothing between them."""
    # I looks like l before it is a small letter, and some small letters like capitals
    looks = confusable_skeleton("".join(map(_plain, tidy_name(name))))
    looks = confusable_skeleton("".join(map(_plain, looks)).casefold())
    looks = unicodedata.normalize("NFKD", "".join(map(_plain, looks)).casefold())
    return "".join(filter(_counts, looks))


@cache
def _plain(letter: str) -> str:
    """Return a letter of a small size or with a hook or bar to it as the letter it is.

    Digits of all scripts are those of ours.
    """
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    found = NAMED_LETTER.fullmatch(unicodedata.name(letter, ""))
    if found is None:
        return letter
    return found[1] if letter.isupper() else found[1].lower()


def _counts(character: str) -> bool:
    """Return whether a character tells names apart: signs and decorating marks do not.

    The marks of some scripts are vowels and count (those of class 0 and of Thai, among others).
    """
    category, above = unicodedata.category(character)[0], unicodedata.combining(character)
    if category == "M":
        return not (above == OVERLAY or above in POINTS or above >= ATTACHED)
    return category in "LN" and not any(first <= ord(character) <= last for first, last in SIGNS)


def guest_name(number: int) -> str:
    """Return the name of a guest."""
    return f"Guest {number}"
