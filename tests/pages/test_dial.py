"""AI players of any strength are offered near the reader's rating."""

import pytest
from django.test import Client

from accounts.models import Mode, Rank, User
from games.ai_choices import LIKE_ME, offered_choice
from games.models import Game, Seat
from games.registry import GAMES
from tests.pages.markup import browser_of
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db(transaction=True)
SLUG = "density-deck"
DIAL = GAMES[SLUG].strengths


def make_rated_user(points: int) -> tuple[Client, User]:
    (user,) = make_users(1)
    Rank.objects.create(
        user=user, slug=SLUG, mode=Mode.RANKED, mu=25, sigma=3, rating=points, standing=22, games=9
    )
    return browser_of(user), user


def levels_of(game: Game) -> list[str]:
    return [seat.level for seat in game.seats.order_by("index")]


def test_a_game_against_someone_like_me_has_players_of_that_strength(client: Client) -> None:
    sent = {"game": SLUG, "level": LIKE_ME, "strength": "1350", "length": "usual"}
    assert client.post("/play/ai/", sent).status_code == 303
    assert levels_of(Game.objects.get()) == ["", "1350", "1350", "1350"]
    user = User.objects.get(pk=client.session["_auth_user_id"])
    assert offered_choice(user, SLUG).level == "1350"


def test_a_game_without_a_dial_has_no_such_players(client: Client) -> None:
    sent = {"game": "rps-extreme", "level": LIKE_ME, "strength": "1350"}
    assert client.post("/play/ai/", sent).status_code == 400
    assert b"like-me" not in client.get("/?game=rps-extreme").content
    assert b"like-me" not in client.get("/tables/new/?game=rps-extreme").content


@pytest.mark.parametrize(
    ("points", "nearest"), [(1462, "1450"), (1480, "1500"), (700, DIAL[0]), (2200, DIAL[-1])]
)
def test_the_strength_nearest_to_the_own_rating_is_offered(points: int, nearest: str) -> None:
    client, _ = make_rated_user(points)
    for url in (f"/?game={SLUG}", f"/tables/new/?game={SLUG}"):
        assert f'<option value="{nearest}" selected>' in client.get(url).content.decode()


def test_a_new_table_seats_players_of_the_chosen_strength(client: Client) -> None:
    sent = {"access": "link", "clock": "none", "seats": 4, "ais": 2, "level": LIKE_ME}
    sent |= {"edition": "current", "absence": "ai", "strength": "1250"}
    assert client.post("/tables/new/", {"game": SLUG, **sent}).status_code == 303
    assert levels_of(Game.objects.get()).count("1250") == 2
    Seat.objects.update(live=False)
    answer = client.post("/tables/new/", {"game": SLUG, **sent, "strength": "9000"})
    assert answer.status_code == 200
    assert Game.objects.count() == 1


def test_a_game_against_them_takes_as_long_as_against_the_nearest_level() -> None:
    game = GAMES[SLUG]
    assert game.minutes_of("1200") == game.minutes_of("easy") < game.minutes_of()
    assert game.minutes_of("1650", "quick") == game.minutes_of("master", "quick")
