"""Challenges of strangers are limited, send no push, and never block those of friends."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client

from accounts import friends
from accounts.contact.notifications import SEND
from accounts.models import Follow, Mute, User
from density.platform.redis import redis_connection
from games.engine.contract import Refused
from games.lobby import challenges
from games.lobby.challenges import MOST_STRANGERS, MOST_STRANGERS_AN_HOUR
from games.models import Challenge, Game
from games.positions.new_game import Options
from tests.table.harness import at_once, make_users

pytestmark = pytest.mark.django_db
TWO = Options(seats=2)
FULL = Refused("challenges-full")


def challenge_user(users: list[User], challenged: User) -> list[Challenge | Refused]:
    """Challenge a user by each of these users."""
    return [challenges.challenge_user(user, challenged, TWO) for user in users]


def count_challenges(answers: list[Challenge | Refused]) -> int:
    return sum(isinstance(answer, Challenge) for answer in answers)


def queued_notifications() -> list[bytes | str]:
    """Return the queued notifications."""
    return [job for job in redis_connection().lrange("celery", 0, -1) if SEND in str(job)]


def follow_user(owner: User, followed: User) -> None:
    Follow.objects.create(owner=owner, followed=followed)


def test_of_forty_strangers_few_get_through_and_no_table_stays_of_the_others() -> None:
    (mira,) = make_users(1, "Mira")
    strangers = make_users(40)
    answers = challenge_user(strangers, mira)
    assert count_challenges(answers) == MOST_STRANGERS == len(challenges.list_waiting(mira.pk))
    assert answers[MOST_STRANGERS:] == [FULL] * (40 - MOST_STRANGERS)
    assert Game.objects.count() == MOST_STRANGERS


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrent_writes
def test_no_more_get_through_who_ask_at_the_same_moment() -> None:
    (mira,) = make_users(1, "Mira")
    users = make_users(MOST_STRANGERS + 3)
    answers = at_once(
        *(lambda user=user: challenges.challenge_user(user, mira, TWO) for user in users)
    )
    assert count_challenges(answers) == MOST_STRANGERS


def test_declining_makes_room_for_so_many_an_hour() -> None:
    (mira,) = make_users(1, "Mira")
    answers: list[Challenge | Refused] = []
    for user in make_users(MOST_STRANGERS_AN_HOUR + 2):
        answers += challenge_user([user], mira)
        for waiting in challenges.list_waiting(mira.pk):
            challenges.decline_challenge(waiting["id"], mira)
    assert count_challenges(answers) == MOST_STRANGERS_AN_HOUR
    Challenge.objects.update(made_at=F("made_at") - timedelta(hours=1, minutes=1))
    assert count_challenges(challenge_user(make_users(1, "Late"), mira)) == 1


def test_friends_get_through_whoever_else_asks() -> None:
    (mira,) = make_users(1, "Mira")
    challenge_user(make_users(MOST_STRANGERS), mira)
    known = make_users(3, "Friend")
    for user in known:
        follow_user(mira, user)
    assert count_challenges(challenge_user(known, mira)) == 3
    # a follower of hers is still a stranger
    (fan,) = make_users(1, "Fan")
    follow_user(fan, mira)
    assert challenge_user([fan], mira) == [FULL]


def test_a_challenge_of_a_muted_or_blocked_user_never_arrives() -> None:
    mira, ola, kim, tom = make_users(4)
    Mute.objects.create(owner=mira, muted=ola)
    friends.block_user(mira, kim)
    assert challenge_user([ola, kim], mira) == [Refused("no-invitations")] * 2
    assert count_challenges(challenge_user([tom], mira)) == 1
    Mute.objects.create(owner=mira, muted=tom)
    assert challenges.list_waiting(mira.pk) == []


def test_several_strangers_are_one_notice_and_a_friend_is_named() -> None:
    (mira,) = make_users(1, "Mira")
    client = Client()
    client.force_login(mira)

    def notice() -> str:
        return client.get("/challenges/").content.decode()

    strangers = make_users(3)
    challenge_user(strangers[:1], mira)
    assert f"{strangers[0].name} challenges you" in notice()
    challenge_user(strangers[1:], mira)
    assert "3 players want to play you" in notice()
    assert not [user.name for user in strangers if user.name in notice()]
    (ola,) = make_users(1, "Ola")
    follow_user(mira, ola)
    challenge_user([ola], mira)
    assert f"{ola.name} challenges you" in notice()
    assert "3 more challenges" in notice()
    page = client.get("/friends/").content.decode()
    assert all(user.name in page for user in (*strangers, ola))


@pytest.mark.django_db(transaction=True)
def test_only_the_challenge_of_a_friend_notifies_a_user_without_an_open_page() -> None:
    mira, ola, kim = make_users(3)
    follow_user(mira, kim)
    redis_connection().delete("celery")
    challenge_user([ola], mira)
    assert queued_notifications() == []
    challenge_user([kim], mira)
    assert len(queued_notifications()) == 1


def test_the_sender_is_told_why_before_and_after_the_form_is_sent() -> None:
    (mira,) = make_users(1, "Mira")
    challenge_user(make_users(MOST_STRANGERS), mira)
    (ola,) = make_users(1, "Ola")
    client = Client()
    client.force_login(ola)
    url = f"/players/{mira.name}/challenge/"
    for answer, status in ((client.get(url), 200), (client.post(url, {"invite": "1"}), 429)):
        assert answer.status_code == status
        assert "This player has too many challenges right now." in answer.content.decode()
