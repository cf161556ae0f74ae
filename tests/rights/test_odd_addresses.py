"""Invented URLs in paths, headers and fields are answered without errors."""

from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from accounts.models import User

PAGE = "http://testserver/accounts/login/"
pytestmark = pytest.mark.django_db
ODD = [
    *("https://[::1", "//[::1", "[", "http:///x", "/\\evil.example", "///evil.example", "/%zz"),
    *("/\x00", "/\r\nX: y", "/é", "/" + "a" * 5000, "javascript:1", f"//{'a' * 70}.example"),
    *("", "https://evil.example", "//evil.example/x", "rules", "?view=1", "account_logout"),
]


@pytest.mark.parametrize("address", ODD)
def test_a_form_leads_to_a_page_of_this_site_only(address: str) -> None:
    password = "four colors in a row"
    User.objects.create_user("Mira", "mira@example.org", password)
    for path, given in (
        ("login", {"login": "Mira", "password": password}),
        ("guest", {}),
        ("language", {"language": "de"}),
    ):
        answer = Client().post(f"/accounts/{path}/", {**given, "next": address})
        assert answer.status_code == 302
        found = urlsplit(urljoin(PAGE, answer.headers["Location"].replace("\\", "/")))
        assert (found.scheme, found.netloc) == ("http", "testserver"), path


@pytest.mark.parametrize("page", ["/rules/", "/game/abc/?watch=1"])
def test_a_guest_goes_where_they_wanted_to_go(client: Client, page: str) -> None:
    assert client.post("/accounts/guest/", {"next": page}).headers["Location"] == page
    assert client.post("/accounts/guest/", query_params={"next": page}).headers["Location"] == page


@pytest.mark.parametrize("address", [each for each in ODD if each.isprintable()])
def test_a_form_with_an_odd_origin_or_referer_is_refused(address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    for header in ("origin", "referer"):
        for path in ("/accounts/login/", "/accounts/push/subscribe/", "/play/ai/"):
            answer = client.post(path, {"a": "b"}, secure=True, headers={header: address})
            assert answer.status_code == 403, (header, path)
