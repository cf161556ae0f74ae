"""Games against AI players set the first rank within bounds, until rated games replace it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Rank, RatingEvent, User
from accounts.ratings.ranks import settle_ranks
from accounts.ratings.rating import (
    CENTER,
    PRIOR_MU,
    PRIOR_SIGMA,
    START_DOWN,
    START_SIGMA,
    START_UP,
    Skill,
)
from games.models import Game, Move, Seat
from games.records import against_ai
from games.registry import GAMES
from matchmaking import queue
from matchmaking.models import Slot
from tests.accounts.test_ranks import make_finishers, settle_game
from tests.matchmaking.scenario import NAME, QUEUE
from tests.pages.markup import browser_of
from tests.records.finished import finished_game
from tests.table.harness import establish_ranks, make_users

pytestmark = pytest.mark.django_db(transaction=True)
PRIOR = Skill()
KEPT = {"username": "Mira", "email": "mira@example.com", "password1": "four colors in a row"}


def save_ai_game(
    user: User, place: int, level: str = "medium", *, seat: Any = None, **fields: Any
) -> Game:
    """Save a game of a user against three AI players, later than the one before."""
    at = timezone.now() - timedelta(hours=1) + timedelta(minutes=Game.objects.count())
    sitters: list[User | str] = [f"AI {number}" for number in range(1, QUEUE.seats)]
    sitters.insert(place - 1, user)
    game = finished_game(sitters, level, **({"started_at": at, "finished_at": at} | fields))
    Seat.objects.filter(game=game, user=user).update(**(seat or {}))
    return game


def start_skill(user: User) -> Skill:
    """Return the user's skill in the queue, which is left again."""
    slot = queue.join_queue(user, NAME)
    assert isinstance(slot, Slot), slot
    assert queue.leave_queue(user.pk) is None
    return Skill(slot.mu, slot.sigma)


def test_each_better_place_against_ai_players_is_a_better_start_and_all_are_bounded() -> None:
    for games in (1, 3):
        starts = []
        for place in (1, 2, 3, 4):
            (user,) = make_users(1, f"Of {games} at {place} ")
            for _ in range(games):
                save_ai_game(user, place)
            starts.append(start_skill(user))
        mus = [start.mu for start in starts]
        assert mus == sorted(mus, reverse=True)
        assert mus[0] > PRIOR_MU > mus[-1]
        for mu, sigma in starts:
            assert -START_DOWN <= mu - PRIOR_MU + 1e-9 <= START_UP + 2e-9
            assert START_SIGMA <= sigma <= PRIOR_SIGMA


def test_a_place_says_more_the_stronger_the_ai_players_are() -> None:
    # a win against any of them reaches the upper bound
    users = make_users(len(GAMES[NAME].levels))
    for user, level in zip(users, GAMES[NAME].levels, strict=True):
        save_ai_game(user, 2, level)
    mus = [start_skill(user).mu for user in users]
    assert mus == sorted(mus)
    assert mus[0] < mus[-1]


def test_a_quick_game_says_less_than_a_usual_one() -> None:
    usual, quick = make_users(2)
    save_ai_game(usual, 3)
    save_ai_game(quick, 3, ruleset={**QUEUE.ruleset, "lives": 5})
    assert start_skill(usual).mu < start_skill(quick).mu < PRIOR_MU


def test_only_the_last_three_games_count() -> None:
    one, other = make_users(2)
    for place in (4, 4, 1, 2, 2):
        save_ai_game(one, place)
    for place in (1, 2, 2):
        save_ai_game(other, place)
    assert [game.place for game in against_ai.before_ranked(one.pk, NAME)] == [1, 2, 2]
    assert start_skill(one) == start_skill(other)


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": {"abandoned_at": timezone.now()}},
        {"rated": True},
        {"fork": {"pasts": [], "state": {}}},
        {"edition": "classic", "ruleset": {**QUEUE.ruleset, "edition": "classic"}},
        {"ruleset": {**QUEUE.ruleset, "lives": 1}},
        {"status": Game.Status.PLAYING, "finished_at": None},
    ],
)
def test_what_was_abandoned_continued_or_played_by_other_rules_does_not_count(
    changes: dict[str, Any],
) -> None:
    (user,) = make_users(1)
    save_ai_game(user, 1, **changes)
    assert start_skill(user) == PRIOR
    assert not Rank.objects.exists()


def test_a_game_with_another_user_or_a_stand_in_does_not_count() -> None:
    user, other = make_users(2)
    with_a_user = save_ai_game(user, 1)
    taken = {"user": other, "kind": Seat.Kind.PLAYER, "level": ""}
    Seat.objects.filter(game=with_a_user, index=2).update(**taken)
    helped = save_ai_game(user, 1)
    by_ai = {"seat": 0, "question": 0, "by": Move.By.AI, "at": timezone.now()}
    Move.objects.create(game=helped, ply=0, match=1, round=1, action={}, **by_ai)
    assert start_skill(user) == PRIOR


def test_games_as_a_guest_count_for_the_account_that_was_kept() -> None:
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    save_ai_game(guest, 1)
    client = browser_of(guest)
    client.post("/accounts/keep/", KEPT)
    mira = User.objects.get(pk=guest.pk)
    assert not mira.is_guest
    assert start_skill(mira).mu > PRIOR_MU


def test_the_first_rated_game_begins_where_the_queue_did_and_its_lines_sum_up() -> None:
    users = make_users(4)
    establish_ranks(users[1:])
    for _ in range(2):
        save_ai_game(users[0], 4)
    start = start_skill(users[0])
    # a game that finishes during the wait comes too late
    save_ai_game(users[0], 1)
    event = next(
        event
        for event in settle_game("game", make_finishers(users))
        if event.user_id == users[0].pk
    )
    assert (event.mu_before, event.sigma_before) == start
    assert event.rating_before < min(CENTER, event.rating_after)
    assert sum(line["points"] for line in event.lines) == event.change


def test_a_player_who_was_rated_and_one_who_never_met_an_ai_stay_what_they_are() -> None:
    rated, new = make_users(2)
    establish_ranks([rated], games=1)
    save_ai_game(rated, 1)
    assert start_skill(rated) == start_skill(new) == PRIOR
    assert list(Rank.objects.values_list("user", "games")) == [(rated.pk, 1)]


def test_games_after_the_first_rated_one_had_begun_do_not_count() -> None:
    (user,) = make_users(1)
    save_ai_game(user, 1)
    start = start_skill(user)
    rated = save_ai_game(user, 4, rated=True, status=Game.Status.PLAYING, finished_at=None)
    save_ai_game(user, 4)
    assert start_skill(user) == start
    assert len(against_ai.before_ranked(user.pk, NAME)) == 1
    assert rated.rated


def test_a_first_guess_is_shown_to_its_player_alone_and_an_older_version_rates_by_it() -> None:
    users = make_users(4)
    save_ai_game(users[0], 1)
    start = start_skill(users[0])
    client = browser_of(users[0])
    shown = Rank.objects.get().rating
    assert shown > CENTER
    page = client.get("/queue/").content.decode()
    assert f"about {shown}" in page
    assert "A first estimate from your games against AI players" in page
    assert f"{shown}" not in Client().get(f"/players/{users[0].name}/").content.decode()
    assert start.mu > PRIOR_MU
    # like a process of the previous version, which uses the existing row
    settle_ranks("game", NAME, make_finishers(users), timezone.now())
    assert RatingEvent.objects.get(user=users[0]).rating_before == shown
