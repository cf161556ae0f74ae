"""Whose log-in failed, so that guessing at one account is stopped."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from accounts.names import name_key


def tried_account(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """The name or e-mail address that was tried, written the same way however it was typed."""
    given = credentials or {}
    tried = given.get("username") or given.get("email") or request.POST.get("login") or ""
    return name_key(str(tried))[:255].replace("\x00", "")
