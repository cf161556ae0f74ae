"""Tells the browser at once which modules a page needs, instead of import by import."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from density.storage import ADDRESS, without_remarks

register = template.Library()

IMPORTS = re.compile(rf"""(?:import|export)\s*(?:[\s{{*][^"';()]*?from\s*)?{ADDRESS}""")


@register.simple_tag
def preload_modules(entry: str) -> SafeString:
    """A link for every module that this one imports, and those import, deepest last."""
    names = needed.__wrapped__(entry) if settings.DEBUG else needed(entry)
    links = ((static(name),) for name in names)
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', links)


@cache
def needed(entry: str) -> tuple[str, ...]:
    """The module of that name and all that it needs, each once, as they are met."""
    names = [entry]
    for name in names:
        names += [found for found in imports(name) if found not in names]
    return tuple(names)


def imports(name: str) -> list[str]:
    """What the module of that name imports, by their names, each once."""
    path = finders.find(name)
    if path is None:
        return []
    text = without_remarks(Path(path).read_text(encoding="utf-8"), ".js")
    folder = posixpath.dirname(name)
    found = (posixpath.normpath(f"{folder}/{each['url']}") for each in IMPORTS.finditer(text))
    return list(dict.fromkeys(found))
