"""The review of a finished game: made once, reproducible, and limited to each view."""

import random
import time
from base64 import b64decode
from functools import partial
from json import loads
from typing import Any

import pytest

from density.platform.redis import redis_connection
from games import coach
from games.analysis import review, review_queue, weighing
from games.engine.contract import Refused
from games.lobby import forks
from games.models import Game, Move, Review
from games.positions.position import read_position
from games.tasks import review_game
from tests.once import made_once
from tests.records.test_replay import client_of
from tests.table.harness import (
    Driver,
    at_once,
    make_users,
    open_all_pages,
    playing_game,
    seal_deal,
)
from tests.table.knowledge import Knowledge, codes_in

pytestmark = pytest.mark.django_db(transaction=True)
WAITING = {"state": "waiting", "decisions": []}


@pytest.fixture(autouse=True)
def _few_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play few matches in a second look: how precise it is makes no difference here."""
    monkeypatch.setattr("games.density_deck.bots.review.PLAYED", 25)


def play_game() -> Game:
    return Driver(playing_game(make_users(3), lives=5).pk, random.Random(5)).finish()


@pytest.fixture
def game() -> Game:
    return made_once("three users", play_game)


@pytest.fixture
def reviewed() -> Game:
    return made_once("three users, reviewed", lambda: make_review(play_game()))


def other_game(names: str = "Other") -> Game:
    return Driver(playing_game(make_users(2, names), lives=1).pk, random.Random(5)).finish()


def make_review(game: Game) -> Game:
    while review.review_game(game.pk):
        pass
    assert review_queue.choose_next(game.pk, more=False) is None
    return game


def request_review(game: Game, view: Any, match: Any = 1, client: Any = None) -> Any:
    return (client or client_of(None)).get(
        f"/api/games/{game.pk}/review/?view={view}&match={match}"
    )


def request_mistakes(game: Game, view: Any) -> Any:
    return client_of(None).get(f"/api/games/{game.pk}/mistakes/?view={view}")


# -------------------------------------------------------------------------------- the job


def test_a_review_that_is_made_again_is_the_same_and_is_sent_once(reviewed: Game) -> None:
    answer = request_review(reviewed, "all")
    assert answer.status_code == 200
    tag = {"if-none-match": answer.headers["ETag"]}
    url = f"/api/games/{reviewed.pk}/review/?view=all&match=1"
    assert client_of(None).get(url, headers=tag).status_code == 304
    assert not review.review_game(reviewed.pk)
    Review.objects.filter(match=1).delete()
    make_review(reviewed)
    assert request_review(reviewed, "all").json() == answer.json()


def test_each_match_is_read_as_soon_as_it_is_made_and_the_one_asked_for_is_first(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = game.matches.count()
    assert last > 2
    monkeypatch.setattr(review, "SECONDS", 0.000_001)
    for match in (2, last):
        assert request_review(game, "all", match).status_code == 202
        assert review.review_game(game.pk)
        assert request_review(game, "all", match).status_code == 200
    assert request_review(game, "all").json() == {**WAITING, "made": 2, "of": last}
    make_review(game)
    assert review.review_progress(game.pk) == {"made": last, "of": last}


def test_the_match_that_cost_a_user_most_is_first(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "SECONDS", 0.000_001)
    monkeypatch.setattr(weighing, "PROMISING", 0.0)
    worst = {match.number: max((match.damage or {}).values()) for match in game.matches.all()}
    costs = []
    assert review.review_game(game.pk)  # the first finding
    while review.review_game(game.pk):
        rows = Review.objects.filter(data__has_key="decisions")
        reviewed = set(rows.values_list("match", flat=True))
        costs.append(max(worst[number] for number in worst if number not in reviewed))
        assert costs[-1] <= min(worst[number] for number in reviewed)
    assert len(costs) == len(worst) - 1


def test_the_first_finding_comes_alone_and_before_the_review_of_its_match(game: Game) -> None:
    cheapest = min(game.matches.all(), key=lambda match: max((match.damage or {}).values()))
    # what others chose for a seat is no finding
    game.moves.exclude(match=cheapest.number).update(by=Move.By.AI)
    assert review.review_game(game.pk)
    found = request_mistakes(game, "all").json()
    (mistake,) = found["mistakes"]
    assert (found["made"], mistake["match"]) == (0, cheapest.number)
    seat = mistake["seat"]
    answer = request_review(game, seat, cheapest.number)
    (early,) = answer.json()["decisions"]
    assert (answer.status_code, early["step"]) == (202, mistake["step"])
    assert request_review(game, 1 - min(seat, 1), cheapest.number).json()["decisions"] == []
    # its match is next, and says the same
    assert review.review_game(game.pk)
    whole = request_review(game, seat, cheapest.number).json()
    assert early in whole["decisions"]


def test_the_first_finding_waits_for_no_rest_and_the_others_do(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "LONGEST_REST", 30.0)
    monkeypatch.setattr(coach.PACE, "until", time.monotonic() + 30)
    assert request_mistakes(game, "all").json()["mistakes"] == []
    run_next_task()
    found = request_mistakes(game, "all").json()
    assert found["mistakes"]
    assert found["made"] == 0
    # nor does the match of the finding
    run_next_task()
    found = request_mistakes(game, "all").json()
    assert 0 < found["made"] < found["of"]
    run_next_task()
    assert request_mistakes(game, "all").json() == found
    # a match that a reader opens is not put off
    unread = next(
        n for n in range(1, found["of"] + 1) if request_review(game, 0, n).status_code == 202
    )
    run_next_task()
    assert request_review(game, 0, unread).status_code == 200


def test_a_review_of_an_earlier_version_is_made_again(reviewed: Game) -> None:
    Review.objects.filter(match=1).update(version=review.VERSION - 1)
    assert request_review(reviewed, "all").status_code == 202
    make_review(reviewed)
    assert request_review(reviewed, "all").status_code == 200


def test_a_match_is_put_off_while_a_reader_has_no_finding_at_all(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighing, "PROMISING", 0.0)
    mira, dora = (client_of(user) for user in make_users(2, "Reader"))
    dora.defaults["REMOTE_ADDR"] = "192.0.2.9"
    other = other_game()
    assert mira.get(f"/api/games/{game.pk}/mistakes/?view=all").status_code == 200
    assert run_next_task() == game.pk  # its first finding
    assert dora.get(f"/api/games/{other.pk}/mistakes/?view=all").status_code == 200
    assert queued_games() == [game.pk, other.pk]
    assert run_next_task() == game.pk
    assert request_mistakes(game, "all").json()["made"] == 0
    assert run_next_task() == other.pk
    # now that both have one, the match is reviewed
    assert run_next_task() == game.pk
    assert request_mistakes(game, "all").json()["made"] > 0


@pytest.mark.postgres
def test_however_many_ask_in_the_same_moment_one_job_begins(game: Game) -> None:
    for address in ("", "here"):
        claims = [
            partial(review.claim_match, game.pk, 1, name, address or name) for name in "ABCDEFGH"
        ]
        assert sum(map(bool, at_once(*claims))) == 1
        redis_connection().flushall()


def test_a_reader_waits_for_one_job_of_an_address_however_many_accounts_ask_there(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "SECONDS", 0.000_001)
    games = [other_game(f"Other {letter}") for letter in "ABCDEF"]
    for user, other in enumerate(games):
        greedy = client_of(make_users(1, f"Greedy {user}")[0])
        greedy.defaults["REMOTE_ADDR"] = "192.0.2.7"
        assert request_review(other, "all", client=greedy).status_code == 202
    (mira,) = make_users(1, "Mira")
    own = client_of(mira)
    own.defaults["REMOTE_ADDR"] = "192.0.2.8"
    assert request_review(game, "all", client=own).status_code == 202
    assert queued_games() == [games[0].pk, game.pk]
    for _ in range(2):
        run_next_task()
    assert request_review(game, "all", client=own).status_code == 200
    # games of the same address take turns
    worked = [run_next_task() for _ in range(10)]
    of_others = [each for each in worked if each != game.pk]
    assert of_others[:5] == [other.pk for other in games[1:]]


def queued_games() -> list[str]:
    """Return the games in the coach's queue, the next one first."""
    messages: Any = redis_connection().lrange("coach", 0, -1)
    return [loads(b64decode(loads(each)["body"]))[0][0] for each in reversed(messages)]


