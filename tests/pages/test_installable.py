"""The site as an app: its manifest, its worker, the page without a connection, what it weighs."""

import gzip
import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client, override_settings

from density.storage import without_remarks
from density.templatetags.modules import needed
from tests.pages.markup import Page
from tests.table.stage import people, playing_game

pytestmark = pytest.mark.django_db
FIRST_VISIT, REPEATED = 150_000, 15_000
HEADERS = 380  # bytes with which a file is answered, beside its content
LISTS = re.compile(r"const FILES = (\[.*\]);")


def file_of(address: str) -> Path:
    """The file behind an address of a static file."""
    path = finders.find(address.removeprefix(settings.STATIC_URL))
    assert isinstance(path, str), address
    return Path(path)


def packed(address: str) -> int:
    """What a static file weighs on its way."""
    path = file_of(address)
    if path.suffix in (".js", ".css"):
        content = without_remarks(path.read_text(encoding="utf-8"), path.suffix).encode()
    else:
        content = path.read_bytes()
    return len(gzip.compress(content)) + HEADERS


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


def test_the_worker_keeps_only_the_page_without_a_connection(client: Client) -> None:
    client.force_login(people(1, "Mira")[0])
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


def test_a_worker_of_another_language_is_another_worker(client: Client) -> None:
    german = client.get("/worker.js", headers={"accept-language": "de"}).content
    assert german != client.get("/worker.js").content


@override_settings(OFFLINE_PAGE=False)
def test_the_worker_takes_itself_away_where_it_is_not_wanted(client: Client) -> None:
    text = client.get("/worker.js").content.decode()
    assert "registration.unregister()" in text
    assert "fetch" not in text


def test_the_table_is_light_at_the_first_visit_and_lighter_after_it() -> None:
    mira, kestrel = people(2, "Mira")
    game = playing_game([mira, kestrel])
    visitor = Client()
    visitor.force_login(mira)
    answer = visitor.get(f"/game/{game.pk}/", headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < REPEATED
    page = Page(gzip.decompress(answer.content).decode())
    links = [given for given in page.all("link") if given["rel"] in ("stylesheet", "modulepreload")]
    files = {given["href"] for given in links}
    files |= {given["src"] for given in page.all("script")}
    table = page.elements[[given.get("id") for _, given in page.elements].index("table")][1]
    files |= {table[name] for name in ("data-suits", "data-icons", "data-table-icons")}
    assert len(answer.content) + sum(map(packed, files)) < FIRST_VISIT


def test_the_table_names_every_module_that_it_needs(client: Client) -> None:
    game = playing_game(people(2, "Mira"))
    page = Page(client.get(f"/game/{game.pk}/").content.decode())
    told = {given["href"] for given in page.all("link") if given["rel"] == "modulepreload"}
    assert told == {f"{settings.STATIC_URL}{name}" for name in needed("games/table/main.js")}
    assert len(told) > 40


def test_remarks_are_left_out_and_nothing_else_is() -> None:
    script = (
        '/** Says. */\n// why\nconst a = /** @type {x} */ (b); // kept\nconst u = "http://x/*";\n'
    )
    assert without_remarks(script, ".js") == 'const a = (b); // kept\nconst u = "http://x/*";\n'
    assert without_remarks("/* Copyright, see LICENSE */\na;\n", ".js").startswith("/* Copyright")
    assert without_remarks("/* a\n b */\n.x { top: 0 /* c */ }\n", ".css") == ".x { top: 0  }\n"
