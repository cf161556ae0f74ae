"""Template tags of the base page: previews of shared links, and legal links."""

import re

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from density.server.known_addresses import LEGAL_PAGES, legal_text

register = template.Library()

TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
DESCRIPTION = re.compile(r'<meta name="description" content="(.*?)">', re.DOTALL)


@register.filter
def with_preview(head: SafeString) -> SafeString:
    """Add the title and description of a page as Open Graph tags for link previews."""
    (title,), (description,) = TITLE.findall(head), DESCRIPTION.findall(head)
    lines = (
        head,
        f'<meta property="og:title" content="{title.strip()}">',
        f'<meta property="og:description" content="{" ".join(description.split())}">',
    )
    return mark_safe("\n".join(lines))


@register.simple_tag
def picture_url(name: str, *args: str) -> str:
    """Return the address of a picture for link previews, dark and in the reader's language.

    A page without a context, such as the one for a failure, gets a picture that is a file.
    """
    if not all(args):
        return static("density/icons/preview.png")
    return reverse(name, args=("dark", get_language(), *args))


@register.simple_tag
def legal_links() -> list[tuple[str, str | Promise]]:
    """Return URL and title of the operator's pages, and of the source code if it is set."""
    pages: list[tuple[str, str | Promise]] = [
        (reverse("legal-page", args=(name,)), title)
        for name, title in LEGAL_PAGES.items()
        if legal_text(name) is not None
    ]
    if settings.SOURCE_URL:
        pages.append((settings.SOURCE_URL, gettext("Source code")))
    return pages
