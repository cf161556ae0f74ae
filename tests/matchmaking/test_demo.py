"""What the command demo fills a site with: a past that is as good as one that people played."""

import random
from collections import Counter
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Rank, RatingEvent, User
from games.engine.contract import Json
from games.engine.verify import verify
from games.models import DealCommitment, Game, Match, Move, PlayerStats, Result, Seat
from games.records import game_log
from games.table import dealing, play
from games.table.position import lock, read
from matchmaking.demo import members, site
from matchmaking.demo.site import Filled
from tests.table import harness

pytestmark = pytest.mark.django_db

PLAYERS, GAMES, SEED = 10, 8, 4


def fill(seed: int = SEED, days_later: int = 0) -> Filled:
    now = timezone.now() + timedelta(days=days_later)
    return site.fill(PLAYERS, GAMES, seed, now, lambda number: None)


def of_a_game(game_id: str) -> Json:
    """What is stored of a game, without its times and the numbers of its rows."""
    kept: Json = {}
    for model in (Match, Move, Result, Seat):
        rows: list[Json] = [{**row} for row in model._default_manager.filter(game=game_id).values()]
        for row in rows:
            for name in list(row):
                if name in ("id", "bank_ms", "tab", "free_ms") or name.endswith("at"):
                    del row[name]
                elif isinstance(row[name], memoryview | bytes):
                    row[name] = bytes(row[name]).hex()
        kept[model.__name__] = sorted(rows, key=str)
    game = Game.objects.get(pk=game_id)
    return kept | {"state": harness.canonical(game.state), "ply": game.ply, "status": game.status}


# --------------------------------------------------------------------------- the games
def test_every_game_is_what_its_seed_and_moves_make_of_it() -> None:
    filled = fill()
    assert Game.objects.filter(status=Game.Status.FINISHED).count() == filled.games == GAMES
    for game in Game.objects.all():
        position = read(game.pk)
        *_, last = game_log.replay(position, Move.objects.filter(game=game))
        assert harness.canonical(position.rules.dump(last.state)) == harness.canonical(game.state)
        assert verify(game_log.record(game.pk)) is None


def test_a_game_is_stored_as_one_that_was_played_at_the_table() -> None:
    fill()
    game = Game.objects.filter(rated=True).order_by("started_at")[0]
    stored = of_a_game(game.pk)
    moves = list(Move.objects.filter(game=game))
    chairs = list(Seat.objects.filter(game=game))
    Game.objects.filter(pk=game.pk).delete()
    DealCommitment.objects.filter(game_id=game.pk).delete()
    RatingEvent.objects.filter(game=game.pk).delete()

    game.status, game.state, game.ply, game.version = Game.Status.OPEN, None, 0, 0
    game.started_at = game.finished_at = game.first_dealer = None
    game.save(force_insert=True)
    for chair in chairs:
        Seat.objects.create(
            game=game, index=chair.index, user=chair.user, kind=chair.kind, name=chair.name
        )
    with transaction.atomic():
        dealing.seal(lock(game.pk))
    for chair in chairs:
        assert dealing.pledge(game.pk, chair.user_id, chair.pledge) is None
    for chair in chairs:
        assert (
            dealing.reveal(game.pk, chair.user_id, bytes(chair.client_bytes or b"").hex()) is None
        )
    for move in moves:
        assert move.seat is not None
        assert move.question is not None
        owner = chairs[move.seat].user_id
        harness.end_pause(game.pk)
        done = play.act(game.pk, owner, move.question, move.action)
        assert isinstance(done, play.Accepted), done
    assert of_a_game(game.pk) == stored


def test_the_public_log_has_every_deal_in_the_order_of_the_times() -> None:
    fill()
    links = list(DealCommitment.objects.all())
    started = Game.objects.values_list("pk", "started_at")
    assert {link.game_id: link.at for link in links} == dict(started)
    assert all(one.hash == next_.previous for one, next_ in pairwise(links))
    assert all(one.at <= next_.at for one, next_ in pairwise(links))


