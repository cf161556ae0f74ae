"""What holds for every page and for everybody who opens it."""

from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponseBase
from django.test import Client

from tests.pages.conftest import House
from tests.pages.markup import Page

ABSURD = [
    "?level=\x00&next=//evil.example/",
    "?" + "a=1&" * 900,
    "?page=-1&sort=%F0%9F%83%8F&game[]=;DROP",
    "?next=javascript:alert(1)&lang=xx-invalid",
    "?%ff%fe=%00",
]
# what links of a head name that is no file
PAGES = ("canonical", "manifest")


def open_page(client: Client, url: str) -> tuple[HttpResponseBase, str, Page]:
    """The answer at the end of the redirects, where that is, and the page."""
    answer = client.get(url, follow=True)
    return answer, answer.request["PATH_INFO"], Page(answer.content.decode())


def test_every_page_answers(visitor: Client, house: House) -> None:
    for url in house.pages():
        answer, _, page = open_page(visitor, url)
        assert answer.status_code == (404 if url == "/nothing/here/" else 200), url
        assert "Density Deck" in page.text, url


def test_no_page_has_inline_style_or_script_and_all_markup_is_closed(
    visitor: Client, house: House
) -> None:
    for url in house.pages():
        _, _, page = open_page(visitor, url)
        assert page.broken == [], url
        assert page.double_ids() == [], url


def test_every_page_forbids_inline_style_and_script(visitor: Client, house: House) -> None:
    for url in house.pages():
        answer, _, _ = open_page(visitor, url)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, url
        assert "unsafe" not in policy, url


def test_every_page_can_be_skipped_through_and_named(visitor: Client, house: House) -> None:
    for url in house.pages():
        _, _, page = open_page(visitor, url)
        assert page.all("html")[0]["lang"] == "en", url
        assert next(given["href"] for given in page.all("a")) == "#main", url
        assert [given["id"] for given in page.all("main")] == ["main"], url
        assert len(page.all("title")) == 1, url


def test_every_field_has_a_label_and_every_drawing_a_name_or_none(
    visitor: Client, house: House
) -> None:
    for url in house.pages():
        _, _, page = open_page(visitor, url)
        labels = {given.get("for") for given in page.all("label")}
        for tag in ("input", "select", "textarea"):
            for given in page.all(tag):
                quiet = given.get("type") in ("hidden", "submit", "radio")
                assert quiet or "aria-label" in given or given.get("id") in labels, (url, given)
        for _, given in page.elements:
            if given.get("role") == "img":
                assert given.get("aria-label"), url


def test_every_link_leads_somewhere(visitor: Client, house: House) -> None:
    seen: set[str] = set()
    for url in house.pages():
        _, here, page = open_page(visitor, url)
        for link in page.links():
            target = urlsplit(urljoin(here, link))
            if target.path in seen or target.netloc:
                continue
            seen.add(target.path)
            found = visitor.get(target.path, follow=True)
            assert found.status_code == (404 if target.path == "/nothing/here/" else 200), link


def test_every_place_on_a_page_that_a_link_names_exists(visitor: Client, house: House) -> None:
    ids: dict[str, set[str]] = {}
    for url in house.pages():
        _, here, page = open_page(visitor, url)
        for link in page.links():
            target = urlsplit(urljoin(here, link))
            if target.fragment and target.path not in ids:
                _, _, there = open_page(visitor, target.path)
                ids[target.path] = {given.get("id", "") for _, given in there.elements}
            assert not target.fragment or target.fragment in ids[target.path], link


def test_every_file_that_a_page_loads_exists(visitor: Client, house: House) -> None:
    for url in house.pages():
        _, _, page = open_page(visitor, url)
        links = [given for given in page.all("link") if given["rel"] not in PAGES]
        files = [given["href"] for given in links + page.all("use")]
        files += [given["src"] for given in page.all("script")]
        for file in files:
            path = urlsplit(file).path
            assert path.startswith("/static/"), (url, file)
            assert finders.find(path.removeprefix("/static/")), (url, file)


def test_an_absurd_query_breaks_no_page(visitor: Client, house: House) -> None:
    for url in house.pages():
        for query in ABSURD:
            answer = visitor.get(url + query, follow=True)
            assert answer.status_code in (200, 400, 404), (url, query)


@pytest.mark.parametrize(
    "url",
    [
        "/game/%00/",
        "/game/AAAAAAAAAAAA/",
        "/game/" + "x" * 300 + "/",
        "/game/AAAAAAAAAAAA/record.json",
        "/players/%00/",
        "/players/Nobody%20at%20all/",
        "/players/%F0%9F%83%8F/",
        "/players/" + "x" * 300 + "/",
    ],
)
def test_an_address_of_nothing_is_a_page_that_says_so(client: Client, db: None, url: str) -> None:
    answer, _, page = open_page(client, url)
    assert answer.status_code == 404
    assert page.broken == []
    assert "There is no page at this address." in page.text
