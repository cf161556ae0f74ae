"""Casual games of waiting users, and the casual tables that they share.

The first user who accepts opens a shared table, and the next ones join it: before it starts in a
free seat, later in the seat of an AI player. All of them stay in the queue. They leave their game
for the ranked table, unless other users play there too.
"""

import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from accounts import friends
from accounts.models import Audience, User
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
from matchmaking.queues import ALL_QUEUES, ASK_SECONDS, GATHER_SECONDS, Queue

# most names in the offer of a table
MOST_NAMED = 6
TWO = 2


# --------------------------------------------------------------------- games while waiting
def seats_with_others() -> QuerySet[Seat]:
    """Return the live seats of casual games with another user at the table.

    Their users are not seated by the matcher but asked at the end of a match.
    """
    others = Seat.objects.filter(game=OuterRef("game"), live=True).exclude(kind=Seat.Kind.AI)
    seats = Seat.objects.filter(live=True, game__rated=False, user__isnull=False)
    return seats.filter(Exists(others.exclude(pk=OuterRef("pk"))))


def staying_users(slots: Mapping[int, Slot]) -> list[int]:
    """Return the ids of those users who play with others and have not agreed to leave."""
    seats = seats_with_others().filter(user__in=slots)
    players = [user or 0 for user in seats.values_list("user", flat=True)]
    return [player for player in players if not slots[player].agreed]


def give_way(slots: Mapping[int, Slot]) -> None:
    """Have these users, whose slots are given by id, leave their casual games for a found table.

    A game against only AI players is kept for later, and a table that has not started is left. A
    game with other users is left only by those who agreed to leave it.
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


# ---------------------------------------------------------------------------------- joining
def sit_at_shared_table(user: User) -> Game | Refused:
    """Seat a waiting user at the shared table of the queue; return the table.

    The user stays in the queue, and a game against AI players is kept for later. Refused as
    "not-waiting", "busy" (the user plays with others) or "draining".
    """
    with transaction.atomic():
        slot = Slot.objects.select_for_update().filter(pk=user.pk).first()
        if slot is None or slot.state != Slot.State.WAITING:
            return Refused("not-waiting")
        queue = ALL_QUEUES[slot.queue]
        _one_at_a_time(queue)
        here = Seat.objects.filter(user=user, live=True, game=slot.shared_id).first()
        if here is not None:
            return here.game
        # an earlier consent was only for a ranked table
        slot.asked_at = slot.agreed = None
        give_way({user.pk: slot})
        table = _join(queue, user) or _open(queue, user)
        if isinstance(table, Refused):
            # undo give_way()
            transaction.set_rollback(True)
            return table
        slot.shared = table
        slot.save(update_fields=("shared", "asked_at", "agreed"))
        if not others_free(queue, table).exists():
            _fill(table)
        notify_queuers_on_commit([user.pk])
    return table


def _one_at_a_time(queue: Queue) -> None:
    """Lock the shared tables of a queue until the transaction ends.

    So a concurrent request sees this user at the table. On SQLite only one transaction can write
    at a time anyway.
    """
    if connection.vendor == "postgresql":
        key = zlib.crc32(f"density:shared:{queue.name}".encode())
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])


def _join(queue: Queue, user: User) -> Game | None:
    """Join a shared table with room, open ones first; return None without one."""
    apart = friends.muted_with(user.pk)
    for game, people in open_tables(queue):
        if apart.isdisjoint(people):
            is_open = game.status == Game.Status.OPEN
            sit_down = seating.join_table if is_open else stand_ins.replace_ai
            with suppress(Game.DoesNotExist), transaction.atomic():
                if not isinstance(sit_down(game.pk, user), Refused):
                    return game
                # release the lock of a full table: a claim may lock tables in another order
                transaction.set_rollback(True)
    return None


def _open(queue: Queue, user: User) -> Game | Refused:
    if Seat.objects.filter(user=user, live=True).exists():
        return Refused("busy")
    return seating.set_up_table(queue.new_game(host=user), {0: user}, {})


# --------------------------------------------------------------------------------- filling
def fill_due(queue: Queue) -> None:
    """Seat AI players at shared tables that have waited long enough.

    A table does not wait if no one else in the queue could come.
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
    """Ask users, once, to leave their games for a ranked table; return the ids of those asked.

    Users are asked only between matches, before their first move in the next one. Being asked costs
    them nothing, and neither does a no.
    """
    matches = Match.objects.filter(game=OuterRef("game")).order_by("-number")
    seats = Seat.objects.filter(
        user__in=players, live=True, game__rated=False, game__status=Game.Status.PLAYING
    ).annotate(newest=Subquery(matches.values("number")[:1]))
    own_moves = Move.objects.filter(
        game=OuterRef("game"), match=OuterRef("newest"), seat=OuterRef("index")
    )
    seats = seats.filter(~Exists(own_moves), newest__gt=1)
    with transaction.atomic():
        slots = Slot.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            pk__in=seats.values("user"), state=Slot.State.WAITING, asked_at=None
        )
        asked_ids = list(slots.order_by("pk").values_list("pk", flat=True))
        Slot.objects.filter(pk__in=asked_ids).update(asked_at=Now())
        if asked_ids:
            notify_queuers_on_commit(asked_ids)
    return asked_ids


