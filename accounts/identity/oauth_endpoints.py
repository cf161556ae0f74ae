"""The addresses of OAuth2 that users and programs of other people call; allauth answers them."""

import json
import re
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from allauth.core.internal.httpkit import extract_basic_auth
from allauth.idp.oidc import app_settings, views
from allauth.idp.oidc.internal.oauthlib import authorization_codes
from allauth.idp.oidc.models import Client, Token
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.connection import ConnectionProxy
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.identity import oauth, tokens
from accounts.models import User
from density.platform import limits

# Codes are given by one process and taken by another.
shared_cache: Any = ConnectionProxy(caches, "shared")
authorization_codes.cache = shared_cache

Endpoint = Callable[[HttpRequest], HttpResponseBase]
# ids and codes become cache keys, which have at most 250 characters
WORD = re.compile(r"[\w.~-]{1,100}", re.ASCII)
LOOPBACK = re.compile(r"^(http://127\.0\.0\.1):\d+(?=[/?]|$)", re.ASCII)
WORDS = ("client_id", "code", "refresh_token", "token")
HOUR = 3600
ERROR_TEMPLATE = "idp/oidc/error.html"


class ConsentView(views.AuthorizationView):
    """Asks a user whether an app gets access (templates/idp/oidc/authorization_form.html)."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a request; a fault in the address of the app becomes a page."""
        user = request.user
        if isinstance(user, User) and not oauth.may_have_apps(user):
            return show_fault(request, "", HTTPStatus.FORBIDDEN)
        try:
            response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        except (ValueError, Client.DoesNotExist):
            return show_fault(request, "The request cannot be read, or the app is gone.")
        if response.status_code == HTTPStatus.OK and not hasattr(response, "template_name"):
            response.status_code = HTTPStatus.BAD_REQUEST  # allauth's page of an error
        return response

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask the user, after the login."""
        fault = find_fault(request.GET)
        if fault:
            return show_fault(request, fault)
        answer: HttpResponseBase = super().get(request, *args, **kwargs)
        return answer

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponseBase:
        """Return the page, with a form that may lead to the app: browsers check redirects, too."""
        back = urlsplit(self._request_info["redirect_uri"])
        port = "" if back.port is None else f":{back.port}"
        origin = f"{back.scheme}://{back.hostname}{port}"
        asked = [choice for choice in oauth.CONSENTS.items() if choice[0] in self._scopes]
        context["form"].fields["scopes"].choices = asked
        page: HttpResponseBase = super().render_to_response({**context, "back": back}, **kwargs)
        page._csp_update = {"form-action": [origin]}  # type: ignore[attr-defined] # of django-csp
        return page


def find_fault(query: QueryDict) -> str:
    """Return what allauth would not refuse in a request for access, or an empty string."""
    if any("\0" in value for value in query.values()):
        return "The request cannot be read."
    # allauth would count what a user allowed another app
    if "none" in query.get("prompt", "").split():
        return "prompt=none is not supported."
    if "claims" in query or "id_token_hint" in query:
        return "The parameters claims and id_token_hint are not supported."
    if not query.get("code_challenge") or query.get("code_challenge_method") != "S256":
        return "A code_challenge with the code_challenge_method S256 is missing."
    app = Client.objects.filter(pk=query.get("client_id", "")).select_related("owner").first()
    if app is None:
        return "There is no app with this client_id."
    if app.owner is not None and not app.owner.is_active:
        return "This app is locked."
    # allauth would accept another query
    if without_port(query.get("redirect_uri", "")) not in map(
        without_port, app.get_redirect_uris()
    ):
        return "The redirect_uri is not one of the addresses of the app."
    return ""


def without_port(address: str) -> str:
    """Return an address without the port of 127.0.0.1, which programs choose when they start."""
    return LOOPBACK.sub(r"\1", address)


def show_fault(
    request: HttpRequest, description: str, status: int = HTTPStatus.BAD_REQUEST
) -> HttpResponse:
    """Return the page that says why an app gets no access; without a description, who may not."""
    error = {"description": description} if description else None
    return render(request, ERROR_TEMPLATE, {"error": error}, status=status)


def answer_programs(endpoint: Endpoint) -> Endpoint:
    """Wrap an address for programs: count its requests, and refuse malformed ones."""

    @csrf_exempt  # programs send no cookies
    @wraps(endpoint)
    def guarded(request: HttpRequest) -> HttpResponseBase:
        try:
            limits.count_use("oauth", limits.client_network(request))
            client_id, _secret = extract_basic_auth(request.headers)
            sent = [request.POST[name] for name in WORDS if name in request.POST]
            sent += [client_id] if client_id else []
            is_readable = not any("\0" in value for value in request.POST.values())
            if not (is_readable and all(map(WORD.fullmatch, sent))):
                return refuse_program("invalid_request")
            return endpoint(request)
        except (ValidationError, ValueError):
            return refuse_program("invalid_request")
        except limits.TooMany as fault:
            refusal = refuse_program("temporarily_unavailable", HTTPStatus.TOO_MANY_REQUESTS)
            refusal["Retry-After"] = str(fault.seconds)
            return refusal

    return guarded


def refuse_program(error: str, status: int = HTTPStatus.BAD_REQUEST) -> JsonResponse:
    """Return the refusal of a request by a program, with an error code of RFC 6749."""
    refusal = JsonResponse({"error": error}, status=status)
    refusal["Cache-Control"] = "no-store"
    return refusal


@answer_programs
def give_tokens(request: HttpRequest) -> HttpResponseBase:
    """Exchange a code or a refresh token for tokens, once.

    Two requests with the same one may come together. The later one gets nothing, and ends what the
    first one got, because one of the two has stolen it.
    """
    text = request.POST.get("code") or request.POST.get("refresh_token") or ""
    renewed = oauth.find_refresh_token(text)
    claim = f"oauth:{tokens.hash_token(text)}"
    if text and not shared_cache.add(claim, [], HOUR):
        Token.objects.filter(hash__in=shared_cache.get(claim, [])).delete()
        return refuse_program("invalid_grant")
    try:
        response: HttpResponse = views.token(request)
    except Exception:
        shared_cache.delete(claim)
        raise
    if response.status_code == HTTPStatus.OK:
        answer = json.loads(response.content)
        if renewed is not None:
            answer["refresh_expires_in"] = oauth.keep_end(
                renewed, answer["refresh_token"], answer["refresh_expires_in"]
            )
            response.content = json.dumps(answer)
        given = [answer[name] for name in ("access_token", "refresh_token") if name in answer]
        shared_cache.set(claim, [tokens.hash_token(token) for token in given], HOUR)
    else:
        shared_cache.delete(claim)
    return response


@answer_programs
def revoke_token(request: HttpRequest) -> HttpResponseBase:
    """End a token on request of the app that it was given to."""
    response: HttpResponseBase = views.revoke(request)
    return response


@answer_programs
def show_user(request: HttpRequest) -> HttpResponseBase:
    """Return who logged in to an app, for a token with the scope openid."""
    response: HttpResponseBase = views.user_info(request)
    return response


@require_safe
@cache_control(public=True, max_age=HOUR)
def show_discovery(request: HttpRequest) -> JsonResponse:
    """Return the addresses and abilities of OAuth2 here (OpenID Connect Discovery, RFC 8414)."""

    def address_of(name: str) -> str:
        return request.build_absolute_uri(reverse(f"idp:oidc:{name}"))

    answer = JsonResponse(
        {
            "issuer": oauth.OAuthAdapter().get_issuer(),
            "authorization_endpoint": address_of("authorization"),
            "token_endpoint": address_of("token"),
            "revocation_endpoint": address_of("revoke"),
            "userinfo_endpoint": address_of("userinfo"),
            "jwks_uri": address_of("jwks"),
            "scopes_supported": list(oauth.CONSENTS),
            "response_types_supported": ["code"],
            "grant_types_supported": oauth.GRANT_TYPES,
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": app_settings.AUTH_METHODS,
            "revocation_endpoint_auth_methods_supported": app_settings.AUTH_METHODS,
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "claims_supported": ["sub", "name", "preferred_username"],
        }
    )
    answer["Access-Control-Allow-Origin"] = "*"
    return answer
