"""The audit of the rows of two queues: what is lost, doubled or broken, now and in the end."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from games.models import Game, Seat
from games.table.clocks import span
from games.table.position import size_of
from matchmaking.models import SecondQueue, Slot, Strike
from matchmaking.queues import GATHER_SECONDS, QUEUES


def snapshot(never_waited: Collection[int] = ()) -> list[str]:
    """What is broken in the rows as they are committed now: nothing may be, at any moment.

    `never_waited` are users who queue for nothing.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        slots = {slot.pk: slot for slot in Slot.objects.all()}
        seconds = list(SecondQueue.objects.values_list("slot_id", "queue"))
        shared = {slot.shared_id for slot in slots.values()}
        games = {game.pk: game for game in Game.objects.filter(rated=True).defer("state")}
        games |= Game.objects.filter(pk__in=shared).defer("state").in_bulk()
        seats = list(Seat.objects.filter(game__in=games))
        elsewhere = Seat.objects.filter(user__isnull=False).exclude(game__in=games)
        seats += list(elsewhere.exclude(live=False, kept_at=None))
    rated = [seat for seat in seats if seat.game_id in games and games[seat.game_id].rated]
    wrong = [fault for seat in rated if (fault := _misplaced(seat, slots.get(seat.user_id or 0)))]
    wrong += [f"uncalled: {seat} never waited" for seat in rated if seat.user_id in never_waited]
    at: dict[str, list[Seat]] = defaultdict(list)
    for seat in seats:
        at[seat.game_id].append(seat)
    for pk, game in games.items():
        if game.rated:
            wrong += _broken_rated(game, at[pk], slots)
    return [
        *wrong,
        *_in_two_places(seats),
        *_broken_shared(games, at, slots),
        *_broken_waits(slots, seconds),
    ]


def overdue() -> set[str]:
    """Return the shared tables that have gathered for long enough, and have not begun."""
    here = Seat.objects.filter(user=OuterRef("player"), game=OuterRef("shared"), live=True)
    slots = Slot.objects.filter(
        Exists(here),
        state=Slot.State.WAITING,
        shared__status=Game.Status.OPEN,
        shared__created_at__lte=Now() - span(GATHER_SECONDS),
    )
    return set(slots.values_list("shared", flat=True))


def _misplaced(seat: Seat, slot: Slot | None) -> str | None:
    """What is wrong with a chair and the slot of its owner."""
    if not seat.live or seat.user_id is None:
        return None
    if slot is None:
        return f"lost: {seat} has a chair and no slot"
    if slot.state == Slot.State.WAITING:
        return f"duplicated: {seat} is queued and seated"
    if (slot.game_id, slot.seat) != (seat.game_id, seat.index):
        return f"duplicated: {seat} is also at {slot.game_id}"
    return None


def _broken_rated(game: Game, seats: Sequence[Seat], slots: dict[int, Slot]) -> list[str]:
    own = {slot.pk for slot in slots.values() if slot.game_id == game.pk}
    sitting = {seat.user_id for seat in seats}
    people = own | sitting if game.status == Game.Status.OPEN else sitting
    if len(people) == QUEUES[game.slug].seats:
        return []
    return [f"broken: {game.status} {game.pk} has {len(sitting)} on its chairs"]


def _in_two_places(seats: Sequence[Seat]) -> list[str]:
    live = Counter(seat.user_id for seat in seats if seat.live and seat.user_id is not None)
    twice = {user: count for user, count in live.items() if count > 1}
    wrong = [f"duplicated: user {user} has {count} seats" for user, count in twice.items()]
    return wrong + [f"kept and live: {seat}" for seat in seats if seat.live and seat.kept_at]


def _broken_shared(
    games: dict[str, Game], at: dict[str, list[Seat]], slots: dict[int, Slot]
) -> list[str]:
    """What is wrong with the shared tables where users sit who wait."""
    wrong = []
    for slot in slots.values():
        game = games.get(slot.shared_id or "")
        if game is None or not any(seat.user_id == slot.pk and seat.live for seat in at[game.pk]):
            continue
        if game.rated or slot.state != Slot.State.WAITING:
            wrong.append(f"duplicated: {slot}, and shares {game.pk}")
        if game.slug != QUEUES[slot.queue].slug:
            wrong.append(f"misled: {slot}, and shares {game.pk} of {game.slug}")
        if game.status != Game.Status.OPEN and len(at[game.pk]) != size_of(game.ruleset):
            wrong.append(f"broken: shared {game.pk} runs with {len(at[game.pk])} on its chairs")
    return wrong


def _broken_waits(slots: dict[int, Slot], seconds: Sequence[tuple[int, str]]) -> list[str]:
    wrong = [f"lost: {queue} and no slot" for pk, queue in seconds if pk not in slots]
    return wrong + [
        f"duplicated: {slots[pk]} twice"
        for pk, queue in seconds
        if pk in slots and slots[pk].queue == queue
    ]


def unaccounted(
    waits: Counter[int], ended: Counter[int], agreed: Counter[int], abandoned: int
) -> list[str]:
    """Return what is missing when every wait, counted by user, must be accounted for.

    `ended` are those that were cancelled or led to a game, of which so many were abandoned. Users
    who agreed to be called out of another game are out without a strike when they come too late,
    as on a machine that is busy elsewhere: a wait of theirs may be missing for each time.
    """
    out = Strike.objects.filter(reason__in=("no-show", "declined"))
    known = ended + Counter(Slot.objects.values_list("pk", flat=True))
    known += Counter(out.values_list("user", flat=True))
    wrong = [
        f"counts: user {user} waited {waits[user]} times, {known[user]} accounted for"
        for user in sorted(waits.keys() | known.keys())
        if not 0 <= waits[user] - known[user] <= agreed[user]
    ]
    if Strike.objects.filter(reason="abandoned").count() != abandoned:
        wrong.append(f"counts: {abandoned} abandoned, others were struck")
    if Slot.objects.filter(state="seated", announced_at=None).exists():
        wrong.append("unannounced: a user is seated and was not notified")
    return wrong
