"""Behind a proxy everybody has an address of their own, and nobody can make one up."""

import contextlib
import re
import socket
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import orjson
import pytest

from density.embedded import supervisor as embedded
from density.embedded import valkey
from tests.http_clients import HttpClient
from tests.serve.conftest import Site
from tests.serve_process import environ

HERE, THERE, ELSEWHERE = "198.51.100.7", "203.0.113.9", "2001:db8:5::1"
TOO_MANY = 429
Web = Callable[[str], str]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what the web servers write."""
    return tmp_path_factory.mktemp("logs")


@pytest.fixture(scope="module")
def web(site: Site, logs: Path) -> Iterator[Web]:
    """Returns the address of a web server with limits on the same site, by the proxies it trusts.

    It listens on a Unix socket as well.
    """
    with contextlib.ExitStack() as stack:

        @cache
        def start(proxies: str) -> str:
            listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            child = embedded.web(site.folder, listener)
            *command, application = child.command
            child.command = [*command, "--unix-socket", str(socket_of(site, proxies)), application]
            child.environ = environ(
                DATA_DIR=str(site.folder),
                LIMITS="1",
                TRUSTED_PROXIES=proxies,
                PYTHONUNBUFFERED="1",
                ACCESS_LOG="1",
                LOG_FORMAT="json",
            )
            child.log = logs / f"web-{proxies}.log"
            child.start()
            stack.callback(child.stop)
            port = listener.getsockname()[1]
            embedded.Supervisor().wait_for_answer(child, "127.0.0.1", port)
            return f"http://127.0.0.1:{port}/"

        yield start


def socket_of(site: Site, proxies: str) -> Path:
    """The path of its Unix socket."""
    return valkey.socket_path(site.folder).with_name(f"web-{proxies}.sock")


def test_what_one_person_does_too_often_stops_no_stranger(web: Web) -> None:
    url = web("1")
    busy, stranger = HttpClient(url, forwarded=HERE), HttpClient(url, forwarded=THERE)
    answers = [busy.send("/accounts/signup/", username="!") for _ in range(21)]
    assert [answer.status for answer in answers] == [200] * 20 + [TOO_MANY]
    assert answers[-1].headers["Retry-After"] == "60"
    assert "That was a lot in a short time" in answers[-1].text
    busy.forwarded = f"{THERE}, {HERE}"
    assert busy.send("/accounts/signup/", username="!").status == TOO_MANY
    assert stranger.send("/accounts/signup/", username="!").status == 200


def test_without_a_proxy_nobody_chooses_an_address(web: Web) -> None:
    url = web("0")
    visitor = HttpClient(url)
    for number in range(21):
        visitor.forwarded = f"192.0.2.{number}"
        answer = visitor.send("/accounts/signup/", username="!")
    assert answer.status == TOO_MANY


def test_the_access_log_knows_clients_apart_and_names_none(logs: Path, web: Web) -> None:
    url = web("1")
    for first, second in ((1, ELSEWHERE), (2, ELSEWHERE), (3, THERE)):
        visitor = HttpClient(url, forwarded=f"192.0.2.7{first}, {second}")
        assert visitor.get("/robots.txt").status == 200
    written = (logs / "web-1.log").read_text()
    asked = [orjson.loads(line) for line in written.splitlines() if "/robots.txt" in line]
    assert [line["event"].split(" ")[:3] for line in asked] == [["GET", "/robots.txt", "200"]] * 3
    clients = [line["client"] for line in asked]
    assert clients[0] == clients[1] != clients[2]
    assert not re.search(r"192\.0\.2|203\.0\.113", written)


def test_a_client_of_a_unix_socket_is_served(site: Site, web: Web) -> None:
    web("0")
    token = "a" * 32
    body = f"csrfmiddlewaretoken={token}&username=!"
    head = (
        "POST /accounts/signup/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Cookie: csrftoken={token}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    )
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(socket_of(site, "0")))
        line.sendall((head + body).encode())
        assert b" 200 " in line.makefile("rb").readline()
