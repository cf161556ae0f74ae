"""The base of all views of the API: rights, rate limits, refusals and ETags."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity.tokens import Grant, TokenAuthentication
from accounts.models import User
from density.api.operations import find_operation
from density.platform import limits
from games.engine.contract import Refused
from games.lobby import drain
from games.models import Game
from games.pages.api import answer_with_tag

# the beginning of a refusal that means "no such thing"
MISSING = "no-such-"
# the token has no scope for the operation
NO_SCOPE = "no-scope"
# statuses of refusals by code; all others are conflicts
STATUSES = {
    "malformed": HTTPStatus.BAD_REQUEST,
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "no-review": HTTPStatus.NOT_FOUND,
    "draining": HTTPStatus.SERVICE_UNAVAILABLE,
    **dict.fromkeys(
        (
            *(
                "no-scope",
                "not-seated",
                "not-host",
                "ranked",
                "barred",
                "blocked",
                "wrong-password",
            ),
            *("guests", "guests-play-casual", "self", "cooldown", "hidden"),
        ),
        HTTPStatus.FORBIDDEN,
    ),
}
DRAINING_SECONDS = 60


class MayUse(BasePermission):
    """Permits an operation to the users, and to the tokens, for which it is declared."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True, or raise NotAuthenticated or PermissionDenied."""
        operation = find_operation(view, request.method or "")
        if operation is None:  # answered with 405
            return True
        if not (operation.public or request.user.is_authenticated):
            raise NotAuthenticated
        scopes = scopes_of(request)
        if scopes is not None and operation.scope not in scopes:
            raise PermissionDenied(code=NO_SCOPE)
        return True


def scopes_of(request: Request) -> list[str] | None:
    """Return the scopes of the token of a request; None without a token."""
    return request.auth.scopes if isinstance(request.auth, Grant) else None


class ApiView(APIView):
    """A resource of the API, whose methods are declared as operations.

    A method returns its answer, None for an empty one, or why it refuses.
    """

    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (MayUse,)
    http_method_names = ["get", "head", "post", "put", "delete"]
    # whether a response may be reused after asking whether it has changed
    tagged = True
    usage: limits.Usage | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check rights, then count the request. Raises limits.TooMany."""
        super().initial(request, *args, **kwargs)
        self.usage = limits.count_use("api", self.client)

    @property
    def client(self) -> object:
        """The user who asks or, without a login, the network."""
        return self.request.user.pk or limits.client_network(self.request._request)

    @property
    def user(self) -> User:
        """The user of an operation that is not public."""
        assert isinstance(self.request.user, User)
        return self.request.user

    def handle_exception(self, exc: Exception) -> Any:
        """Return the refusal of a missing game, or the usual answer to another fault."""
        if isinstance(exc, Game.DoesNotExist):
            return Refused("no-such-game")
        if isinstance(exc, PermissionDenied) and exc.get_codes() == NO_SCOPE:
            return Refused(NO_SCOPE)
        if isinstance(exc, limits.TooMany):
            most, seconds = exc.most, exc.seconds
            self.usage = limits.Usage(most, 0, seconds)
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the response to a refusal or an answer, with its headers."""
        if isinstance(response, Refused):
            response = refuse_request(response.code)
        elif not isinstance(response, HttpResponseBase):
            response = self.respond(request, response)
        if not response.has_header("ETag"):
            patch_cache_control(response, private=True, no_store=True)
        if self.usage is not None:
            for name, number in self.usage._asdict().items():
                response[f"RateLimit-{name.capitalize()}"] = str(number)
        return super().finalize_response(request, response, *args, **kwargs)

    def respond(self, request: Request, answer: Mapping[str, object] | None) -> HttpResponseBase:
        """Return the response to an answer, with an ETag where it may be reused."""
        operation = find_operation(self, request.method or "")
        if answer is None or operation is None:
            return Response(status=HTTPStatus.NO_CONTENT)
        if self.tagged and request.method in ("GET", "HEAD"):
            return answer_with_tag(request, answer)
        return Response(answer, operation.status)


def refuse_request(code: str, detail: str = "") -> Response:
    """Return the response to a refusal; density.server.refusals makes it a problem document."""
    status = STATUSES.get(code, HTTPStatus.CONFLICT)
    if code.startswith(MISSING):
        status = HTTPStatus.NOT_FOUND
    response = Response({"code": code, "detail": detail} if detail else {"code": code}, status)
    if code == drain.REFUSED.code:
        response["Retry-After"] = str(DRAINING_SECONDS)
    return response
