"""A site with games at every stage and a user for every role."""

import random
from dataclasses import dataclass, field
from datetime import time, timedelta

from allauth.account.models import EmailAddress
from django.core import signing
from django.db.models import F
from django.db.models.functions import Now

from accounts.contact.push import STOP_SALT
from accounts.models import Mute, User
from games.engine import deal
from games.engine.contract import Json
from games.live.commands import dealing, stand_ins
from games.lobby import challenges, seating
from games.models import Challenge, Game, Seat
from games.positions.position import read_position
from matchmaking import queue
from matchmaking.models import RankedHour, Slot
from matchmaking.queues import DEFAULT
from tests.records.puzzle_rows import save_puzzle
from tests.table.harness import (
    Driver,
    act_on,
    asked_seat,
    bytes_of,
    end_pause,
    legal_actions,
    make_users,
    open_game,
    open_table,
    playing_game,
    write_action,
)

PASSWORD = "a long enough password"


@dataclass
class Scene:
    """A table with its host in the first seat, and an owner of another seat."""

    game: Game
    host: User
    owner: User


@dataclass
class World:
    """The strangers, who are the same for all tables, and the tables by name."""

    strangers: dict[str, User]
    scenes: dict[str, Scene] = field(default_factory=dict)
    hour: int = 0
    # from a notification to an owner
    stop: str = ""
    invitation: int = 0
    puzzle: str = ""

    def user(self, role: str, scene: str) -> User | None:
        """Return the user with this role at a table."""
        if role in ("host", "owner"):
            found: User = getattr(self.scenes[scene], role)
            return found
        return self.strangers.get(role)

    def asked(self, scene: str) -> tuple[int, Json]:
        """Return an open question at this table and a legal answer."""
        question, actions = self.legal(scene)
        return question, actions[0] if actions else {"do": "fight"}

    def legal(self, scene: str) -> tuple[int, list[Json]]:
        """Return an open question at this table and all legal answers."""
        game = self.scenes[scene].game
        position = read_position(game.pk)
        if position.state is None or not Seat.objects.filter(game=game, asked=True).exists():
            return 1, []
        seat = asked_seat(game.pk)
        return seat.question, [
            {**write_action(position, each)} for each in legal_actions(position, seat)
        ]


def build_world(*scenes: str) -> World:
    """Return the site, made with the real functions, with all or some tables."""
    wanted = scenes or SCENES
    other, spectator = make_users(2, "Stranger")
    staff = User.objects.create_user("Staff", "staff@example.org", PASSWORD)
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    staff.refresh_from_db()
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    open_table(other)  # users who sit elsewhere
    strangers = {"guest": guest, "other": other, "spectator": spectator, "staff": staff}
    world = World(strangers)
    for name, make in SCENES.items():
        if name not in wanted:
            continue
        host = User.objects.create_user(f"H {name}", f"h-{name}@example.org", PASSWORD)
        owner = User.objects.create_user(f"O {name}", f"o-{name}@example.org", PASSWORD)
        game = make(host, owner)
        world.scenes[name] = Scene(Game.objects.get(pk=game.pk), host, owner)
    for user in User.objects.exclude(email=""):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    world.hour = RankedHour.objects.create(queue="density-deck", weekday=0, at=time(20)).pk
    world.puzzle = save_puzzle().pk
    if "playing" in wanted:
        owner = world.scenes["playing"].owner
        Mute.objects.create(owner=owner, muted=spectator)
        world.stop = signing.dumps([owner.pk, "turn"], salt=STOP_SALT)
    if "open" in wanted:
        world.invitation = _invite(world.scenes["open"])
    return world


def _invite(scene: Scene) -> int:
    made = challenges.invite_user(scene.host, scene.owner)
    assert isinstance(made, Challenge)
    # it expires after ten minutes, and tests may take longer
    Challenge.objects.update(made_at=Now() + timedelta(hours=1))
    return made.pk


def _open(host: User, owner: User) -> Game:
    table = open_table(host, seats=4, free=20)
    seating.join_table(table.pk, owner)
    return table


def _locked(host: User, owner: User) -> Game:
    table = open_table(host, seats=4, access="password", password="sesame", watchable=False)
    seating.join_table(table.pk, owner, "sesame")
    return table