def save_answer(user_id: int, *, yes: bool) -> Refused | None:
    """Save a user's answer whether to leave the game for a ranked table.

    Refused("too-late") if no question is open.
    """
    with transaction.atomic():
        slots = Slot.objects.filter(pk=user_id, state=Slot.State.WAITING, agreed=None)
        if not slots.filter(asked_at__gt=Now() - paced_timedelta(ASK_SECONDS)).update(agreed=yes):
            return Refused("too-late")
        notify_queuers_on_commit([user_id])
    return None


def forget_answers(queue: Queue) -> None:
    """Reset the questions of users who have left their game, so that they can be asked again."""
    asked_slots = Slot.objects.filter(
        queue=queue.name, asked_at__isnull=False, state=Slot.State.WAITING
    )
    playing = seats_with_others().filter(user=OuterRef("player"))
    asked_slots.filter(~Exists(playing)).update(asked_at=None, agreed=None)


# ------------------------------------------------------------------------------------- parts
def open_tables(queue: Queue) -> list[tuple[Game, set[int]]]:
    """Return the shared tables with room and the user ids at each, open ones first."""
    games = {game.pk: game for game in Game.objects.filter(pk__in=_shared(queue)).defer("state")}
    people: dict[str, set[int]] = defaultdict(set)
    taken: dict[str, int] = defaultdict(int)
    for seat in Seat.objects.filter(game__in=games):
        if seat.kind != Seat.Kind.AI and seat.live:
            people[seat.game_id].add(seat.user_id or 0)
        taken[seat.game_id] += seat.kind != Seat.Kind.AI
    with_room = [
        game for game in games.values() if people[game.pk] and taken[game.pk] < queue.seats
    ]
    with_room.sort(key=lambda game: (game.status != Game.Status.OPEN, game.created_at))
    return [(game, people[game.pk]) for game in with_room]


def others_free(queue: Queue, game: Game) -> QuerySet[Slot]:
    """Return the slots of users who might still join a shared table: they play with no one."""
    playing = seats_with_others().filter(user=OuterRef("player"))
    here = Seat.objects.filter(game=game, user=OuterRef("player"), live=True)
    return waiting_in(queue).filter(~Exists(playing), ~Exists(here))


def waiting_in(queue: Queue) -> QuerySet[Any]:
    """Return the slots of users who wait in a queue, as their main or a second one.

    `strength` is their mu in this queue.
    """
    second = FilteredRelation("second_queues", condition=Q(second_queues__queue=queue.name))
    # an account that became a bot while it waited is in the wrong queue
    slots = Slot.objects.filter(
        state=Slot.State.WAITING, player__bot_owner__isnull=not queue.for_bots
    ).annotate(second=second)
    slots = slots.filter(Q(queue=queue.name) | Q(second__isnull=False))
    return slots.annotate(strength=Coalesce("second__mu", "mu"))


def offer_table(queue: Queue) -> Company:
    """Return the users and tables that could share a casual game now.

    Free users play with no one else. Names are "" for users who hide from some that they are
    online, and always in a queue of two, where a name would reveal the next opponent.
    """
    playing = seats_with_others().filter(user=OuterRef("player"))
    free = waiting_in(queue).filter(~Exists(playing)).order_by("enqueued_at")
    rows = free.values_list("pk", "player__name", "player__presence_for")
    free_names = [_named(queue, *row) for row in rows[: MOST_NAMED + queue.seats]]
    running: list[SharedTable] = []
    for game, user_ids in open_tables(queue):
        seats = Seat.objects.filter(game=game, user__in=user_ids, live=True)
        seated = seats.values_list("user", "name", "user__presence_for")
        people = [_named(queue, *row) for row in seated]
        running.append({"people": people, "ais": queue.seats - len(people)})
    return {"free": free_names, "tables": running[:MOST_NAMED]}


def _named(queue: Queue, user_id: int, name: str, presence_for: str) -> Named:
    hidden = queue.seats == TWO or presence_for != Audience.EVERYONE
    return user_id, "" if hidden else name


def _shared(queue: Queue) -> QuerySet[Any]:
    """Return the ids of the running or open shared tables of a queue."""
    slots = waiting_in(queue).filter(
        Exists(Seat.objects.filter(user=OuterRef("player"), game=OuterRef("shared"), live=True)),
        shared__status__in=(Game.Status.OPEN, Game.Status.PLAYING),
        # a user of this queue may sit at a shared table of another
        shared__slug=queue.slug,
    )
    return slots.values("shared")
