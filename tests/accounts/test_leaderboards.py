"""The members and the order of leaderboards, and their number of queries."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Rank, RatingEvent, User
from accounts.ratings.leaderboards import MOST
from tests.pages.markup import browser_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
SLUG = "density-deck"


def make_ranked_user(name: str, standing: float, **fields: Any) -> User:
    """Make a user with a rank that is on the leaderboard unless the fields prevent it."""
    user = User.objects.create_user(name)
    given: dict[str, Any] = {
        "games": 40,
        "rating": round(1000 + 20 * standing),
        "rung": 10,
        "best": 2000,
        "trend": [1, 4, 2],
        "rated_at": timezone.now() - timedelta(days=2),
    }
    Rank.objects.create(
        user=user, slug=SLUG, mu=standing + 2, sigma=2, standing=standing, **(given | fields)
    )
    return user


def add_gain(user: User, points: int, days: float = 1, game: str = "game") -> None:
    """Save a gain of points some days ago."""
    RatingEvent.objects.create(
        user=user,
        game=game,
        slug=SLUG,
        at=timezone.now() - timedelta(days=days),
        seat=0,
        place=1,
        noise=12.5,
        mu_before=25,
        sigma_before=2,
        mu_after=25,
        sigma_after=2,
        rating_before=1500,
        rating_after=1500 + points,
    )


def read_board(view: str = "global", viewer: User | None = None) -> Any:
    return browser_of(viewer).get(f"/api/v1/leaderboards/?view={view}").json()


def list_names(view: str = "global", viewer: User | None = None) -> list[str]:
    return [row["name"] for row in read_board(view, viewer)["rows"]]


def read_page(viewer: User | None = None, query: str = "") -> str:
    answer = browser_of(viewer).get(f"/leaderboards/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_board_is_ordered_by_what_is_certain() -> None:
    make_ranked_user("Sure", 20, rating=1700)
    make_ranked_user("Lucky", 15, rating=1900)
    make_ranked_user("Third", 10)
    assert list_names() == ["Sure", "Lucky", "Third"]
    assert [row["place"] for row in read_board()["rows"]] == [1, 2, 3]
    assert read_board()["rows"][0]["badge"]["name"] == "Basalt II"


def test_it_takes_20_games_and_one_in_the_last_30_days() -> None:
    now = timezone.now()
    make_ranked_user("Enough", 5, games=20)
    new = make_ranked_user("New", 6, games=19)
    idle = make_ranked_user("Idle", 7, rated_at=now - timedelta(days=31))
    assert list_names() == ["Enough"]
    assert (read_board(viewer=new)["absent"], read_board(viewer=new)["missing"]) == ("games", 1)
    assert read_board(viewer=idle)["absent"] == "idle"
    assert "1 to go" in read_page(new)
    assert "nothing is lost" in read_page(idle)


def test_who_hides_the_rating_or_is_locked_out_is_on_no_board() -> None:
    hidden = make_ranked_user("Hidden", 9)
    locked = make_ranked_user("Locked", 8)
    make_ranked_user("Seen", 7)
    User.objects.filter(pk=hidden.pk).update(hides_rating=True)
    User.objects.filter(pk=locked.pk).update(is_active=False)
    for user in (hidden, locked):
        add_gain(user, 50)
    assert list_names() == ["Seen"]
    assert list_names("week") == []
    assert read_board(viewer=hidden)["absent"] == "hidden"
    assert read_board(viewer=hidden)["own"] is None
    assert "You’re hiding your rating" in read_page(hidden)


def test_around_you_shows_the_neighbors_and_their_true_places() -> None:
    users = [make_ranked_user(f"P{number}", 50 - number) for number in range(40)]
    shown = read_board("around", users[20])
    assert [row["name"] for row in shown["rows"]] == [f"P{number}" for number in range(10, 31)]
    assert [row["place"] for row in shown["rows"]] == list(range(11, 32))
    assert shown["own"]["place"] == 21
    assert list_names("around", users[0])[0] == "P0"
    assert list_names("around", users[39])[-1] == "P39"
    assert list_names("around") == []


def test_this_week_counts_the_points_of_seven_days() -> None:
    first, second, third = (make_ranked_user(name, 5) for name in ("First", "Second", "Third"))
    add_gain(first, 30, game="a")
    add_gain(first, -5, game="b")
    add_gain(first, 500, days=8, game="c")
    add_gain(second, 40)
    add_gain(third, -20)
    shown = read_board("week", third)
    assert [(row["name"], row["gained"]) for row in shown["rows"]] == [
        ("Second", 40),
        ("First", 25),
        ("Third", -20),
    ]
    assert shown["own"]["place"] == 3


def test_your_own_row_is_there_however_far_down_it_is() -> None:
    for number in range(MOST + 5):
        add_gain(make_ranked_user(f"P{number}", 500 - number), 300 - number)
    last = User.objects.get(name=f"P{MOST + 4}")
    shown = read_board(viewer=last)
    assert len(shown["rows"]) == MOST
    assert (shown["own"]["place"], shown["own"]["you"]) == (MOST + 5, True)
    assert read_page(last).count('class="you"') == 1
    week = read_board("week", last)
    assert (len(week["rows"]), week["own"]["place"]) == (MOST, MOST + 5)
    top = User.objects.get(name="P0")
    assert read_page(top).count('class="you"') == 1
    assert read_page().count('class="you"') == 0


def test_an_equal_standing_never_moves_a_row_between_two_looks() -> None:
    users = [make_ranked_user(f"P{number}", 5) for number in range(12)]
    for user in users[::4]:
        shown = read_board("around", user)
        row = next(row for row in read_board()["rows"] if row["name"] == user.name)
        assert shown["own"]["place"] == row["place"]


@pytest.mark.parametrize("view", ["global", "around", "week"])
def test_a_board_asks_as_much_of_the_database_for_few_as_for_many(view: str) -> None:
    viewer = make_ranked_user("Viewer", 1)
    add_gain(viewer, 1)
    read_page()  # the ratings of all players are cached for ten minutes
    counts = []
    for more in (2, 30):
        for number in range(more):
            add_gain(make_ranked_user(f"P{more} {number}", 5 + number), 5)
        with CaptureQueriesContext(connection) as queries:
            read_page(viewer, f"?view={view}")
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("?view=enemies", 400, "malformed"),
        ("?view=%00", 400, "malformed"),
        ("?game=chess", 404, "no-such-board"),
        ("?game=", 404, "no-such-board"),
    ],
)
def test_a_board_that_there_is_not_is_not_found(query: str, status: int, code: str) -> None:
    assert Client().get(f"/leaderboards/{query}").status_code == 404
    answer = Client().get(f"/api/v1/leaderboards/{query}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_an_empty_board_says_what_it_takes() -> None:
    assert "No one is on the leaderboard yet" in read_page()
    assert "Log in" in read_page(query="?view=around")
    assert "No ranked games this week" in read_page(query="?view=week")


def read_numbers(page: str) -> list[int]:
    """Return what each rating counts as, in the order of the rows."""
    rows = re.findall(r'<tr(?: class="you")?>(.*?)</tr>', page.split('class="board"')[1], re.DOTALL)
    cells = [re.search(r'class="right num rating">(\d+)<', row) for row in rows]
    return [int(cell[1]) for cell in cells if cell]


def test_every_row_shows_the_number_that_orders_it() -> None:
    for number, rating in enumerate((1497, 1498, 1700, 1400)):
        make_ranked_user(f"P{number}", 25 - number, rating=rating)
    page = read_page()
    numbers = read_numbers(page)
    assert page.index(">1497<") < page.index(">1498<")
    assert len(numbers) == 4
    assert numbers == sorted(numbers, reverse=True)
    assert ">At least<" in page
    assert ">At least<" not in read_page(query="?view=week")


def test_the_chart_marks_the_own_place_among_all_ratings() -> None:
    users = [make_ranked_user(f"P{number}", 5, rating=1300 + 20 * number) for number in range(20)]
    page = read_page(users[12])
    assert "You’re better than <b>60%</b> of 20 rated players" in page
    assert "Your rating is 1540." in page
    assert page.count('<rect class="own"') == 1
    stranger = read_page()
    assert "Half of 20 rated players are below <b>1500</b>" in stranger
    assert '<rect class="own"' not in stranger
    players = re.findall(r"<td>\d+–\d+</td><td class=\"right\">(\d+)</td>", page)
    assert sum(map(int, players)) == 20


def test_too_few_or_hidden_ratings_make_no_chart() -> None:
    users = [make_ranked_user(f"P{number}", 5) for number in range(20)]
    User.objects.filter(pk=users[0].pk).update(hides_rating=True)
    make_ranked_user("New", 5, games=9)
    page = read_page()
    assert "All ratings" not in page
    make_ranked_user("Known", 5)
    cache.clear()
    assert "All ratings" in read_page()


@pytest.mark.parametrize("view", ["global", "week", "around"])
def test_an_empty_board_leads_to_a_ranked_game(view: str) -> None:
    user = User.objects.create_user("Alone")
    assert 'href="/queue/?game=density-deck">Play ranked' in read_page(user, f"?view={view}")