def _sealing(host: User, owner: User) -> Game:
    return open_game([host, owner])


def _revealing(host: User, owner: User) -> Game:
    game = open_game([host, owner])
    for user in (host, owner):
        dealing.take_pledge(game.pk, user.pk, deal.hash_pledge(bytes_of(user)))
    return game


def _playing(host: User, owner: User) -> Game:
    return play_until_asked(playing_game([host, owner]), owner)


def _closed(host: User, owner: User) -> Game:
    return play_until_asked(playing_game([host, owner], watchable=False), owner)


def _challenge(host: User, owner: User) -> Game:
    return playing_game([host, owner], slug="rps-extreme")


def _finished(host: User, owner: User) -> Game:
    return Driver(playing_game([host, owner], lives=1).pk, random.Random(3)).finish()


def _secret(host: User, owner: User) -> Game:
    game = playing_game([host, owner], slug="rps-extreme", target=5, watchable=False)
    return Driver(game.pk, random.Random(3)).finish()


def _absent(host: User, owner: User) -> Game:
    """Make the owner absent; a stand-in plays, and a spectator may take the seat."""
    game = playing_game([host, owner, *make_users(1, "Third")], absence="substitute")
    Seat.objects.filter(game=game, user=owner).update(
        stand_in="medium",
        stand_in_match=1,
        free_match=1,
        away_since=Now(),
        # after four more minutes the seat would count as abandoned, and tests may take longer
        stand_in_at=Now() + timedelta(hours=1),
    )
    return game


def _waiting(host: User, owner: User) -> Game:
    """Make the table wait for the owner, who has been away for long."""
    game = playing_game([host, owner, *make_users(1, "Fourth")], absence="wait")
    play_until_asked(game, owner)
    Seat.objects.filter(game=game, user=owner).update(
        turn_at=Now() - timedelta(minutes=2),
        away_since=Now() - timedelta(minutes=2),
        due_at=None,
    )
    return game


def _deserted(host: User, owner: User) -> Game:
    """Have two of four players leave for good."""
    gone = make_users(2, "Leaver")
    game = playing_game([host, owner, *gone])
    driver = Driver(game.pk, calm=True)
    for _ in range(8):
        driver.step()
    for user in gone:
        stand_ins.abandon_seat(game.pk, user.pk)
    return game


def _pausing(host: User, owner: User) -> Game:
    """End a match at a table without a clock."""
    game = playing_game([host, owner], free=None)
    while read_position(game.pk).match == 1:
        seat = asked_seat(game.pk)
        act_on(game.pk, seat.user_id, seat.question, {"do": "surrender"})
    Game.objects.filter(pk=game.pk).update(pause_until=Now() + timedelta(hours=1))
    return game


def _alone(host: User, owner: User) -> Game:
    """Have the owner leave, so that the host plays only with AI players."""
    game = playing_game([host, owner], ais=2)
    stand_ins.abandon_seat(game.pk, owner.pk)
    driver = Driver(game.pk, calm=True)
    while not asked_seat(game.pk).played_by_ai:
        driver.step()
    end_pause(game.pk)
    Seat.objects.filter(game=game, user=host).update(turns=F("turns") + 1)
    return game


def _shared(host: User, owner: User) -> Game:
    """Have host and owner wait in the queue, share a table and be asked to leave it."""
    game = playing_game([host, owner], ais=2)
    for user in (host, owner):
        queue.join_queue(user, DEFAULT)
    # answers are accepted for 20 s, and tests may take longer
    Slot.objects.update(shared=game, asked_at=Now() + timedelta(hours=1))
    return game


def play_until_asked(game: Game, user: User) -> Game:
    """Play until this user is asked; return the game."""
    while asked_seat(game.pk).user_id != user.pk:
        Driver(game.pk, calm=True).step()
    end_pause(game.pk)
    return game


SCENES = {
    "open": _open,
    "locked": _locked,
    "sealing": _sealing,
    "revealing": _revealing,
    "playing": _playing,
    "closed": _closed,
    "challenge": _challenge,
    "finished": _finished,
    "secret": _secret,
    "absent": _absent,
    "waiting": _waiting,
    "deserted": _deserted,
    "pausing": _pausing,
    "alone": _alone,
    "shared": _shared,
}
