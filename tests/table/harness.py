"""Makes users, tables and games at any stage, with the real functions."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any, TypeVar

from django.db import connection
from django.db.models.functions import Now

from accounts.models import User
from accounts.ratings.ranks import rank_of
from games.engine import deal
from games.engine.contract import Action, GameAction, Json, Refused
from games.live import snapshots
from games.live.commands import dealing, play
from games.live.executor import Change, execute_command
from games.lobby import seating
from games.models import Game, Move, Seat
from games.positions.new_game import Options
from games.positions.position import Position, read_position
from tests.patience import wait_until

SECRET = bytes(range(32))
# by which `after_a_match` lengthens a pause
HELD_SECONDS = 60
T = TypeVar("T")


def make_users(count: int, prefix: str = "Person") -> list[User]:
    """Make a number of users."""
    return [User.objects.create_user(f"{prefix} {number}") for number in range(count)]


def establish_ranks(
    users: Sequence[User], slug: str = "density-deck", games: int = 10
) -> list[User]:
    """Give users ranks with a number of rated games; return them."""
    for user in users:
        rank = rank_of(user.pk, slug)
        rank.games = games
        rank.save()
    return list(users)


def bytes_of(user: User) -> bytes:
    """Return the 16 bytes that a user sends for every deal."""
    return user.name.encode().ljust(16)


RULES = ("lives", "target", "hand_limit")


def options_of(given: dict[str, Any]) -> Options:
    """Return the options of a table from fields of seating.Options and of the ruleset."""
    rules = {name: value for name, value in given.items() if name in RULES}
    rest = {name: value for name, value in given.items() if name not in RULES}
    return Options(**rest, rules=rules)


def open_table(host: User, **options: Any) -> Game:
    """Open a table; `options` as in options_of()."""
    table = seating.open_table(host, options_of(options))
    assert isinstance(table, Game), table
    return table


def against_ai(host: User, level: str = "easy", **options: Any) -> Game:
    """Open a game of one user against AI players, whose deal is being sealed."""
    options.setdefault("free", None)
    table = seating.open_against_ai(host, level, options_of(options))
    assert isinstance(table, Game), table
    return table


def open_game(users: Sequence[User], *, ais: int = 0, **options: Any) -> Game:
    """Open a table full of users and AI players, whose deal is being sealed."""
    options.setdefault("free", 20)
    options.setdefault("bank", 0)
    table = open_table(users[0], seats=len(users) + ais, **options)
    Game.objects.filter(pk=table.pk).update(secret=SECRET)
    # at once: a site frees the seats of players who do not come, and this may take long
    open_all_pages(table.pk)
    for user in users[1:]:
        seating.join_table(table.pk, user)
        open_all_pages(table.pk)
    for index in range(len(users), len(users) + ais):
        seating.seat_ai(table.pk, users[0].pk, index, "easy")
    return Game.objects.get(pk=table.pk)


def open_all_pages(game_id: str) -> None:
    """Open the page of the table for every player."""
    Seat.objects.filter(game_id=game_id).update(away_since=None)


def seal_deal(game: Game, users: Sequence[User]) -> None:
    """Pledge and reveal for every player."""
    for user in users:
        assert dealing.take_pledge(game.pk, user.pk, deal.hash_pledge(bytes_of(user))) is None
    for user in users:
        assert dealing.take_reveal(game.pk, user.pk, bytes_of(user).hex()) is None


def playing_game(users: Sequence[User], *, ais: int = 0, **options: Any) -> Game:
    """Return a game after the deal."""
    game = open_game(users, ais=ais, **options)
    seal_deal(game, users)
    return Game.objects.get(pk=game.pk)


def asked_seat(game_id: str) -> Seat:
    """Return the asked seat; the first of several."""
    asked = Seat.objects.filter(game_id=game_id, asked=True).order_by("index")
    return asked[:1].get()


def act_on(
    game_id: str, user_id: int | None, question: int, action: object, tab: str | None = None
) -> Change | Refused:
    """Answer the open question of a user's seat, like its socket."""
    return execute_command(game_id, play.answer_question.change, user_id, question, action, tab)


def after_a_match(users: Sequence[User], **options: Any) -> Game:
    """Return a game in the pause after its first match, which ended by surrender.

    The pause lasts HELD_SECONDS longer, so that it does not end before the test wants it.
    """
    game = playing_game(users, **options)
    while read_position(game.pk).match == 1:
        seat = asked_seat(game.pk)
        done = act_on(game.pk, seat.user_id, seat.question, {"do": "surrender"})
        assert isinstance(done, Change)
    let_pass(game.pk, -HELD_SECONDS)
    return Game.objects.get(pk=game.pk)


def legal_actions(position: Position, seat: Seat) -> tuple[Action, ...]:
    """Return the legal actions of a seat."""
    return position.rules.legal(position.state, seat.index)


