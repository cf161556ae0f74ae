"""Goals follow from results: AI levels, first times and titles; none asks for many games."""

import random
from types import SimpleNamespace

import pytest
from django.test import Client

from accounts.models import Rank, User
from games.density_deck.game_type import seat_stats
from games.density_deck.levels import LEVELS
from games.models import Game, PlayerStats, Result, Seat
from games.players import goals
from games.players.goals import Goal
from games.registry import GAMES
from tests.pages.markup import Page, browser_of
from tests.profile.finished_games import LAST, finish_games
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db
SLUG = "density-deck"


def win_against(user: User, *levels: str, place: int = 1, **fields: object) -> Result:
    """Save a finished game of a user against AI players of these levels."""
    rules = GAMES[SLUG].rules
    ruleset = rules.ruleset_to_json(rules.ruleset("current"))
    game = Game.objects.create(
        slug=SLUG,
        edition="current",
        ruleset=ruleset,
        status=Game.Status.FINISHED,
        state={},
        started_at=LAST,
        finished_at=LAST,
        fork=fields.pop("fork", None),
    )
    own = {"user": user, "name": user.name, "kind": "player", "place": place, "live": False}
    Seat.objects.create(game=game, index=0, **own)
    for index, level in enumerate(levels, 1):
        ai = {"name": f"AI {index}", "kind": "ai", "level": level, "place": 1 + index}
        Seat.objects.create(game=game, index=index, **ai, live=False)
    columns = {"matches": 3, "best_score": None, "lives": 2, "answers": 9, **fields}
    return Result.objects.create(
        game=game, user=user, slug=SLUG, rated=False, finished_at=LAST, seat=0, place=place,
        seats=1 + len(levels), **columns,
    )  # fmt: skip


def levels_done(user: User) -> dict[str, int]:
    """Return how many wins count for each level."""
    counts = [goal["done"] for goal in goals.read_goals(user, SLUG)["levels"]]
    return dict(zip(LEVELS, counts, strict=True))


def test_a_win_counts_for_its_level_and_for_weaker_ones_up_to_three(mira: User) -> None:
    win_against(mira, "steady", "steady", "steady")
    assert levels_done(mira) == {"easy": 1, "steady": 1, "medium": 0, "hard": 0, "master": 0}
    for _ in range(3):
        win_against(mira, "hard")
    assert levels_done(mira) == {"easy": 3, "steady": 3, "medium": 3, "hard": 3, "master": 0}


def test_at_a_table_of_several_levels_the_weakest_counts(mira: User) -> None:
    win_against(mira, "medium", "easy", "master")
    assert levels_done(mira)["easy"] == 1
    assert levels_done(mira)["steady"] == 0


def test_a_player_of_the_dial_counts_as_the_level_that_it_reaches(mira: User) -> None:
    win_against(mira, "1450", "1450")
    assert levels_done(mira)["steady"] == 1
    assert levels_done(mira)["medium"] == 0


def test_lost_shared_helped_and_continued_games_and_games_with_people_do_not_count(
    mira: User, others: list[User]
) -> None:
    win_against(mira, "master", place=2)
    win_against(mira, "master", helped=1)
    win_against(mira, "master", fork={"pasts": [], "state": {}})
    shared = win_against(mira, "master")
    Seat.objects.filter(game=shared.game, index=1).update(place=1)
    company = win_against(mira, "master", "master")
    Seat.objects.filter(game=company.game, index=1).update(kind="player", user=others[0], level="")
    assert levels_done(mira) == dict.fromkeys(LEVELS, 0)


def words_of(chosen: list[Goal]) -> list[str]:
    return [str(goal["words"]) for goal in chosen]


def test_the_next_goals_are_the_next_level_and_two_first_times(mira: User) -> None:
    first = goals.choose_next(goals.read_goals(mira, SLUG))
    assert words_of(first) == ["Beat Easy three times", "Call a fight and win it", "Finish first"]
    for _ in range(3):
        win_against(mira, "easy")
    PlayerStats.objects.create(
        user=mira, slug=SLUG, rated=False, games=1, places={"1": 1},
        fights={"called_won": {"2": 1}},
    )  # fmt: skip
    later = goals.choose_next(goals.read_goals(mira, SLUG))
    assert words_of(later)[0] == "Beat Steady three times"
    assert "Call a fight and win it" not in words_of(later)
    assert "Finish first" not in words_of(later)


