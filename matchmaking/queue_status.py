"""The status frame of a queue socket, from the status of the queue and of the user."""

import time
from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef
from django.db.models.functions import Now
from django.urls import reverse

from accounts import friends
from accounts.contact import push
from accounts.models import User
from accounts.ratings import ranks
from accounts.ratings.rating import CENTER, POINTS, PRIOR_MU
from accounts.ratings.rating_parameters import scale_of
from games.live import online
from games.models import Game, Seat
from games.positions.clocks import milliseconds_between, paced_timedelta
from matchmaking import penalties, queue_cache, ranked_hours, shared_tables
from matchmaking.arrivals import Arrivals, Estimate, bin_of
from matchmaking.models import Slot
from matchmaking.pairing import PATIENCE, PRICE, allowed_spread, usual_wait
from matchmaking.protocol import (
    Company,
    Cooldown,
    FoundTable,
    Meanwhile,
    Offer,
    QueueFrame,
    SharedStatus,
    UserStatus,
)
from matchmaking.queues import (
    ALL_QUEUES,
    ASK_SECONDS,
    BOT_QUEUES,
    CAP_SECONDS,
    DEFAULT,
    EARLY_OFFER_SECONDS,
    OFFER_SECONDS,
    QUEUES,
    Queue,
)

DOTS, STEP = 40, 25
# fewer ratings are not sent: the leaderboard would reveal who waits
FEWEST_DOTS = 5
# least weight of arrivals for an estimate of the wait
FEW = 4.0


