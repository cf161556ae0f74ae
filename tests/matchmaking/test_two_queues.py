"""Two queues: users can wait in both, with ranks and leaderboards per game."""

import random
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Mute, Rank, RatingEvent, User
from games.models import Game, Seat
from games.registry import GAMES
from matchmaking.models import Slot
from tests.matchmaking.scenario import RPS, join_queue, open_tables, read_page, run_tick
from tests.pages.markup import Page, browser_of
from tests.table.harness import Driver, establish_ranks, make_users, seal_deal

pytestmark = pytest.mark.django_db(transaction=True)


def page_words(user: User | None, address: str) -> str:
    page = Page(read_page(user, address))
    assert page.broken == []
    return " ".join(page.text.split())


def test_a_queue_seats_as_many_as_its_game_needs_and_the_others_wait_on() -> None:
    users = make_users(5)
    join_queue(*users[:3])
    join_queue(*users[3:], name=RPS)
    # two users who have muted each other play if no one else waits
    two_days_ago = timezone.now() - timedelta(days=2)
    for owner, other in (users[3:], users[:2:-1]):
        Mute.objects.create(owner=owner, muted=other, at=two_days_ago)
    assert run_tick().seated == []
    (game_id,) = run_tick(RPS).seated
    game = Game.objects.get(pk=game_id)
    assert (game.slug, game.rated, game.clock) == (RPS, True, {"free": 10, "bank": 20})
    assert {seat.user for seat in game.seats.all()} == set(users[3:])
    assert Slot.objects.filter(state="waiting", queue="density-deck").count() == 3


def test_the_queue_page_is_about_the_game_that_is_chosen() -> None:
    mira, ola = make_users(2)
    assert f'name="queue" value="{RPS}"' in read_page(mira, f"/?game={RPS}")
    page = read_page(mira, f"/queue/?game={RPS}")
    assert f'name="queue" value="{RPS}"' in page
    assert re.search(r"Win \+\S+ Loss −\S+", " ".join(Page(page).text.split()))
    assert "One opponent about as strong as you" in Page(page).text
    assert "Four players of about the same strength" in Page(read_page(mira, "/queue/")).text
    for slug, shown in ((RPS, page), ("density-deck", read_page(mira, "/queue/"))):
        ranked, text = GAMES[slug].ranked, " ".join(Page(shown).text.split())
        assert ranked
        assert str(ranked.counts) in text
        assert all(f"{ranked.clock[name]} s" in text for name in ("free", "bank"))
    assert browser_of(mira).post("/queue/join/", {"queue": RPS}).status_code == 303
    # in both queues one other player is missing
    assert "Looking for an opponent" in page_words(mira, "/")
    assert "Looking for an opponent" in page_words(mira, "/queue/")
    assert "Looking for an opponent" in page_words(mira, "/rules/")
    join_queue(ola, name=RPS)
    assert run_tick(RPS).seated


def test_a_rated_game_changes_the_ranks_of_its_own_game_alone() -> None:
    users = establish_ranks(make_users(2), RPS)
    before = Rank.objects.create(
        user=users[0], slug="density-deck", mu=30, sigma=2, rating=1600, standing=28
    )
    join_queue(*users, name=RPS)
    game = Game.objects.get(pk=run_tick(RPS).seated[0])
    # a short game
    game.ruleset["target"] = 5
    game.save()
    open_tables(game, users)
    seal_deal(game, users)
    Driver(game.pk, random.Random(4)).finish()
    events = list(RatingEvent.objects.order_by("-rating_after"))
    assert [(event.slug, event.place) for event in events] == [(RPS, 1), (RPS, 2)]
    assert events[0].change == -events[1].change > 0
    assert Rank.objects.get(pk=before.pk).rating == 1600
    assert Rank.objects.filter(slug=RPS).count() == 2
    first = Seat.objects.get(game=game, place=1)
    other = Seat.objects.get(game=game, place=2)
    content = page_words(first.user, f"/game/{game.pk}/")
    assert f"Above {other.name}, expected in 50%" in content
    assert "Challenge by challenge" in content
    Rank.objects.filter(slug=RPS).update(games=30, rated_at=timezone.now())
    assert first.name in page_words(None, f"/leaderboards/?game={RPS}")
    assert first.name not in page_words(None, "/leaderboards/")
