"""Files at well-known URLs, and the operator's legal pages."""

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.registry import GAMES

# how long a copy of security.txt is valid; RFC 9116 recommends less than a year
VALIDITY = timedelta(days=180)
DAY = 24 * 3600
# the pages that an operator may add, and their titles
LEGAL_PAGES: dict[str, str | Promise] = {
    "imprint": gettext_lazy("Imprint"),
    "privacy": gettext_lazy("Privacy policy"),
    "contact": gettext_lazy("Contact"),
}


class SitePages(Sitemap):  # type: ignore[type-arg]
    """The sitemap of pages that every visitor can read."""

    def items(self) -> list[str]:
        """Return the URLs."""
        names = ["games:home", "games:tables", "leaderboards", "games:learn", "games:deals"]
        names.append("games:exports")
        names += ["games:deal-log", "games:deal-check"]
        for game in GAMES.values():
            names += [game.rules_page[0], *(name for name, _words in game.lessons)]
        return list(dict.fromkeys(map(reverse, names)))

    def location(self, item: str) -> str:
        """Return a URL unchanged."""
        return item


SITEMAPS = {"pages": SitePages}


@require_safe
@cache_control(max_age=DAY, public=True)
def show_robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt: crawlers may read all but accounts, the queue and data."""
    return render(request, "robots.txt", content_type="text/plain")


@require_safe
@cache_control(max_age=DAY, public=True)
def redirect_favicon(request: HttpRequest) -> HttpResponse:
    """Redirect programs that ask for /favicon.ico without reading a page."""
    return redirect(static("density/icons/icon-192.png"))


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the page where a password is changed (W3C, change-password)."""
    return redirect("account_change_password")


@require_safe
def legal_page(request: HttpRequest, name: str) -> HttpResponse:
    """Return a page of the operator, or 404 if it does not exist. Context: title, text."""
    text = legal_text(name)
    if text is None:
        raise Http404
    return render(request, "legal_page.html", {"title": LEGAL_PAGES[name], "text": text})


def legal_text(name: str) -> str | None:
    """Return the text of an operator's page, or None.

    It is the file `name.language.txt` in the folder settings.LEGAL_PAGES, or else `name.txt`.
    """
    if settings.LEGAL_PAGES and name in LEGAL_PAGES:
        for file in (f"{name}.{get_language()}.txt", f"{name}.txt"):
            path = Path(settings.LEGAL_PAGES, file)
            if path.is_file():
                return path.read_text(encoding="utf-8")
    return None


@require_safe
@cache_control(max_age=DAY, public=True)
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the security contact (RFC 9116); 404 if the operator names none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + VALIDITY).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(code for code, _ in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri(reverse('security-txt'))}",
    )
    text = "".join(f"{line}\n" for line in lines)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
