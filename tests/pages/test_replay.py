"""The replay page lists every move of a match as text, limited to the chosen view."""

import re

from django.test import Client

from games.models import Move
from tests.pages.conftest import Site
from tests.pages.markup import Page

ABSURD = ["match=0", "match=-3", "match=999999999999", "match=x", "step=99999", "step=-1", "step="]


def read_page(client: Client, site: Site, query: str = "") -> Page:
    answer = client.get(f"{site.finished_url}replay/{query}")
    assert answer.status_code == 200
    return Page(answer.content.decode())


def current_items(page: Page) -> list[str]:
    return [
        given["id"]
        for given in page.all("li")
        if given.get("aria-current") == "step" and "id" in given
    ]


def test_every_move_of_a_match_has_a_line_and_a_link(client: Client, site: Site) -> None:
    matches = site.finished.matches.count()
    assert matches > 1
    for match in range(1, matches + 1):
        page = read_page(client, site, f"?match={match}&step=1")
        moves = Move.objects.filter(game=site.finished, match=match).count()
        lines = [given for given in page.all("li") if given.get("id", "").startswith("step-")]
        assert len(lines) == moves + 1
        assert current_items(page) == ["step-1"]
        assert page.broken == []
        assert page.double_ids() == []
        for step in range(moves + 1):
            assert f"?view=all&match={match}&step={step}#step-{step}" in page.links()


def test_a_seats_page_names_no_card_that_another_drew(client: Client, site: Site) -> None:
    drawn = re.compile(r"draws \w+ \d+ from the pile")
    names = list(site.finished.seats.order_by("index").values_list("name", flat=True))
    views: dict[object, list[str]] = {"all": names, **{n: [name] for n, name in enumerate(names)}}
    found = dict.fromkeys(views, 0)
    for match in site.finished.matches.all():
        for view, known in views.items():
            text = read_page(client, site, f"?view={view}&match={match.number}").text
            for words in drawn.finditer(text):
                found[view] += 1
                assert text[: words.start()].rstrip().endswith(tuple(known))
    assert found["all"] == sum(found.values()) / 2 > 0


def test_an_absurd_address_opens_the_nearest_moment(client: Client, site: Site) -> None:
    for query in ABSURD:
        page = read_page(client, site, f"?view=nobody&{query}")
        assert len(current_items(page)) == 1, query
    last = site.finished.matches.count()
    assert f"match {last} of {last}" in read_page(client, site, "?match=99").text
    assert client.get("/game/nothing/replay/").status_code == 404


def test_whoever_plays_mistakes_again_is_not_offered_other_views_while_the_page_loads(
    site: Site, client: Client
) -> None:
    game, views = site.finished, 'class="segments replay-views"'
    for query, hidden in (("view=0", False), ("view=0&learn=1", True), ("view=all&learn=1", False)):
        text = client.get(f"/game/{game.pk}/replay/?{query}").content.decode()
        assert bool(re.search(rf"<noscript>\s*<nav {views}", text)) == hidden
        assert f"<nav {views}" in text
