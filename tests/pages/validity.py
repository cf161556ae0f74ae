"""Finds invalid HTML, beyond the checks of tests.pages.markup."""

import re
from itertools import pairwise

from tests.pages.markup import Page

# RFC 3986: all other characters are percent-encoded
ADDRESS = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*")
# a date, or a UTC time to the second
MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?")
HEADING = re.compile(r"h[1-6]")
ADDRESSES = ("href", "src", "action", "formaction", "content")


def find_faults(page: Page) -> list[str]:
    """Return faults of URLs, times and the order of headings, one line each."""
    found = []
    for tag, given in page.elements:
        found += [
            f"<{tag} {name}={given[name]!r}>"
            for name in ADDRESSES
            if name in given and is_address(name, given) and not ADDRESS.fullmatch(given[name])
        ]
        if tag == "time" and not MOMENT.fullmatch(given.get("datetime", "")):
            found.append(f"<time {given}>")
    levels = [int(tag[1]) for tag, _ in page.shown if HEADING.fullmatch(tag)]
    if levels.count(1) != 1 or levels[0] != 1:
        found.append(f"headings {levels} without one h1 that comes first")
    found += [f"h{low} is followed by h{high}" for low, high in pairwise(levels) if high > low + 1]
    return found


def is_address(name: str, given: dict[str, str]) -> bool:
    """Return whether an attribute contains a URL; in meta elements only certain ones do."""
    return name != "content" or given.get("property", "") in ("og:url", "og:image")
