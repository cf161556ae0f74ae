"""The search for players by the beginning of their names, and its index."""

from itertools import product

import pytest
from django.db import connection
from django.test import Client

from accounts import friends
from accounts.models import User
from tests.pages.markup import browser_of, read_page

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


@pytest.fixture
def mira() -> User:
    return User.objects.create_user("Mira")


def find_names(client: Client, beginning: str) -> list[str]:
    """Return the names that the API finds."""
    answer = client.get("/api/v1/players/", {"search": beginning})
    return [player["name"] for player in answer.json()["players"]]


@pytest.mark.parametrize(
    ("beginning", "names"),
    [
        ("mir", ["Mira", "Miro"]),
        ("MIRA", ["Mira"]),
        ("M1r", ["Mira", "Miro"]),
        ("Мir", ["Mira", "Miro"]),
        (" mir ", ["Mira", "Miro"]),
        ("amy-a", ["Amy Ann"]),
        ("ira", []),
        ("Guest", []),
        ("gon", []),
        ("%%", None),
        ("__", None),
        ("z", None),
        ("\0", None),
    ],
)
def test_names_are_found_by_their_beginning_as_they_look(
    client: Client, mira: User, beginning: str, names: list[str] | None
) -> None:
    for name in ("Miro", "Amy Ann", "Zed"):
        User.objects.create_user(name)
    User.objects.create_user("Guest 4711", is_guest=True)
    User.objects.create_user("Gone", is_active=False)
    answer = client.get("/api/v1/players/", {"search": beginning})
    if names is None:
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    else:
        assert [player["name"] for player in answer.json()["players"]] == names


def test_users_in_a_block_do_not_find_each_other(client: Client, mira: User) -> None:
    ola = User.objects.create_user("Ola")
    friends.block_user(mira, ola)
    assert find_names(browser_of(mira), "ola") == []
    assert find_names(browser_of(ola), "mira") == []
    assert find_names(client, "mira") == ["Mira"]


def test_twenty_are_shown_the_whole_name_first(client: Client) -> None:
    for first, second in product("abcde", "rstuv"):
        User.objects.create_user(f"Kai {first}{second}")
    User.objects.create_user("Kai")
    names = find_names(client, "kai")
    assert (len(names), names[0]) == (20, "Kai")
    assert "Only the first 20" in read_page(client, "/players/?search=kai").text


def test_the_page_has_the_hits_and_says_when_there_are_none(client: Client, mira: User) -> None:
    page = read_page(client, "/players/?search=mi")
    assert "/players/Mira/" in page.links()
    assert (
        "No player’s name starts like that. Check the spelling."
        in read_page(client, "/players/?search=zz").text
    )
    for letter in ("z", "m", "W"):  # m looks like rn, w like vv
        assert "at least two letters" in read_page(client, f"/players/?search={letter}").text
    assert any(form["action"] == "/players/" for form in page.all("form"))
    for address in ("/", "/friends/"):
        forms = read_page(browser_of(mira), address).all("form")
        assert any(form["action"] == "/players/" for form in forms), address


def test_an_index_answers_a_search(mira: User) -> None:
    query = User.objects.filter(friends._skeleton_starts_with("rnira"))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # otherwise the planner would scan a table with one row
            cursor.execute("SET LOCAL enable_seqscan = off")
        plan = query.explain()
        assert "Index Cond" in plan
        assert "~>=~" in plan
    else:
        assert "SEARCH accounts_user USING INDEX" in query.explain()
        assert "skeleton>? AND skeleton<?" in query.explain()
