"""Security headers without a Django setting: Permissions-Policy and resource policy."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

# The site needs none of these, so an injected script must not have them either.
UNUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
PERMISSIONS = ", ".join(f"{name}=()" for name in UNUSED)


class SecurityHeaders:
    """Lets only this site embed its responses, and denies pages access to devices.

    Permissions-Policy only affects pages. Static files, of which a table loads about twenty, do not
    get it: it would be a fifth of their headers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        response = self.get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if not request.path.startswith(settings.STATIC_URL):
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response
