"""The home page of a player who comes back: what is new, what to do today, and what is hidden."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import friends
from accounts.models import Audience, Block, Follow, Mute, RatingEvent, User
from games.analysis import puzzles
from games.analysis import review as reviews
from games.analysis.puzzles import best_choice
from games.live import online
from games.models import Challenge, Match, Result, Review
from games.pages import today
from tests.pages.markup import Page, browser_of, read_page
from tests.profile.finished_games import LAST, finish_games
from tests.records.puzzle_rows import SLUG, save_puzzle
from tests.table.harness import make_users, playing_game

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@contextmanager
def clock_at(now: datetime) -> Iterator[None]:
    """Stop the clock of pages."""
    cache.clear()
    with patch("django.utils.timezone.now", lambda: now):
        yield


@pytest.fixture
def mira() -> User:
    """A player with ten games."""
    user = User.objects.create_user("Mira", "mira@example.org", "a long enough password")
    finish_games(user, 10, make_users(3))
    return user


def read_home(user: User) -> Page:
    cache.clear()
    return read_page(browser_of(user), "/")


def read_today(user: User) -> str:
    """Return the text of the section, "" without it."""
    text = read_home(user).text
    return text.partition("Choose what you see")[2].partition("Play the AI Casual")[0]


def hide_part(user: User, part: str, on: str = "0") -> int:
    answer = browser_of(user).post("/home/part/", {"part": part, "on": on})
    assert answer.status_code != 302 or answer.headers["Location"] == "/#today"
    return answer.status_code


def review_last_game(user: User, cost: float = 0.0712, **fields: object) -> Result:
    """Save a review of the user's last game, whose fourth move in match 2 was costly."""
    result = user.results.order_by("-finished_at")[0]
    decision = {"step": 4, "seat": result.seat, "own": True, "cost": cost, "options": []}
    others = [
        {**decision, "step": 5, "seat": 1, "cost": 0.5},
        {**decision, "step": 6, "own": False, "cost": 0.5},
    ]
    data = {"decisions": [*others, decision]}
    made = {"version": reviews.VERSION, "data": data, "asked_at": timezone.now(), **fields}
    Review.objects.create(game=result.game, match=2, **made)
    return result


# ------------------------------------------------------------------------------ the parts
def test_only_players_with_games_see_it_and_not_while_they_play(mira: User) -> None:
    newcomer = User.objects.create_user("Noor")
    assert "Choose what you see" not in read_home(newcomer).text
    assert "Choose what you see" not in read_page(Client(), "/").text
    assert "Choose what you see" in read_home(mira).text
    playing_game([mira, newcomer])
    assert "Choose what you see" not in read_home(mira).text


def test_the_puzzle_of_the_day_says_whether_it_is_solved_and_for_how_many_days(mira: User) -> None:
    for number in range(1, 4):
        save_puzzle(number)
    day = timezone.now().date() - timedelta(days=1)
    assert "Solve puzzle" in read_today(mira)
    for shift in range(2):
        daily = puzzles.daily_puzzle(SLUG, day + timedelta(days=shift))
        assert daily is not None
        puzzles.save_answer(mira, daily, best_choice(daily), day + timedelta(days=shift))
    text = read_today(mira)
    assert "You’ve solved today’s puzzle." in text
    assert "Solved 2 days in a row." in text
    assert "View puzzle" in text
    assert read_home(mira).text.count("You’ve solved today’s puzzle.") == 1


def test_the_costliest_own_decision_of_the_last_reviewed_game_leads_to_its_question(
    mira: User,
) -> None:
    result = review_last_game(mira)
    page = read_home(mira)
    assert "One choice in match 2 cost you 7% of a win." in page.text
    wanted = f"/game/{result.game_id}/replay/?view=0&match=2&step=4&learn=1"
    assert wanted in page.links()


def test_a_game_without_a_review_or_without_a_costly_decision_is_offered_to_the_coach(
    mira: User,
) -> None:
    newest = mira.results.order_by("-finished_at")[0]
    page = read_home(mira)
    assert "The coach can show you which choice cost you most." in page.text
    assert f"/game/{newest.game_id}/replay/?view=0" in page.links()
    review_last_game(mira, cost=0.009)
    assert "The coach found no costly decision in this game." in read_today(mira)
    Review.objects.update(version=reviews.VERSION - 1)
    assert "The coach can show you which choice cost you most." in read_today(mira)


