"""Bots have owners and a leaderboard of their own, and never meet people in a ranked game."""

from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Mode, Rank, RatingEvent, User
from accounts.ratings.leaderboards import read_leaderboard
from density.platform.redis import redis_connection
from games.engine.contract import Refused
from games.lobby import bot_accounts
from games.lobby.removal import remove_account
from games.models import Game, Seat
from games.records import busy_hours, exports
from matchmaking import claim, queue_cache
from matchmaking.models import Slot
from matchmaking.queues import BOT_QUEUES, QUEUES
from tests.matchmaking.scenario import (
    NAME,
    RPS,
    join_queue,
    open_tables,
    plan_now,
    read_frame,
    run_tick,
)
from tests.pages.markup import Page, browser_of
from tests.table.harness import (
    Driver,
    at_once,
    await_lock,
    make_users,
    open_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db(transaction=True)

BOTS = BOT_QUEUES[RPS].name


def make_bot(owner: User, name: str = "Owl Bot") -> User:
    """Return a new bot of this owner."""
    bot = User.objects.create_user(name, password="a long enough password")
    answer = bot_accounts.become_bot(bot.pk, bot_accounts.make_code(owner))
    assert answer == owner
    return User.objects.get(pk=bot.pk)


def make_bots(count: int) -> list[User]:
    """Return bots of different owners."""
    return [make_bot(owner, f"Owl {owner.pk} Bot") for owner in make_users(count, "Owner")]


def play_ranked(users: list[User], name: str) -> Game:
    """Have waiting users play their ranked game to its end."""
    (game_id,) = run_tick(name).seated
    game = Game.objects.get(pk=game_id)
    open_tables(game, users)
    seal_deal(game, users)
    return Driver(game.pk).finish()


def test_an_account_that_never_played_becomes_a_bot_for_good() -> None:
    owner, friend = make_users(2)
    client = Client()
    bot = User.objects.create_user("OwlBot", password="a long enough password")
    client.force_login(bot)
    assert "Make this account a bot" in client.get("/accounts/bots/").text
    code = Page(browser_of(owner).get("/accounts/bots/").text)
    shown = bot_accounts.make_code(owner)
    assert shown.split(":")[0] in code.text
    page = client.post("/accounts/bots/", {"code": shown}, follow=True).text
    assert f"This account is now a bot of {owner.name}." in page
    bot.refresh_from_db()
    assert (bot.bot_owner, bot.is_bot) == (owner, True)
    # another owner's code changes nothing
    again = client.post(
        "/accounts/bots/", {"code": bot_accounts.make_code(friend)}, follow=True
    ).text
    assert "This account is already a bot." in again
    bot.refresh_from_db()
    assert bot.bot_owner == owner
    profile = " ".join(Page(Client().get("/players/OwlBot/").text).text.split())
    assert f"A program by {owner.name} plays here." in profile
    assert "OwlBot" in browser_of(owner).get("/accounts/bots/").text


@pytest.mark.parametrize("reason", ["played", "name", "staff", "owner", "guest"])
def test_other_accounts_do_not_become_bots(reason: str) -> None:
    owner, friend = make_users(2)
    user = User.objects.create_user("Owl" if reason == "name" else "OwlBot")
    if reason == "played":
        open_game([user, friend])
    if reason == "owner":
        make_bot(user, "Hawk Bot")
    User.objects.filter(pk=user.pk).update(is_staff=reason == "staff", is_guest=reason == "guest")
    assert bot_accounts.become_bot(user.pk, bot_accounts.make_code(owner)) == Refused(reason)
    assert User.objects.get(pk=user.pk).bot_owner is None


def test_only_a_fresh_code_of_another_person_makes_an_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (owner,) = make_users(1)
    bot, other = make_bot(owner), User.objects.create_user("HawkBot")
    for code in ("", "nonsense", bot_accounts.make_code(other), bot_accounts.make_code(bot)):
        assert bot_accounts.become_bot(other.pk, code) == Refused("wrong-code")
    code = bot_accounts.make_code(owner)
    monkeypatch.setattr(bot_accounts, "CODE_SECONDS", -1)
    assert bot_accounts.become_bot(other.pk, code) == Refused("wrong-code")


def test_an_owner_makes_few_bots_a_day(settings: Any) -> None:
    (owner,) = make_users(1)
    settings.LIMITS = {**settings.LIMITS, "bots": (1, 600)}
    make_bot(owner)
    second = User.objects.create_user("HawkBot")
    client = browser_of(second)
    assert (
        client.post("/accounts/bots/", {"code": bot_accounts.make_code(owner)}).status_code == 429
    )
    assert not User.objects.get(pk=second.pk).is_bot


def test_a_guest_is_never_a_bot_and_a_bot_keeps_the_end_of_its_name() -> None:
    (owner,) = make_users(1)
    guest = User.objects.create_user("Guest 1", is_guest=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=guest.pk).update(bot_owner=owner)
    bot = make_bot(owner)
    page = browser_of(bot).post("/accounts/settings/", {"name": "Mira the Owl"}).text
    assert "The name of a bot ends in “Bot”." in page
    assert User.objects.get(pk=bot.pk).name == "Owl Bot"


def test_bots_and_people_wait_in_queues_of_their_own() -> None:
    people, (bot,) = make_users(1), make_bots(1)
    join_queue(*people, bot, name=RPS)
    assert set(Slot.objects.values_list("player__name", "queue")) == {
        (people[0].name, RPS),
        (bot.name, BOTS),
    }
    assert run_tick(RPS).seated == run_tick(BOTS).seated == []
    frame = read_frame(bot)
    assert (frame["queue"], frame["about"], frame["waiting"]) == (RPS, RPS, 1)
    # an account that becomes a bot while it waits is not seated with people
    User.objects.filter(pk=people[0].pk).update(name="Late Bot", bot_owner=bot.bot_owner)
    (person,) = make_users(1, "Second")
    join_queue(person, name=RPS)
    assert run_tick(RPS).seated == []


def test_a_bot_that_waits_nowhere_is_told_of_the_queue_of_bots() -> None:
    (person,), (bot, other) = make_users(1), make_bots(2)
    fields = {"mu": 30, "sigma": 2, "games": 9, "rating": 1777, "standing": 28}
    Rank.objects.create(user=bot, slug=RPS, mode=Mode.BOTS, **fields)

    def ask_queue() -> tuple[Any, ...]:
        redis_connection().delete(f"{queue_cache.TURN}tell:{BOTS}")
        run_tick(BOTS)
        told = browser_of(bot).get(f"/api/v1/queue/?queue={RPS}").json()
        return told["about"], told["rating"], told["waiting"]

    join_queue(person, name=RPS)
    run_tick(RPS)
    assert ask_queue() == (RPS, 1777, 0)
    join_queue(other, name=RPS)
    assert ask_queue() == (RPS, 1777, 1)
    browser_of(other).delete("/api/v1/queue/")
    assert ask_queue() == (RPS, 1777, 0)


@pytest.mark.concurrent_writes
@pytest.mark.parametrize("first", ["the bot", "the seat"])
def test_no_one_becomes_a_bot_at_a_ranked_table_of_people(first: str) -> None:
    """The account becomes a bot while the matcher seats it: one of the two comes first."""
    owner, person = make_users(2)
    late = User.objects.create_user("LateBot")
    join_queue(person, late, name=RPS)
    code = bot_accounts.make_code(owner)
    plan = plan_now(QUEUES[RPS])

    become_bot = partial(bot_accounts.become_bot, late.pk, code)
    seat_players = partial(claim.claim_groups, QUEUES[RPS], plan)
    begin, follow = (become_bot, seat_players)[:: 1 if first == "the bot" else -1]
    answers: list[Any] = []
    with transaction.atomic():
        assert begin()
        thread = Thread(target=lambda: answers.extend(at_once(follow)))
        thread.start()
        await_lock()
    thread.join()
    expected: Any = [] if first == "the bot" else Refused("played")
    assert answers == [expected]
    assert User.objects.get(pk=late.pk).is_bot == (first == "the bot")
    assert Seat.objects.exists() == (first == "the seat")


def test_bots_of_one_owner_never_share_a_ranked_table() -> None:
    (owner,) = make_users(1)
    pair = [make_bot(owner, "Owl Bot"), make_bot(owner, "Hawk Bot")]
    join_queue(*pair, name=RPS)
    assert run_tick(BOTS).seated == []
    (stranger,) = make_bots(1)
    join_queue(stranger, name=RPS)
    (game_id,) = run_tick(BOTS).seated
    assert stranger.pk in Seat.objects.filter(game=game_id).values_list("user", flat=True)


def test_a_ranked_game_of_bots_counts_on_their_ladder_only(tmp_path: Path) -> None:
    pair = make_bots(2)
    join_queue(*pair, name=RPS)
    game = play_ranked(pair, BOTS)
    assert (game.rated, game.for_bots) == (True, True)
    assert set(Rank.objects.values_list("mode", "games")) == {(Mode.BOTS, 1)}
    assert set(RatingEvent.objects.values_list("mode", flat=True)) == {Mode.BOTS}
    now = timezone.now()
    assert busy_hours.count_players(now) == {}
    at = game.finished_at
    assert at is not None
    assert exports.write_month(exports.Month(at.year, at.month), tmp_path, now) == []
    for view in ("global", "week"):
        assert read_leaderboard(RPS, view, None, now)["rows"] == []


def test_bots_have_a_leaderboard_and_a_rating_on_their_profile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("accounts.ratings.leaderboards.BOARD_GAMES", 1)
    pair = make_bots(2)
    join_queue(*pair, name=RPS)
    play_ranked(pair, BOTS)
    board = read_leaderboard(RPS, "bots", None, timezone.now())
    assert {row["name"] for row in board["rows"]} == {bot.name for bot in pair}
    page = Client().get(f"/leaderboards/?game={RPS}&view=bots").text
    assert pair[0].name in page
    assert "1 ranked game" in " ".join(
        Page(Client().get(f"/players/{pair[0].name}/").text).text.split()
    )
    answer = Client().get(f"/api/v1/leaderboards/?game={RPS}&view=bots").json()
    assert answer["absent"] == "bots"
    player = f"/api/v1/players/{pair[0].name}"
    (standing,) = Client().get(f"{player}/").json()["ratings"]
    (point,) = Client().get(f"{player}/ratings/?game={RPS}").json()["points"]
    assert (standing["game"], standing["rating"]) == (RPS, point["rating"])


def test_a_bot_plays_with_people_at_a_casual_table() -> None:
    people, (bot,) = make_users(1), make_bots(1)
    game = open_game([*people, bot], slug=RPS, target=5)
    seal_deal(game, [*people, bot])
    finished = Driver(game.pk).finish()
    assert not finished.rated
    assert not Rank.objects.exists()


def test_bots_go_with_their_owner() -> None:
    (owner,) = make_users(1)
    bot = make_bot(owner)
    assert "Your bots are deleted, too." in browser_of(owner).get("/accounts/delete/").text
    remove_account(owner)
    assert not User.objects.filter(pk=bot.pk).exists()


def test_the_queue_of_bots_follows_the_default_game() -> None:
    (bot,) = make_bots(1)
    join_queue(bot, name="every")
    frame = read_frame(bot)
    assert frame["queue"] == NAME
    assert frame["also"] == [RPS]
