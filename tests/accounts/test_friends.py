"""Follows, mutes, blocks, presence, and the leaderboard of friends."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import friends
from accounts.models import Block, Follow, Mute, Rank, User
from accounts.ratings import leaderboards
from tests.accounts.test_leaderboards import SLUG, make_ranked_user
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db


def list_friends(viewer: User) -> list[str]:
    """Return the names on the viewer's leaderboard of friends, best first."""
    board = leaderboards.read_leaderboard(SLUG, "friends", viewer.pk, timezone.now())
    return [row["name"] for row in board["rows"]]


def test_whoever_has_an_account_follows_others_who_have_one_and_no_more_than_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mira, ola, kim = make_users(3)
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    assert friends.follow_user(mira, ola) == ""
    assert friends.follow_user(mira, ola) == ""
    assert (friends.follow_user(mira, guest), friends.follow_user(guest, mira)) == (
        "guests",
        "guests",
    )
    assert friends.follow_user(mira, mira) == "self"
    monkeypatch.setattr(friends, "MOST_FOLLOWS", 1)
    assert friends.follow_user(mira, kim) == "too-many"
    assert Follow.objects.get().followed == ola
    friends.unfollow_user(mira, ola)
    assert not Follow.objects.exists()


def test_a_block_ends_the_follows_of_both_mutes_and_forbids_new_ones() -> None:
    mira, ola = make_users(2)
    friends.follow_user(mira, ola)
    friends.follow_user(ola, mira)
    friends.block_user(mira, ola)
    assert not Follow.objects.exists()
    assert Mute.objects.filter(owner=mira, muted=ola).exists()
    assert not Mute.objects.filter(owner=ola).exists()
    assert (friends.follow_user(mira, ola), friends.follow_user(ola, mira)) == (
        "blocked",
        "blocked",
    )
    assert friends.seen_present(mira.pk, [ola]) == friends.seen_present(ola.pk, [mira]) == set()
    assert not friends.find_relations(mira.pk, ola)["invites"]
    assert not friends.find_relations(ola.pk, mira)["invites"]


def test_a_block_keeps_its_mute_and_takes_it_along_but_no_older_one(client: Client) -> None:
    mira, ola, kim = make_users(3)
    before = timezone.now() - timedelta(days=9)
    Mute.objects.create(owner=mira, muted=kim, at=before)
    friends.block_user(mira, ola)
    friends.block_user(mira, kim)
    client.force_login(mira)
    page = client.get("/accounts/settings/").text
    assert f"Unblock {ola.name}" in page
    assert f"Unmute {ola.name}" not in page
    client.post(f"/players/{ola.name}/mute/", {"on": "0"})
    assert Mute.objects.count() == 2
    for other in (ola, kim):
        sent = {"on": "0", "next": "/accounts/settings/"}
        answer = client.post(f"/players/{other.name}/block/", sent)
        assert answer["Location"] == "/accounts/settings/"
    assert not Block.objects.exists()
    assert list(Mute.objects.values_list("muted", "at")) == [(kim.pk, before)]


def test_the_settings_say_who_may_challenge_and_who_sees_one_online(client: Client) -> None:
    mira, ola, kim = make_users(3)
    friends.follow_user(mira, ola)
    client.force_login(mira)
    form = {"form": "privacy", "invites_from": "followed", "presence_for": "nobody"}
    assert client.post("/accounts/settings/", form).status_code == 302
    mira.refresh_from_db()
    assert friends.find_relations(ola.pk, mira)["invites"]
    assert not friends.find_relations(kim.pk, mira)["invites"]
    assert friends.seen_present(ola.pk, [mira]) == set()


def test_the_settings_list_muted_players_and_unmute_them(client: Client) -> None:
    mira, tom, ola = make_users(3)
    Mute.objects.create(owner=mira, muted=tom)
    other = Mute.objects.create(owner=ola, muted=mira)
    client.force_login(mira)
    page = client.get("/accounts/settings/").text
    assert f"Unmute {tom.name}" in page
    assert ola.name not in page
    sent = {"on": "0", "next": "/accounts/settings/"}
    page = client.post(f"/players/{tom.name}/mute/", sent, follow=True).text
    assert f"You can see messages from {tom.name} again." in page
    assert "Unmute" not in page
    assert Mute.objects.get() == other


def test_the_board_of_friends_is_oneself_and_whom_one_follows_from_the_first_game_on(
    client: Client,
) -> None:
    mira, new, old = (
        make_ranked_user("Mira", 20),
        make_ranked_user("New", 30, games=1),
        make_ranked_user("Old", 25),
    )
    stranger, hidden = make_ranked_user("Stranger", 40), make_ranked_user("Hidden", 50)
    unrated = make_ranked_user("Unrated", 10, games=0, rated_at=None)
    Rank.objects.filter(user=old).update(rated_at=timezone.now() - timedelta(days=300))
    User.objects.filter(pk=hidden.pk).update(hides_rating=True)
    for user in (new, old, hidden, unrated):
        friends.follow_user(mira, user)
    friends.follow_user(stranger, mira)
    assert list_friends(mira) == ["New", "Old", "Mira"]
    page = client.get("/leaderboards/?view=friends").text
    assert "Log in to see how your friends are doing." in page
    assert "Mira" not in page
    client.force_login(mira)
    page = client.get("/leaderboards/?view=friends").text
    assert "about 1600" in page
    assert "Stranger" not in page
    friends.block_user(new, mira)
    assert list_friends(mira) == ["Old", "Mira"]
