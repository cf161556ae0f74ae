"""The installable site: manifest, service worker and offline page."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tests.pages.markup import Page
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db
LISTS = re.compile(r"const FILES = (\[.*\]);")


def file_of(address: str) -> Path:
    path = finders.find(address.removeprefix(settings.STATIC_URL))
    assert isinstance(path, str), address
    return Path(path)


def test_the_manifest_names_icons_of_the_size_it_says(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    said = answer.json()
    assert (said["display"], said["start_url"], said["scope"]) == ("standalone", "/", "/")
    for icon in said["icons"]:
        head = file_of(icon["src"]).read_bytes()[:24]
        assert "{}x{}".format(*struct.unpack(">II", head[16:])) == icon["sizes"]
    assert {(icon["sizes"], icon["purpose"]) for icon in said["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip


def test_the_manifest_speaks_the_language_of_the_reader(client: Client) -> None:
    said = client.get("/manifest.webmanifest", headers={"accept-language": "de"}).json()
    assert said["lang"] == "de"
    assert said["description"] != client.get("/manifest.webmanifest").json()["description"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_worker_keeps_only_the_page_without_a_connection(language: str) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    client.force_login(make_users(1, "Mira")[0])
    text = client.get("/worker.js").content.decode()
    found = LISTS.search(text)
    assert found is not None
    page, *files = json.loads(found[1])
    assert page == "/offline/"
    assert all(file_of(file).is_file() for file in files)
    shown = client.get(page).content.decode()
    assert "Mira" not in shown
    parts = Page(shown)
    wanted = [given["href"] for given in parts.all("link")]
    wanted += [given["src"] for given in parts.all("script")]
    assert set(wanted) <= set(files)
    assert parts.broken == []
