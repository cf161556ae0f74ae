"""Headers that Django has no setting for: what pages may not ask of a device, and who may embed."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

# the site asks for none of these, so no script that gets into a page can
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
    """Lets only this site embed its answers, and no page ask for a device.

    A table loads some twenty static files; Permissions-Policy, which browsers heed in pages
    alone, is left out of them: a fifth of their headers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        answer = self.get_response(request)
        answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if not request.path.startswith(settings.STATIC_URL):
            answer.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return answer
