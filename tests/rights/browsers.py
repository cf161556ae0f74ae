"""Asks for an address as every role, and says in a word what came of it."""

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
LOGINS = ("/accounts/login/", "/accounts/reauthenticate/", "/admin/login/")


class Browsers:
    """The browsers of everybody who has a role at some table, signed in once; or of these alone."""

    def __init__(self, world: World, *only: tuple[str, str]) -> None:
        self.world = world
        self._sessions: dict[int, str] = {}
        self._cells: dict[str, dict[str, list[str]]] = {}
        # the text of every page that a role got, by its address and the role
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
        """Return the header by which a role is known; empty for whoever is signed out."""
        user = self.world.user(role, scene)
        return "" if user is None else f"{settings.SESSION_COOKIE_NAME}={self._sessions[user.pk]}"

    def browser(self, role: str, scene: str, *, checks: bool = False) -> Client:
        """Return the browser of a role; the site checks its tokens as those of a real one."""
        client = Client(enforce_csrf_checks=checks, raise_request_exception=False)
        client.cookies = SimpleCookie(self.cookie(role, scene))
        return client

    def cells(self, row: Row) -> dict[str, list[str]]:
        """Return what each role gets at every address of a row; it is asked for once."""
        if row.asked not in self._cells:
            self._cells[row.asked] = self._ask(row)
        return self._cells[row.asked]

    def _ask(self, row: Row) -> dict[str, list[str]]:
        """Ask for every address of a row as every role; nothing of it lasts."""
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
        """Return a form or a message with an open question of its table, and an answer to it."""
        if "$question" not in form:
            return form
        question, action = self.world.asked(scene)
        return form.replace("$question", str(question)).replace("$action", json.dumps(action))


def asking_roles(row: Row, place: int) -> tuple[str, ...]:
    """Return who asks for an address: all, but where one answer is that of many.

    Of the pages of models every role asks for some, and the staff for all; a method that the table
    says nobody may use is tried by one who is signed in, and by one who is not.
    """
    if "{model}" in row.path:
        return ROLES[place % (len(ROLES) - 1)], "staff"
    no_method = all(cell.startswith("405") for cell in row.cells)
    return ("anonymous", "owner") if no_method else ROLES


@contextmanager
def nothing_lasts() -> Iterator[None]:
    """Take back what is changed within, and count nothing of it."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()
    mail.outbox = []


def send_request(client: Client, method: str, address: str, sent: str = "") -> HttpResponseBase:
    """Return the answer to a request with a form, or with a body of JSON."""
    if method == "GET":
        return client.get(address)
    if sent.startswith("{"):
        return client.generic(method, address, sent, content_type="application/json")
    body = "&".join(sent.split(" "))
    kind = "application/x-www-form-urlencoded"
    return client.generic(method, address, body, content_type=kind)


def is_html(answer: HttpResponseBase) -> bool:
    """Whether an answer is a page."""
    return answer.headers.get("Content-Type", "").startswith("text/html")


def describe_answer(answer: HttpResponseBase) -> str:
    """Return what a row says of an answer."""
    if 300 <= answer.status_code < 400:
        target = answer.headers.get("Location", "")
        if target.startswith(LOGINS):
            return "login"
        notices: Any = get_messages(answer.wsgi_request)  # type: ignore[attr-defined]  # in tests
        warned = any("warning" in (notice.tags or "") for notice in notices._queued_messages)
        return f"{answer.status_code} refused" if warned else str(answer.status_code)
    if answer.headers.get("Content-Type") == "application/json" and answer.status_code >= 400:
        code = json.loads(getattr(answer, "content", b"{}") or b"{}").get("code", "")
        return f"{answer.status_code} {code}".strip()
    return str(answer.status_code)