def test_every_base_color_is_a_goal_of_ten_steps(mira: User) -> None:
    stats = {"red": 3, "blue": 1}
    PlayerStats.objects.create(user=mira, slug=SLUG, rated=True, games=2, colors=stats)
    PlayerStats.objects.create(user=mira, slug=SLUG, rated=False, games=2, colors={"red": 1})
    (colors,) = [goal for goal in goals.read_goals(mira, SLUG)["moments"] if goal["of"] > 1]
    assert (colors["done"], colors["of"]) == (2, 10)


def test_a_title_is_a_goal_once_five_wins_or_fewer_are_missing(mira: User) -> None:
    assert goals.read_goals(mira, SLUG)["titles"] == []
    rank = Rank.objects.create(
        user=mira, slug=SLUG, mu=25, sigma=3, standing=22, rating=1500, games=30, wins=30
    )
    assert goals.read_goals(mira, SLUG)["titles"] == []
    Rank.objects.filter(pk=rank.pk).update(wins=38, games=60)
    (title,) = goals.read_goals(mira, SLUG)["titles"]
    assert title["words"] == "Become Surveyor\u00a0I: win 40 ranked games in all"


def test_a_hand_of_one_color_is_counted_when_its_game_ends() -> None:
    counts = [seat_stats(0, {"lives": 5}, [match_with(hand)], ())["counts"] for hand in (3, 2, 0)]
    assert counts == [{"uniform": 1}, {}, {}]


def match_with(in_hand: int) -> SimpleNamespace:
    """Return a match in which so many cards of the hand are of the base color."""
    places = ["hand"] * in_hand + ["center"] * (4 - in_hand)
    cards = [{"suit": "red", "power": 2, "from": place} for place in places]
    score = {"base": {"suit": "red", "cards": cards, "total": 16}, "score": 16}
    return SimpleNamespace(
        number=1, ended_by="showdown", round=4, living=[0, 1], winners=[0],
        scores={"0": score}, damage={"0": 0, "1": 4},
    )  # fmt: skip


# --------------------------------------------------------------------------------- pages
@pytest.mark.django_db(transaction=True)
def test_the_result_names_a_first_time_once_and_the_next_goal() -> None:
    (user,) = make_users(1)
    game = Driver(playing_game([user], ais=1, lives=1).pk, random.Random(2)).finish()
    result = Result.objects.get(game=game)
    text = read_text(user, f"/game/{game.pk}/")
    assert "Next goal: Beat Easy three times, " in text
    words = {1: "First game won", 2: "First second place"}[result.place]
    assert words in text
    stats = PlayerStats.objects.get(user=user)
    stats.places = {place: 2 * times for place, times in stats.places.items()}
    stats.save()
    assert words not in read_text(user, f"/game/{game.pk}/")
    assert "Next goal" not in Page(Client().get(f"/game/{game.pk}/").text).text


def read_text(user: User, url: str) -> str:
    return Page(browser_of(user).get(url).text).text


def test_a_profile_shows_its_goals_to_the_player_only(mira: User, others: list[User]) -> None:
    finish_games(mira, 6, others)
    win_against(mira, "easy")
    own = read_text(mira, "/players/Mira/")
    assert "Your goals" in own
    assert "Beat Easy three times 1 of 3" in own
    assert "Reached: Call a fight and win it" in own
    assert "Your goals" not in read_text(others[0], "/players/Mira/")
    assert "Your goals" not in Page(Client().get("/players/Mira/").text).text


def test_a_guest_who_signs_up_keeps_the_goals(client: Client) -> None:
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    win_against(guest, "easy")
    client.force_login(guest)
    client.post(
        "/accounts/keep/",
        {
            "username": "Mira", "email": "mira@example.org",
            "password1": "four colors in a row", "password2": "four colors in a row",
        },
    )  # fmt: skip
    kept = User.objects.get(pk=guest.pk)
    assert not kept.is_guest
    assert levels_done(kept)["easy"] == 1
