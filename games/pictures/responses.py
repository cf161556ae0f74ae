"""Answers requests for pictures: cached, within a rate limit, and with an ETag."""

import hashlib
from collections.abc import Callable
from threading import Lock

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from density.platform import limits
from games.pictures.colors import THEMES

HOUR = 3600
# Pillow is not safe for several threads with the same font, and pages have to stay fast
_drawing = Lock()


def answer_picture(
    request: HttpRequest,
    theme: str,
    language: str,
    key: str,
    draw: Callable[[str], bytes],
    *,
    private: bool = False,
    seconds: int = HOUR,
) -> HttpResponse:
    """Return the PNG file that `draw` makes for a theme, in a language; 404 for unknown ones.

    `key` names what the picture shows: the cache keeps a picture of that key for `seconds`.
    Only a picture that is not cached counts for the rate limit. Raises limits.TooMany.
    """
    if theme not in THEMES or language not in dict(settings.LANGUAGES):
        raise Http404
    cache = caches["pictures"]
    name = hashlib.sha256(f"{theme} {language} {key}".encode()).hexdigest()
    picture: bytes | None = cache.get(name)
    if picture is None:
        limits.count_use("pictures", limits.client_network(request))
        with translation.override(language), _drawing:
            # another thread may have drawn it meanwhile
            picture = cache.get(name) or draw(theme)
            cache.set(name, picture, seconds)
    answer = HttpResponse(picture, content_type="image/png")
    answer["ETag"] = quote_etag(hashlib.sha256(picture).hexdigest()[:32])
    answer["Cache-Control"] = f"{'private' if private else 'public'}, max-age={seconds}"
    # other sites show the preview of a link
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    shown = get_conditional_response(request, etag=answer["ETag"], response=answer)
    assert shown is not None
    return shown