def test_the_next_goals_are_named_with_a_way_to_all_of_them(mira: User) -> None:
    page = read_home(mira)
    assert "Beat Easy three times 0 of 3" in page.text
    bar = next(bar for bar in page.all("progress") if bar["max"] == "3")
    assert bar["value"] == "0"
    assert "/players/Mira/?game=density-deck#goals" in page.links()


def test_a_hidden_part_stays_hidden_until_it_is_shown_again(mira: User) -> None:
    assert "Beat Easy three times" in read_today(mira)
    assert hide_part(mira, "goals") == 302
    assert "Beat Easy three times" not in read_today(mira)
    assert "Your next goals : Show" in read_home(mira).text
    for part in today.PARTS:
        hide_part(mira, part)
    assert "Solve puzzle" not in read_home(mira).text
    hide_part(mira, "goals", on="1")
    hide_part(mira, "goals", on="1")
    assert "Beat Easy three times" in read_today(mira)
    assert "Players you know" in read_home(mira).text.partition("Your next goals")[2]


def test_an_unknown_part_and_a_visitor_are_refused(mira: User, client: Client) -> None:
    assert hide_part(mira, "everything") == 400
    assert hide_part(mira, "") == 400
    mira.refresh_from_db()
    assert "hidden" not in mira.home
    answer = client.post("/home/part/", {"part": "goals", "on": "0"})
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert browser_of(mira).get("/home/part/").status_code == 405


def test_a_guest_keeps_what_was_hidden_after_signing_up(client: Client) -> None:
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    finish_games(guest, 2, make_users(3))
    hide_part(guest, "goals")
    assert "Players you know" not in read_home(guest).text
    client.force_login(guest)
    password = "four colors in a row"
    fields = {"username": "Mira", "email": "mira@example.org"}
    client.post("/accounts/keep/", {**fields, "password1": password, "password2": password})
    kept = User.objects.get(name="Mira")
    assert kept.pk == guest.pk
    assert "Beat Easy three times" not in read_today(kept)


# ------------------------------------------------------------------------------- players
def test_players_whom_one_follows_or_met_are_named_while_they_are_here(mira: User) -> None:
    met, other = User.objects.get(name="Person 0"), User.objects.create_user("Ola")
    # only the menu of the parts names it while none of them is here
    assert read_today(mira).count("Players you know") == 1
    online.note_users([met.pk, other.pk], {})
    page = read_home(mira)
    assert "Ola" not in page.text
    assert "Person 0 Online" in page.text
    assert "/players/Person%200/challenge/?game=density-deck" in page.links()
    assert "Person 0 Online You played lately" in page.text
    friends.follow_user(mira, other)
    assert "Ola Online" in read_home(mira).text
    assert "Ola Online You played lately" not in read_home(mira).text


@pytest.mark.parametrize("reason", ["presence", "blocked", "blocks", "muted", "mutes", "guest"])
def test_players_who_hide_or_are_kept_away_are_not_named(mira: User, reason: str) -> None:
    met = User.objects.get(name="Person 0")
    online.note_users([met.pk], {})
    assert "Person 0 Online" in read_home(mira).text
    if reason in ("presence", "guest"):
        hides = reason == "presence"
        fields = {"presence_for": Audience.NO_ONE} if hides else {"is_guest": True}
        User.objects.filter(pk=met.pk).update(**fields)
    elif reason in ("blocked", "blocks"):
        pair = (mira, met) if reason == "blocks" else (met, mira)
        Block.objects.create(owner=pair[0], blocked=pair[1])
    else:
        pair = (mira, met) if reason == "mutes" else (met, mira)
        Mute.objects.create(owner=pair[0], muted=pair[1])
    assert "Person 0 Online" not in read_home(mira).text
    assert read_today(mira).count("Players you know") == 1


def test_a_player_who_accepts_no_challenges_is_named_without_one(mira: User) -> None:
    met = User.objects.get(name="Person 0")
    User.objects.filter(pk=met.pk).update(invites_from=Audience.FOLLOWED)
    online.note_users([met.pk], {})
    assert "/players/Person%200/challenge/?game=density-deck" not in read_home(mira).links()
    friends.follow_user(met, mira)
    assert "/players/Person%200/challenge/?game=density-deck" in read_home(mira).links()


