"""Two games have a queue each: one wait for everybody, ranks and boards for each game."""

import random
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Mute, Rank, RatingEvent, User
from games.models import Game, Seat
from matchmaking import matcher, queue, queue_status
from matchmaking.models import Slot
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
    Rank.objects.filter(slug=RPS).update(games=30, rated_at=timezone.now())
    assert first.name in words(None, f"/leaderboards/?game={RPS}")
    assert first.name not in words(None, "/leaderboards/")


def test_the_first_page_of_somebody_signed_in_is_about_the_game_that_is_chosen() -> None:
    (mira,) = make_users(1)
    page = html(mira, f"/?game={RPS}")
    assert f'name="queue" value="{RPS}"' in page
    assert f'name="game" value="{RPS}"' in page
    queue = html(mira, f"/queue/?game={RPS}")
    assert re.search(r"1st \S+ 2nd \S+ (?!3rd)", " ".join(Page(queue).text.split()))
