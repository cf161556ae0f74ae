"""The language of a reader: the one of the account, of this browser, or as it asks."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_cache_control

from accounts.models import User

COOKIE_SECONDS = 365 * 24 * 3600


def known_languages() -> dict[str, str]:
    """Return the languages of this site by their codes, each by its own name."""
    return dict(settings.LANGUAGES)


class ReadersLanguage(LocaleMiddleware):
    """Answers in the language of the account; without one in that of the cookie or the browser.

    Every answer says by which headers it varies, so no cache gives one to another reader. One that
    does not say how it may be kept is its reader's alone, and asked for again at every visit.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language of everything that this request renders."""
        super().process_request(request)
        chosen = getattr(request.user, "language", "")
        if chosen in known_languages():
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the headers by which the answer varies, and the caches that may keep it."""
        answer = super().process_response(request, response)
        if not answer.has_header("Cache-Control"):
            patch_cache_control(answer, private=True, no_cache=True)
        return answer


def save_language(request: HttpRequest, answer: HttpResponseBase, code: str) -> None:
    """Keep a known language with the account and in this browser; "" is as the browser asks."""
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
