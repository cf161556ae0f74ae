"""Pages of other sites cannot open sockets."""

import pytest
from django.test import override_settings

from density.server.socket_entry import is_same_origin
from tests.edge.conftest import Edge
from tests.edge.connections import open_socket, opened_socket


def test_a_page_of_another_port_or_scheme_or_of_no_site_gets_no_socket(edge: Edge) -> None:
    for origin in (
        f"http://127.0.0.1:{edge.port + 1}",
        "http://127.0.0.1",
        f"https://127.0.0.1:{edge.port}",
        f"http://localhost:{edge.port}",
        "null",
        "",
    ):
        line, answer = open_socket(edge, "/ws/tables/", Origin=origin)
        assert b" 403 " in answer, origin
        line.close()
    opened_socket(edge, "/ws/tables/").close()


def make_scope(host: str, origin: str | None, **headers: str) -> dict[str, object]:
    """Return the ASGI scope of a handshake."""
    given = {"host": host, **headers} | ({} if origin is None else {"origin": origin})
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()]
    return {"type": "websocket", "path": "/ws/tables/", "query_string": b"", "headers": named}


@pytest.mark.parametrize(
    ("host", "origin", "is_ours"),
    [
        ("play.example", "https://play.example", True),
        ("play.example:8443", "https://play.example:8443", True),
        ("play.example", "http://play.example", False),
        ("play.example", "https://play.example:8443", False),
        ("play.example", "https://play.example.evil.example", False),
        ("play.example", "https://user@play.example", False),
        ("play.example", "https://play.example/", False),
        ("play.example", None, False),
        ("play.example", "null", False),
        ("inside:8000", "https://friend.example", True),
        ("inside:8000", "https://a.friends.example", True),
        ("inside:8000", "https://friends.example.evil.example", False),
        ("evil.example", "https://evil.example", False),
    ],
)
def test_behind_a_proxy_the_site_is_what_the_proxy_says(
    host: str, origin: str | None, is_ours: bool
) -> None:
    with override_settings(
        ALLOWED_HOSTS=["play.example", "inside"],
        SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
        CSRF_TRUSTED_ORIGINS=["https://friend.example", "https://*.friends.example"],
    ):
        asked = make_scope(host, origin, x_forwarded_proto="https")
        assert is_same_origin(asked) is is_ours