def write_action(position: Position, action: Action) -> GameAction:
    """Return an action as a client sends it."""
    return position.rules.write_action(action)


def make_due(game_id: str, by: timedelta = timedelta(seconds=1)) -> Seat:
    """Make the open question due; return its seat."""
    Seat.objects.filter(game_id=game_id, asked=True).update(due_at=Now() - by)
    return asked_seat(game_id)


def let_pass(game_id: str, seconds: float) -> None:
    """Let time pass at a table, by moving all its times into the past, or take some back."""
    past = timedelta(seconds=seconds)
    for model, names in (
        (Game, ("pause_until",)),
        (Seat, ("turn_at", "due_at", "away_since", "stand_in_at")),
    ):
        key = {"pk": game_id} if model is Game else {"game_id": game_id}
        for row in model._default_manager.filter(**key).values("pk", *names):
            then = {name: row[name] - past for name in names if row[name] is not None}
            if then:
                model._default_manager.filter(pk=row["pk"]).update(**then)


def end_pause(game_id: str) -> None:
    """End the pause after a match, if any, in which no seat may answer."""
    Game.objects.filter(pk=game_id, pause_until__gt=Now()).update(pause_until=Now())


def expire_turn(game_id: str, index: int, question: int) -> Change | None:
    """Have the clock answer a due question."""
    return answer_due(game_id, index, question, Move.By.CLOCK)


def take_bot_turn(game_id: str, index: int, question: int) -> Change | None:
    """Have an AI player answer a due question."""
    return answer_due(game_id, index, question, Move.By.AI)


def answer_due(game_id: str, index: int, question: int, by: Move.By) -> Change | None:
    try:
        made = execute_command(game_id, play.answer_due, index, question, by)
    except Game.DoesNotExist:
        return None
    return made if isinstance(made, Change) else None


def fire_deadline(game_id: str) -> None:
    """Act like the workers' clock when the open question is due."""
    seat = make_due(game_id)
    if seat.played_by_ai:
        take_bot_turn(game_id, seat.index, seat.question)
    else:
        expire_turn(game_id, seat.index, seat.question)


@dataclass
class Driver:
    """Plays a game with the real handlers and fixed dice, for users and AI players.

    If calm, users only draw and discard, so that matches last as long as possible.
    """

    game_id: str
    dice: random.Random = field(default_factory=lambda: random.Random(7))
    after: Callable[[], None] = lambda: None
    calm: bool = False

    def step(self) -> None:
        """Make a random legal move for the asked seat."""
        position = read_position(self.game_id)
        seat = asked_seat(self.game_id)
        if seat.played_by_ai:
            make_due(self.game_id)
            done: object = take_bot_turn(self.game_id, seat.index, seat.question)
        else:
            actions = legal_actions(position, seat)
            action = actions[0] if self.calm else self.dice.choice(actions)
            sent = write_action(position, action)
            end_pause(self.game_id)
            done = act_on(self.game_id, seat.user_id, seat.question, sent)
        assert isinstance(done, Change), done
        self.after()

    def finish(self) -> Game:
        """Play to the end."""
        while True:
            game = Game.objects.get(pk=self.game_id)
            if game.status == Game.Status.FINISHED:
                return game
            self.step()


def canonical_json(dumped: Json | None) -> str:
    """Return a stored or dumped state as canonical text."""
    return json.dumps(dumped, sort_keys=True)


def frame_of(game_id: str, user_id: int | None) -> Json:
    """Return the snapshot of a user, or of a spectator for None."""
    frame = snapshots.make_snapshot(game_id, user_id)
    assert not isinstance(frame, Refused)
    return dict(frame)


def stored_game(game_id: str) -> Json:
    """Return everything stored of a game, to check that nothing has changed.

    The revision is left out: it changes whenever a game is locked, even for a refusal.
    """
    game: list[Json] = [{**row} for row in Game.objects.filter(pk=game_id).values()]
    seats: list[Json] = [{**row} for row in Seat.objects.filter(game_id=game_id).values()]
    moves: list[Json] = [{**row} for row in Move.objects.filter(game_id=game_id).values()]
    for row in (*game, *seats):
        for name, value in row.items():
            row[name] = bytes(value) if isinstance(value, memoryview) else value
    for row in game:
        del row["revision"]
    return {"game": game, "seats": seats, "moves": moves}


def await_lock() -> None:
    """Wait until another connection of PostgreSQL waits for a lock."""

    def is_awaited() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            return bool(cursor.fetchone()[0])

    wait_until(is_awaited, "no connection waits for a lock")


def at_once(*jobs: Callable[[], T]) -> list[T | Refused]:
    """Run jobs in threads that start together; return their results in order."""
    results: list[Any] = [None] * len(jobs)
    barrier = Barrier(len(jobs))

    def run(place: int) -> None:
        barrier.wait()
        try:
            results[place] = jobs[place]()
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
