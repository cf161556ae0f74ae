"""The page of a replay reads as text: every move of a match, cut for the view that is chosen."""

import re

from django.test import Client

from games.models import Move
from tests.pages.conftest import House
from tests.pages.markup import Page

ABSURD = ["match=0", "match=-3", "match=999999999999", "match=x", "step=99999", "step=-1", "step="]


def read(client: Client, house: House, query: str = "") -> Page:
    answer = client.get(f"{house.finished_url}replay/{query}")
    assert answer.status_code == 200
    return Page(answer.content.decode())


def current(page: Page) -> list[str]:
    return [
        given["id"]
        for given in page.all("li")
        if given.get("aria-current") == "step" and "id" in given
    ]


def test_every_move_of_a_match_has_a_line_and_a_link(client: Client, house: House) -> None:
    matches = house.finished.matches.count()
    assert matches > 1
    for match in range(1, matches + 1):
        page = read(client, house, f"?match={match}&step=1")
        moves = Move.objects.filter(game=house.finished, match=match).count()
        lines = [given for given in page.all("li") if given.get("id", "").startswith("step-")]
        assert len(lines) == moves + 1
        assert current(page) == ["step-1"]
        assert page.broken == []
        assert page.double_ids() == []
        for step in range(moves + 1):
            assert f"?view=all&match={match}&step={step}#step-{step}" in page.links()


def test_a_seats_page_names_no_card_that_another_drew(client: Client, house: House) -> None:
    drawn = re.compile(r"draws \w+ \d+ from the pile")
    assert drawn.search(read(client, house, "?view=all").text)
    names = list(house.finished.seats.order_by("index").values_list("name", flat=True))
    for seat, name in enumerate(names):
        text = read(client, house, f"?view={seat}").text
        for words in drawn.finditer(text):
            assert text[: words.start()].rstrip().endswith(name)


def test_an_absurd_address_opens_the_nearest_moment(client: Client, house: House) -> None:
    for query in ABSURD:
        page = read(client, house, f"?view=nobody&{query}")
        assert len(current(page)) == 1, query
    last = house.finished.matches.count()
    assert f"match {last} of {last}" in read(client, house, "?match=99").text
    assert client.get("/game/nothing/replay/").status_code == 404


def test_the_replay_of_a_game_that_runs_leads_to_its_table(client: Client, house: House) -> None:
    answer = client.get(f"/game/{house.running.pk}/replay/?match=1")
    assert answer["Location"] == f"/game/{house.running.pk}/"


def test_the_result_leads_to_the_replay_of_each_match(client: Client, house: House) -> None:
    links = Page(client.get(house.finished_url).content.decode()).links()
    assert f"{house.finished_url}replay/" in links
    for match in range(1, house.finished.matches.count() + 1):
        assert f"{house.finished_url}replay/?match={match}" in links


def test_the_games_of_a_player_lead_to_their_replays(client: Client, house: House) -> None:
    for url in (f"/players/{house.mira.name}/", f"/players/{house.mira.name}/games/"):
        assert f"{house.finished_url}replay/" in Page(client.get(url).content.decode()).links()
