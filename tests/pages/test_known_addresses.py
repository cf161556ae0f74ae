"""Well-known URLs and the operator's legal pages."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import Settings

from tests.pages.markup import Page

pytestmark = pytest.mark.django_db


def test_password_managers_find_where_a_password_is_changed(client: Client) -> None:
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/password/change/")


def test_an_icon_is_where_programs_look_for_it(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert finders.find(answer.headers["Location"].removeprefix("/static/"))


def test_the_site_map_that_robots_txt_names_lists_pages_that_visitors_can_read(
    client: Client,
) -> None:
    line = client.get("/robots.txt").text.splitlines()[-1]
    site_map = client.get(urlsplit(line.removeprefix("Sitemap: ")).path).text
    pages = [urlsplit(each.split("</loc>")[0]).path for each in site_map.split("<loc>")[1:]]
    assert {"/", "/tables/", "/rules/", "/learn/", "/leaderboards/"} <= set(pages)
    assert {client.get(page).status_code for page in pages} == {200}


def test_pages_of_the_operator_are_linked_and_shown_in_the_readers_language(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    assert client.get("/about/imprint/").status_code == 404
    (tmp_path / "imprint.txt").write_text("Ada <b>Lovelace</b>\n\nhttps://example.org/")
    (tmp_path / "privacy.txt").write_text("We keep little.")
    (tmp_path / "privacy.de.txt").write_text("Wir speichern wenig.")
    settings.LEGAL_PAGES = str(tmp_path)
    settings.SOURCE_URL = "https://example.org/source"
    home = Page(client.get("/").text)
    assert {"/about/imprint/", "/about/privacy/", "https://example.org/source"} <= set(home.links())
    assert "/about/contact/" not in home.links()
    imprint = client.get("/about/imprint/").text
    assert "Ada &lt;b&gt;Lovelace&lt;/b&gt;" in imprint
    assert 'href="https://example.org/"' in imprint
    german = client.get("/about/privacy/", headers={"Accept-Language": "de"}).text
    assert "Wir speichern wenig." in german
    assert "Datenschutz, Density Deck" in german
    assert client.get("/about/secret-key/").status_code == 404
