"""Addresses that a client makes up are answered, whichever header or field they stand in."""

from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from accounts.models import User

PAGE = "http://testserver/accounts/login/"
pytestmark = pytest.mark.django_db
ODD = [
    *("https://[::1", "//[::1", "[", "http:///x", "/\\evil.example", "///evil.example", "/%zz"),
    *("/\x00", "/\r\nX: y", "/é", "/" + "a" * 5000, "javascript:1", f"//{'a' * 70}.example"),
]


@pytest.mark.parametrize("address", ODD)
def test_a_login_leads_to_a_page_of_this_site_only(address: str) -> None:
    password = "four colors in a row"
    User.objects.create_user("Mira", "mira@example.org", password)
    given = {"login": "Mira", "password": password, "next": address}
    answer = Client().post("/accounts/login/", given)
    assert answer.status_code == 302
    found = urlsplit(urljoin(PAGE, answer.headers["Location"].replace("\\", "/")))
    assert (found.scheme, found.netloc) == ("http", "testserver")


@pytest.mark.parametrize("address", [each for each in ODD if each.isprintable()])
def test_a_form_with_an_odd_origin_or_referer_is_refused(address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    for header in ("origin", "referer"):
        for path in ("/accounts/login/", "/accounts/push/subscribe/", "/play/ai/"):
            answer = client.post(path, {"a": "b"}, secure=True, headers={header: address})
            assert answer.status_code == 403, (header, path)
