"""Parses a page, and finds violations of our content security policy."""

from collections import Counter
from html.parser import HTMLParser

from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Game

# elements without an end tag
VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
}  # fmt: skip


class Page(HTMLParser):
    """The elements, links, ids, visible text and policy violations of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        # those outside hidden parts
        self.shown: list[tuple[str, dict[str, str]]] = []
        self.broken: list[str] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self._hidden_at: int | None = None
        self.feed(html)
        self.close()
        self.broken += [f"<{tag}> is never closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.elements.append((tag, given))
        self.broken += [f"<{tag} {name}>" for name in given if name == "style" or name[:2] == "on"]
        if "hidden" in given and self._hidden_at is None and tag not in VOID:
            self._hidden_at = len(self._open)
        if self._hidden_at is None and "hidden" not in given:
            self.shown.append((tag, given))
        if tag == "style" or (tag == "script" and "src" not in given):
            self.broken.append(f"inline <{tag}>")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.broken.append(f"</{tag}> closes something else")
        if self._hidden_at == len(self._open):
            self._hidden_at = None

    def handle_data(self, data: str) -> None:
        if self._open[-1:] not in (["script"], ["style"]):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str]]:
        return [given for name, given in self.elements if name == tag]

    @property
    def token(self) -> str:
        """The CSRF token of its forms."""
        return next(
            given["value"] for given in self.all("input") if given["name"] == "csrfmiddlewaretoken"
        )

    def links(self) -> list[str]:
        return list(dict.fromkeys(given["href"] for given in self.all("a") if "href" in given))

    def double_ids(self) -> list[str]:
        ids = Counter(given["id"] for _, given in self.elements if "id" in given)
        return [name for name, times in ids.items() if times > 1]


def read_page(client: Client, url: str, status: int = 200) -> Page:
    """Return a page after checking that it is valid."""
    answer = client.get(url)
    assert answer.status_code == status, url
    page = Page(answer.content.decode())
    assert page.broken == []
    assert page.double_ids() == []
    return page


def browser_of(user: User | None) -> Client:
    """Return the browser of a user or visitor."""
    client = Client()
    if user is not None:
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return client


def read_game(game: Game, viewer: User | None = None) -> Page:
    """Return the table or result page of a game for a user or visitor."""
    client = browser_of(viewer)
    return read_page(client, f"/game/{game.pk}/")
