"""The learn pages: text, a practice form, and clear errors."""

import json

import pytest
from django.test import Client

from games.density_deck.lessons import practice
from tests.pages.markup import read_page

PRACTICE = "/learn/practice/"


def test_every_rule_can_be_linked_to_by_its_number(client: Client, db: None) -> None:
    page = read_page(client, "/rules/")
    ids = {given["id"] for _, given in page.elements if "id" in given}
    counts = {1: 3, 2: 3, 3: 4, 4: 3, 5: 6, 6: 6, 7: 5, 8: 3, 9: 4, 10: 9, 11: 1, 12: 2, 13: 3}
    for section, rules in {**counts, 14: 5}.items():
        assert f"dd-{section}" in ids
        assert {f"dd-{section}-{rule}" for rule in range(1, rules + 1)} <= ids
    assert {"#dd-10-7", "#score", "#fair"} <= set(page.links())


def test_the_rules_begin_with_five_steps_and_their_cards(client: Client, db: None) -> None:
    page = client.get("/rules/").text
    short = page[page.index('<section id="short">') : page.index('class="contents"')]
    assert "#short" in read_page(client, "/rules/").links()
    assert short.count("<li>") == 5
    # the list of contents follows: on phones it would push the summary off the screen
    assert page.index('class="contents"') < page.index('<section id="cards">')
    for picture in ("Yellow 4", "Turquoise 3", "Red 3", "Yellow 5"):
        assert f'aria-label="{picture}"' in short
    assert "8 of 10 lives" in short


def test_both_rules_show_the_short_version_before_the_list_of_contents(
    client: Client, db: None
) -> None:
    for path in ("/rules/", "/rules/rps-extreme/"):
        page = client.get(path).text
        parts = ('<section id="short">', 'class="contents"', "<article>", "our rule")
        places = [page.index(part) for part in parts]
        assert places == sorted(places), path


def test_the_tabs_are_the_pages_of_one_game(client: Client, db: None) -> None:
    for path, other in (("/rules/", "/learn/rps-extreme/"), ("/rules/rps-extreme/", "/rules/")):
        page = client.get(path).text
        tabs = page[page.index('class="learn-tabs"') : page.index("<h1>")]
        assert f'href="{path}" aria-current="page"' in tabs
        assert f'href="{other}"' not in tabs


def test_the_first_game_is_text_without_javascript(client: Client, db: None) -> None:
    page = read_page(client, "/learn/first-game/")
    assert "You need JavaScript to play along" in page.text
    assert "125 − 20 + 9 = 114" in page.text
    assert any(given.get("action") == "/play/ai/" for given in page.all("form"))
    (prices,) = [each for each in page.all("meta") if each.get("name") == "density-prices"]
    assert str(prices["content"]).split()[1:5] == ["1", "1", "2", "3"]


def test_the_first_throws_have_an_address_of_their_own_and_are_text_without_javascript(
    client: Client, db: None
) -> None:
    page = read_page(client, "/learn/rps-extreme/")
    assert "You need JavaScript to play along" in page.text
    assert "Golden Totem works: you may score 2 points" in page.text
    assert any(given.get("action") == "/play/ai/" for given in page.all("form"))
    assert any(given.get("value") == "rps-extreme" for given in page.all("input"))
    steps = client.get("/api/learn/rps-extreme/").json()["steps"]
    assert steps[0]["frames"][0]["game"]["slug"] == "rps-extreme"
    for where in ("/learn/", "/?game=rps-extreme", "/rules/rps-extreme/"):
        assert "/learn/rps-extreme/" in read_page(client, where).links(), where


def test_practice_is_a_form_whose_answer_is_an_address(client: Client, db: None) -> None:
    asked = practice.make_question("base", 1, 4)
    url = f"{PRACTICE}?kind=base&row=1&seed=4"
    page = read_page(client, url)
    assert "What’s your base color?" in page.text
    assert {given["value"] for given in page.all("button") if given.get("name") == "answer"} == {
        choice.value for choice in asked.choices
    }
    right = read_page(client, f"{url}&answer={asked.answer}")
    assert "Right." in right.text
    assert "Streak 2" in right.text
    assert f"?kind=base&row=2&seed={practice.next_seed(4)}" in right.links()
    wrong = next(each.value for each in asked.choices if each.value != asked.answer)
    page = read_page(client, f"{url}&answer={wrong}")
    assert "Not quite." in page.text
    assert "Streak 0" in page.text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?row=x", "Your streak can’t be that long"),
        ("?row=-1", "Your streak can’t be that long"),
        ("?seed=banana", "This question doesn’t exist"),
        ("?seed=-1", "This question doesn’t exist"),
        (f"?seed={practice.SEEDS}", "This question doesn’t exist"),
        ("?seed=" + "9" * 5000, "This question doesn’t exist"),
        ("?seed=١٢", "This question doesn’t exist"),
        ("?kind=cards&seed=1", "This kind of question doesn’t exist"),
        ("?kind=base&seed=1&answer=plaid", "not an answer"),
        ("?kind=score&row=8&seed=1&answer=many", "not an answer"),
    ],
)
def test_an_absurd_question_or_answer_is_told_so(
    client: Client, db: None, query: str, words: str
) -> None:
    page = read_page(client, PRACTICE + query, status=400)
    assert words in page.text
    assert page.broken == []


def test_the_api_of_practice_names_the_field_that_is_wrong(client: Client, db: None) -> None:
    url = "/api/learn/practice/"
    returned = client.get(url, {"kind": "score", "level": "2", "seed": "5"}).json()
    assert returned == json.loads(json.dumps(practice.make_question("score", 2, 5).to_json()))
    for query, field in [({}, "seed"), ({"seed": "1", "level": "99"}, "level")]:
        answer = client.get(url, query)
        assert answer.status_code == 400
        assert answer.json() == {"code": "malformed", "field": field}
    assert client.post(url).status_code == 405
