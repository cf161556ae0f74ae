"""The page of friends, friends on other pages, and challenges by forms."""

import json
import re

import pytest
from django.test import Client

from accounts import friends
from accounts.models import Follow, User
from density.platform.redis import redis_connection
from games.live import online
from games.lobby import challenges
from games.models import Challenge, Game, Result
from games.positions.new_game import Options
from tests.pages.markup import Page, read_page
from tests.profile.finished_games import finish_games
from tests.table.harness import make_users, open_table, playing_game

pytestmark = pytest.mark.django_db
FORM = {"clock": "standard", "seats": "2", "ais": "0", "level": "easy", "edition": "current"}
FORM |= {"absence": "ai", "lives": "10"}


@pytest.fixture
def mira(client: Client) -> User:
    (user,) = make_users(1, "Mira")
    client.force_login(user)
    return user


def form_actions(page: Page) -> set[str]:
    return {given.get("action") or "" for given in page.all("form")}


def follow_users(mira: User, count: int) -> list[User]:
    """Make users with open pages whom Mira follows."""
    users = make_users(count, "Friend")
    for user in users:
        friends.follow_user(mira, user)
    online.note_users([user.pk for user in users], {})
    return users


def test_the_list_says_who_is_here_and_leads_to_open_tables(client: Client, mira: User) -> None:
    ola, kim, bea, away = follow_users(mira, 4)
    online.note_users([ola.pk, kim.pk, bea.pk], {})
    redis_connection().zrem(online.USERS, away.pk)
    table = open_table(ola, access="public", seats=3)
    private = open_table(kim, seats=3)
    page = read_page(client, "/friends/")
    assert f"{ola.name} Waiting for players, Density Deck" in page.text
    assert f"{kim.name} Online" in page.text
    assert f"{bea.name} Online" in page.text
    now, others = page.text.split("Others you follow")
    assert away.name not in now
    assert away.name in others
    assert f"/game/{table.pk}/join/" in form_actions(page)
    assert private.pk not in client.get("/friends/").text


def test_games_are_watched_from_the_list_where_all_may_watch_them(
    client: Client, mira: User
) -> None:
    ola, kim, bea, eve = follow_users(mira, 4)
    public = playing_game([ola, kim], access="public")
    private = playing_game([bea, *make_users(1)])
    online.note_users([eve.pk], {eve.pk: public.pk})
    page = read_page(client, "/friends/")
    assert f"{ola.name} Playing Density Deck" in page.text
    assert f"{bea.name} Playing Density Deck" in page.text
    assert f"{eve.name} Watching Density Deck" in page.text
    assert f"/game/{public.pk}/" in page.links()
    assert f"/game/{private.pk}/" not in page.links()


def test_each_row_has_one_button_and_keeps_the_rest_in_a_menu(client: Client, mira: User) -> None:
    ola, tom, kim, bea = follow_users(mira, 4)
    open_table(ola, access="public", seats=3)
    open_table(tom, access="public", seats=3)
    playing_game([kim, *make_users(1)], access="public")
    User.objects.filter(pk__in=[tom.pk, kim.pk]).update(invites_from="nobody")
    challenge, to_table = "/challenge/", "Go to the table"
    without_table = [("Join", challenge), ("Join", ""), ("Watch", ""), ("Challenge", "")]
    with_table = [("Invite", to_table), ("Join", ""), ("Watch", ""), ("Invite", "")]
    for expected in (without_table, with_table):
        if expected is with_table:
            open_table(mira, seats=3)
        online.note_users([ola.pk, tom.pk, kim.pk, bea.pk], {})
        page = client.get("/friends/").text
        now = page[page.index('id="friends-now"') : page.index('id="friends-others"')]
        rows = now.split("<li data-state=")[1:]
        for row, (button, rest) in zip(rows, expected, strict=True):
            outside, menu = row.split('<details class="menu"')
            assert len(re.findall('class="button[ "]', outside)) == 1
            assert f"{button}<span" in outside
            assert [way for way in (challenge, to_table) if way in menu] == [rest] * bool(rest)
            assert "Unfollow" in menu
    # the search stands below those who are on, and above the others
    assert page.index(bea.name) < page.rindex('role="search"') < page.index('id="friends-others"')


