"""Users who hide their presence are named only to players at the same table."""

import json
from collections.abc import Sequence

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db.models.functions import Now
from django.test import Client

from accounts.models import Audience, User
from games.live import again, snapshots, table_list
from games.lobby import friends, rematch
from games.models import Game, Seat
from tests.matchmaking.scenario import join_queue, make_crowd, open_tables, run_tick
from tests.matchmaking.test_ranked_hours import hour_soon
from tests.matchmaking.test_ranked_hours import sign_up as attend
from tests.sockets.clients import in_process, open_socket, send_message
from tests.table.harness import Driver, make_users, open_table, playing_game, seal_deal

pytestmark = pytest.mark.django_db(transaction=True)
HIDDEN = "HiddenMira"
PAGES = ("/", "/tables/", "/queue/", "/leaderboards/", "/api/v1/queue/", "/learn/", "/friends/")


def hidden_user(audience: str = Audience.NO_ONE) -> User:
    """Make a user who hides their presence."""
    return User.objects.create_user(HIDDEN, "hidden@example.org", presence_for=audience)


def named_on(user: User | None, paths: Sequence[str]) -> list[str]:
    """Return the pages and API responses that show the hidden user's name to a viewer."""
    cache.clear()
    client = Client()
    if user is not None:
        client.force_login(user)
    answers = {path: client.get(path, follow=True) for path in paths}
    assert all(answer.status_code < 500 for answer in answers.values())
    return [path for path in paths if HIDDEN in answers[path].content.decode()]


def table_addresses(game: Game) -> tuple[str, ...]:
    """Return every URL of a table."""
    paths = ("", "join/", "outcome/")
    return (*(f"/game/{game.pk}/{path}" for path in paths), f"/api/v1/games/{game.pk}/")


@pytest.mark.parametrize(
    ("access", "audience"), [("public", Audience.NO_ONE), ("password", Audience.FOLLOWED)]
)
def test_no_page_names_a_hidden_user_who_waits_at_a_listed_table(
    access: str, audience: str
) -> None:
    mira, (stranger,) = hidden_user(audience), make_users(1)
    secret = {"password": "open sesame"} if access == "password" else {}
    game = open_table(mira, access=access, **secret)
    for reader in (None, stranger):
        assert named_on(reader, (*PAGES, *table_addresses(game))) == []
    assert HIDDEN not in json.dumps(table_list.make_frame())
    assert [row["id"] for row in table_list.list_tables()] == [game.pk]
    assert named_on(mira, (f"/api/v1/games/{game.pk}/",)) == [f"/api/v1/games/{game.pk}/"]


def test_only_the_players_of_a_public_game_read_the_name_of_a_hidden_user() -> None:
    mira, (ola, stranger) = hidden_user(), make_users(2)
    game = playing_game([mira, ola], access="public")
    for reader in (None, stranger):
        assert named_on(reader, (*PAGES, *table_addresses(game))) == []
    api = f"/api/v1/games/{game.pk}/"
    assert named_on(ola, (api,)) == [api]


def test_a_table_on_a_link_names_its_players_to_whoever_has_the_link() -> None:
    game = playing_game([hidden_user(), *make_users(1)])
    api = f"/api/v1/games/{game.pk}/"
    assert named_on(None, (api,)) == [api]


def test_no_page_names_a_hidden_user_who_waits_and_plays_ranked() -> None:
    mira, (stranger,) = hidden_user(), make_users(1, "Stranger")
    join_queue(mira)
    assert named_on(stranger, PAGES) == []
    others = make_crowd(3)
    (found,) = run_tick().seated
    game = Game.objects.get(pk=found)
    open_tables(game, [mira, *others])
    seal_deal(game, [mira, *others])
    for reader in (None, stranger):
        assert named_on(reader, (*PAGES, *table_addresses(game))) == []
    watched = table_list.make_frame()["watch"]
    assert watched is not None
    assert watched["id"] == game.pk


def test_a_hidden_user_is_not_among_the_names_of_those_who_come_to_a_ranked_hour() -> None:
    hour = hour_soon()
    (ola,) = make_users(1, "Named")
    attend(hour, hidden_user(), ola)
    page = Client().get("/queue/").content.decode().replace("\u00a0", " ")
    assert HIDDEN not in page
    assert ola.name in page