def run_next_task() -> str:
    """Run the next task of the coach's queue; return its game."""
    message: Any = redis_connection().rpop("coach")
    game_id = str(loads(b64decode(loads(message)["body"]))[0][0])
    review_game(game_id)
    return game_id


# ----------------------------------------------------------------------------- what is in it
def test_every_move_is_weighed_and_every_step_has_its_leads(reviewed: Game) -> None:
    game = reviewed
    last = game.matches.count()
    for match in (1, last):
        found = request_review(game, "all", match).json()
        assert (found["level"], found["samples"]) == ("master", 384)
        moves = list(game.moves.filter(match=match))
        assert [each["step"] for each in found["decisions"]] == list(range(1, len(moves) + 1))
        for each, move in zip(found["decisions"], moves, strict=True):
            options = {str(option["action"]): option["cost"] for option in each["options"]}
            assert options[str(move.action)] == each["cost"]
            assert each["options"][0]["cost"] == min(options.values()) == 0
            # a cost is the difference of the two displayed chances
            best = each["options"][0]["chance"]
            for option in each["options"]:
                assert option["cost"] == round(best - option["chance"], 3)
            assert each["why"]["code"] in ("fight", "surrender", "draw", "discard")
        assert len(found["leads"]) == len(moves) + 1
        assert all(sum(shares) == pytest.approx(1, abs=0.003) for shares in found["leads"])
    winner = next(index for index, seat in read_position(game.pk).seats.items() if seat.place == 1)
    assert request_review(game, winner, last).json()["leads"][-1][winner] == 1


