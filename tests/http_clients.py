"""An HTTP client with a browser's cookies and forms, over a real connection and real headers."""

import http.client
import re
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tests.patience import PATIENCE

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str


@dataclass
class HttpClient:
    """Sends requests to a server; `forwarded` is the visitor's address as a proxy sends it."""

    url: str
    forwarded: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
        """Send one request."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if self.forwarded:
            sent["X-Forwarded-For"] = self.forwarded
        line = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=PATIENCE)
        try:
            line.request(method, path, body, {**sent, **headers})
            answer = line.getresponse()
            text = answer.read().decode()
        finally:
            line.close()
        for value in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(value).items():
                self.cookies[name] = morsel.value
        return Answer(answer.status, dict(answer.headers), text)

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def send(self, path: str, page: str = "", **fields: str) -> Answer:
        """Fill in the form of a page and send it to this path."""
        found = TOKEN.search(self.get(page or path).text)
        assert found is not None
        return self.form(path, csrfmiddlewaretoken=found[1], **fields)

    def form(self, path: str, **fields: str) -> Answer:
        """Send these fields to a path."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields), **kind)
