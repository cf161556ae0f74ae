"""What a name may be: 2 to 16 visible characters of any script."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 16
# letters, marks, digits; then what may stand between them
KINDS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}
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
LIKE_A_GUEST = re.compile(r"guest[-_.' ]*\d+")


def tidy_name(name: str) -> str:
    """The name in composed form, with single spaces and none at its ends."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """What two names have in common that count as the same name."""
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
    """Whether it is a letter, mark, digit or joiner that shows."""
    if any(first <= ord(character) <= last for first, last in UNSEEN):
        return False
    return unicodedata.category(character) in KINDS or character in JOINERS


def check_chosen_name(name: str) -> None:
    """Raise ValidationError unless a registered player may choose the name."""
    check_name(name)
    if LIKE_A_GUEST.fullmatch(name_key(name)):
        raise ValidationError(_("Names like this one are for guests."), code="guest")


def guest_name(number: int) -> str:
    """The name of a guest."""
    return f"Guest {number}"