def test_times_are_those_of_people_who_play_one_game_after_the_other() -> None:
    filled = site.fill(8, 20, SEED, timezone.now(), lambda number: None, days=2)
    for game in Game.objects.all():
        times = [game.created_at, game.started_at]
        times += Move.objects.filter(game=game).values_list("at", flat=True)
        times.append(game.finished_at)
        assert times == sorted(times, key=lambda at: at or filled.begin)
        assert game.finished_at is not None
        assert filled.begin <= game.created_at < game.finished_at <= filled.end
        joined = Seat.objects.filter(game=game).values_list("joined_at", flat=True)
        assert all(game.created_at <= at <= times[1] for at in joined if times[1])
    for user in User.objects.all():
        seats = Seat.objects.filter(user=user).select_related("game")
        games = [seat.game for seat in seats.order_by("game__started_at")]
        assert all(user.joined_at < game.created_at for game in games)
        for one, next_ in pairwise(games):
            assert one.finished_at is not None
            assert one.finished_at < next_.created_at


def test_nobody_sits_anywhere_and_nothing_is_due_when_the_past_is_over() -> None:
    fill()
    assert not Seat.objects.filter(user__isnull=False, live=True).exists()
    assert not Seat.objects.filter(asked=True).exists()


# --------------------------------------------------------------------------- the people
def test_ratings_follow_the_games_in_the_order_of_their_times() -> None:
    filled = fill()
    rated = Game.objects.filter(rated=True)
    assert 0 < rated.count() == filled.ranked < GAMES
    assert RatingEvent.objects.count() == Seat.objects.filter(game__rated=True).count()
    assert {game.slug for game in Game.objects.all()} == {"density-deck", "rps-extreme"}
    for rank in Rank.objects.all():
        mine = RatingEvent.objects.filter(user=rank.user, slug=rank.slug)
        events = list(mine.order_by("at"))
        ends = [Game.objects.get(pk=event.game).finished_at for event in events]
        assert [event.at for event in events] == ends
        assert rank.games == len(events)
        assert rank.mu == events[-1].mu_after
        assert all(one.mu_after == next_.mu_before for one, next_ in pairwise(events))


def test_tallies_are_the_sums_of_the_results() -> None:
    fill()
    people = Seat.objects.filter(user__isnull=False)
    assert Result.objects.count() == people.count() > 0
    played = Counter(Result.objects.values_list("user", "slug", "rated"))
    sums = PlayerStats.objects.values_list("user", "slug", "rated", "games")
    assert {(user, slug, rated): games for user, slug, rated, games in sums} == played


def test_guests_and_ai_players_sit_at_casual_tables_only() -> None:
    site.fill(24, 30, 2, timezone.now(), lambda number: None, days=9)
    counts = Counter(Seat.objects.values_list("game__rated", "kind"))
    assert counts[False, "guest"] > 0 < counts[False, "ai"]
    assert counts[True, "guest"] == 0 == counts[True, "ai"]


@pytest.mark.parametrize("players", [members.FEWEST, 60, members.MOST])
def test_everybody_has_a_name_of_their_own(players: int) -> None:
    names = members.draw_names(random.Random(1), players)
    assert len({name.casefold() for name in names}) == players


# ------------------------------------------------------------------------ the same again
def outcome(**changes: Any) -> Json:
    """What a site is filled with, to be thrown away again; times as time before the end."""
    with transaction.atomic():
        filled = fill(**changes)
        games = Game.objects.order_by("started_at")
        found: Json = {
            "people": list(User.objects.order_by("pk").values_list("name", "is_guest")),
            "games": [(game.pk, filled.end - (game.finished_at or filled.begin)) for game in games],
            "moves": list(Move.objects.order_by("game", "ply").values_list("game", "action")),
            "ranks": list(
                Rank.objects.order_by("user__name", "slug").values_list("user__name", "slug", "mu")
            ),
        }
        transaction.set_rollback(True)
    return found


def test_a_seed_gives_the_same_site_on_another_day() -> None:
    assert outcome() == outcome(days_later=9)


def test_another_seed_gives_another_site() -> None:
    one, other = outcome(), outcome(seed=SEED + 1)
    assert all(one[part] != other[part] for part in one)
