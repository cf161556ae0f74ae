"""Properties of every page for every kind of visitor."""

from itertools import cycle
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve

from games.density_deck.rules.cards import FACES, Card
from games.models import Game
from tests.pages.conftest import VISITORS, Round, Site, open_browser, open_page

# also marks the round trip, so that its database is created
pytestmark = pytest.mark.django_db

ABSURD = [
    "?level=\x00&next=//evil.example/",
    "?" + "a=1&" * 900,
    "?page=-1&sort=%F0%9F%83%8F&game[]=;DROP",
    "?next=javascript:alert(1)&lang=xx-invalid",
    "?%ff%fe=%00",
]
# pages about a running game or an account
LIVE = ("/", "/tables/", "/queue/", "/accounts/settings/", "/accounts/delete/")
# link relations that are not files
PAGES = ("alternate", "canonical", "manifest", "expect")


def test_every_page_answers_is_well_formed_and_has_no_inline_style_or_script(
    round_trip: Round,
) -> None:
    for url, answer, _, page in round_trip.opened:
        assert answer.status_code == (404 if url == "/nothing/here/" else 200), url
        assert "Density Deck" in page.text, url
        assert page.broken == [], url
        assert page.double_ids() == [], url
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, url
        assert "unsafe" not in policy, url


def test_every_page_can_be_skipped_through_and_named(round_trip: Round) -> None:
    for url, _, _, page in round_trip.opened:
        assert page.all("html")[0]["lang"] == "en", url
        assert next(given["href"] for given in page.all("a")) == "#main", url
        assert [given["id"] for given in page.all("main")] == ["main"], url
        assert len(page.all("title")) == 1, url


def test_every_kind_of_page_says_what_it_is_about(round_trip: Round) -> None:
    site = round_trip.site
    about: dict[str, str] = {}
    for url, _, here, page in round_trip.opened:
        said = [
            given["content"] for given in page.all("meta") if given.get("name") == "description"
        ]
        assert len(said) == 1, url
        assert 30 <= len(said[0]) <= 160, (url, said)
        homes = [given["href"] for given in page.all("link") if given["rel"] == "canonical"]
        assert [unquote(urlsplit(home).path) for home in homes] == [here], url
        assert not urlsplit(homes[0]).query, url
        # pages about an account have a description of the site
        if not here.startswith("/accounts/") and here != "/nothing/here/":
            kind = here.replace(site.mira.name, "x").replace(site.guest.name, "x")
            about.setdefault(said[0].replace(site.mira.name, "x"), kind)
    known = {
        "/tables/",
        "/rules/",
        "/learn/",
        "/leaderboards/",
        "/players/x/",
        "/players/x/games/",
    }
    known |= {
        "/",
        "/tables/new/",
        f"{site.finished_url}replay/",
        site.finished_url,
    }
    assert known <= set(about.values())


def test_every_page_has_a_preview_for_shared_links(round_trip: Round) -> None:
    for url, _, _, page in round_trip.opened:
        preview = {
            given["property"]: given["content"]
            for given in page.all("meta")
            if given.get("property", "").startswith("og:")
        }
        assert preview["og:title"] in page.text, url
        assert len(preview["og:description"]) >= 30, url
        picture = urlsplit(preview["og:image"])
        assert (picture.scheme, picture.netloc) == ("http", "testserver"), url
        assert resolve(picture.path).view_name.endswith("-picture"), url


def test_the_preview_of_a_table_names_its_host_its_game_and_its_seats(site: Site) -> None:
    _, _, _, page = open_page(Client(), f"/game/{site.public.pk}/")
    described = {given.get("property"): given.get("content") for given in page.all("meta")}
    assert described["og:title"] == "Host 0’s table, Density Deck"
    assert described["og:description"] == (
        "Density Deck with Host 0. One seat is free: join in your browser."
    )


