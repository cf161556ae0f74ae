"""An account exports all its data, and is deleted completely or not at all."""

import json
from datetime import date
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models.signals import post_delete

from accounts.models import PushChoices, PushSubscription, User
from games.analysis import puzzles
from games.models import Game, Line, Puzzle, PuzzleAttempt, PuzzleSkill, Seat
from matchmaking import queue
from matchmaking.models import Slot, Strike
from tests.pages.markup import browser_of
from tests.profile.finished_games import finish_games
from tests.records.puzzle_rows import save_puzzle
from tests.table.harness import make_users, open_table, playing_game
from tests.workers import let_push_reach

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
PASSWORD = "four colors in a row"
# every column that refers to a user, and its place in the export
EXPORTED = {
    "attendance": "ranked_hours",
    "authenticator": "second_factors",
    "block": "settings",
    "challenge": "challenges",
    "emailaddress": "addresses",
    "accesstoken": "access_tokens",
    "client": "apps",
    "token": "apps_with_access",
    "follow": "follows",
    "line": "said",
    "mutes": "settings",
    "rank": "ranks",
    "report": "reports",
    "ratingevent": "games",
    "result": "games",
    "playerstats": "games",
    "puzzleattempt": "puzzles",
    "puzzleskill": "puzzles",
    "pushchoices": "notifications",
    "pushsubscription": "notifications",
    "seat": "seats",
    "slot": "queue",
    "strike": "strikes",
    # bots of the user
    "user": "profile",
    "webhook": "webhook",
}
# other users' rows, rows of exported tables, and hashes of former names
NOT_EXPORTED = {"muted_by", "game", "logentry", "formername"}


@pytest.fixture
def mira() -> User:
    """A user with an account, an address, a strike and a browser for notifications."""
    user = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    Strike.objects.create(user=user, game="hFFqZdmNUJ5u", reason="no-show", count=1)
    let_push_reach("turn", user)
    return user


def kept_about(user: User) -> dict[str, Any]:
    answer = browser_of(user).get("/accounts/data.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    data: dict[str, Any] = json.loads(answer.content)
    return data


def test_the_export_tells_of_addresses_strikes_queue_table_and_games(mira: User) -> None:
    (finished,) = finish_games(mira, 1, make_users(3, "Other"))
    queue.join_queue(mira, "density-deck")
    data = kept_about(mira)
    assert (data["profile"]["name"], data["profile"]["email"]) == ("Mira", "mira@example.org")
    assert [game["id"] for game in data["games"]] == [finished.pk]
    address = {"email": "mira@example.org", "verified": True, "primary": True}
    assert data["addresses"] == [address]
    assert [strike["reason"] for strike in data["strikes"]] == ["no-show"]
    assert (data["queue"]["name"], data["queue"]["state"]) == ("density-deck", "waiting")
    assert data["seats"] == []
    queue.leave_queue(mira.pk)
    game = playing_game([mira, *make_users(1)])
    data = kept_about(mira)
    assert data["queue"] is None
    assert [seat["game"] for seat in data["seats"]] == [game.pk]


def test_the_export_and_the_deletion_know_puzzles(mira: User) -> None:
    puzzle = save_puzzle()
    puzzles.save_answer(mira, puzzle, "on", date(2026, 11, 24))
    data = kept_about(mira)["puzzles"]
    assert [(each["slug"], each["tries"]) for each in data["ratings"]] == [("density-deck", 1)]
    (answer,) = data["answers"]
    assert (answer["puzzle"], answer["choice"], answer["solved"]) == (puzzle.pk, "on", False)
    browser_of(mira).post("/accounts/delete/", {"password": PASSWORD})
    assert not PuzzleSkill.objects.exists()
    assert not PuzzleAttempt.objects.exists()
    assert Puzzle.objects.get() == puzzle


def test_no_table_that_names_people_is_forgotten_by_the_export() -> None:
    naming = {
        each.get_accessor_name() if each.related_model._meta.model_name == "mute"
        else each.related_model._meta.model_name
        for each in User._meta.related_objects
        if not each.many_to_many
    }  # fmt: skip
    assert naming == EXPORTED.keys() | NOT_EXPORTED


def test_an_account_goes_with_everything_or_not_at_all(mira: User) -> None:
    game = playing_game([mira, *make_users(1)])
    Line.objects.create(game=game, user=mira, seat=0, name="Mira", kind="text", text="Hello")
    client = browser_of(mira)
    client.raise_request_exception = False

    def fail(**_: object) -> None:
        raise OSError("the disk is full")

    post_delete.connect(fail, sender=User)
    try:
        assert client.post("/accounts/delete/", {"password": PASSWORD}).status_code == 500
    finally:
        post_delete.disconnect(fail, sender=User)
    seat = Seat.objects.get(game=game, index=0)
    assert (seat.user_id, seat.abandoned_at, seat.live) == (mira.pk, None, True)
    assert Line.objects.filter(user=mira).count() == 1
    assert Strike.objects.filter(user=mira).exists()
    assert client.get("/accounts/settings/").status_code == 200

    assert client.post("/accounts/delete/", {"password": PASSWORD}).status_code == 302
    assert not User.objects.filter(name="Mira").exists()
    assert not EmailAddress.objects.exists()
    assert not PushSubscription.objects.exists()
    assert not PushChoices.objects.exists()
    assert not Line.objects.exists()
    seat.refresh_from_db()
    assert seat.user_id is None
    assert seat.abandoned_at is not None
    assert client.get("/accounts/settings/").status_code == 302
    assert client.get(f"/game/{game.pk}/").status_code == 200


def test_an_account_goes_only_with_its_password_and_waits_in_no_queue(mira: User) -> None:
    queue.join_queue(mira, "density-deck")
    client = browser_of(mira)
    for sent in ({}, {"password": "wrong"}):
        assert client.post("/accounts/delete/", sent).status_code == 200
    assert Slot.objects.filter(player=mira).exists()
    answer = client.post("/accounts/delete/", {"password": PASSWORD}, follow=True)
    assert "Your account has been deleted." in answer.text
    assert not Slot.objects.exists()
    assert not Strike.objects.exists()


def test_a_guest_without_a_password_leaves_by_a_button() -> None:
    guest = User.objects.create_user("Guest 12", is_guest=True)
    open_table(guest)
    browser_of(guest).post("/accounts/delete/")
    assert not User.objects.exists()
    assert not Game.objects.exists()
