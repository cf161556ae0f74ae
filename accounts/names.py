"""Rules for names: 2 to 16 visible characters of one script, not reserved, no lookalikes."""

import re
import unicodedata
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.unicode import confusable_skeleton, mixes_scripts

SHORTEST, LONGEST = 2, 16
# letters, marks and digits; then the characters allowed between them
CATEGORIES = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}
JOINERS = set(" -_.'")
# invisible letters and marks: first and last code point of each range
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
# combining classes of marks that only decorate a letter: strokes through it, points of Hebrew and
# Arabic, and from ATTACHED on all that are attached, above or below
OVERLAY, POINTS, ATTACHED = 1, range(10, 37), 200
# characters whose category is letter, but which are used as punctuation
SIGNS = ((0x02B0, 0x02FF), (0xA700, 0xA721), (0xA788, 0xA78C))
MOST_MARKS = 3  # on one letter
LONGEST_SKELETON = 255
# in a skeleton, 1 may have become l, and 0 o
LIKE_A_GUEST = re.compile(r"(guest|gast)[\dlo]*")
# digits that are read as letters, and l, which looks like i
READ_AS = str.maketrans("013457l", "oieasti")
# the Unicode name of a Latin letter with a small size, hook, bar or accent
NAMED_LETTER = re.compile(
    r"(?:LATIN|MODIFIER) (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |SMALL |CAPITAL )?"
    r"(?:DOTLESS |SCRIPT |OPEN |BARRED )?([A-Z])(?: WITH .+)?"
)
SEPARATORS = re.compile(r"[-_.' ]+")
# boundaries of words written together: PaulOscar, MODPaul
CAPITALS = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
DIGITS = re.compile(r"\d+")
BEHIND = re.compile(r"[\d\W_]+$")
REPEATED = re.compile(r"(.)\1+")
# reserved words of at least this length also match with doubled letters
LONG = 5
# offices that speak for the site: refused as a word of a name, and STAFF in a title, too
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
# words that can be joined in front of an office
ARTICLES = ("the", "der", "die", "das", "your", "dein", "site", "game", "spiel")
# refused anywhere in a name
SITE = ("density",)
# refused as a whole name: the site uses these words in place of a name
STANDS_FOR = (
    "you", "du", "player", "a player", "spieler", "ein Spieler", "seat", "platz", "someone",
    "somebody", "jemand", "everyone", "everybody", "nobody", "niemand", "anonymous", "anonym",
    "deleted", "gel\u00f6scht",
)  # fmt: skip
# words that can be joined before or after the name of an AI player
OF_AI = (
    "ai", "ki", "bot", "bots", "player", "spieler", "npc", "cpu", "computer", "robot", "the",
)  # fmt: skip
# names of AI players at tables, and general words for them
AI_NAMES = (
    "Agate", "Basalt", "Beryl", "Calcite", "Dolomite", "Feldspar", "Flint", "Gabbro",
    "Garnet", "Gneiss", "Granite", "Jasper", "Kyanite", "Marble", "Mica", "Olivine",
    "Pumice", "Quartz", "Rhyolite", "Schist", "Slate", "Spinel", "Topaz", "Zircon",
)  # fmt: skip
AI_PLAYERS = (
    *AI_NAMES, "AI", "KI", "AI player", "KI-Spieler", "Bot", "House", "Dealer",
)  # fmt: skip


