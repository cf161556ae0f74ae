"""The template tag that loads browser modules."""

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def script(name: str) -> SafeString:
    """Return the script elements of a module and, before it, of its translations."""
    words = f"density/words/{get_language()}/{name}"
    names = (words, name) if _is_served(words) else (name,)
    return format_html_join(
        "",
        '<script type="module" src="{}"></script>',
        ((static(file_name),) for file_name in names),
    )


@cache
def _is_served(name: str) -> bool:
    """Return whether a static file exists: collected, or in the code if nothing is collected."""
    collected = getattr(staticfiles_storage, "hashed_files", None)
    return name in collected if collected else finders.find(name) is not None
