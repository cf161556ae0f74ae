"""Cookies by the names that they had before the site got the prefix __Host-.

Without this an upgrade would log everybody out, and a guest has nothing but the cookie. A cookie
by its new name always wins.
"""

from collections.abc import Callable, MutableMapping

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

PREFIX = "__Host-"


def accept(cookies: MutableMapping[str, str], name: str) -> bool:
    """Let a cookie by its former name stand for a missing one; return whether it does."""
    former = name.removeprefix(PREFIX)
    if former == name or name in cookies or former not in cookies:
        return False
    cookies[name] = cookies[former]
    return True


class FormerCookies:
    """Takes cookies by their former names, and gives the session its new one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        accept(request.COOKIES, settings.CSRF_COOKIE_NAME)
        former = accept(request.COOKIES, settings.SESSION_COOKIE_NAME)
        answer = self.get_response(request)
        session = request.session
        key = session.session_key
        if former and key and settings.SESSION_COOKIE_NAME not in answer.cookies:
            answer.set_cookie(
                settings.SESSION_COOKIE_NAME,
                key,
                max_age=session.get_expiry_age(),
                path=settings.SESSION_COOKIE_PATH,
                secure=True,
                httponly=True,
                samesite="Lax",
            )
        return answer
