"""Unreadable forms are refused everywhere without an error of the site."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.models import User

MULTIPART = "multipart/form-data"  # without a boundary
FORM = "application/x-www-form-urlencoded"
UNREADABLE = [(b"-", MULTIPART), (b"&".join(b"a%d=1" % place for place in range(1_100)), FORM)]


@pytest.fixture
def sender(db: None) -> Client:
    """A browser with a CSRF token, which does not hide exceptions."""
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    return client


@pytest.mark.parametrize(("body", "kind"), UNREADABLE)
@pytest.mark.parametrize(
    ("address", "status"), [("/nothing/here/", 404), ("/api/nothing/", 404), ("/tables/new/", 400)]
)
def test_a_form_that_cannot_be_read_is_refused(
    sender: Client, body: bytes, kind: str, address: str, status: int
) -> None:
    assert sender.generic("POST", address, body, content_type=kind).status_code == status


def test_a_way_on_that_is_no_address_is_no_fault(sender: Client) -> None:
    for address in ("/accounts/login/", "/accounts/signup/"):
        page = sender.get(address, {"next": "http://[::1"})
        assert page.status_code == 200
        assert 'href="http://[' not in page.content.decode()


def test_a_login_that_interrupts_a_press_leads_to_a_page_that_says_so(db: None) -> None:
    client = Client()
    asked = client.post("/queue/join/", {"queue": "density-deck"}).headers["Location"]
    client.force_login(User.objects.create_user("Mira"))
    page = client.get(parse_qs(urlsplit(asked).query)["next"][0])
    assert (page.status_code, page.headers["Allow"]) == (405, "POST")
    assert page.headers["Content-Length"] == str(len(page.content))
    assert "Go back to the page before" in page.content.decode()