def test_a_game_with_a_player_of_the_dial_is_reviewed() -> None:
    game = Driver(playing_game(make_users(2), lives=3).pk, random.Random(5)).finish()
    assert game.seats.filter(index=1).update(kind="ai", level="1350", user=None) == 1
    make_review(game)
    assert request_review(game, "all").status_code == 200


def test_a_seat_reads_only_of_choices_that_were_its_own(reviewed: Game) -> None:
    game = reviewed
    knowledge = Knowledge(game.pk, [0, 1, 2])
    chose = set(game.moves.filter(match=1).values_list("seat", flat=True))
    assert len(chose) > 1
    for seat in range(3):
        found = request_review(game, seat).json()
        assert {each["seat"] for each in found["decisions"]} == chose & {seat}
        for each in found["decisions"]:
            assert set(codes_in(each)) <= knowledge.of_frame(each["step"], seat)


def test_asking_begins_the_job_and_says_how_much_is_done(game: Game) -> None:
    of = game.matches.count()
    for _ in range(2):
        answer = request_review(game, "all")
        assert (answer.status_code, answer.json()) == (202, {**WAITING, "made": 0, "of": of})
        assert answer.headers["Cache-Control"] == "private, no-store"
    redis_connection().flushall()
    answer = request_mistakes(game, "all")
    assert answer.json() == {"type": "mistakes", "made": 0, "of": of, "mistakes": []}
    assert redis_connection().exists(review_queue.JOB + game.pk)


def test_mistakes_are_the_costliest_choices_of_all_matches(reviewed: Game) -> None:
    game, of = reviewed, reviewed.matches.count()
    found = request_mistakes(game, "all").json()
    assert (found["made"], found["of"]) == (of, of)
    costs = [each["cost"] for each in found["mistakes"]]
    assert costs == sorted(costs, reverse=True)
    assert min(costs) >= weighing.LEAST
    for seat in range(3):
        own = request_mistakes(game, seat).json()["mistakes"]
        assert own == [each for each in found["mistakes"] if each["seat"] == seat]
        every = [
            {"match": match, "step": each["step"], "seat": seat, "cost": each["cost"]}
            for match in range(1, of + 1)
            for each in request_review(game, seat, match).json()["decisions"]
            if each["cost"] >= weighing.LEAST
        ]
        assert own == sorted(every, key=lambda each: -each["cost"])[: review.MOST]
    assert len(costs) > review.MOST


def test_what_others_chose_for_a_seat_is_no_mistake_of_its_owner(reviewed: Game) -> None:
    reviewed.moves.filter(match=1, seat=0).update(by=Move.By.CLOCK)
    reviewed.moves.filter(match=1, seat=1).update(by=Move.By.AI)
    Review.objects.filter(match=1).delete()
    make_review(reviewed)
    named = request_mistakes(reviewed, "all").json()["mistakes"]
    assert {each["seat"] for each in named if each["match"] == 1} <= {2}
    # they are evaluated anyway
    decisions = request_review(reviewed, "all").json()["decisions"]
    assert {(each["seat"] == 2, each["own"]) for each in decisions} == {
        (True, True),
        (False, False),
    }


def test_moves_before_a_fork_are_no_mistakes_of_who_goes_on_from_there(
    game: Game,
) -> None:
    user = read_position(game.pk).seats[0].user
    assert user is not None
    last = game.matches.count()
    fork = forks.continue_from(game.pk, user, match=last, step=1, seat=0, level="easy")
    assert isinstance(fork, Game), fork
    open_all_pages(fork.pk)
    seal_deal(fork, [user])
    make_review(Driver(fork.pk, random.Random(4)).finish())
    found = request_mistakes(fork, "all").json()["mistakes"]
    assert {(each["match"], each["step"] > 1) for each in found} == {(last, True)}


def test_there_is_no_review_of_a_game_whose_moves_are_in_an_archive(game: Game) -> None:
    game.moves.filter(match=1).delete()
    assert review.read_review(game.pk, "all", 2) == Refused("no-such-match")
    assert review.list_mistakes(game.pk, "all") == Refused("no-such-match")


def test_a_review_is_of_a_match_of_a_finished_game_as_one_of_its_seats_saw_it(game: Game) -> None:
    running = playing_game(make_users(2, "Other"))
    assert not review.review_game(running.pk)
    assert review.read_review(running.pk, "all", 1) == Refused("not-finished")
    assert review.read_review(game.pk, 3, 1) == Refused("no-such-view")
    assert review.read_review(game.pk, "all", 99) == Refused("no-such-match")