def test_presence_is_for_whom_its_owner_chose(client: Client, mira: User) -> None:
    ola, kim = follow_users(mira, 2)
    User.objects.filter(pk=ola.pk).update(presence_for="nobody")
    User.objects.filter(pk=kim.pk).update(presence_for="followed")
    playing_game([ola, *make_users(1)], access="public")
    page = read_page(client, "/friends/")
    assert f"{ola.name} Status hidden" in page.text
    assert f"{kim.name} Status hidden" in page.text
    assert "No one you know is here right now." in page.text
    friends.follow_user(kim, mira)
    assert f"{kim.name} Online" in read_page(client, "/friends/").text


def test_recent_opponents_are_followed_from_the_list_but_none_of_a_block(
    client: Client, mira: User
) -> None:
    others = make_users(3, "Rival")
    finish_games(mira, 2, others)
    friends.block_user(others[2], mira)
    page = read_page(client, "/friends/")
    assert "Recent opponents" in page.text
    assert f"/players/{others[0].name}/follow/".replace(" ", "%20") in form_actions(page)
    assert "Unfollow" not in page.text
    assert others[2].name not in page.text
    sent = {"on": "1", "next": "/friends/"}
    answer = client.post(f"/players/{others[0].name}/follow/", sent)
    assert answer["Location"] == "/friends/"
    assert Follow.objects.get().followed == others[0]


def test_an_opponent_who_is_online_comes_first_and_only_if_everyone_may_see_it(
    client: Client, mira: User
) -> None:
    ola, kim = make_users(2, "Rival")
    finish_games(mira, 2, [ola, kim])
    User.objects.filter(pk=kim.pk).update(presence_for="followed")
    online.note_users([ola.pk, kim.pk], {})
    page = read_page(client, "/friends/")
    now, met = page.text.split("Recent opponents")
    assert f"{ola.name} Online" in now
    assert f"Challenge : {ola.name}" in now
    assert kim.name not in now
    assert kim.name in met
    assert "Online" not in met


def test_a_mute_hides_that_its_users_are_online(client: Client, mira: User) -> None:
    ola, kim, tom = make_users(3, "Rival")
    finish_games(mira, 2, [ola, kim, tom])
    friends.mute_user(mira.pk, kim.pk)
    friends.mute_user(tom.pk, mira.pk)
    online.note_users([ola.pk, kim.pk, tom.pk], {})
    now, met = read_page(client, "/friends/").text.split("Recent opponents")
    assert f"{ola.name} Online" in now
    for muted in (kim, tom):
        assert muted.name not in now
        assert muted.name in met
    assert "Online" not in met


def test_every_opponent_has_the_own_record_against_them(client: Client, mira: User) -> None:
    ola, kim = make_users(2, "Rival")
    games = finish_games(mira, 3, [ola, kim])
    # Mira is first, second and third
    for game, place in zip(games, (2, 1, 4), strict=True):
        assert game.finished_at is not None
        Result.objects.create(
            game=game, user=ola, slug=game.slug, rated=game.rated, seat=1, place=place, seats=4,
            lives=0, finished_at=game.finished_at,
        )  # fmt: skip
    page = read_page(client, "/friends/")
    assert "You finished ahead in 2 of 3 games" in page.text
    row = page.text[page.text.index(f"{kim.name} ") :]
    assert "You finished" not in row.split(ola.name)[0]


def test_a_player_who_may_not_be_challenged_has_no_button_for_it(
    client: Client, mira: User
) -> None:
    ola, kim = follow_users(mira, 2)
    User.objects.filter(pk=ola.pk).update(invites_from="nobody")
    User.objects.filter(pk=kim.pk).update(invites_from="followed")
    page = read_page(client, "/friends/")
    assert "Challenge :" not in page.text
    friends.follow_user(kim, mira)
    page = read_page(client, "/friends/")
    assert f"Challenge : {kim.name}" in page.text
    assert f"Challenge : {ola.name}" not in page.text


def test_the_empty_page_leads_to_a_first_game(client: Client, mira: User) -> None:
    page = read_page(client, "/friends/")
    assert "Find a first game" in page.text
    assert {"/tables/", "/tables/new/"} <= set(page.links())


def test_a_guest_sees_why_there_are_no_friends_and_no_challenges(client: Client) -> None:
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    (ola,) = make_users(1)
    client.force_login(guest)
    assert "Friends need an account" in read_page(client, "/friends/").text
    url = f"/players/{ola.name}/challenge/"
    assert "Guests can’t follow or challenge players" in client.get(url).text
    assert client.post(url, FORM).status_code == 403
    answer = client.post(f"/players/{ola.name}/follow/", {"on": "1"}, follow=True)
    assert "Guests can’t follow or challenge players" in answer.text
    assert client.get("/friends/", follow=True).status_code == 200
    client.logout()
    assert "/accounts/login/" in client.get("/friends/")["Location"]