def tidy_name(name: str) -> str:
    """Return the name in normal form (NFKC), with single spaces and none at its ends."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """Return the key of a name: equal for names that count as the same."""
    return tidy_name(tidy_name(name).casefold())


def check_name(name: str) -> None:
    """Raise ValidationError, with a text for the player, unless a name is well formed."""
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
    """Return whether a character is a visible letter, mark, digit or joiner."""
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
    """Return the skeleton of a name: equal for names that are easily confused.

    It has only letters and digits, by their looks (UTS 39), without case and accents. i, l and 1
    are one letter, and digits become the letters as which they are read.
    """
    return _letters(name).translate(READ_AS)[:LONGEST_SKELETON]


def is_reserved(name: str) -> bool:
    """Return whether a name seems to speak for the site or to belong to an AI player."""
    tidy = tidy_name(name)
    for whole in {skeleton_of(tidy), skeleton_of(BEHIND.sub("", tidy))}:
        once = REPEATED.sub(r"\1", whole)
        if any(site in each for site in _known(SITE) for each in (whole, once)):
            return True
        if whole in _known(STANDS_FOR + AI_PLAYERS) or _spoken().fullmatch(whole):
            return True
    return any(_is_office(part, OFFICES) for part in _parts(tidy))


def claims_office(text: str) -> bool:
    """Return whether a text such as the title of a table seems to speak for the site."""
    return any(_is_office(part, STAFF) for part in _parts(tidy_name(text)))


def _parts(name: str) -> set[str]:
    """Return the words of a name, split at separators, capitals and digits."""
    words = SEPARATORS.split(name)
    parted = [part for word in words for part in CAPITALS.split(word)]
    lone = "".join(word if len(word) == 1 else " " for word in words).split()
    return {*words, *parted, *lone, *(part for word in parted for part in DIGITS.split(word))}


def _is_office(part: str, offices: tuple[str, ...]) -> bool:
    """Return whether a part of a name is an office, with or without trailing digits."""
    skeletons = {skeleton_of(part), skeleton_of(BEHIND.sub("", part))}
    once = {REPEATED.sub(r"\1", skeleton) for skeleton in skeletons}
    return not skeletons.isdisjoint(_known(offices)) or not once.isdisjoint(_once(offices))


@cache
def _known(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(skeleton_of, names))


@cache
def _once(names: tuple[str, ...]) -> frozenset[str]:
    """Return the skeletons of the long names, with repeated letters collapsed."""
    return frozenset(REPEATED.sub(r"\1", skeleton_of(name)) for name in names if len(name) >= LONG)


@cache
def _spoken() -> re.Pattern[str]:
    """Return the pattern of offices and AI players joined with other words."""
    articles, offices, players, additions = (
        "|".join(sorted(_known(words), key=len, reverse=True))
        # without "KI": "Kiki" is a name
        for words in (ARTICLES, OFFICES, tuple(n for n in AI_PLAYERS if len(n) > 2), OF_AI)
    )
    office = f"(?:{articles})*(?:{offices})+"
    return re.compile(f"{office}|(?:{additions})*(?:{players})(?:{additions})*")


def _letters(name: str) -> str:
    """Return only the letters and digits of a name, by their looks."""
    # twice: capital I looks like l, and some small letters look like capitals
    looks = confusable_skeleton("".join(map(_plain, tidy_name(name))))
    looks = confusable_skeleton("".join(map(_plain, looks)).casefold())
    looks = unicodedata.normalize("NFKD", "".join(map(_plain, looks)).casefold())
    return "".join(filter(_counts, looks))


@cache
def _plain(letter: str) -> str:
    """Return the plain form of a letter with a small size, hook, bar or accent.

    Digits of all scripts become ASCII digits.
    """
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    base = NAMED_LETTER.fullmatch(unicodedata.name(letter, ""))
    if base is None:
        return letter
    return base[1] if letter.isupper() else base[1].lower()


def _counts(character: str) -> bool:
    """Return whether a character distinguishes names: punctuation and decorative marks do not.

    Marks that are vowels do (those of class 0 and of Thai, among others).
    """
    category, above = unicodedata.category(character)[0], unicodedata.combining(character)
    if category == "M":
        return not (above == OVERLAY or above in POINTS or above >= ATTACHED)
    return category in "LN" and not any(first <= ord(character) <= last for first, last in SIGNS)


def guest_name(number: int) -> str:
    """Return the name of the guest with this number."""
    return f"Guest {number}"


def is_name_of_bot(name: str) -> bool:
    """Return whether a name ends as those of bots must, so that everyone sees a program plays."""
    return name_key(name).endswith("bot")
