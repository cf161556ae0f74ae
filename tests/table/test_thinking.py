"""Thinking times reveal neither hidden cards nor exact times of players."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import orjson
import pytest
from django.db.models import F
from django.test import Client

from accounts.models import User
from games.density_deck.rules.cards import CODES
from games.engine.contract import Json, Ruleset, State
from games.live import frames, questions, talk
from games.models import Game, Line, Move, Seat
from games.positions.position import Position, read_position
from tests.engine.games import GAMES, every_game, every_ruleset, play_game
from tests.engine.games import Game as Known
from tests.table.harness import Driver, asked_seat, frame_of, let_pass, make_users, playing_game

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def position_of(
    game: Known, played: Ruleset, state: State, stand_in: str = "", users: int = 1
) -> Position:
    """Return an unsaved game of users against AI players in this state."""
    seats = {index: Seat(index=index, kind="ai", level="easy") for index in range(played.seats)}
    for index in range(users):
        seats[index] = Seat(index=index, kind="player", user=User(pk=index + 1), stand_in=stand_in)
    table = Game(slug=game.rules.slug, ruleset=game.rules.ruleset_to_json(played))
    table.status = Game.Status.PLAYING
    return Position(table, seats, NOON, game.rules, played, state)


@every_ruleset
def test_the_time_an_ai_takes_does_not_depend_on_hidden_cards(game: Known, played: Ruleset) -> None:
    dice = random.Random(1)
    for state, _ in play_game(game, played, 6):
        other = game.other_world(state, None, dice)
        for seat in game.rules.asked(state):
            for stand_in, users in (("", 1), ("", 2), ("easy", 1)):
                times = [
                    questions.thinking_seconds(
                        position_of(game, played, world, stand_in, users), seat, random.Random(7)
                    )
                    for world in (state, other)
                ]
                assert times[0] == times[1]


@every_game
def test_the_time_an_ai_takes_is_longer_with_more_choices(game: Known) -> None:
    """Shows that the property above is worth a test; for one user, cards just fly."""
    played = game.rulesets[0]
    times = {
        questions.thinking_seconds(
            position_of(game, played, state, users=2), seat, random.Random(7)
        )
        for state, _ in play_game(game, played, 6)
        for seat in game.rules.asked(state)
    }
    assert len(times) > 2


def test_a_pair_in_the_hand_changes_no_time() -> None:
    """A hand with a pair has one choice fewer, and no one else knows of the pair."""
    game, played = GAMES["density-deck"], GAMES["density-deck"].rulesets[0]
    for number in range(60):
        for state, _ in play_game(game, played, number):
            (seat,) = game.rules.asked(state) or (None,)
            if seat is None or len(state.hands[seat]) == 3:
                continue
            if len(set(state.hands[seat])) == len(state.hands[seat]):
                continue
            hand = state.hands[seat]
            spare = next(face for face in range(len(CODES)) if face not in hand)
            hands = list(state.hands)
            hands[seat] = (*dict.fromkeys(hand), spare)
            world = state._replace(hands=tuple(hands))
            if len(hands[seat]) != len(hand):
                continue
            assert len(game.rules.legal(world, seat)) == len(game.rules.legal(state, seat)) + 1
            times = [
                questions.thinking_seconds(
                    position_of(game, played, each), seat, random.Random(number)
                )
                for each in (state, world)
            ]
            assert times[0] == times[1]
            return
    pytest.fail("no pair was dealt")


# ------------------------------------------------------------------- what is told of times
def times_in(frame: object, names: tuple[str, ...], name: str = "") -> Iterator[int]:
    """Return every time in a frame."""
    if isinstance(frame, dict):
        for key, value in frame.items():
            yield from times_in(value, names, key)
    elif isinstance(frame, list):
        for value in frame:
            yield from times_in(value, names, name)
    elif isinstance(frame, int) and not isinstance(frame, bool) and name in names:
        yield frame


TIMES = ("at", "ms", "of", "free", "bank", "away_ms", "bank_ms", "call_ms", "pause")


def sent_of(position: Position) -> list[Json]:
    """Return the frames of all viewers for a position."""
    message = frames.events_message(position, None, [])
    return [orjson.loads(text) for text in (message["watchers"] or "", *message["people"].values())]


def snapshot_of(game: Game, user: User | None) -> Json:
    payload = frame_of(game.pk, None if user is None else user.pk)
    del payload["game"]["clock"]  # seconds chosen by the host
    return payload


@pytest.mark.django_db(transaction=True)
def test_every_time_that_is_told_is_a_tenth_of_a_second(client: Client) -> None:
    users = make_users(3)
    game = playing_game(users, bank=90, absence="wait")
    driver = Driver(game.pk, random.Random(3))
    for _ in range(12):
        let_pass(game.pk, 1.2345)
        driver.step()
    for move in Move.objects.filter(game=game):
        Move.objects.filter(pk=move.pk).update(at=move.at + timedelta(microseconds=34_567))
    Seat.objects.filter(game=game).update(lag_ms=33, bank_ms=F("bank_ms") - 1234)
    Seat.objects.filter(game=game, index=asked_seat(game.pk).index).update(
        away_since=NOON + timedelta(milliseconds=7)
    )
    talk.say_line(game.pk, users[0].pk, "phrase", "thanks")
    Line.objects.update(at=NOON + timedelta(milliseconds=1234))
    position = read_position(game.pk)
    seen = [snapshot_of(game, user) for user in (*users, None)]
    seen += sent_of(position)
    for frame in seen:
        times = list(times_in(frame, TIMES))
        assert len(times) > 3
        assert [time for time in times if time % 100] == []
    client.force_login(users[0])
    past = client.get(f"/api/games/{game.pk}/past/").json()
    assert [time for time in times_in(past, ("at",)) if time % 100] == []
    links = client.get("/api/deals/").json()["deals"]
    assert links
    for link in links:
        assert datetime.fromisoformat(link["at"]).microsecond % 100_000 == 0


@pytest.mark.django_db(transaction=True)
def test_a_clock_is_told_no_longer_than_it_is_and_a_pause_no_shorter() -> None:
    users = make_users(2)
    game = playing_game(users, bank=90)
    seat = asked_seat(game.pk)
    Seat.objects.filter(pk=seat.pk).update(lag_ms=0)
    position = read_position(game.pk)
    position.game.pause_until = position.now + timedelta(milliseconds=1_234)
    frame = sent_of(position)[0]
    assert frame["pause"] == 1_300
    position.game.pause_until = None
    open_seat = position.seats[seat.index]
    assert open_seat.turn_at is not None
    open_seat.due_at = position.now + timedelta(milliseconds=54_321)
    open_seat.turn_at = open_seat.due_at - timedelta(
        milliseconds=open_seat.free_ms + open_seat.bank_ms
    )
    clock = sent_of(position)[0]["clocks"][str(seat.index)]
    assert clock["ms"] == clock["free"] + clock["bank"] == 54_300
