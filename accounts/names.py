"""What a name may be: 2 to 16 visible characters of any script."""

import re
import unicodedata

from django.core.exceptions import ValidationError

SHORTEST, LONGEST = 2, 16
# letters, marks, digits; then what may stand between them
KINDS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}
JOINERS = set(" -_.'")
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
        raise ValidationError(f"A name has {SHORTEST} to {LONGEST} characters.", code="length")
    for character in name:
        if unicodedata.category(character) not in KINDS and character not in JOINERS:
            raise ValidationError(
                "A name has letters, digits, spaces and - _ . ' only.", code="characters"
            )
    if name != tidy_name(name):
        raise ValidationError("A name is written with single spaces.", code="spaces")
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise ValidationError("A name has at least one letter or digit.", code="letters")


def check_chosen_name(name: str) -> None:
    """Raise ValidationError unless a registered player may choose the name."""
    check_name(name)
    if LIKE_A_GUEST.fullmatch(name_key(name)):
        raise ValidationError("Names like this one are for guests.", code="guest")


def guest_name(number: int) -> str:
    """The name of a guest."""
    return f"Guest {number}"
