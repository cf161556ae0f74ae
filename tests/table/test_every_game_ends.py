"""Every game ends, whatever players do or don't do."""

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as some

from accounts.models import User
from games.engine.verify import verify_record
from games.live import outage
from games.live.commands import ending, presence, stand_ins
from games.models import Game, Move, Seat
from games.positions.position import read_position
from games.records import game_log
from tests.table.harness import (
    Driver,
    asked_seat,
    canonical_json,
    fire_deadline,
    let_pass,
    make_users,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 3000
MODES = ("ai", "substitute", "wait")


class Scenario:
    """Players who randomly play, disconnect, return, lapse, leave and ask for an end."""

    def __init__(self, mode: str, seed: int, clock: int | None) -> None:
        User.objects.all().delete()
        Game.objects.all().delete()
        self.dice = random.Random(seed)
        self.users = make_users(3)
        self.watcher = make_users(1, "Kim")[0]
        self.game = playing_game(self.users, ais=1, lives=2, absence=mode, free=clock, bank=9)
        self.here = set(self.users)

    def go(self, user: User) -> None:
        """Close all sockets of a player."""
        self.here.discard(user)
        presence.mark_departure(self.game.pk, user.pk)

    def come(self, user: User) -> None:
        """Open the table for a player."""
        self.here.add(user)
        presence.mark_arrival(self.game.pk, user.pk, f"t{self.dice.random()}"[:9], watching=False)

    def step(self) -> None:
        """Cause a random event, and keep the clock running."""
        game_id, user = self.game.pk, self.dice.choice(self.users)
        actions: list[Callable[[], object]] = [
            lambda: self.go(user),
            lambda: self.come(user),
            lambda: stand_ins.take_back(game_id, user.pk),
            lambda: stand_ins.take_over_seat(game_id, self.watcher, self.dice.randrange(4)),
            lambda: stand_ins.settle_stand_in(game_id, self.dice.randrange(4)),
            lambda: stand_ins.choose_absence(game_id, user.pk, self.dice.choice(MODES)),
            lambda: ending.agree_to_end(game_id, user.pk, self.dice.random() < 0.8),
            outage.resume_turns,
        ]
        if self.dice.random() < 0.02:
            actions.append(lambda: stand_ins.abandon_seat(game_id, user.pk))
        self.dice.choice(actions)()
        if Game.objects.get(pk=game_id).status == Game.Status.FINISHED:
            return  # they agreed on an end
        if self.dice.random() < 0.3 or not self.play():
            self.wait()

    def play(self) -> bool:
        """Play for the asked player, if present."""
        seat = asked_seat(self.game.pk)
        if seat.stand_in or seat.kind == Seat.Kind.AI or seat.user not in self.here:
            return False
        Driver(self.game.pk, self.dice).step()
        return True

    def wait(self) -> None:
        """Let time pass until the open question is due; without one, others may act."""
        seat = asked_seat(self.game.pk)
        let_pass(self.game.pk, 61)
        if seat.due_at is not None:
            fire_deadline(self.game.pk)
            return
        # no deadline for this seat: its owner returns, or another player calls a stand-in
        for user in self.users:
            if stand_ins.call_stand_in(self.game.pk, user.pk, seat.index) is None:
                return
        if seat.user is not None:
            self.come(seat.user)
            Driver(self.game.pk, self.dice).step()


@pytest.mark.parametrize("mode", MODES)
@how(
    max_examples=4,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)
@given(seed=some.integers(0, 2**16), clock=some.sampled_from([10, 20, None]))
def test_every_game_ends_whatever_people_do(mode: str, seed: int, clock: int | None) -> None:
    scenario = Scenario(mode, seed, clock)
    game_id = scenario.game.pk
    for _ in range(PATIENCE):
        if Game.objects.get(pk=game_id).status == Game.Status.FINISHED:
            break
        scenario.step()
    done = Game.objects.get(pk=game_id)
    assert done.status == Game.Status.FINISHED
    assert not Seat.objects.filter(game=done, live=True, user__isnull=False).exists()
    position = read_position(game_id)
    *_, last = game_log.replay_moves(position, Move.objects.filter(game_id=game_id))
    assert canonical_json(position.rules.dump(last.state)) == canonical_json(done.state)
    assert verify_record(game_log.read_record(game_id)) is None


def test_a_game_that_everybody_deserts_is_played_to_its_end_by_the_clock_alone() -> None:
    users = make_users(4)
    game = playing_game(users, lives=2)
    for user in users:
        presence.mark_departure(game.pk, user.pk)
    while Game.objects.get(pk=game.pk).status != Game.Status.FINISHED:
        fire_deadline(game.pk)
    assert set(Move.objects.values_list("by", flat=True)) == {"clock", "ai"}