# ------------------------------------------------------------------------------- what is new
def test_the_first_visit_has_no_news_and_the_second_tells_what_happened(mira: User) -> None:
    with clock_at(LAST + HOUR):
        assert "New since your last visit" not in read_today(mira).partition("Puzzle of the day")[2]
    later = LAST + 5 * HOUR
    ola, kim = User.objects.create_user("Ola"), User.objects.create_user("Kim")
    Follow.objects.create(owner=ola, followed=mira, at=later)
    event = RatingEvent.objects.filter(user=mira).order_by("-at")[0]
    event.pk, event.game, event.at = None, "later", later
    event.rating_before, event.rating_after = 1500, 1512
    event.save()
    Challenge.objects.create(
        challenger=kim, challenged=mira, options={}, status="expired", made_at=later
    )
    Challenge.objects.filter(challenger=kim).update(made_at=later)
    Follow.objects.update(at=later)
    review_last_game(mira, asked_at=later)
    with clock_at(LAST + 8 * HOUR):
        page = read_home(mira)
    for words, url in (
        ("Your rating in Density Deck went from 1500 to 1512.", "/players/Mira/?game=density-deck"),
        ("Ola follows you.", "/players/Ola/"),
        ("Kim wanted to play with you.", "/friends/"),
        ("The coach has reviewed your game with Person 0, Person 1 and Person 2.", None),
    ):
        assert words in page.text
        assert url is None or url in page.links()
    with clock_at(LAST + 20 * HOUR):
        assert "Ola follows you." not in read_home(mira).text


def test_news_stay_during_a_visit_and_a_muted_follower_is_none(mira: User) -> None:
    with clock_at(LAST + HOUR):
        read_home(mira)
    ola, kim = User.objects.create_user("Ola"), User.objects.create_user("Kim")
    Follow.objects.create(owner=ola, followed=mira)
    Follow.objects.create(owner=kim, followed=mira)
    Follow.objects.update(at=LAST + 2 * HOUR)
    friends.mute_user(mira.pk, kim.pk)
    for minutes in (0, 20, 70, 120):
        with clock_at(LAST + 4 * HOUR + timedelta(minutes=minutes)):
            assert "Ola follows you." in read_home(mira).text
    with clock_at(LAST + 8 * HOUR):
        assert "follows you." not in read_home(mira).text


def test_a_change_of_the_site_is_told_once(mira: User) -> None:
    (day, words, _page), *_ = today.SITE_NEWS
    midnight = datetime.combine(day, datetime.min.time(), LAST.tzinfo)
    for at, told in ((-20, False), (3, True), (30, False)):
        with clock_at(midnight + at * HOUR):
            assert (str(words) in read_home(mira).text) is told


def test_a_first_finding_leads_to_the_replay_until_the_whole_game_is_reviewed(mira: User) -> None:
    result = review_last_game(mira)
    for number in (1, 2):
        Match.objects.create(game=result.game, number=number, living=[0, 1, 2, 3], merkle_root="")
    data: Any = Review.objects.get().data
    *_, decision = data["decisions"]
    Review.objects.update(data={"finding": decision})
    moment = f"/game/{result.game_id}/replay/?view=0&match=2&step=4"
    for reviewed in ((), (2,), (2, 1)):
        for match in reviewed:
            made = {"version": reviews.VERSION, "data": data}
            Review.objects.update_or_create(game=result.game, match=match, defaults=made)
        page = read_home(mira)
        assert "in match 2 cost you" in page.text
        assert ("See it in the replay" in page.text) is (len(reviewed) < 2)
        assert (moment in page.links()) is (len(reviewed) < 2)
        assert ("Find the better choice" in page.text) is (len(reviewed) == 2)


# -------------------------------------------------------------------------------- queries
def test_the_page_asks_as_much_for_three_hundred_games_as_for_thirty(client: Client) -> None:
    others, counts = make_users(3), []
    for name, games in (("Few", 30), ("Many", 300)):
        user = User.objects.create_user(name)
        finish_games(user, games, others)
        review_last_game(user)
        User.objects.filter(pk=user.pk).update(home={"seen": LAST.isoformat()})
        client.force_login(user)
        assert client.get("/").status_code == 200  # run once, so that lazy loading is done
        User.objects.filter(pk=user.pk).update(home={"seen": LAST.isoformat()})
        cache.clear()
        # after the games, since a slow machine needs longer for them than a user stays online
        online.note_users([other.pk for other in others], {})
        with CaptureQueriesContext(connection) as asked:
            assert "in match 2 cost you" in client.get("/").text
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 50
    for part in today.PARTS:
        hide_part(user, part)
    with CaptureQueriesContext(connection) as hidden:
        client.get("/")
    assert len(hidden) <= counts[1] - 14
