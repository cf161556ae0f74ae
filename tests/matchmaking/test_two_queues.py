"""Two games have a queue each: one wait for everybody, ranks and boards for each game."""

import random
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Mute, Rank, RatingEvent, User
from accounts.rated_games import RATED_GAMES
from games.models import Game, Seat
from games.registry import GAMES
from matchmaking import matcher, queue, queue_status
from matchmaking.models import Slot
from matchmaking.queues import QUEUES
from tests.matchmaking.scenario import come, enqueue
from tests.pages.markup import Page
from tests.table.harness import Driver, established, make_users, seal

pytestmark = pytest.mark.django_db(transaction=True)
RPS = "rps-extreme"


def enqueue_for_two(*users: User) -> None:
    for user in users:
        assert isinstance(queue.enqueue(user, RPS), Slot)


def table_for_two(users: list[User]) -> Game:
    """The table at which the queue of two seats them; the game has begun."""
    enqueue_for_two(*users)
    done = matcher.tick(RPS)
    assert done is not None
    (game_id,) = done.seated
    game = Game.objects.get(pk=game_id)
    come(game, users)
    seal(game, users)
    return Game.objects.get(pk=game_id)


def html(user: User | None, address: str) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert Page(page).broken == []
    return page


def words(user: User | None, address: str) -> str:
    return " ".join(Page(html(user, address)).text.split())


def test_every_ranked_game_is_known_by_the_same_name_everywhere() -> None:
    ranked = {slug: game for slug, game in GAMES.items() if game.ranked is not None}
    names = {slug: (game.title, game.short) for slug, game in ranked.items()}
    assert names == {slug: (game.title, game.short) for slug, game in RATED_GAMES.items()}
    assert set(names) == {each.slug for each in QUEUES.values()}


def test_a_queue_seats_as_many_as_its_game_needs_and_the_others_wait_on() -> None:
    users = make_users(5)
    enqueue(*users[:3])
    enqueue_for_two(*users[3:])
    assert (matcher.tick("density-deck") or matcher.TickResult()).seated == []
    done = matcher.tick(RPS)
    assert done is not None
    (game_id,) = done.seated
    game = Game.objects.get(pk=game_id)
    assert (game.slug, game.rated, game.clock) == (RPS, True, {"free": 10, "bank": 20})
    assert {seat.user for seat in game.seats.all()} == set(users[3:])
    assert Slot.objects.filter(state="waiting", queue="density-deck").count() == 3


def test_nobody_waits_twice_whatever_the_game() -> None:
    (mira,) = make_users(1)
    enqueue(mira)
    again = queue.enqueue(mira, RPS)
    assert isinstance(again, Slot)
    assert again.queue == "density-deck"
    # and the picture is of the queue where one is, whatever page asks
    assert queue_status.current_frame(mira.pk, RPS)["about"] == "density-deck"


def test_the_queue_page_is_about_the_game_that_is_chosen() -> None:
    mira, ola = make_users(2)
    page = html(mira, f"/queue/?game={RPS}")
    assert f'name="queue" value="{RPS}"' in page
    assert "One opponent of about your strength" in Page(page).text
    assert "Four players of about your strength" in Page(html(mira, "/queue/")).text
    client = Client()
    client.force_login(mira)
    assert client.post("/queue/join/", {"queue": RPS}).status_code == 303
    # wherever one looks one waits for one other
    assert "Looking for an opponent" in words(mira, "/")
    assert "Looking for an opponent" in words(mira, "/queue/")
    assert "Looking for an opponent" in words(mira, "/rules/")
    enqueue_for_two(ola)
    assert (matcher.tick(RPS) or matcher.TickResult()).seated


def test_two_who_have_muted_each_other_play_where_nobody_else_waits() -> None:
    mira, ola = make_users(2)
    for owner, other in ((mira, ola), (ola, mira)):
        Mute.objects.create(owner=owner, muted=other, at=timezone.now() - timedelta(days=2))
    enqueue_for_two(mira, ola)
    assert len((matcher.tick(RPS) or matcher.TickResult()).seated) == 1


