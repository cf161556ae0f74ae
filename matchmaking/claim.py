"""Turns planned groups into tables: claims the players, saves games and seats, then notifies."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from django.db import transaction
from django.db.models import Case, Count, Exists, OuterRef, Subquery, When
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from accounts.contact.notifications import notify_users
from accounts.models import User
from density.platform import metrics
from density.platform.redis import passing_over_outages
from games.live import broadcast
from games.lobby.seating import ai_names
from games.models import Game, Seat
from games.positions.clocks import paced_timedelta
from games.registry import GAMES
from matchmaking import queue_cache, shared_tables
from matchmaking.models import SecondQueue, Slot
from matchmaking.queues import GO_SECONDS, Queue

# the players of a table in the order of the seats, each with the ticket of their slot; AI players
# take the remaining seats
Group = Mapping[int, str]
# tables in one transaction
CHUNK = 250
# longer than any table waits for its players, so that each is notified once
NOTIFIED_SECONDS = 600


def claim_groups(queue: Queue, groups: Sequence[Group]) -> list[str]:
    """Seat these groups in one transaction; return the ids of the games, not announced yet.

    A group is dropped when a member no longer waits, is being claimed by another process, or has
    joined another table. Its other members keep waiting.
    """
    players = [player for group in groups for player in group]
    with transaction.atomic():
        slots = Slot.objects.filter(pk__in=players, state=Slot.State.WAITING).order_by("pk")
        slots = slots.filter(player__bot_owner__isnull=not queue.for_bots)
        slots = slots.select_for_update(skip_locked=True, of=("self",)).select_related("player")
        locked = {slot.pk: slot for slot in slots}
        for player in shared_tables.staying_users(locked):
            del locked[player]
        whole = [group for group in groups if _is_complete(group, locked)]
        return _seat(queue, whole, locked) if whole else []


def _seat(queue: Queue, groups: Sequence[Group], locked: dict[int, Slot]) -> list[str]:
    """Save games and seats of groups whose slots are locked, and mark the players as seated.

    The players leave their casual games first. The whole table is dropped if the database refuses a
    seat, because its player sits elsewhere, or if the player has become a bot.
    """
    shared_tables.give_way({player: locked[player] for group in groups for player in group})
    tables = [(queue.new_game(rated=True), group) for group in groups]
    Game.objects.bulk_create([game for game, _ in tables])
    seats = [seat for game, group in tables for seat in _seats(queue, game, group, locked)]
    Seat.objects.bulk_create(seats, ignore_conflicts=True)
    ids = [game.pk for game, _ in tables]
    # no account becomes a bot while it is locked; games are locked before users everywhere
    users = User.objects.filter(pk__in=[player for group in groups for player in group])
    users = users.order_by("pk").select_for_update(no_key=True)
    misplaced = [user.pk for user in users if user.is_bot != queue.for_bots]
    fitting = Seat.objects.filter(game__in=ids).exclude(user__in=misplaced).order_by()
    seat_counts = fitting.values("game").annotate(taken=Count("pk"))
    full = set(seat_counts.filter(taken=queue.seats).values_list("game", flat=True))
    if len(full) < len(ids):
        Game.objects.filter(pk__in=set(ids) - full).delete()
    seated = [group for game, group in tables if game.pk in full]
    _mark_seated(queue, seated, locked)
    transaction.on_commit(partial(_note_waits, queue, seated, locked))
    return [game_id for game_id in ids if game_id in full]


def _note_waits(queue: Queue, seated: Sequence[Group], locked: dict[int, Slot]) -> None:
    now = timezone.now()
    for group in seated:
        for player in group:
            waited = (now - locked[player].enqueued_at).total_seconds()
            metrics.observe_seconds("queue_wait_seconds", waited, queue.name)


def announce_tables(**tables: object) -> None:
    """Notify the players of new tables, and start their time to join; once per table.

    `tables` is a filter of slots: the claimed games, or a queue whose process ended before it
    could notify. If publishing fails, the next tick tries again.
    """
    slots = Slot.objects.filter(**tables, state=Slot.State.SEATED, announced_at=None)
    players = list(slots.values_list("pk", flat=True))
    if not players or not broadcast.notify_queuers(players):
        return
    with transaction.atomic():
        locked = slots.filter(pk__in=players).select_for_update(skip_locked=True).order_by("pk")
        pks = list(locked.values_list("pk", flat=True))
        times = {"announced_at": Now(), "ready_by": Now() + paced_timedelta(GO_SECONDS)}
        Slot.objects.filter(pk__in=pks).update(**times)


def notify_absent(queue: Queue) -> None:
    """Push to players who are not at their table and view no page of the site, once each.

    Called at every tick, because a lost page still counts as viewed for VIEWING_SECONDS.
    """
    gathering = Slot.objects.filter(
        queue=queue.name,
        state=Slot.State.SEATED,
        announced_at__isnull=False,
        game__status=Game.Status.OPEN,
    )
    own_seat = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("player"))
    absent = Exists(own_seat.filter(away_since__isnull=False))
    tables: dict[str, list[str]] = defaultdict(list)
    absentees: dict[int, str] = {}
    rows = gathering.values_list("pk", "game_id", "player__name", absent)
    for player, game, name, is_absent in rows:
        tables[game].append(name)
        if is_absent:
            absentees[player] = game
    for player in absentees.keys() - queue_cache.viewing_users(list(absentees)):
        game = absentees[player]
        with passing_over_outages("user %s was not notified of a table", player):
            if queue_cache.take_turn(f"ready:{game}:{player}", NOTIFIED_SECONDS):
                path = reverse("games:game", args=[game])
                notify_users("ready", [player], path, names=tables[game])


def _is_complete(group: Group, locked: dict[int, Slot]) -> bool:
    return all(
        player in locked and locked[player].ticket == ticket for player, ticket in group.items()
    )


def _seats(queue: Queue, game: Game, group: Group, locked: dict[int, Slot]) -> list[Seat]:
    seats = [
        Seat(
            game=game,
            index=index,
            user_id=player,
            kind=Seat.Kind.PLAYER,
            name=locked[player].player.name,
            hides_name=locked[player].player.hides_presence,
            avatar=locked[player].player.avatar,
            joined_at=Now(),
            away_since=Now(),
        )
        for index, player in enumerate(group)
    ]
    if len(seats) == queue.seats:
        return seats
    level = GAMES[queue.slug].usual_level
    names = ai_names(queue.slug, level, queue.seats - len(seats))
    return seats + [
        Seat(game=game, index=index, kind=Seat.Kind.AI, name=name, level=level)
        for index, name in enumerate(names, len(seats))
    ]


def _mark_seated(queue: Queue, seated: Sequence[Group], locked: dict[int, Slot]) -> None:
    """Save the table and seat of each player, and whether a call to the table is needed."""
    players = [player for group in seated for player in group]
    for player in players:
        if locked[player].queue != queue.name:
            _change_queues(locked[player], queue)
    viewers = queue_cache.viewing_users(players)
    viewing_groups = [group for group in seated if viewers.issuperset(group)]
    not_called = [player for group in viewing_groups for player in group]
    own_seat = Seat.objects.filter(user=OuterRef("player"), live=True)
    Slot.objects.filter(pk__in=players).update(
        state=Slot.State.SEATED,
        game=Subquery(own_seat.values("game")[:1]),
        seat=Subquery(own_seat.values("index")[:1]),
        called=Case(When(pk__in=not_called, then=False), default=True),
        announced_at=None,
        ready_by=Now() + paced_timedelta(GO_SECONDS),
        shared=None,
    )


def _change_queues(slot: Slot, queue: Queue) -> None:
    """Swap the slot's main queue with its second queue, which has a table."""
    second = SecondQueue.objects.get(slot=slot, queue=queue.name)
    first = (slot.queue, slot.mu, slot.sigma)
    slot.queue, slot.mu, slot.sigma = second.queue, second.mu, second.sigma
    second.queue, second.mu, second.sigma = first
    slot.save(update_fields=("queue", "mu", "sigma"))
    second.save()
