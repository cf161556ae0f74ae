"""Attribution of results to skill and luck: computed once, shown, and not used by ratings."""

import random
from functools import partial

import pytest
from django.db.models import F
from django.test import Client

from accounts.models import RatingEvent, User
from games.analysis import luck, review
from games.engine.contract import Json
from games.live.commands import ending
from games.models import Attribution, Game, Match, PlayerStats, Result, Review, Seat
from games.positions.position import read_position
from tests.once import made_once
from tests.table.harness import Driver, at_once, make_users, playing_game

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
PARTS = ("start", "deal", "flips", "draws", "decisions")


def finish_game(users: list[User], *, lives: int = 2, seed: int = 5, ais: int = 0) -> Game:
    return Driver(playing_game(users, lives=lives, ais=ais).pk, random.Random(seed)).finish()


def finished_duel() -> Game:
    return made_once("attributed", lambda: finish_game(make_users(2)))


def finish_rated_games(user: User, count: int) -> list[Game]:
    """Finish games of a user and an AI player that count as rated."""
    games = [finish_game([user], lives=1, seed=seed, ais=1) for seed in range(count)]
    Result.objects.filter(user=user).update(rated=True)
    PlayerStats.objects.filter(user=user).update(rated=True)
    return games


def attribution_rows(game: Game) -> dict[int, list[float]]:
    found = Attribution.objects.filter(game=game).order_by("seat")
    return {row.seat: [getattr(row, part) for part in PARTS] for row in found}


def shown_decisions(game: Game) -> list[float]:
    """Return what the result page shows as decisions, in games won."""
    shown = luck.read_game_luck(read_position(game.pk), [], None)
    assert shown is not None
    return [seat["parts"][-1]["wins"] for seat in shown["seats"]]


def test_the_parts_of_every_seat_add_up_to_its_place() -> None:
    game = finish_game(make_users(3), ais=1)
    luck.calculate_luck(game.pk)
    places = dict(Seat.objects.filter(game=game).values_list("index", "place"))
    assert len(attribution_rows(game)) == 4
    for seat, parts in attribution_rows(game).items():
        assert sum(parts) == pytest.approx(float(places[seat] == 1))


def test_a_game_is_counted_once_however_often_a_worker_is_asked() -> None:
    game = finished_duel()
    at_once(*[partial(luck.calculate_luck, game.pk)] * 3)
    before = attribution_rows(game)
    luck.calculate_luck(game.pk)
    assert attribution_rows(game) == before
    assert len(before) == 2


def test_a_count_of_an_earlier_version_is_made_anew() -> None:
    game = finished_duel()
    luck.calculate_luck(game.pk)
    before = attribution_rows(game)
    Attribution.objects.update(version=luck.VERSION + 1, own=7.0)
    luck.calculate_luck(game.pk)
    assert attribution_rows(game) == before


def test_decisions_are_compared_with_those_of_the_table() -> None:
    game = finish_game(make_users(3), ais=1)
    luck.calculate_luck(game.pk)
    decisions = [parts[-1] for parts in attribution_rows(game).values()]
    assert sum(decisions) == pytest.approx(0)
    assert max(map(abs, decisions)) > 0


def test_rows_that_keep_own_and_others_decisions_apart_are_shown_as_their_sum() -> None:
    game = finished_duel()
    luck.calculate_luck(game.pk)
    before = shown_decisions(game)
    Attribution.objects.update(others=F("own") + 2.473, own=-2.473)
    assert shown_decisions(game) == pytest.approx(before)


def test_games_that_are_not_whole_or_of_no_user_are_not_counted() -> None:
    running = playing_game(make_users(2, "Runner"), lives=2)
    stopped = playing_game(make_users(2, "Stopper"), lives=2)
    ending.stop_game(stopped.pk)
    forked = finish_game(make_users(2, "Forker"))
    Game.objects.filter(pk=forked.pk).update(fork={"pasts": [], "state": {}})
    left = finish_game(make_users(2, "Leaver"))
    Seat.objects.filter(game=left).update(user=None)
    for game in (running, stopped, forked, left):
        luck.calculate_luck(game.pk)
    assert not Attribution.objects.exists()