def test_a_rated_game_changes_the_ranks_of_its_own_game_alone() -> None:
    users = established(make_users(2), RPS)
    before = Rank.objects.create(
        user=users[0], slug="density-deck", mu=30, sigma=2, rating=1600, standing=28
    )
    game = Driver(table_for_two(users).pk, random.Random(4)).finish()
    events = list(RatingEvent.objects.order_by("-rating_after"))
    assert [(event.slug, event.place) for event in events] == [(RPS, 1), (RPS, 2)]
    assert events[0].change == -events[1].change > 0
    assert Rank.objects.get(pk=before.pk).rating == 1600
    assert Rank.objects.filter(slug=RPS).count() == 2
    first = Seat.objects.get(game=game, place=1)
    other = Seat.objects.get(game=game, place=2)
    content = words(first.user, f"/game/{game.pk}/")
    assert f"Above {other.name}, expected 50%" in content
    assert "Challenge by challenge" in content
    assert "You finish first" in content
    # the profile shows the game that was played, the history and the board name it
    assert "Challenges won" in words(None, f"/players/{first.name}/")
    assert "Rock Paper Scissors Extreme" in words(None, f"/players/{first.name}/games/?game={RPS}")
    assert first.name not in words(None, f"/players/{other.name}/games/?game=density-deck")
    Rank.objects.filter(slug=RPS).update(games=30, rated_at=timezone.now())
    assert first.name in words(None, f"/leaderboards/?game={RPS}")
    assert first.name not in words(None, "/leaderboards/")


def test_a_table_of_either_game_is_opened_by_the_form() -> None:
    (mira,) = make_users(1)
    client = Client()
    client.force_login(mira)
    page = client.get(f"/tables/new/?game={RPS}").content.decode()
    assert 'name="target"' in page
    assert 'name="hand_limit"' in page
    assert 'name="lives"' not in page
    assert 'name="seats"' not in page
    sent = {
        "game": RPS, "access": "public", "clock": "fast", "ais": "0", "level": "easy",
        "target": "52", "hand_limit": "2", "absence": "ai", "watchable": "on",
    }  # fmt: skip
    assert "Ensure this value is less than or equal to 51" in (
        client.post("/tables/new/", sent).content.decode()
    )
    assert client.post("/tables/new/", sent | {"target": "9"}).status_code == 303
    game = Game.objects.get()
    assert (game.slug, game.ruleset["target"], game.ruleset["hand_limit"]) == (RPS, 9, 2)
    assert game.clock == {"free": 6, "bank": 10}
    listed = words(None, "/tables/")
    assert "Rock Paper Scissors Extreme" in listed
    assert "6 s throws" in listed
    assert "6 s throws" not in words(None, "/tables/?game=density-deck")


def test_the_first_page_of_somebody_signed_in_is_about_the_game_that_is_chosen() -> None:
    (mira,) = make_users(1)
    page = html(mira, f"/?game={RPS}")
    assert f'name="queue" value="{RPS}"' in page
    assert f'name="game" value="{RPS}"' in page
    queue = html(mira, f"/queue/?game={RPS}")
    assert re.search(r"1st \S+ 2nd \S+ (?!3rd)", " ".join(Page(queue).text.split()))


def test_a_game_against_the_ai_is_opened_with_a_level_of_its_own() -> None:
    client = Client()
    shown = client.get(f"/?game={RPS}").content.decode()
    levels = re.findall(r'name="level" value="(\w+)"', shown)
    assert levels == ["easy", "medium", "hard"]
    answer = client.post("/play/ai/", {"game": RPS, "level": "hard"})
    assert answer.status_code == 303
    game = Game.objects.get()
    assert game.slug == RPS
    assert [seat.level for seat in game.seats.order_by("index")] == ["", "hard"]
    assert client.post("/play/ai/", {"game": RPS, "level": "master"}).status_code == 400
    # the table opens, and says what it is
    assert "Rock Paper Scissors Extreme" in client.get(f"/game/{game.pk}/").content.decode()
