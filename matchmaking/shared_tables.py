"""The games of users who wait, and the casual tables that they share, filled with AI players.

The first user who accepts opens a shared table, and the next ones sit down there: before it begins
on a free chair, later in the place of an AI player. All of them wait on. Their game gives way to
the ranked table, unless other users play there too.
"""

import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from accounts.models import Audience, Mute, User
from games.consumers import handlers
from games.engine.contract import Refused
from games.live.broadcast import notify_queuers_on_commit
from games.live.commands import keeping, stand_ins
from games.lobby import drain, seating
from games.models import Game, Match, Move, Seat
from games.positions.clocks import paced_timedelta
from games.positions.position import RUNNING
from games.registry import GAMES
from matchmaking.models import Slot
from matchmaking.protocol import Company, Named, SharedTable
from matchmaking.queues import ASK_SECONDS, GATHER_SECONDS, QUEUES, Queue

# so many of those who wait are named where a table is offered
MOST_NAMED = 6
TWO = 2


# ---------------------------------------------------------------------- what is played meanwhile
def seats_with_others() -> QuerySet[Seat]:
    """Return the live seats of unrated games with another user at the table.

    Their users wait on, and are not called: they are asked at the end of a match.
    """
    others = Seat.objects.filter(game=OuterRef("game"), live=True).exclude(kind=Seat.Kind.AI)
    seats = Seat.objects.filter(live=True, game__rated=False, user__isnull=False)
    return seats.filter(Exists(others.exclude(pk=OuterRef("pk"))))


def staying_users(slots: Mapping[int, Slot]) -> list[int]:
    """Return which of these users, by id, play with others and did not agree to leave."""
    seats = seats_with_others().filter(user__in=slots)
    players = [user or 0 for user in seats.values_list("user", flat=True)]
    return [player for player in players if not slots[player].agreed]


def give_way(slots: Mapping[int, Slot]) -> None:
    """Have these users, by id, leave where they sit meanwhile: their table is found.

    A game against AI players alone is kept for later, and a table that has not begun is left. A
    game with other users is left only by those who agreed to that; others stay where they are.
    """
    with_others = Exists(seats_with_others().filter(pk=OuterRef("pk")))
    seats = Seat.objects.filter(user__in=slots, live=True, game__rated=False)
    seats = seats.annotate(with_others=with_others).select_related("game").defer("game__state")
    for seat in seats.order_by("game_id", "index"):
        user_id = seat.user_id or 0
        with suppress(Game.DoesNotExist):
            if not seat.with_others and seat.game.status in RUNNING:
                keeping.keep_game(seat.game_id, user_id)
            elif not seat.with_others or slots[user_id].agreed:
                handlers.leave_table(seat.game_id, user_id)


# ------------------------------------------------------------------------------- sitting down
def sit_at_shared_table(user: User) -> Game | Refused:
    """Seat a user who waits at the shared table of the queue, and wait on; return the table.

    A game against AI players is kept for it. Refused as "not-waiting", "busy" (other users play
    where this one sits) or "draining".
    """
    with transaction.atomic():
        slot = Slot.objects.select_for_update().filter(pk=user.pk).first()
        if slot is None or slot.state != Slot.State.WAITING:
            return Refused("not-waiting")
        queue = QUEUES[slot.queue]
        _one_at_a_time(queue)
        here = Seat.objects.filter(user=user, live=True, game=slot.shared_id).first()
        if here is not None:
            return here.game
        # what was agreed to was a ranked table
        slot.asked_at = slot.agreed = None
        give_way({user.pk: slot})
        found = _join(queue, user) or _open(queue, user)
        if isinstance(found, Refused):
            # what gave way is as it was
            transaction.set_rollback(True)
            return found
        slot.shared = found
        slot.save(update_fields=("shared", "asked_at", "agreed"))
        if not others_free(queue, found).exists():
            _fill(found)
        notify_queuers_on_commit([user.pk])
    return found