def test_the_page_of_a_player_follows_challenges_and_blocks(client: Client, mira: User) -> None:
    (ola,) = make_users(1, "Ola")
    url = "/players/Ola 0/"
    text = read_page(client, url).text
    for word in ("Follow", "Challenge", "Mute", "Block"):
        assert f" {word} : Ola 0" in text
    client.post(f"{url}follow/", {"on": "1"})
    assert "Unfollow : Ola 0" in read_page(client, url).text
    client.post(f"{url}block/", {"on": "1"})
    text = read_page(client, url).text
    assert "Unblock : Ola 0" in text
    for word in ("Follow", "Unfollow", "Challenge", "Mute", "Unmute"):
        assert f" {word} : Ola 0" not in text
    client.force_login(ola)
    text = read_page(client, f"/players/{mira.name}/").text
    assert f" Follow : {mira.name}" not in text
    assert f" Challenge : {mira.name}" not in text
    assert f" Block : {mira.name}" in text


def test_a_challenge_needs_a_seat_for_both_and_is_on_a_link_whatever_is_sent(
    client: Client, mira: User
) -> None:
    (ola,) = make_users(1)
    url = f"/players/{ola.name}/challenge/"
    assert (
        "Too many AI players. Leave a seat for each of you."
        in client.post(url, FORM | {"ais": "1"}).text
    )
    assert not Game.objects.exists()
    client.post(url, FORM | {"access": "public", "title": "Look here"})
    table = Game.objects.get()
    assert (table.access, table.title) == (Game.Access.LINK, "")


def test_who_sits_elsewhere_is_asked_before_accepting(client: Client, mira: User) -> None:
    (ola,) = make_users(1)
    made = challenges.challenge_user(ola, mira, Options(seats=2))
    assert isinstance(made, Challenge)
    own = open_table(mira)
    url = f"/challenges/{made.pk}/accept/"
    answer = client.post(url)
    assert answer.status_code == 409
    assert "You’re at another table" in answer.text
    assert client.post(url, {"leave": own.pk})["Location"] == f"/game/{made.game_id}/"
    assert not Game.objects.filter(pk=own.pk).exists()


def test_the_answer_is_shown_to_the_challenger_in_words_and_to_nobody_else(
    client: Client, mira: User
) -> None:
    ola, kim = make_users(2)
    made = challenges.challenge_user(mira, ola, Options(seats=2))
    assert isinstance(made, Challenge)
    url = f"/challenges/?answered={made.pk}"
    assert "answer" not in client.get(url).text
    challenges.decline_challenge(made.pk, ola, "later")
    assert f"{ola.name} declined: Happy to play later" in client.get(url).text
    assert f"{ola.name} declined: Happy to play later" in read_page(client, "/friends/").text
    for odd in ("", "x", "9" * 40, "-1", "²"):
        assert "declined" not in client.get("/challenges/", {"answered": odd}).text
    client.force_login(kim)
    assert "declined" not in client.get(url).text


def test_an_open_table_turns_challenge_into_invite(client: Client, mira: User) -> None:
    (ola,) = follow_users(mira, 1)
    assert f"Challenge : {ola.name}" in read_page(client, "/friends/").text
    table = open_table(mira, seats=3)
    assert f"Invite : {ola.name}" in read_page(client, "/friends/").text
    sent = {"invite": "1", "next": "/friends/"}
    answer = client.post(f"/players/{ola.name}/challenge/", sent, follow=True)
    assert "Challenge sent." in answer.text
    assert Challenge.objects.get().game_id == table.pk


def test_the_own_data_has_follows_blocks_and_challenges_and_goes_with_the_account(
    client: Client, mira: User
) -> None:
    ola, kim = make_users(2)
    friends.follow_user(mira, ola)
    friends.block_user(mira, kim)
    made = challenges.challenge_user(mira, ola, Options(seats=2))
    assert isinstance(made, Challenge)
    kept = json.loads(client.get("/accounts/data.json").content)
    assert [each["name"] for each in kept["follows"]] == [ola.name]
    assert kept["settings"]["blocked"] == [kim.name]
    assert kept["settings"]["invites_from"] == "everyone"
    assert kept["challenges"][0]["to"] == ola.name
    mira.delete()
    assert not Follow.objects.exists()
    assert not Challenge.objects.exists()