def test_spectators_do_not_read_that_a_hidden_user_plays_again() -> None:
    mira, (ola, stranger) = hidden_user(), make_users(2)
    game = playing_game([mira, ola], access="public")
    Driver(game.pk).finish()
    assert isinstance(rematch.play_again(game.pk, mira), Game)
    seen = {user: snapshots.make_snapshot(game.pk, user) for user in (None, stranger.pk, ola.pk)}
    names = {
        user: made["game"]["again"]["names"]
        for user, made in seen.items()
        if isinstance(made, dict) and made["game"]["again"] is not None
    }
    assert names == {None: [], stranger.pk: [], ola.pk: [HIDDEN]}
    message = again._rematch_message(game.pk)
    assert [json.loads(message[each])["names"] for each in ("text", "own")] == [[], [HIDDEN]]
    assert sorted(message["people"]) == sorted((mira.pk, ola.pk))


def test_the_friend_of_a_hidden_user_sees_neither_where_nor_that_it_plays() -> None:
    mira, (ola,) = hidden_user(), make_users(1)
    playing_game([mira, *make_users(1, "Other")], access="public")
    assert friends.read_presence(ola.pk, [mira]) == {
        mira.pk: {"state": "hidden", "game": "", "url": "", "join_url": ""}
    }


async def test_no_socket_of_a_stranger_names_a_hidden_user() -> None:
    mira = await sync_to_async(hidden_user)()
    ola, stranger = await sync_to_async(make_users)(2)
    game = await sync_to_async(playing_game)([mira, ola], access="public")
    async with (
        in_process(game.pk, mira) as player,
        in_process(game.pk, ola) as other,
        in_process(game.pk, stranger) as watcher,
        in_process(game.pk, None) as visitor,
        open_socket("/ws/tables/") as lobby_wire,
    ):
        assert HIDDEN in json.dumps(await other.receive())
        frames = [await wire.receive() for wire in (watcher, visitor, lobby_wire)]
        await player.receive()
        await send_message(player, type="say", kind="phrase", text="thanks")
        frames += [await wire.receive() for wire in (watcher, visitor)]
        assert {frame["type"] for frame in frames} >= {"snapshot", "talk", "tables"}
        assert HIDDEN not in json.dumps(frames)


def test_a_new_choice_changes_what_is_shown_at_the_running_table() -> None:
    (mira,) = make_users(1, "Mira")
    game = open_table(mira, access="public")
    assert mira.name in json.dumps(table_list.list_tables())
    client = Client()
    client.force_login(mira)
    hidden = {"form": "privacy", "presence_for": "nobody", "invites_from": "everyone"}
    client.post("/accounts/settings/", hidden)
    assert Seat.objects.get(game=game).hides_name
    assert mira.name not in json.dumps(table_list.list_tables())
    client.post("/accounts/settings/", {**hidden, "presence_for": "everyone"})
    assert mira.name in json.dumps(table_list.list_tables())


def test_the_last_game_on_the_first_page_is_one_of_players_who_show_their_games() -> None:
    mira, (ola,) = hidden_user(), make_users(1)
    game = playing_game([mira, ola], access="public")
    Driver(game.pk).finish()
    assert named_on(None, ("/",)) == ["/"]
    User.objects.filter(pk=mira.pk).update(hides_history=True)
    assert named_on(None, ("/",)) == []


def test_the_first_page_says_of_no_game_without_a_winner_who_won_it() -> None:
    users = [hidden_user(), *make_users(1)]
    drawn, left = (Driver(playing_game(users, access="public").pk).finish() for _ in range(2))
    Game.objects.filter(pk=left.pk).update(left_at=Now())
    Seat.objects.filter(game=drawn).update(place=1)
    assert named_on(None, ("/",)) == []


def test_spectators_do_not_read_for_whom_a_chair_of_a_public_rematch_is_kept() -> None:
    mira, (ola, kim, stranger) = hidden_user(), make_users(3)
    game = playing_game([mira, ola, kim], access="public")
    Driver(game.pk).finish()
    table = rematch.play_again(game.pk, ola)
    assert isinstance(table, Game)
    for reader in (None, stranger):
        # the home page shows the last finished game
        assert named_on(reader, (*PAGES[1:], *table_addresses(table))) == []
    # the pages may have taken longer than seats are reserved
    Game.objects.filter(pk=game.pk).update(finished_at=Now())
    api = f"/api/v1/games/{table.pk}/"
    assert kim.name in Client().get(api).content.decode()
