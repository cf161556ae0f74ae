"""Pages of Rock Paper Scissors Extreme: rules, gallery, result and replay as text."""

import random
import re

import pytest
from django.conf import settings
from django.test import Client

from games.analysis import result as results
from games.models import Game
from games.rps_extreme.rules.cards import CARD
from tests.once import made_once
from tests.pages.markup import Page, read_page
from tests.table.harness import Driver, make_users, playing_game

RULES = "/rules/rps-extreme/"
# number of articles in each section of the rulebook
ARTICLES = {1: 5, 2: 6, 3: 8, 4: 3, 5: 6, 6: 6, 7: 2, 8: 3, 9: 5, 12: 25}


def play_duel() -> Game:
    game = playing_game(make_users(2), slug="rps-extreme", target=9, free=10)
    return Driver(game.pk, random.Random(4)).finish()


@pytest.fixture
def duel(transactional_db: None) -> Game:
    return made_once("duel", play_duel)


def visible_ids(page: Page) -> list[str]:
    return [given["id"] for tag, given in page.shown if tag == "li" and given.get("id") in CARD]


def test_every_article_ruling_and_card_has_an_address(client: Client, db: None) -> None:
    page = read_page(client, RULES)
    ids = {given["id"] for _, given in page.elements if "id" in given}
    for section, articles in ARTICLES.items():
        assert {f"rx-{section}"} | {f"rx-{section}-{n}" for n in range(1, articles + 1)} <= ids
    assert visible_ids(page) == list(CARD)
    # targets of links within the page exist
    assert {link[1:] for link in page.links() if link.startswith("#")} <= ids


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("kind=totem", "diamond-totem golden-totem onyx-totem silver-totem ruby-totem"),
        ("kind=potion&sign=any", "rainbow-potion black-potion sparkly-potion"),
        ("sign=paper&color=green", "milky-green-potion"),
        ("kind=totem&sign=paper", ""),
        ("kind=nonsense&color=<b>&sign=", " ".join(CARD)),
    ],
)
def test_an_address_asks_for_some_of_the_cards(
    client: Client, db: None, query: str, cards: str
) -> None:
    page = read_page(client, f"{RULES}?{query}")
    assert visible_ids(page) == cards.split()
    assert f"{len(cards.split())} of 30 cards" in page.text


def test_a_result_tells_every_throw_and_every_point(client: Client, duel: Game) -> None:
    winner = duel.seats.get(place=1)
    assert winner.user is not None
    client.force_login(winner.user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    page = read_page(client, f"/game/{duel.pk}/")
    challenges = results.read_result(duel.pk, winner.user_id)["matches"]
    rows = [given for given in page.all("details") if given.get("class") == "match"]
    assert len(rows) == len(challenges)
    before = [0, 0]
    for challenge in challenges:
        assert challenge["seats"][0]["you"]
        assert [seat["before"] for seat in challenge["seats"]] == before
        found = [line["scores"] for throw in challenge["throws"] for line in throw["lines"]]
        before = [seat["score"] for seat in challenge["seats"]]
        assert [scores for scores in found if scores][-1:] in ([], [before])
        for one, other in (scores for scores in found if scores):
            assert f"{one} : {other}" in page.text
    assert before[0] >= 9 > before[1]
    assert f"ends with {before[0]}." in str(page.elements)


def test_a_result_speaks_to_its_reader_and_names_players_to_others(
    client: Client, duel: Game
) -> None:
    address = f"/game/{duel.pk}/"
    users = [seat.user for seat in duel.seats.select_related("user") if seat.user]
    told = read_page(client, address).text
    assert all(f"{user.name} scores" in told for user in users)
    assert not re.search(r"\bYou (score|lose|take|drink)", told)
    for reader, other in zip(users, users[::-1], strict=True):
        client.force_login(reader, backend=settings.AUTHENTICATION_BACKENDS[-1])
        told = read_page(client, address).text
        assert "You score" in told
        assert f"{other.name} scores" in told
        name = re.escape(reader.name)
        assert not re.search(rf"\b{name} (scores|loses|takes|drinks)|from {name}\b", told)
