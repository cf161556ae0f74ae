"""What a proxy passes on and refuses, and which client address the site sees."""

import contextlib
import http.client
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from density.server import bounds
from tests.deploy.proxies import FEW, Proxy, any_certificate
from tests.edge.connections import drip_bytes, read_to_the_end
from tests.patience import PATIENCE, wait_until
from tests.process_group import ProcessGroup

FORGED = {
    "X-Forwarded-For": "203.0.113.7, 198.51.100.9",
    "X-Real-IP": "203.0.113.7",
    "Forwarded": "for=203.0.113.7",
}
LOBBY = "/ws/tables/"
INTERNAL = (
    "/healthz",
    "/readyz",
    "/metrics",
    "/metrics/",
    "//metrics",
    "/%6detrics",
    "/x/../metrics",
)
FORM = (
    "POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n"
)
SOCKET = (
    f"GET {LOBBY} HTTP/1.1\r\nHost: localhost:{{proxy.secure}}\r\nOrigin: {{proxy.url}}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
# a slow client's first data, and what it keeps sending
SLOW = (
    # headers, half a form, and a chunked body, none of which ever end
    ("GET / HTTP/1.1\r\nHost: localhost\r\n", b"X-Slow: 1\r\n"),
    (f"{FORM}Content-Length: 9999\r\n\r\na=", b"x"),
    (f"{FORM}Transfer-Encoding: chunked\r\n\r\n", b"1000\r\n" + b"x" * 4096 + b"\r\n"),
    # a socket that answers no pings
    (SOCKET, b""),
)
TOO_LARGE = {400, 414, 431, 494}


def open_lobby(
    proxy: Proxy, headers: Mapping[str, str], *, at: str = "127.0.0.1", origin: str = ""
) -> ClientConnection:
    """Open a socket of the lobby through a proxy."""
    return connect(
        proxy.url.replace("https", "wss") + LOBBY,
        ssl=any_certificate(),
        origin=Origin(origin or proxy.url),
        source_address=(at, 0),
        additional_headers=headers,
        proxy=None,
        open_timeout=PATIENCE,
    )


def client_of(site: ProcessGroup, request: str) -> str:
    """Return the client's pseudonym in the log lines of a request."""
    (line,) = [json.loads(line) for line in site.log_lines() if f'"{request}"' in line]
    return str(line["client"])


def test_a_forged_address_is_not_believed(site: ProcessGroup, proxy: Proxy) -> None:
    """Each client has its own pseudonym in the log, whatever headers it sends."""
    clients = [
        client_of(site, proxy.ask("GET", "/robots.txt", headers=headers, at=at)[1]["x-request-id"])
        for headers, at in ((FORGED, "127.0.0.9"), ({}, "127.0.0.9"), (FORGED, "127.0.0.10"))
    ]
    assert clients[0] == clients[1] != clients[2]


def test_a_socket_is_opened_and_its_address_is_not_believed_either(
    site: ProcessGroup, proxy: Proxy
) -> None:
    at = {"nginx": "127.0.0.21", "caddy": "127.0.0.22"}[proxy.name]
    client = client_of(site, proxy.ask("GET", "/robots.txt", at=at)[1]["x-request-id"])
    with open_lobby(proxy, FORGED, at=at) as socket:
        assert "tables" in str(socket.recv(timeout=PATIENCE))
    wait_until(
        lambda: any(client in line and LOBBY in line for line in site.log_lines()),
        "the socket is not logged as of its client",
    )


def test_a_client_does_not_name_its_request(proxy: Proxy) -> None:
    headers = {"X-Request-ID": "chosen-by-the-client"}
    _, answered, _ = proxy.ask("GET", "/robots.txt", headers=headers)
    assert len(answered["x-request-id"]) >= 32


def test_a_page_of_another_site_opens_no_socket(proxy: Proxy) -> None:
    with (
        pytest.raises(InvalidStatus, match="403"),
        open_lobby(proxy, {}, origin="https://example.com"),
    ):
        pass


def test_the_site_knows_that_it_is_asked_by_tls(proxy: Proxy) -> None:
    status, headers, page = proxy.ask("GET", "/accounts/login/")
    assert status == 200
    assert headers["strict-transport-security"].startswith("max-age=")
    assert "secure" in headers["set-cookie"].lower()
    assert b"csrfmiddlewaretoken" in page


def test_plain_http_leads_to_tls(proxy: Proxy) -> None:
    line = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=PATIENCE)
    with contextlib.closing(line):
        line.request("GET", "/learn/", headers={"Host": "localhost"})
        answer = line.getresponse()
    assert answer.status in {301, 308}
    assert str(answer.getheader("Location")).startswith("https://localhost")


def test_static_files_come_from_the_site_and_are_kept(proxy: Proxy) -> None:
    page = proxy.ask("GET", "/")[2].decode()
    path = page.partition('href="/static/')[2].partition('"')[0]
    status, headers, _ = proxy.ask("GET", f"/static/{path}", headers={"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert "immutable" in headers["cache-control"]


@pytest.mark.parametrize("path", INTERNAL)
def test_health_and_metrics_are_not_passed_on(site: ProcessGroup, proxy: Proxy, path: str) -> None:
    assert proxy.ask("GET", f"{path}?{proxy.name}")[0] == 404
    assert not [line for line in site.log_lines() if f"{path}?{proxy.name}" in line]


def test_a_body_that_is_too_large_is_refused(proxy: Proxy) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    body = b"a=" + b"x" * bounds.LARGEST_BODY
    assert proxy.ask("POST", "/accounts/login/", body, form)[0] == 413


def test_headers_that_are_too_large_are_refused(site: ProcessGroup, proxy: Proxy) -> None:
    headers = {"Cookie": "a=" + "x" * 2 * bounds.LARGEST_HEAD}
    assert proxy.ask("GET", "/too/large/", headers=headers)[0] in TOO_LARGE
    assert not [line for line in site.log_lines() if "/too/large/" in line]


def test_slow_clients_are_cut(proxies: dict[str, Proxy]) -> None:
    with ThreadPoolExecutor() as threads:
        ends = [
            threads.submit(send_slowly, proxy, begun, piece)
            for proxy in proxies.values()
            for begun, piece in SLOW
        ]
    for end in ends:
        end.result()


def send_slowly(proxy: Proxy, begun: str, piece: bytes) -> None:
    """Start a request, and send a piece five times per second until the connection ends."""
    with contextlib.closing(proxy.connect()) as line:
        line.sendall(begun.format(proxy=proxy).encode())
        if piece:
            drip_bytes(line, piece)
        else:
            assert b" 101 " in read_to_the_end(line)


def test_nginx_bounds_how_often_one_address_opens_sockets(proxies: dict[str, Proxy]) -> None:
    nginx = proxies["nginx"]
    lines = [nginx.connect(at="127.0.0.3") for _ in range(4 * FEW)]
    for line in lines:
        line.sendall(b"GET /ws/nothing/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    answers = []
    for line in lines:
        with contextlib.closing(line):
            answers.append(read_to_the_end(line).split()[1])
    assert {b"404", b"429"} == set(answers)
    assert answers.count(b"404") >= FEW
    assert nginx.ask("GET", "/ws/nothing/", at="127.0.0.4")[0] == 404