# ------------------------------------------------------------------- the status of a queue
def shared_status(
    queue: Queue,
    waiting: int,
    shown: Sequence[float],
    arrivals: Arrivals,
    offer: Company | None,
    free: int,
) -> SharedStatus:
    """Return the shared status of a queue; its ratings are in public points.

    `shown` are the sorted skills (mu) of waiting players who do not hide them. `offer` is None if
    no shared table is offered. `free` is the number of players who can be seated.
    """
    points, estimate, most = (
        POINTS / scale_of(queue.slug),
        arrivals.estimate(),
        ranked_hours.wait_cap(queue),
    )
    reach = [allowed_spread(estimate, part, queue.seats, most) for part in estimate.density]
    is_estimated = arrivals.weight >= FEW
    # at most DOTS ratings, evenly chosen
    every = max(1, -(-len(shown) // DOTS))
    ratings = [CENTER + points * (strength - PRIOR_MU) for strength in shown[::every]]
    return {
        "queue": queue.name,
        "waiting": waiting,
        "online": online.count_users(),
        "estimate_ms": round(usual_wait(estimate, queue.seats, most) * 1000)
        if is_estimated
        else None,
        "cap_ms": round(most * 1000),
        "dots": [STEP * round(rating / STEP) for rating in ratings],
        "reach": [round(points * part) for part in reach],
        "growth": points * PATIENCE * PRICE * estimate.spread * queue.seats,
        "offer_ms": round(1000 * offer_seconds(estimate, free, queue)),
        "offer": offer,
    }


def offer_seconds(arrivals: Estimate, free: int, queue: Queue) -> float:
    """Return the wait in seconds before a shared table is offered.

    It is shorter when a ranked table is unlikely: few players arrive, and fewer can be seated
    (`free`) than a table needs.
    """
    unlikely = free < queue.seats and usual_wait(arrivals, queue.seats, CAP_SECONDS) > OFFER_SECONDS
    return EARLY_OFFER_SECONDS if unlikely else OFFER_SECONDS


# --------------------------------------------------------------------------- the status of a user
def user_status(user_id: int, about: str = DEFAULT) -> UserStatus:
    """Return the current status of a user, in their queue or else in the one of a game."""
    slots = Slot.objects.filter(player_id=user_id).select_related("game", "player")
    slot: Any = slots.annotate(now=Now()).first()
    queue = ALL_QUEUES[slot.queue] if slot else find_queue(user_id, about)
    cooldown = penalties.find_cooldown(user_id)
    part: UserStatus = {
        "at": time.monotonic(),
        "state": "cooldown" if cooldown is not None and cooldown.until is not None else "idle",
        "queue": None,
        "about": queue.name,
        "seats": queue.seats,
        "since_ms": 0,
        "rating": ranks.rank_of(user_id, queue.slug, queue.mode).rating,
        "mu": PRIOR_MU,
        "hidden": False,
        "table": None,
        "cooldown": None,
        "user": user_id,
        "also": [],
        "pushed": False,
        "meanwhile": None,
        "apart": [],
        "ask_ms": None,
    }
    if cooldown is not None:
        part["cooldown"] = {
            "until_ms": cooldown.left_ms,
            "reason": cooldown.reason,
            "strikes": cooldown.strikes,
        }
    if slot is not None:
        part["state"], part["queue"] = slot.state, slot.queue
        part["mu"], part["hidden"] = slot.mu, slot.player.hides_rating
        part["table"] = _table(slot) if slot.game_id else None
        if slot.state == Slot.State.WAITING:
            _add_waiting(part, slot)
    return part


def find_queue(user_id: int, slug: str) -> Queue:
    """Return the queue of a game that a user may join; without such a game, the default one."""
    is_bot = User.objects.filter(pk=user_id, bot_owner__isnull=False).exists()
    queues = BOT_QUEUES if is_bot else QUEUES
    return queues.get(slug, queues[DEFAULT])


def _add_waiting(part: UserStatus, slot: Any) -> None:
    """Add the fields of waiting users."""
    here = _meanwhile(slot)
    part["since_ms"] = milliseconds_between(slot.enqueued_at, slot.now)
    part["also"] = list(slot.second_queues.order_by("queue").values_list("queue", flat=True))
    part["pushed"] = bool(push.find_reachable([slot.pk], "ready"))
    part["meanwhile"] = here
    part["apart"] = list(friends.muted_with(slot.pk))
    if here and here["people"] and slot.asked_at is not None and slot.agreed is None:
        part["ask_ms"] = milliseconds_between(
            slot.now, slot.asked_at + paced_timedelta(ASK_SECONDS)
        )


def make_frame(part: UserStatus, shared: SharedStatus | None) -> QueueFrame:
    """Return the frame of a viewer from the two statuses."""
    passed = round((time.monotonic() - part["at"]) * 1000)
    is_waiting = part["state"] == Slot.State.WAITING
    frame: QueueFrame = {
        "type": "queue",
        "state": part["state"],
        "queue": part["queue"] and ALL_QUEUES[part["queue"]].slug,
        "about": ALL_QUEUES[part["about"]].slug,
        "seats": part["seats"],
        "since_ms": part["since_ms"] + passed if is_waiting else 0,
        "rating": part["rating"],
        "table": part["table"] and _counted_down(part["table"], passed),
        "cooldown": part["cooldown"] and _shortened(part["cooldown"], passed),
        "also": [ALL_QUEUES[name].slug for name in part["also"]],
        "pushed": part["pushed"],
        "meanwhile": part["meanwhile"],
        "estimate_ms": shared["estimate_ms"] if shared else None,
        "waiting": shared["waiting"] if shared else int(is_waiting),
        # includes the viewer, who may not be counted yet
        "online": max(1, shared["online"]) if shared else 1,
        "band": None,
        "dots": list(shared["dots"]) if shared else [],
        "cap_ms": shared["cap_ms"] if shared else round(CAP_SECONDS * 1000),
        "found": 0,
        "offer": None,
        "ask": None,
    }
    if is_waiting and shared and frame["since_ms"] < frame["cap_ms"]:
        reach = shared["reach"][bin_of(part["mu"])] + shared["growth"] * frame["since_ms"] / 1000
        frame["band"] = [round(part["rating"] - reach), round(part["rating"] + reach)]
        own_dot = STEP * round(part["rating"] / STEP)
        if not part["hidden"] and own_dot in frame["dots"]:
            frame["dots"].remove(own_dot)
    if is_waiting:
        frame["found"] = _found(frame)
        frame["offer"] = _offer(part, shared, frame["since_ms"])
    if len(frame["dots"]) < FEWEST_DOTS:
        frame["dots"] = []
    if part["ask_ms"] is not None and part["ask_ms"] > passed:
        frame["ask"] = {"left_ms": part["ask_ms"] - passed}
    return frame


def _counted_down(table: FoundTable, passed: int) -> FoundTable:
    """Return a table with its deadline this many milliseconds closer."""
    ready_by_ms = table["ready_by_ms"]
    left = None if ready_by_ms is None else max(0, ready_by_ms - passed)
    return {**table, "ready_by_ms": left}


def _shortened(cooldown: Cooldown, passed: int) -> Cooldown:
    """Return a cooldown shortened by this many milliseconds."""
    return {**cooldown, "until_ms": max(0, cooldown["until_ms"] - passed)}


def current_frame(user_id: int, about: str = DEFAULT) -> QueueFrame:
    """Return the current frame of a viewer; `about` as in user_status()."""
    part = user_status(user_id, about)
    return make_frame(part, queue_cache.load_status(part["about"]))


# ------------------------------------------------------------------------------- parts
def _table(slot: Any) -> FoundTable:
    """Return the table of a seated user.

    Users who may stay away without a strike see no names before the deal.
    """
    is_open = slot.game.status == Game.Status.OPEN
    seats = list(Seat.objects.filter(game=slot.game_id).order_by("index"))
    shows_names = not (is_open and penalties.is_excused(slot))
    return {
        "url": reverse("games:game", args=(slot.game_id,)),
        "ready_by_ms": milliseconds_between(slot.now, slot.ready_by) if is_open else None,
        "check": slot.called,
        "here": any(seat.user_id == slot.pk and seat.away_since is None for seat in seats),
        "seats": [
            {
                "name": seat.name if shows_names else "",
                "avatar": seat.avatar if shows_names else "",
                "here": seat.kind == Seat.Kind.AI or seat.away_since is None,
            }
            for seat in seats
        ],
    }


def _meanwhile(slot: Any) -> Meanwhile | None:
    """Return the table where a waiting user sits; None without one."""
    seats = Seat.objects.filter(user=slot.pk, live=True)
    with_others = shared_tables.seats_with_others().filter(pk=OuterRef("pk"))
    seat = seats.annotate(people=Exists(with_others)).first()
    if seat is None:
        return None
    return {
        "url": reverse("games:game", args=(seat.game_id,)),
        "people": seat.people,
        "shared": seat.game_id == slot.shared_id,
    }


def _offer(part: UserStatus, shared: SharedStatus | None, since_ms: int) -> Offer | None:
    """Return the shared table that this user may join, or None.

    At a running table the user takes the seat of an AI player. Nothing is offered to users who
    play with others or already sit at the shared table, and no game against only AI players to a
    user who has one.
    """
    here = part["meanwhile"]
    offer = shared["offer"] if shared else None
    if shared is None or offer is None or (here and (here["people"] or here["shared"])):
        return None
    # names any earlier would let users choose their opponents by leaving
    if since_ms < shared["offer_ms"]:
        return None
    apart = set(part["apart"])
    begun, ais = False, part["seats"] - 1
    # count players without names even if muted: mutes must not reveal who waits
    free = [entry for entry in offer["free"] if entry[0] != part["user"]]
    names = [name for user, name in free if not name or user not in apart][:ais]
    for table in offer["tables"]:
        if apart.isdisjoint(user for user, name in table["people"] if name):
            begun, names = True, [name for _, name in table["people"]]
            break
    if not names and here:
        return None
    visible_names = [name for name in names if name]
    return {
        "with": visible_names,
        "others": len(names) - len(visible_names),
        "ais": ais - len(names),
        "begun": begun,
    }


def _found(frame: QueueFrame) -> int:
    """Return how many players of a table are found: the user and others close enough in rating.

    While the user waits, at least one counts as missing.
    """
    others, seats = frame["waiting"] - 1, frame["seats"]
    if frame["band"]:
        low, high = frame["band"]
        others = min(others, sum(low <= dot <= high for dot in frame["dots"]))
    return max(1, min(1 + others, seats - 1))
