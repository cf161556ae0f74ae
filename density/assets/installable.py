"""Makes the site installable: its manifest, its service worker and its offline page."""

import hashlib
import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

# colors of the bar and the page in the dark theme
THEME_COLOR, BACKGROUND = "#161B20", "#0E1114"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)
# the static files of the offline page
OFFLINE_FILES = (
    "density/lost.css",
    "density/theme.js",
    "density/offline.js",
    "density/icons.svg",
    "density/fonts/archivo-latin-wdth-normal.woff2",
)


@require_safe
@vary_on_cookie
@cache_control(no_cache=True)
def show_manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest, in the language of the reader."""
    icons = [
        {
            "src": static(f"density/icons/{name}"),
            "sizes": sizes,
            "type": "image/png",
            "purpose": purpose,
        }
        for name, sizes, purpose in ICONS
    ]
    manifest = {
        "id": "/",
        "name": gettext("Density Deck online"),
        "short_name": "Density Deck",
        "description": gettext("A card game for two to four players, in your browser."),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": reverse("games:home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME_COLOR,
        "background_color": BACKGROUND,
        "icons": icons,
        "shortcuts": [{"name": gettext("Tables"), "url": reverse("games:tables")}],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@require_safe
@vary_on_cookie
@cache_control(no_cache=True)
def show_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker."""
    page = reverse("offline")
    files = [page, *(static(name) for name in OFFLINE_FILES)]
    # a changed page or language changes the worker, which then fetches the page again
    payload = json.dumps(files).encode() + _text_of_page(request)
    name = f"offline-{hashlib.sha256(payload).hexdigest()[:12]}"
    values = {
        "name": name,
        "page": page,
        "files": files,
        "icon": static("density/icons/icon-192.png"),
    }
    context = {key: json.dumps(value) for key, value in values.items()}
    return render(request, "worker.js", context, content_type="text/javascript")


@require_safe
@vary_on_cookie
@cache_control(no_cache=True)
def show_offline_page(request: HttpRequest) -> HttpResponse:
    """Return the page that a browser shows when it cannot reach the site; it names no user."""
    return HttpResponse(_text_of_page(request))


def _text_of_page(request: HttpRequest) -> bytes:
    return render(request, "offline.html").content
