"""The network a user plays from, as far as a queue needs it: a digest that hides the address."""

import hashlib
import hmac
import ipaddress

from django.conf import settings
from django.http import HttpRequest

from accounts.limits import address
from games.engine.contract import Json

MARK_DIGITS = 32
# where ::1 is at home
OWN = "::/64"


def network_of(request: HttpRequest) -> str:
    """Return the same mark for all users of one network; empty for own and private addresses.

    Many users may share those behind a proxy, and cannot be distinguished there.
    """
    found = address(request)
    try:
        public = ipaddress.ip_network(found).is_global
    except ValueError:
        return ""
    if not public or found == OWN:
        return ""
    mark = hmac.new(settings.SECRET_KEY.encode(), found.encode(), hashlib.sha256)
    return mark.hexdigest()[:MARK_DIGITS]


def network_of_socket(scope: Json) -> str:
    """Return the same for a socket, whose scope holds what a request does."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("", 0))[0]
    return network_of(request)