def _one_at_a_time(queue: Queue) -> None:
    """Let others who sit down meanwhile see this user at the table, until the transaction ends.

    SQLite lets one transaction write at a time.
    """
    if connection.vendor == "postgresql":
        key = zlib.crc32(f"density:shared:{queue.name}".encode())
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])


def _join(queue: Queue, user: User) -> Game | None:
    """Sit down at a table that has room, an open one first; None where there is none."""
    apart = strangers_of(user.pk)
    for game, people in open_tables(queue):
        if apart.isdisjoint(people):
            opened = game.status == Game.Status.OPEN
            sit_down = seating.join_table if opened else stand_ins.replace_ai
            with suppress(Game.DoesNotExist), transaction.atomic():
                if not isinstance(sit_down(game.pk, user), Refused):
                    return game
                # a table without room is not held: a claim may come to both in another order
                transaction.set_rollback(True)
    return None


def _open(queue: Queue, user: User) -> Game | Refused:
    if Seat.objects.filter(user=user, live=True).exists():
        return Refused("busy")
    return seating.set_up(queue.new_game(host=user), {0: user}, {})


# --------------------------------------------------------------------------------- filling
def fill_due(queue: Queue) -> None:
    """Seat AI players at the shared tables that have gathered for long enough.

    A table does not wait where no one else of the queue could come.
    """
    shared = Game.objects.filter(pk__in=_shared(queue), status=Game.Status.OPEN)
    for game in shared.annotate(over=Q(created_at__lte=Now() - paced_timedelta(GATHER_SECONDS))):
        if game.over or not others_free(queue, game).exists():
            _fill(game)


def _fill(game: Game) -> None:
    if drain.is_on():
        return
    with suppress(Game.DoesNotExist):
        host = Seat.objects.filter(game=game, live=True, user=F("game__host")).first()
        if host is not None:
            seating.fill_table(game.pk, host.user_id, GAMES[game.slug].usual_level)


# ------------------------------------------------------------------------------------ asking
def ask_players(players: Sequence[int]) -> list[int]:
    """Ask these users, once, whether they leave their games for a table; return who was asked.

    Only those are asked whose match is over: who have made no move in the next one. To be asked
    costs nothing, and neither does a no.
    """
    matches = Match.objects.filter(game=OuterRef("game")).order_by("-number")
    seats = Seat.objects.filter(
        user__in=players, live=True, game__rated=False, game__status=Game.Status.PLAYING
    ).annotate(newest=Subquery(matches.values("number")[:1]))
    own = Move.objects.filter(
        game=OuterRef("game"), match=OuterRef("newest"), seat=OuterRef("index")
    )
    seats = seats.filter(~Exists(own), newest__gt=1)
    with transaction.atomic():
        slots = Slot.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            pk__in=seats.values("user"), state=Slot.State.WAITING, asked_at=None
        )
        asked = list(slots.order_by("pk").values_list("pk", flat=True))
        Slot.objects.filter(pk__in=asked).update(asked_at=Now())
        if asked:
            notify_queuers_on_commit(asked)
    return asked


def save_answer(user_id: int, *, yes: bool) -> Refused | None:
    """Note whether a user who was asked leaves the game for a ranked table.

    Refused("too-late") where no question is open.
    """
    with transaction.atomic():
        slots = Slot.objects.filter(pk=user_id, state=Slot.State.WAITING, agreed=None)
        if not slots.filter(asked_at__gt=Now() - paced_timedelta(ASK_SECONDS)).update(agreed=yes):
            return Refused("too-late")
        notify_queuers_on_commit([user_id])
    return None


def forget_answers(queue: Queue) -> None:
    """Let users be asked again who have left the game in which they were."""
    asked = Slot.objects.filter(queue=queue.name, asked_at__isnull=False, state=Slot.State.WAITING)
    playing = seats_with_others().filter(user=OuterRef("player"))
    asked.filter(~Exists(playing)).update(asked_at=None, agreed=None)