def test_a_rated_game_is_counted_unless_it_was_void() -> None:
    game = playing_game(make_users(2), lives=2)
    Game.objects.filter(pk=game.pk).update(rated=True)
    Driver(game.pk, random.Random(5)).finish()
    events = RatingEvent.objects.filter(game=game.pk)
    kept = list(events)
    events.filter(seat=1).delete()
    luck.calculate_luck(game.pk)
    assert not Attribution.objects.exists()
    RatingEvent.objects.bulk_create(event for event in kept if event.seat == 1)
    luck.calculate_luck(game.pk)
    assert len(attribution_rows(game)) == 2


def test_the_export_of_a_user_has_the_own_parts_alone() -> None:
    game = finished_duel()
    luck.calculate_luck(game.pk)
    user = Seat.objects.get(game=game, index=1).user
    assert user is not None
    client = Client()
    client.force_login(user)
    kept = client.get("/accounts/data.json").json()["luck"]
    assert [[each[part] for part in PARTS] for each in kept] == [attribution_rows(game)[1]]


def test_the_result_page_shows_every_seat_once_it_is_counted() -> None:
    game = finished_duel()
    url = f"/game/{game.pk}/"
    assert "Still counting" in Client().get(url).content.decode()
    luck.calculate_luck(game.pk)
    page = Client().get(url).content.decode()
    assert "Still counting" not in page
    shown = luck.read_game_luck(read_position(game.pk), [], None)
    assert shown is not None
    for seat in shown["seats"]:
        parts = sum(part["wins"] for part in seat["parts"])
        assert seat["start"] + parts == pytest.approx(seat["result"])
        assert len(seat["bars"]) == len(seat["parts"])


def test_a_profile_says_what_cards_and_decisions_brought_in_ranked_games() -> None:
    user = make_users(1)[0]
    games = finish_rated_games(user, luck.LEAST)
    for game in games[1:]:
        luck.calculate_luck(game.pk)
    url = f"/players/{user.name}/"
    assert "for a first idea" in Client().get(url).content.decode()
    luck.calculate_luck(games[0].pk)
    shown = luck.read_player_luck(user.pk, games[0].slug)
    assert shown is not None
    assert shown["games"] == len(games)
    won = sum(Result.objects.get(game=game, user=user).place == 1 for game in games)
    brought = sum(shown[name]["total"] for name in ("chance", "decisions"))
    assert brought == pytest.approx(won - len(games) / 2)
    assert "These numbers don’t affect any rating." in Client().get(url).content.decode()


def test_who_hides_the_games_played_hides_the_luck_in_them() -> None:
    user = make_users(1)[0]
    finish_rated_games(user, 1)
    assert "Luck and decisions" in Client().get(f"/players/{user.name}/").content.decode()
    User.objects.filter(pk=user.pk).update(hides_history=True)
    assert "Luck and decisions" not in Client().get(f"/players/{user.name}/").content.decode()


def test_a_player_reads_which_kind_of_mistake_cost_most_once_all_is_reviewed() -> None:
    game = finished_duel()
    luck.calculate_luck(game.pk)
    seat = Seat.objects.get(game=game, index=1)
    assert seat.user is not None
    client = Client()
    client.force_login(seat.user)
    page = f"/game/{game.pk}/"
    waiting = client.get(page).content.decode()
    assert "cost you most" not in waiting
    assert 'id="habit" data-mistakes=' in waiting
    assert "/static/games/result/luck" in waiting
    draw, fight = {"do": "draw", "from": "pile"}, {"do": "fight"}
    costly = make_decision(1, 0.04, draw, fight)
    others = [make_decision(1, 0.03, fight, draw), make_decision(0, 0.5, fight, draw)]
    matches = Match.objects.filter(game=game).values_list("number", flat=True)
    for match in matches:
        decisions = [costly, *others] if match == 1 else []
        Review.objects.create(
            game=game, match=match, version=review.VERSION, data={"decisions": decisions}
        )
    text = client.get(page).content.decode()
    assert "calling fights too early cost you most: 4.0% of a win." in text
    assert "data-mistakes" not in text.split('id="habit"')[1].split(">")[0]
    for words in ("cost you most", 'id="habit"'):
        assert words not in Client().get(page).content.decode()
    Review.objects.filter(match=max(matches)).update(data=None)
    assert "cost you most" not in client.get(page).content.decode()


def make_decision(seat: int, cost: float, best: Json, chosen: Json) -> Json:
    options = [{"action": best, "cost": 0.0}, {"action": chosen, "cost": cost}]
    return {"seat": seat, "own": True, "cost": cost, "options": options}
