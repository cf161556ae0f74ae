"""The command demo fills an empty site with valid past games."""

from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Rank, RatingEvent, User
from games.engine.verify import verify_record
from games.models import DealCommitment, Game, Result, Seat
from games.records import game_log
from matchmaking import demo
from tests.commands import run_command

pytestmark = pytest.mark.django_db


def test_the_command_plays_games_that_verify_and_says_who_may_log_in(client: Client) -> None:
    name, password = (
        run_command("demo", "--games=6").split("Log in as ")[1].strip().split(" with the password ")
    )
    answer = client.post("/accounts/login/", {"login": name, "password": password})
    assert client.session["_auth_user_id"] == str(User.objects.get(name=name).pk)
    assert answer.status_code == 302
    assert not any(user.has_usable_password() for user in User.objects.exclude(name=name))
    assert client.get(f"/players/{name}/").status_code == 200
    home = client.get("/").content.decode()
    assert "Ranked hour" in home
    assert "11 will be there" in home
    assert Game.objects.filter(status=Game.Status.FINISHED).count() == 6
    for game in Game.objects.all():
        assert verify_record(game_log.read_record(game.pk)) is None
    assert (
        run_command("demo")
        == "exit 1: This site already has players: the demo only fills empty sites."
    )
    assert Game.objects.count() == 6


@pytest.mark.parametrize("games", [0, 6001])
def test_a_number_of_games_that_cannot_be_is_refused(games: int) -> None:
    said = f"exit 1: --games is {games}, it must be from 1 to 6000."
    assert run_command("demo", f"--games={games}") == said
    assert not User.objects.exists()


def test_a_past_is_in_the_order_of_its_times_and_leaves_nothing_open() -> None:
    demo.fill_site(12, 9, 4, timezone.now(), days=2)
    links = list(DealCommitment.objects.all())
    started = Game.objects.values_list("pk", "started_at")
    assert {link.game_id: link.at for link in links} == dict(started)
    assert all(one.hash == next_.previous for one, next_ in pairwise(links))
    assert all(one.at <= next_.at for one, next_ in pairwise(links))
    for user in User.objects.all():
        seats = Seat.objects.filter(user=user).order_by("game__started_at")
        spans = [(seat.game.created_at, seat.game.finished_at) for seat in seats]
        assert all(user.joined_at < begin < end < timezone.now() for begin, end in spans if end)
        assert all(end < begin for (_, end), (begin, _) in pairwise(spans) if end)
    for rank in Rank.objects.all():
        events = list(RatingEvent.objects.filter(user=rank.user, slug=rank.slug).order_by("at"))
        assert [event.at for event in events] == [
            Game.objects.get(pk=event.game).finished_at for event in events
        ]
        assert (rank.games, rank.mu) == (len(events), events[-1].mu_after)
    assert Result.objects.count() == Seat.objects.filter(user__isnull=False).count() > 0
    assert not Seat.objects.filter(user__isnull=False, live=True).exists()
    assert not Seat.objects.filter(asked=True).exists()
    assert {game.slug for game in Game.objects.all()} == {"density-deck", "rps-extreme"}
