"""Sends requests as every role, and describes the outcome in a word."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from itertools import product
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client

from tests.rights.routes import row_addresses, scene_of
from tests.rights.tables import ROLES, Row
from tests.rights.world import World
from tests.staff.sessions import prove_factor

NO_LIMITS = {name: (0, seconds) for name, (_most, seconds) in settings.LIMITS.items()}
REFUSALS = ("application/json", "application/problem+json")
LOGINS = ("/accounts/login/", "/accounts/reauthenticate/", "/admin/login/")


class Browsers:
    """The logged-in browsers of all roles at all tables, or of some."""

    def __init__(self, world: World, *only: tuple[str, str]) -> None:
        self.world = world
        self._sessions: dict[int, str] = {}
        self._cells: dict[str, dict[str, list[str]]] = {}
        # the text of every page by path and role
        self.pages: dict[tuple[str, str], str] = {}
        for scene, role in only or product(world.scenes, ROLES):
            user = world.user(role, scene)
            if user is not None and user.pk not in self._sessions:
                client = Client()
                client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
                if user.is_staff:
                    prove_factor(user, client)
                cookie = client.cookies[settings.SESSION_COOKIE_NAME]
                self._sessions[user.pk] = cookie.value

    def cookie(self, role: str, scene: str) -> str:
        """Return the Cookie header of a role; empty for visitors."""
        user = self.world.user(role, scene)
        return "" if user is None else f"{settings.SESSION_COOKIE_NAME}={self._sessions[user.pk]}"

    def browser(self, role: str, scene: str, *, checks: bool = False) -> Client:
        """Return the browser of a role, with CSRF checks like a real one."""
        client = Client(enforce_csrf_checks=checks, raise_request_exception=False)
        client.cookies = SimpleCookie(self.cookie(role, scene))
        return client

    def cells(self, row: Row) -> dict[str, list[str]]:
        """Return the outcome of each role for every path of a row, cached."""
        if row.asked not in self._cells:
            self._cells[row.asked] = self._ask(row)
        return self._cells[row.asked]

    def _ask(self, row: Row) -> dict[str, list[str]]:
        """Request every path of a row as every role, undoing all changes."""
        scene = scene_of(row.path)
        found: dict[str, list[str]] = {role: [] for role in ROLES}
        sent = self.filled(row.sent, scene)
        for place, address in enumerate(row_addresses(row.path, self.world)):
            for role in asking_roles(row, place):
                client = self.browser(role, scene)
                with nothing_lasts():
                    answer = send_request(client, row.method, address, sent)
                    found[role].append(describe_answer(answer))
                if row.method == "GET" and is_html(answer):
                    self.pages[address, role] = answer.getvalue().decode()
        return found

    def filled(self, form: str, scene: str) -> str:
        """Return a form or message filled with an open question and an answer."""
        if "$question" not in form:
            return form
        question, action = self.world.asked(scene)
        return form.replace("$question", str(question)).replace("$action", json.dumps(action))


def asking_roles(row: Row, place: int) -> tuple[str, ...]:
    """Return the roles that request a path: all, unless one stands for many.

    Staff request all admin pages, other roles some. A method that no one may use is tried by one
    logged-in user and one visitor.
    """
    if "{model}" in row.path:
        return ROLES[place % (len(ROLES) - 1)], "staff"
    no_method = all(cell.startswith("405") for cell in row.cells)
    return ("anonymous", "owner") if no_method else ROLES


@contextmanager
def nothing_lasts() -> Iterator[None]:
    """Roll back all changes within, without counting rate limits."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()
    mail.outbox = []


def send_request(client: Client, method: str, address: str, sent: str = "") -> HttpResponseBase:
    """Return the response to a request with a form or JSON body."""
    if method == "GET":
        return client.get(address)
    if sent.startswith("{"):
        return client.generic(method, address, sent, content_type="application/json")
    body = "&".join(sent.split(" "))
    kind = "application/x-www-form-urlencoded"
    return client.generic(method, address, body, content_type=kind)


def is_html(answer: HttpResponseBase) -> bool:
    """Return whether a response is a page."""
    return answer.headers.get("Content-Type", "").startswith("text/html")


def describe_answer(answer: HttpResponseBase) -> str:
    """Return the outcome of a response as in a row."""
    if 300 <= answer.status_code < 400:
        target = answer.headers.get("Location", "")
        if target.startswith(LOGINS):
            return "login"
        notices: Any = get_messages(answer.wsgi_request)  # type: ignore[attr-defined]  # in tests
        warned = any("warning" in (notice.tags or "") for notice in notices._queued_messages)
        return f"{answer.status_code} refused" if warned else str(answer.status_code)
    if answer.headers.get("Content-Type") in REFUSALS and answer.status_code >= 400:
        code = json.loads(getattr(answer, "content", b"{}") or b"{}").get("code", "")
        return f"{answer.status_code} {code}".strip()
    return str(answer.status_code)