def test_every_page_says_who_may_keep_it(round_trip: Round) -> None:
    running = f"/game/{round_trip.site.running.pk}/"
    for url, answer, here, _ in round_trip.opened:
        kept = answer.headers["Cache-Control"]
        assert "private" in kept, url
        assert "Cookie" in answer.headers["Vary"], url
        # other pages come from the back/forward cache at once
        live = here in LIVE or here == running
        if live or not here.startswith(("/accounts/", "/game/")):
            assert ("no-store" in kept) is live, url


def test_search_engines_list_games_of_tables_for_all_and_no_others(site: Site) -> None:
    visitor = Client()
    finished = site.finished_url
    for url in (finished, f"{finished}replay/", f"{finished}record.json"):
        assert visitor.get(url).headers["X-Robots-Tag"] == "noindex", url
    for game in (site.running, site.waiting, site.locked):
        assert visitor.get(f"/game/{game.pk}/").headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in visitor.get(f"/game/{site.public.pk}/").headers
    Game.objects.filter(pk=site.finished.pk).update(rated=True)
    for url in (finished, f"{finished}replay/", "/", f"/players/{site.mira.name}/"):
        assert "X-Robots-Tag" not in visitor.get(url).headers, url
    known = visitor.get("/robots.txt").content.decode()
    for closed in ("/accounts/", "/api/", "/queue/"):
        assert f"Disallow: {closed}\n" in known


def test_every_field_has_a_label_and_every_drawing_a_name_or_none(round_trip: Round) -> None:
    for url, _, _, page in round_trip.opened:
        labels = {given.get("for") for given in page.all("label")}
        for tag in ("input", "select", "textarea"):
            for given in page.all(tag):
                quiet = given.get("type") in ("hidden", "submit", "radio")
                assert quiet or "aria-label" in given or given.get("id") in labels, (url, given)
        for _, given in page.elements:
            if given.get("role") == "img":
                assert given.get("aria-label"), url


def test_every_link_leads_somewhere(round_trip: Round) -> None:
    for path, (_, answer, _, _) in round_trip.linked.items():
        assert answer.status_code == (404 if path == "/nothing/here/" else 200), path


def test_every_place_on_a_page_that_a_link_names_exists(round_trip: Round) -> None:
    for url, _, here, page in round_trip.opened:
        for link in page.links():
            target = urlsplit(urljoin(here, link))
            if target.fragment and not target.netloc:
                there = round_trip.linked[target.path].page
                ids = {given.get("id", "") for _, given in there.elements}
                assert target.fragment in ids, (url, link)


def test_every_file_that_a_page_loads_exists(round_trip: Round) -> None:
    for url, _, _, page in round_trip.opened:
        links = [given for given in page.all("link") if given["rel"] not in PAGES]
        files = [given["href"] for given in links + page.all("use")]
        files += [given["src"] for given in page.all("script")]
        for file in files:
            path = urlsplit(file).path
            assert path.startswith("/static/"), (url, file)
            assert finders.find(path.removeprefix("/static/")), (url, file)


def test_every_drawing_that_a_page_uses_exists(round_trip: Round) -> None:
    for url, _, _, page in round_trip.opened:
        for given in page.all("use"):
            path, symbol = given["href"].removeprefix("/static/").split("#")
            drawings = Path(finders.find(path) or path).read_text()
            assert f'id="{symbol}"' in drawings, (url, given["href"])


def test_every_card_that_a_page_shows_is_in_the_deck(round_trip: Round) -> None:
    shown = {
        (given["data-suit"], int(given["data-power"]), url)
        for url, _, _, page in round_trip.opened
        for given in page.all("span")
        if "data-power" in given
    }
    assert shown
    assert {card for card in shown if Card(*card[:2]) not in FACES} == set()


def test_an_absurd_query_breaks_no_page(site: Site) -> None:
    visitors = cycle([open_browser(kind, site) for kind in VISITORS])
    for url, query, visitor in zip(site.pages(), cycle(ABSURD), visitors, strict=False):
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
    _, answer, _, page = open_page(client, url)
    assert answer.status_code == 404
    assert page.broken == []
    assert "There’s no page at this address." in page.text