# ------------------------------------------------------------------------------------- parts
def open_tables(queue: Queue) -> list[tuple[Game, set[int]]]:
    """Return the shared tables that have room, and the users at each; open ones first."""
    found = {game.pk: game for game in Game.objects.filter(pk__in=_shared(queue)).defer("state")}
    people: dict[str, set[int]] = defaultdict(set)
    room: dict[str, int] = defaultdict(int)
    for seat in Seat.objects.filter(game__in=found):
        if seat.kind != Seat.Kind.AI and seat.live:
            people[seat.game_id].add(seat.user_id or 0)
        room[seat.game_id] += seat.kind != Seat.Kind.AI
    with_room = [game for game in found.values() if people[game.pk] and room[game.pk] < queue.seats]
    with_room.sort(key=lambda game: (game.status != Game.Status.OPEN, game.created_at))
    return [(game, people[game.pk]) for game in with_room]


def others_free(queue: Queue, game: Game) -> QuerySet[Slot]:
    """Return the slots of those who might still come to a shared table: they play with no one."""
    playing = seats_with_others().filter(user=OuterRef("player"))
    here = Seat.objects.filter(game=game, user=OuterRef("player"), live=True)
    return waiting_in(queue).filter(~Exists(playing), ~Exists(here))


def waiting_in(queue: Queue) -> QuerySet[Any]:
    """Return the slots of those who wait in a queue, as their first or their second one.

    `strength` is the mu of their users in this queue.
    """
    second = FilteredRelation("second_queues", condition=Q(second_queues__queue=queue.name))
    slots = Slot.objects.filter(state=Slot.State.WAITING).annotate(second=second)
    slots = slots.filter(Q(queue=queue.name) | Q(second__isnull=False))
    return slots.annotate(strength=Coalesce("second__mu", "mu"))


def strangers_of(user_id: int) -> set[int]:
    """Return the users whom this one has muted, or who have muted this one."""
    pairs = Mute.objects.filter(Q(owner=user_id) | Q(muted=user_id))
    return {user for pair in pairs.values_list("owner", "muted") for user in pair} - {user_id}


def offer_table(queue: Queue) -> Company:
    """Return who could share a table now, for queue_status.

    Free are those who play with no one else, at most MOST_NAMED. The name is ""
    of a user who does not let everyone see when they are online, and everywhere in a queue of two:
    there one name is that of the next opponent.
    """
    playing = seats_with_others().filter(user=OuterRef("player"))
    free = waiting_in(queue).filter(~Exists(playing)).order_by("enqueued_at")
    found = free.values_list("pk", "player__name", "player__presence_for")
    free_names = [_named(queue, *row) for row in found[: MOST_NAMED + queue.seats]]
    running: list[SharedTable] = []
    for game, people in open_tables(queue):
        seats = Seat.objects.filter(game=game, user__in=people, live=True)
        rows = seats.values_list("user", "name", "user__presence_for")
        named = [_named(queue, *row) for row in rows]
        running.append({"people": named, "ais": queue.seats - len(named)})
    return {"free": free_names, "tables": running[:MOST_NAMED]}


def _named(queue: Queue, user_id: int, name: str, presence_for: str) -> Named:
    hidden = queue.seats == TWO or presence_for != Audience.EVERYONE
    return user_id, "" if hidden else name


def _shared(queue: Queue) -> QuerySet[Any]:
    """Return the ids of the running or open games of those who wait at a shared table."""
    slots = waiting_in(queue).filter(
        Exists(Seat.objects.filter(user=OuterRef("player"), game=OuterRef("shared"), live=True)),
        shared__status__in=(Game.Status.OPEN, Game.Status.PLAYING),
        # who waits in a second queue may sit at a table of the first one
        shared__slug=queue.name,
    )
    return slots.values("shared")
