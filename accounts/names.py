"""The rule of names: 2 to 16 visible characters of one script, free and no office."""

import re
import unicodedata
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.unicode import mixes_scripts, skeleton

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
MOST_MARKS = 3  # on one letter
LONGEST_SKELETON = 255
# as a skeleton has them: 1 looks like l, and 0 like o
LIKE_A_GUEST = re.compile(r"(guest|gast)[\dlo]*")
DIGITS_BEHIND = re.compile(r"[\dlo]+$")
# offices that speak for the site: refused as a word of a name, too
OFFICES = (
    "admin", "admins", "administrator", "administration", "mod", "moderator", "moderators",
    "moderation", "moderatorin", "support", "helpdesk", "staff", "official", "root", "webmaster",
    "postmaster", "operator", "betreiber",
)  # fmt: skip
# refused wherever they stand
SITE = ("densitydeck",)
# the AI players of games.table.seating, pinned to them by a test, and what they are called
AI_PLAYERS = (
    "Agate", "Basalt", "Beryl", "Calcite", "Dolomite", "Feldspar", "Flint", "Gabbro",
    "Garnet", "Gneiss", "Granite", "Jasper", "Kyanite", "Marble", "Mica", "Olivine",
    "Pumice", "Quartz", "Rhyolite", "Schist", "Slate", "Spinel", "Topaz", "Zircon",
    "AI", "KI", "AI player", "KI-Spieler", "Bot", "House", "Dealer",
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
        raise ValidationError(_("A name has 2 to 16 characters."), code="length")
    if not all(map(_is_seen, name)):
        raise ValidationError(
            _("A name has letters, digits, spaces and - _ . ' only."), code="characters"
        )
    marks = "".join("m" if unicodedata.category(each)[0] == "M" else " " for each in name)
    if "m" * (MOST_MARKS + 1) in marks:
        raise ValidationError(_("A letter has 3 marks at most."), code="marks")
    if name != tidy_name(name):
        raise ValidationError(_("A name is written with single spaces."), code="spaces")
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise ValidationError(_("A name has at least one letter or digit."), code="letters")


def _is_seen(character: str) -> bool:
    """Return whether it is a letter, mark, digit or joiner that shows."""
    if any(first <= ord(character) <= last for first, last in UNSEEN):
        return False
    return unicodedata.category(character) in CATEGORIES or character in JOINERS


def check_chosen_name(name: str) -> None:
    """Raise ValidationError unless a registered player may choose the name."""
    check_name(name)
    if LIKE_A_GUEST.fullmatch(_bare(name)):
        raise ValidationError(_("Names like this one are for guests."), code="guest")
    if mixes_scripts(name):
        raise ValidationError(_("A name has letters of one script only."), code="scripts")
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the site itself."), code="reserved")


def skeleton_of(name: str) -> str:
    """Return what names have in common that are easily taken for each other, in any capitals."""
    return skeleton(skeleton(tidy_name(name)).casefold())[:LONGEST_SKELETON]


def is_reserved(name: str) -> bool:
    """Return whether a name seems to speak for the site, or to be one of its AI players."""
    whole = _upright(_bare(name))
    if any(site in whole for site in _known(SITE)) or whole in _known(AI_PLAYERS):
        return True
    offices = _known(OFFICES)
    parts = [name, *re.split(r"[-_.' ]+", name)]
    return any(_office(part) & offices for part in parts)


def _office(part: str) -> set[str]:
    """Return how a part of a name may be read: with and without digits behind it."""
    bare = _bare(part)
    return {_upright(bare), _upright(DIGITS_BEHIND.sub("", bare))}


@cache
def _known(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_upright(_bare(name)) for name in names)


def _bare(name: str) -> str:
    """Return the letters and digits of a skeleton, and nothing between them."""
    looks = skeleton_of("".join(map(_not_small, name)))
    return "".join(each for each in looks if unicodedata.category(each)[0] in "LN")


def _not_small(letter: str) -> str:
    """Return a small capital, of which the table of lookalikes has few, as the letter it is."""
    _, small, plain = unicodedata.name(letter, "").partition("LATIN LETTER SMALL CAPITAL ")
    return plain.lower() if small and len(plain) == 1 else letter


def _upright(text: str) -> str:
    """Return a skeleton in which i is no other letter than l, as in "adm1n"."""
    return text.replace("l", "i").replace("ı", "i")


def guest_name(number: int) -> str:
    """Return the name of a guest."""
    return f"Guest {number}"
