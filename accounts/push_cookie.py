"""The cookie by which a browser is known that is sent notifications: a signed number."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

NAME, SALT = "push", "accounts.push.browser"
AGE_SECONDS = 365 * 24 * 3600


def keep(answer: HttpResponse, subscription: int) -> None:
    """Have the browser say by which number it is known."""
    answer.set_signed_cookie(
        NAME,
        str(subscription),
        salt=SALT,
        max_age=AGE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def subscription_of(request: HttpRequest | None) -> int | None:
    """Return the number of this browser's subscription; None where it says none."""
    if request is None:
        return None
    given = request.get_signed_cookie(NAME, default="", salt=SALT, max_age=AGE_SECONDS)
    return int(given) if given else None
