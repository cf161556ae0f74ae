"""The contents of profiles, and what they hide."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Mute, User
from games.pages import profiles
from games.players import profile
from tests.pages.markup import Page
from tests.path import follow_path
from tests.profile.finished_games import finish_games

URL = "/players/Mira/"
# between the name and the drawing
MODULES = 16


def open_page(client: Client, query: str = "") -> Page:
    answer = client.get(URL + query)
    assert answer.status_code == 200
    page = Page(answer.content.decode())
    assert page.broken == []
    assert page.double_ids() == []
    return page


def hide_fields(user: User, *names: str) -> None:
    User.objects.filter(pk=user.pk).update(**dict.fromkeys(names, True))


def describe_graph(page: Page) -> str:
    """Return the text alternative of the rating graph, or ""."""
    said = [given["aria-label"] for given in page.all("svg") if given.get("role") == "img"]
    return " ".join(said)


def test_a_player_with_a_tier_shows_rating_way_up_title_and_best(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 40, others, ranked=True)
    text = open_page(client).text
    assert "40 ranked games" in text
    assert "Rating 1500 best 1540" in text
    assert "Granite III" in text
    assert "26 points to Granite II" in text
    assert "Prospector I" in text
    assert "10 ranked wins, next title at 12" in text


def test_under_ten_ranked_games_the_rating_is_an_estimate_without_a_tier(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 6, others, ranked=True)
    text = open_page(client).text
    assert "about 1520 first estimate" in text
    assert "4 more ranked games to the first tier" in text


def test_somebody_without_ranked_games_and_a_guest_have_no_rating(
    client: Client, mira: User, others: list[User]
) -> None:
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    finish_games(guest, 2, others)
    assert "Rating" not in open_page(client).text
    page = Page(client.get("/players/Guest 4821/").content.decode())
    assert "Rating" not in page.text
    assert "Guest since" in page.text
    assert "50%" in page.text


def test_placements_fights_surrenders_damage_and_colors_are_those_of_the_sums(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 6, others, ranked=True)
    text = open_page(client).text
    assert "Placements 6 ranked games 1st 33% 2 2nd 33% 2 3rd 17% 1 4th 17% 1" in text
    assert "Matches won 40% of 30" in text
    assert "Called fights won 50% of 12" in text
    assert "Fights lost when others called 100% of 12" in text
    assert "Surrenders that saved lives 50% of 12" in text
    assert "Damage dealt per game 9.0" in text
    assert "Damage taken per game 8.0" in text
    assert "Called, won Called, lost By others, won By others, lost 2 6 0 0 0 3 0 6 0 0" in text
    assert text.count("17%") == 2 + 6


def test_ranked_and_casual_games_are_counted_apart(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 9, others)
    assert "5 ranked games" in open_page(client).text
    assert "Placements 4 casual games" in open_page(client, "?kind=casual").text
    assert "See all 9 games" in open_page(client, "?kind=casual").text


def test_recent_games_say_place_people_best_score_and_change(
    client: Client, mira: User, others: list[User]
) -> None:
    games = finish_games(mira, 30, others, ranked=True)
    page = open_page(client)
    assert "2nd Person 0, Person 1, Person 2 Black 19 +5 rating Nov 20, 2026" in page.text
    rows = [link for link in page.links() if link.startswith("/game/")]
    assert rows == [
        f"/game/{game.pk}/{page}" for game in reversed(games[-5:]) for page in ("", "replay/")
    ]


@pytest.mark.parametrize(
    ("span", "words"),
    [("20", "Rating, 20 games: from"), ("quarter", "3 months: from"), ("all", "All time: from")],
)
def test_the_graph_says_its_span_in_words_and_lists_its_numbers(
    client: Client, mira: User, others: list[User], span: str, words: str
) -> None:
    User.objects.filter(pk=mira.pk).update(joined_at="2026-01-01T00:00Z")
    finish_games(mira, 30, others, ranked=True)
    page = open_page(client, f"?span={span}")
    assert words in describe_graph(page)
    assert "to 1520" in describe_graph(page)
    assert "Nov 20, 2026, 12:00 UTC 1520 +5" in page.text


def test_what_somebody_hides_is_not_on_the_page_for_others_but_for_its_owner(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 30, others, ranked=True)
    hide_fields(mira, "hides_rating")
    page = open_page(client)
    assert not any(words in page.text for words in ("Rating", "Granite", "1520", "+5"))
    assert "Placements" in page.text
    hide_fields(mira, "hides_history")
    page = open_page(client)
    assert "Mira keeps their games private." in page.text
    assert not any(words in page.text for words in ("Placements", "Person 0", "History"))
    client.force_login(mira)
    page = open_page(client)
    assert all(words in page.text for words in ("Rating", "Placements", "History", "How you play"))


def test_a_visitor_mutes_and_unmutes_another_player_from_the_profile(
    client: Client, mira: User, others: list[User]
) -> None:
    mute: dict[str, Any] = {"path": f"{URL}mute/", "data": {"on": "1"}}
    assert client.post(**mute).headers["Location"].startswith("/accounts/")
    client.force_login(mira)
    client.post(**mute)
    assert "Mute" not in open_page(client).text
    assert not Mute.objects.exists()
    client.force_login(others[0])
    assert "Mute : Mira" in open_page(client).text
    assert client.post(**mute).status_code == 302
    assert list(Mute.objects.values_list("owner", "muted")) == [(others[0].pk, mira.pk)]
    assert "Unmute : Mira" in open_page(client).text
    client.post(f"{URL}mute/", {"on": "0"})
    assert not Mute.objects.exists()


def test_a_page_asks_as_much_for_three_hundred_games_as_for_thirty(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 30, others)
    many = User.objects.create_user("Many")
    finish_games(many, 300, others)
    client.force_login(others[0])
    for query in ("", "?span=20", "?span=all&kind=casual", "games/"):
        counts = []
        for name in ("Mira", "Many"):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(f"/players/{name}/{query}").status_code == 200
            counts.append(len(asked))
        assert counts[0] == counts[1] <= 16, query


def test_a_visitor_s_page_passes_few_modules_and_asks_little(
    client: Client, mira: User, others: list[User]
) -> None:
    finish_games(mira, 30, others)
    assert client.get(URL).status_code == 200  # run once, so that lazy loading is done
    with CaptureQueriesContext(connection) as asked:
        assert client.get(URL).status_code == 200
    assert len(asked) <= 10, [each["sql"] for each in asked]
    with follow_path() as path:
        found = profiles.find_user("Mira")
        assert found is not None
        assert profile.read_profile(found, None, "", "", "")["played"] == 30
    assert len(path.modules) <= MODULES, path.modules
