"""The language of a reader: from the account, the cookie, or the browser's headers."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_cache_control

from accounts.models import User

COOKIE_SECONDS = 365 * 24 * 3600


def known_languages() -> dict[str, str]:
    """Return the languages of this site: code to native name."""
    return dict(settings.LANGUAGES)


class ReadersLanguage(LocaleMiddleware):
    """Activates the language of the account, or else of the cookie or the browser.

    Staff pages are in English, since the names of models and fields have no translation.
    Every response has a Vary header, so that no cache serves it to another reader. One without
    Cache-Control becomes private and is revalidated at every visit.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language for this request."""
        super().process_request(request)
        chosen = getattr(request.user, "language", "")
        if request.path.startswith("/admin/"):
            chosen = settings.LANGUAGE_CODE
        if chosen in known_languages():
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the Vary header, and Cache-Control if it is missing."""
        varied = super().process_response(request, response)
        if not varied.has_header("Cache-Control"):
            patch_cache_control(varied, private=True, no_cache=True)
        return varied


def save_language(request: HttpRequest, answer: HttpResponseBase, code: str) -> None:
    """Save a language in the account and in this browser; "" follows the browser's headers."""
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=code)
    if not code:
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
