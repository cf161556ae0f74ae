"""From a plan to tables: claim the players, write game and seats, then notify; batch by batch."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from accounts.notifications import notify
from games import metrics
from games.models import Game, Seat
from games.registry import GAMES
from games.table import broadcast
from games.table.clocks import span
from games.table.new_game import new_game
from games.table.seating import ai_names
from matchmaking import meanwhile, queue_cache
from matchmaking.models import SecondQueue, Slot
from matchmaking.queues import GO_SECONDS, Queue

# tables in one transaction
CHUNK = 250


class Group(NamedTuple):
    """The players of one table in the order of the seats, and the tickets of their waits.

    AI players take the seats that are left.
    """

    players: tuple[int, ...]
    tickets: tuple[str, ...]


def claim(queue: Queue, groups: Sequence[Group]) -> list[str]:
    """Seat these groups in one transaction; return the ids of their games, not announced yet.

    A group is dropped when one of it does not wait any more, is being claimed by another process,
    or has sat down elsewhere; its others wait on.
    """
    with transaction.atomic():
        held = lock_slots(groups)
        for player in meanwhile.staying(held):
            del held[player]
        whole = [group for group in groups if _is_complete(group, held)]
        return seat(queue, whole, held) if whole else []


def lock_slots(groups: Sequence[Group]) -> dict[int, Slot]:
    """Lock the waiting players of these groups, except those that another process holds."""
    players = [player for group in groups for player in group.players]
    slots = Slot.objects.filter(pk__in=players, state=Slot.State.WAITING).order_by("pk")
    held = slots.select_for_update(skip_locked=True, of=("self",)).select_related("player")
    return {slot.pk: slot for slot in held}


def seat(queue: Queue, groups: Sequence[Group], held: dict[int, Slot]) -> list[str]:
    """Write games and seats of groups whose players are held, and mark the players as seated.

    What they play meanwhile gives way to it. A seat that the database refuses, because its player
    sits elsewhere, costs its group the table.
    """
    meanwhile.give_way({player: held[player] for group in groups for player in group.players})
    games = [table_of(queue) for _ in groups]
    Game.objects.bulk_create(games)
    seats = [
        row
        for game, group in zip(games, groups, strict=True)
        for row in _seats(queue, game, group, held)
    ]
    Seat.objects.bulk_create(seats, ignore_conflicts=True)
    full = Seat.objects.filter(game__in=games).values("game").annotate(taken=Count("pk"))
    ids = set(full.filter(taken=queue.seats).order_by().values_list("game", flat=True))
    if len(ids) < len(games):
        Game.objects.filter(pk__in=[game.pk for game in games if game.pk not in ids]).delete()
    seated = {game.pk: group for game, group in zip(games, groups, strict=True) if game.pk in ids}
    _mark_seated(queue, seated, held)
    transaction.on_commit(partial(_note_waits, queue, seated, held))
    return list(seated)


def _note_waits(queue: Queue, seated: dict[str, Group], held: dict[int, Slot]) -> None:
    now = timezone.now()
    for group in seated.values():
        for player in group.players:
            metrics.note_wait(queue.name, (now - held[player].enqueued_at).total_seconds())


def table_of(queue: Queue) -> Game:
    """Return a game of this queue, without players and not saved yet."""
    return new_game(
        slug=queue.slug,
        edition=queue.edition,
        ruleset=queue.ruleset,
        rated=True,
        clock=queue.clock,
    )


def announce(game_ids: Sequence[str]) -> bool:
    """Notify the players of these tables that they are seated; the time to come begins now.

    The next tick announces again what could not be sent. May be called again.
    """
    slots = Slot.objects.filter(game__in=game_ids, announced_at=None)
    players = list(slots.values_list("pk", flat=True))
    if not players or not broadcast.notify_queuers(players):
        return False
    mark_announced(players)
    _notify_absent(players)
    return True


def _notify_absent(players: Sequence[int]) -> None:
    """Push to those of these users who were called to a table and look at no page of the site."""
    called = Slot.objects.filter(pk__in=players, called=True, state=Slot.State.SEATED)
    tables: dict[str, dict[int, str]] = defaultdict(dict)
    for player, game, name in called.values_list("pk", "game_id", "player__name"):
        tables[str(game)][player] = name
    viewers = queue_cache.viewing(players)
    for game, names in tables.items():
        path = reverse("games:game", args=[game])
        notify("ready", names.keys() - viewers, path, names=list(names.values()))


def mark_announced(players: Sequence[int]) -> None:
    """Record that these players were notified."""
    with transaction.atomic():
        pending = Slot.objects.filter(pk__in=players, announced_at=None, state=Slot.State.SEATED)
        held = pending.select_for_update(skip_locked=True).order_by("pk")
        pks = list(held.values_list("pk", flat=True))
        slots = Slot.objects.filter(pk__in=pks)
        slots.update(announced_at=Now(), ready_by=Now() + span(GO_SECONDS))


def announce_pending(queue: Queue) -> int:
    """Notify the players whom a process seated that ended before it could; count the tables."""
    pending = Slot.objects.filter(queue=queue.name, state=Slot.State.SEATED, announced_at=None)
    games = list(pending.order_by("game").values_list("game", flat=True).distinct())
    if games:
        announce([str(game) for game in games])
    return len(games)


def _is_complete(group: Group, held: dict[int, Slot]) -> bool:
    return all(
        player in held and held[player].ticket == ticket
        for player, ticket in zip(group.players, group.tickets, strict=True)
    )


def _seats(queue: Queue, game: Game, group: Group, held: dict[int, Slot]) -> list[Seat]:
    seats = [
        Seat(
            game=game,
            index=index,
            user_id=player,
            kind=Seat.Kind.PLAYER,
            name=held[player].player.name,
            hides_name=held[player].player.hides_presence,
            joined_at=Now(),
            away_since=Now(),
        )
        for index, player in enumerate(group.players)
    ]
    if len(seats) == queue.seats:
        return seats
    level = GAMES[queue.slug].usual_level
    names = ai_names(queue.slug, level, queue.seats - len(seats))
    return seats + [
        Seat(game=game, index=index, kind=Seat.Kind.AI, name=name, level=level)
        for index, name in enumerate(names, len(seats))
    ]


def _mark_seated(queue: Queue, seated: dict[str, Group], held: dict[int, Slot]) -> None:
    """Write into the slots where their players sit, and whether a player must be called there."""
    players = [player for group in seated.values() for player in group.players]
    for player in players:
        if held[player].queue != queue.name:
            _change_queues(held[player], queue)
    viewers = queue_cache.viewing(players)
    own_seat = Seat.objects.filter(user=OuterRef("player"), live=True)
    for called in (True, False):
        rows = [
            player
            for group in seated.values()
            if called != viewers.issuperset(group.players)
            for player in group.players
        ]
        if rows:
            Slot.objects.filter(pk__in=rows).update(
                state=Slot.State.SEATED,
                game=Subquery(own_seat.values("game")[:1]),
                seat=Subquery(own_seat.values("index")[:1]),
                called=called,
                announced_at=None,
                ready_by=Now() + span(GO_SECONDS),
                shared=None,
            )


def _change_queues(slot: Slot, queue: Queue) -> None:
    """Make the queue that has a table the slot's own, and its own one the second."""
    second = SecondQueue.objects.get(slot=slot, queue=queue.name)
    first = (slot.queue, slot.mu, slot.sigma)
    slot.queue, slot.mu, slot.sigma = second.queue, second.mu, second.sigma
    second.queue, second.mu, second.sigma = first
    slot.save(update_fields=("queue", "mu", "sigma"))
    second.save()
