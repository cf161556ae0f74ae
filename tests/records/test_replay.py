"""Replays show each view what it knew at the time, and nothing of running games."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.density_deck.rules.state import State
from games.engine.contract import Json
from games.live.commands import stand_ins
from games.models import Game, Move
from games.positions.position import Position, Step
from games.records import replay
from games.registry import GAMES
from tests.engine.positions import ACTIONS, format_cards, make_move, make_state
from tests.once import made_once
from tests.table.harness import Driver, frame_of, make_users, open_table, playing_game
from tests.table.knowledge import Knowledge, codes_in

pytestmark = pytest.mark.django_db(transaction=True)
START = datetime(2026, 1, 1, tzinfo=UTC)


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def request_replay(game: Game, user: User | None = None, **asked: Any) -> Any:
    return client_of(user).get(f"/api/games/{game.pk}/replay/", asked)


def finished_game() -> Game:
    return made_once(
        "replay", lambda: Driver(playing_game(make_users(3), lives=4).pk, random.Random(3)).finish()
    )


def read_replay(game: Game, view: Any) -> Json:
    """Return all matches of a game, requested one by one."""
    parts = [
        request_replay(game, view=view, match=match.number).json() for match in game.matches.all()
    ]
    return {
        **parts[0],
        "chapters": [chapter for each in parts for chapter in each["chapters"]],
    }


def walk_steps(story: Json) -> Iterator[tuple[int, Json]]:
    """Yield every step with the number of moves so far."""
    ply = 0
    for chapter in story["chapters"]:
        for step in chapter["steps"]:
            ply += step["step"] > 0
            yield ply, step


# ------------------------------------------------------------------ what each view gets
def test_the_replay_of_a_seat_shows_no_card_that_it_did_not_know_at_that_step() -> None:
    game = Driver(playing_game(make_users(3), ais=1, lives=4).pk, random.Random(1)).finish()
    knowledge = Knowledge(game.pk, [0, 1, 2, 3])
    for seat in range(4):
        parts = list(walk_steps(read_replay(game, seat)))
        assert parts[-1][0] == game.ply
        for ply, step in parts:
            assert set(codes_in(step)) <= knowledge.of_frame(ply, seat)
            if step["view"] is not None:
                hands = [each["hand"] for each in step["view"]["seats"]]
                assert [index for index, hand in enumerate(hands) if hand is not None] == [seat]


def test_all_hands_are_those_that_were_held_also_after_a_surrender() -> None:
    game = finished_game()
    knowledge = Knowledge(game.pk, [])
    surrendered = 0
    for ply, step in walk_steps(read_replay(game, "all")):
        if step["view"] is None:
            continue
        state = knowledge.steps[ply].state
        for seat, shown in enumerate(step["view"]["seats"]):
            assert shown["hand"] == format_cards(state.hands[seat]).split()
            surrendered += shown["status"] == "surrendered" and bool(shown["hand"])
            assert (shown["score"] is None) == (seat not in state.standing)
        for event in step["events"]:
            assert event["e"] != "drew" or event["card"] is not None
    assert surrendered


def play_words(state: State, *words: str) -> Iterator[Step]:
    """Yield the log entries of these moves from a dealt match."""
    yield Step(None, state, ())
    rules = GAMES["density-deck"].rules
    for ply, word in enumerate(words, 1):
        seat = state.waiting[0]
        written = rules.write_action(ACTIONS[word])
        row = Move(ply=ply, seat=seat, match=1, action=written, by=Move.By.PLAYER, at=START)
        state, events = make_move(state, word)
        yield Step(row, state, events)


def test_hidden_cards_change_no_byte_of_another_seats_replay() -> None:
    """Two games look the same to seat 0, with other hands, draws and hidden cards."""
    hand = "Re5 Re3 Co2"
    worlds = [
        make_state(hand, "Ye4 Co1 Co3", "Bl10 Tu3 Co7", center="Co5 Bl3 Ye5", pile="Co6 Re10 Ye3"),
        make_state(hand, "Wh6 Co1 Bk6", "Co7 Si4 Go10", center="Co5 Aq5 Co4", pile="Co6 Pu5 Go4"),
    ]
    rules = GAMES["density-deck"].rules
    words = ("draw", "Co6", "draw", "Co1", "draw", "Co7", "draw")
    parts: dict[replay.View, list[Any]] = {}
    for state in worlds:
        position = Position(Game(started_at=START), {}, START, rules, state.deal.ruleset, None)
        for view in (0, 1, replay.ALL):
            log = list(play_words(state, *words))
            dealt = rules.start(state.deal.ruleset, state.deal.seed)[1][0]._replace(
                order=state.deal.order, hands=state.hands
            )
            log[0] = Step(None, state, (dealt,))
            parts.setdefault(view, []).append(list(replay.read_chapters(position, log, view, None)))
    assert parts[0][0] == parts[0][1]
    assert parts[1][0] != parts[1][1]
    assert parts["all"][0] != parts["all"][1]


def test_a_finished_game_never_changes_and_its_matches_are_sent_one_by_one() -> None:
    game = finished_game()
    first = request_replay(game, view=0)
    assert "private" in first.headers["Cache-Control"]
    assert [chapter["match"] for chapter in first.json()["chapters"]] == [1]
    tag = {"if-none-match": first.headers["ETag"], "accept-encoding": "gzip"}
    url = f"/api/games/{game.pk}/replay/"
    assert Client().get(url, {"view": 0}, headers=tag).status_code == 304
    packed = Client().get(url, {"view": 1}, headers=tag)
    assert packed.headers["Content-Encoding"] == "gzip"


def test_an_absurd_question_has_a_code() -> None:
    game = finished_game()
    for asked, status, code in (
        ({"view": "9"}, 404, "no-such-view"),
        ({"view": "3"}, 404, "no-such-view"),
        ({"view": "-1"}, 400, "malformed"),
        ({"view": "None"}, 400, "malformed"),
        ({"view": ""}, 400, "malformed"),
        ({"match": "0"}, 404, "no-such-match"),
        ({"match": "99999"}, 400, "malformed"),
        ({"match": "999"}, 404, "no-such-match"),
        ({"match": "1.5"}, 400, "malformed"),
        ({"match": "\0"}, 400, "malformed"),
    ):
        answer = request_replay(game, None, **asked)
        assert (answer.status_code, answer.json()) == (status, {"code": code}), asked
    assert Client().get("/api/games/nothing/replay/").status_code == 404


# ------------------------------------------------------------------------ a running match
def test_the_past_is_what_its_viewer_was_shown_then() -> None:
    users = make_users(2)
    game = playing_game(users, ais=1, lives=3)
    shown: dict[tuple[int, int | None], Json] = {}
    ends: dict[tuple[int, int | None], Json] = {}
    readers: dict[int | None, Client] = {None: Client()}
    readers |= {seat: client_of(user) for seat, user in enumerate(users)}
    url = f"/api/games/{game.pk}/past/"

    def look() -> None:
        ply = Game.objects.get(pk=game.pk).ply
        for seat, reader in readers.items():
            frame = frame_of(game.pk, None if seat is None else users[seat].pk)
            over = [event for event in frame["log"] if event["e"] == "match_over"]
            ends.update({(event["match"], seat): event for event in over})
            shown[ply, seat] = frame["view"]
            past = reader.get(url).json()
            assert (past["you"], past["ply"]) == (seat, ply)
            first = ply - len(past["steps"]) + 1
            views = [step["view"] for step in past["steps"]]
            finished = views[-1] is None
            assert finished == (frame["game"]["status"] == "finished")
            expected = [shown[first + number, seat] for number in range(len(views))]
            assert views[: len(views) - finished] == expected[: len(views) - finished]
            assert {view["match"] for view in views if view} == {past["match"]}

    look()
    Driver(game.pk, random.Random(6), after=look).finish()
    last = max(match for match, _ in ends)
    assert last > 1
    for (match, seat), end in ends.items():
        past = readers[seat].get(f"{url}?match={match}").json()
        assert (past["you"], past["match"]) == (seat, match)
        assert past["steps"][-1]["events"].count(end) == 1
    for wrong in (0, last + 1, 10**30, "9" * 5_000):
        answer = Client().get(f"{url}?match={wrong}")
        assert (answer.status_code, answer.json()) == (404, {"code": "no-such-match"})
    for wrong in ("x", "-1", "²"):
        answer = Client().get(url, {"match": wrong})
        assert (answer.status_code, answer.json()) == (400, {"code": "malformed"})


def test_there_is_no_past_before_the_deal() -> None:
    (user,) = make_users(1)
    waiting = open_table(user, seats=3)
    answer = client_of(user).get(f"/api/games/{waiting.pk}/past/")
    assert (answer.status_code, answer.json()) == (409, {"code": "not-started"})
    assert Client().get("/api/games/nothing/past/").status_code == 404


def test_who_has_left_looks_back_as_a_stranger_does() -> None:
    users = make_users(3)
    for closed in (False, True):
        game = playing_game(users, watchable=not closed)
        Driver(game.pk, random.Random(1)).step()
        url = f"/api/games/{game.pk}/past/"
        assert client_of(users[0]).get(url).json()["you"] == 0
        stand_ins.abandon_seat(game.pk, users[0].pk)
        left, stranger = client_of(users[0]).get(url), Client().get(url)
        assert (left.status_code, left.content) == (stranger.status_code, stranger.content)
        assert left.status_code == (403 if closed else 200)
        for user in users[1:]:
            stand_ins.abandon_seat(game.pk, user.pk)
