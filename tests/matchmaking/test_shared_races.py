"""Users join, cancel, answer, leave, resume and are seated at the same moment."""

import random
from collections.abc import Callable
from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now

from accounts.models import User
from games.consumers import handlers
from games.live.commands import keeping
from games.lobby import seating
from games.models import Game, Move, Seat
from games.records import game_log
from matchmaking import claim, leaving, matcher, queue, shared_tables
from matchmaking.models import Slot
from matchmaking.queues import EVERY
from tests.matchmaking.scenario import (
    NAME,
    QUEUE,
    RPS,
    accept_shared_table,
    check_slots,
    end_match,
    make_crowd,
    plan_now,
    run_tick,
    slot_states,
    start_shared_table,
)
from tests.table.harness import (
    Driver,
    against_ai,
    asked_seat,
    at_once,
    end_pause,
    expire_turn,
    make_due,
    make_users,
    playing_game,
    take_bot_turn,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def finish_game(game: Game) -> Game:
    """Play to the end, and check that the record can be written."""
    end_pause(game.pk)
    done = Driver(game.pk, random.Random(3)).finish()
    assert game_log.read_record(done.pk)["seats"]
    assert not Seat.objects.filter(game=game, user__isnull=False, place=None).exists()
    return done


def play_until_moved(game: Game, user: User) -> None:
    """Play until this user has made a move."""
    seat, driver = Seat.objects.get(game=game, user=user), Driver(game.pk, random.Random(3))
    own = Move.objects.filter(game=game, seat=seat.index, by=Move.By.PLAYER)
    before = own.count()
    while own.count() == before:
        end_pause(game.pk)
        driver.step()


def test_whatever_users_do_as_they_are_called_none_is_lost_or_in_two_places() -> None:
    users = make_crowd(6)
    kept = against_ai(users[0])
    games = {users[0].pk: kept.pk}
    for turn in range(3):
        for user in users:
            if not Slot.objects.filter(pk=user.pk).exists():
                queue.join_queue(user, EVERY)
        dice = random.Random(turn)
        jobs: list[Callable[[], object]] = [
            lambda: matcher.run_matcher(NAME),
            lambda: matcher.run_matcher(RPS),
        ]
        for user in users:
            jobs += dice.sample(_choices(user, games.get(user.pk, kept.pk)), 2)
        at_once(*jobs)
        check_slots()
        assert not Slot.objects.filter(state="seated", game=None).exists()
        for seat in Seat.objects.filter(live=True, user__isnull=False, game__rated=True):
            Seat.objects.filter(pk=seat.pk).update(live=False)
        Game.objects.filter(rated=True, status="open").update(status="sealing")
        queue.release_finished()


def _choices(user: User, kept: str) -> list[Callable[[], object]]:
    """Return the actions that a user may take at any time."""

    def leave() -> object:
        seat = Seat.objects.filter(user=user, live=True, game__rated=False).first()
        if seat is None:
            return None
        try:
            return handlers.leave_table(seat.game_id, user.pk)
        except Game.DoesNotExist:
            return None

    return [
        lambda: shared_tables.sit_at_shared_table(user),
        lambda: shared_tables.sit_at_shared_table(user),
        lambda: queue.leave_queue(user.pk),
        lambda: shared_tables.save_answer(user.pk, yes=True),
        lambda: keeping.resume_game(kept, user.pk),
        leave,
    ]


def test_a_game_is_resumed_once_however_often_it_is_opened() -> None:
    (mira,) = make_users(1)
    game = playing_game([mira], ais=1, lives=1)
    keeping.keep_game(game.pk, mira.pk)
    done = at_once(*(lambda: keeping.resume_game(game.pk, mira.pk) for _ in range(3)))
    assert done == [None, None, None]
    assert Seat.objects.get(game=game, user=mira).live
    finish_game(game)


def test_a_game_that_is_kept_before_the_deal_is_dealt_and_resumed() -> None:
    (mira,) = make_users(1)
    game = against_ai(mira, lives=1)
    assert keeping.keep_game(game.pk, mira.pk) is None
    for stage in (0, 1):
        Seat.objects.filter(game=game, asked=True).update(due_at=game.created_at)
        expire_turn(game.pk, 0, stage)
    assert Game.objects.get(pk=game.pk).status == "playing"
    assert keeping.resume_game(game.pk, mira.pk) is None
    finish_game(game)


def test_a_user_takes_the_seat_of_an_ai_player_that_is_about_to_move() -> None:
    (mira,) = make_crowd(1)
    game = start_shared_table([mira])
    driver = Driver(game.pk, random.Random(5))
    while asked_seat(game.pk).kind != "ai":
        end_pause(game.pk)
        driver.step()
    seat = make_due(game.pk)
    (ola,) = make_crowd(1, "Ola")
    at_once(
        lambda: take_bot_turn(game.pk, seat.index, seat.question),
        lambda: shared_tables.sit_at_shared_table(ola),
    )
    assert Seat.objects.get(user=ola).game == game
    play_until_moved(game, ola)


def test_a_user_takes_the_seat_of_an_ai_player_in_a_pause_and_where_both_choose_at_once() -> None:
    (mira,) = make_crowd(1)
    game = start_shared_table([mira])
    end_match(game)
    (ola,) = make_crowd(1, "Ola")
    assert accept_shared_table(ola) == game
    kim, pia = make_users(2, "Second")
    queue.join_queue(kim, RPS)
    duel = start_shared_table([kim])
    seat = Seat.objects.get(game=duel, kind="ai")
    make_due(duel.pk)
    # the AI player has chosen, but not the user
    take_bot_turn(duel.pk, seat.index, seat.question)
    queue.join_queue(pia, RPS)
    assert accept_shared_table(pia) == duel
    play_until_moved(game, ola)
    finish_game(duel)
    run_tick()
    check_slots()


# --------------------------------------------------------------------- which rows are held
@pytest.mark.concurrent_writes
def test_who_sits_down_holds_no_table_that_has_no_room() -> None:
    mira, ola = make_crowd(2)
    left = start_shared_table([mira])
    assert accept_shared_table(ola) == left
    handlers.leave_table(left.pk, ola.pk)
    with transaction.atomic():
        assert accept_shared_table(ola) != left
        assert _free_to_lock(left.pk)


@pytest.mark.concurrent_writes
def test_a_shared_table_closes_while_its_user_is_called() -> None:
    mira, _ola = make_crowd(2)
    game = accept_shared_table(mira)
    thread = Thread(target=_in_thread, args=(lambda: seating.leave_seat(game.pk, mira.pk),))
    with transaction.atomic():
        Slot.objects.select_for_update().get(pk=mira.pk)
        thread.start()
        # the matcher, which holds the slot, locks the table next
        thread.join(timeout=5)
        assert not thread.is_alive()
    thread.join()
    assert slot_states()[mira.name] == "waiting"
    assert isinstance(shared_tables.sit_at_shared_table(mira), Game)


@pytest.mark.concurrent_writes
def test_who_cancels_too_late_keeps_the_slot_of_the_table() -> None:
    users = make_crowd(4)
    queue.join_queue(users[0], EVERY)
    late = Thread(target=_in_thread, args=(lambda: queue.leave_queue(users[0].pk),))
    gone = Thread(target=_in_thread, args=(lambda: leaving.sweep_queue(QUEUE),))
    Slot.objects.filter(pk=users[1].pk).update(beat_at=Now() - timedelta(minutes=5))
    with transaction.atomic():
        assert claim.claim_groups(QUEUE, plan_now())
        for thread in (late, gone):
            thread.start()
            # it reads committed data and waits for locks
            thread.join(timeout=0.5)
    late.join()
    gone.join()
    assert set(slot_states().values()) == {"seated"}
    assert len(slot_states()) == 4
    check_slots()


def _free_to_lock(game_id: str) -> bool:
    """Return whether no other transaction has locked the row of a game."""

    def lock_it() -> bool:
        with transaction.atomic():
            return bool(Game.objects.select_for_update(skip_locked=True).filter(pk=game_id))

    return at_once(lock_it) == [True]


def _in_thread(job: Callable[[], object]) -> None:
    try:
        job()
    finally:
        connection.close()
