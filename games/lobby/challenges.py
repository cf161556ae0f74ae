"""Challenges: one user asks another one to a private table, which is open already.

They end by an answer, after ten minutes, with their table, or by a block. None is ever rated.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts import friends
from accounts.contact.notifications import notify_users
from accounts.models import Follow, Mute, User
from games.engine.contract import Json, Refused
from games.lobby import seating
from games.models import Challenge, Game, Seat
from games.positions.new_game import Options
from games.positions.position import lock_position, size_of
from games.protocol import ChallengeFrame
from games.registry import GAMES

LASTS, KEPT = timedelta(minutes=10), timedelta(days=7)
# a socket that opens is sent the answers that are younger
FRESH = timedelta(minutes=1)
# open challenges of players whom the challenged user does not follow: at once, and in an hour
MOST_STRANGERS, MOST_STRANGERS_AN_HOUR = 5, 10
HOUR = timedelta(hours=1)
# so many are ended by one call at most
BATCH = 200
LONGEST_NUMBER = 18
Status = Challenge.Status


class _Over(Exception):
    """The challenge ended while it was being answered."""


def challenge_user(challenger: User, challenged: User, options: Options) -> Challenge | Refused:
    """Open a private table with these options, and ask another user to it.

    Refused as "guests" (both need an account), "self", "no-invitations" (a block, a mute, or the
    other one wants none), "challenges-full" (too many strangers ask that one), and as
    seating.open_table refuses. Raises ValueError as that does.
    """
    refused = find_refusal(challenger, challenged)
    if refused is not None:
        return refused
    with transaction.atomic():
        opened = seating.open_table(challenger, options)
        made = opened if isinstance(opened, Refused) else _make(challenger, challenged, opened)
        if isinstance(made, Refused):
            # no table stays for a challenge that does not arrive
            transaction.set_rollback(True)
        return made


def invite_user(challenger: User, challenged: User) -> Challenge | Refused:
    """Ask another user to the open table where the challenger sits already.

    Refused as challenge_user() refuses, and as "no-table" where there is none to invite to.
    """
    refused = find_refusal(challenger, challenged)
    if refused is not None:
        return refused
    table = open_table_of(challenger.pk)
    if table is None:
        return Refused("no-table")
    try:
        with transaction.atomic():
            game = lock_position(table.pk).game
            if game.status != Game.Status.OPEN:
                return Refused("no-table")
            return _make(challenger, challenged, game)
    except Game.DoesNotExist:
        return Refused("no-table")


def find_refusal(challenger: User, challenged: User) -> Refused | None:
    """Return why one user may not challenge the other one; None when it may."""
    if challenger.is_guest or challenged.is_guest:
        return Refused("guests")
    if challenger.pk == challenged.pk:
        return Refused("self")
    if not friends.find_relations(challenger.pk, challenged)["invites"]:
        return Refused("no-invitations")
    return Refused("challenges-full") if _is_full(challenger, challenged) else None


def _is_full(challenger: User, challenged: User) -> bool:
    """Return whether a user is asked by too many strangers for one more.

    A user whom the challenged one follows is none of them, and always gets through.
    """
    now, own = timezone.now(), Follow.objects.filter(owner=challenged)
    if own.filter(followed=challenger).exists():
        return False
    asked = Challenge.objects.filter(challenged=challenged, made_at__gt=now - HOUR)
    strangers = asked.exclude(challenger__in=own.values("followed"))
    waiting = strangers.filter(status=Status.OPEN, made_at__gt=now - LASTS)
    others = waiting.exclude(challenger=challenger).count()
    return others >= MOST_STRANGERS or strangers.count() >= MOST_STRANGERS_AN_HOUR


def open_table_of(user_id: int) -> Game | None:
    """Return the table that waits for players, to which this user may invite; None without one.

    To one with a password only its host invites.
    """
    seats = Seat.objects.filter(user=user_id, live=True, game__status=Game.Status.OPEN)
    seats = seats.filter(~Q(game__access=Game.Access.PASSWORD) | Q(game__host=user_id))
    seat = seats.filter(game__rated=False).select_related("game").first()
    return None if seat is None else seat.game


def accept_challenge(number: int, user: User) -> Game | Refused:
    """Sit down at the table of a challenge; done twice it is done once.

    Refused as "challenge-over", and as seating.join refuses: the challenge stays open then.
    Raises Challenge.DoesNotExist for a challenge of other users.
    """
    found = Challenge.objects.select_related("game").get(pk=number, challenged=user)
    if found.status == Status.OPEN and found.game is not None:
        try:
            # the game is locked before the challenge, here and where a table closes
            with transaction.atomic():
                refused = seating.join_table(found.game.pk, user, invited=True)
                if refused is not None:
                    return refused
                if not _end(found, Status.ACCEPTED):
                    raise _Over
        except (_Over, Game.DoesNotExist):
            pass
        found = Challenge.objects.select_related("game").get(pk=number)
    if found.status == Status.ACCEPTED and found.game is not None:
        return found.game
    return Refused("challenge-over")


def decline_challenge(number: int, user: User, word: str = "") -> Refused | None:
    """Decline a challenge with one of its phrases.

    Raises Challenge.DoesNotExist as accept_challenge().
    """
    found = Challenge.objects.get(pk=number, challenged=user)
    if word not in Challenge.Word.values:
        return Refused("malformed")
    with transaction.atomic():
        return None if _end(found, Status.DECLINED, word) else Refused("challenge-over")


def withdraw_challenge(number: int, user: User) -> Refused | None:
    """Let the challenger take a challenge back. Raises Challenge.DoesNotExist for other users."""
    found = Challenge.objects.get(pk=number, challenger=user)
    with transaction.atomic():
        return None if _end(found, Status.WITHDRAWN) else Refused("challenge-over")


def end_between(one: int, other: int) -> None:
    """End what is open between two users as if it had not been answered."""
    _expire(Q(challenger=one, challenged=other) | Q(challenger=other, challenged=one))


def end_from_muted(owner_id: int) -> None:
    """End the open challenges to a user of those whom it has muted, as if not answered."""
    muted = Mute.objects.filter(owner=owner_id).values("muted")
    _expire(Q(challenged=owner_id, challenger__in=muted))


def _expire(which: Q) -> None:
    with transaction.atomic():
        for found in Challenge.objects.filter(which, status=Status.OPEN):
            _end(found, Status.EXPIRED)


def end_old(now: datetime) -> int:
    """End what is too old, or whose table has closed or begun; forget what is older than KEPT.

    A challenge whose user sits at its table all the same is accepted. Return how many ended.
    """
    # one that is yet to be made was made before the clock was set back
    over = (
        Q(made_at__lte=now - LASTS)
        | Q(made_at__gt=now + LASTS)
        | Q(game=None)
        | ~Q(game__status=Game.Status.OPEN)
    )
    sits = Exists(Seat.objects.filter(game=OuterRef("game"), user=OuterRef("challenged")))
    ended = 0
    for found in Challenge.objects.filter(over, status=Status.OPEN).annotate(sits=sits)[:BATCH]:
        gone = Status.WITHDRAWN if found.game_id is None else Status.EXPIRED
        with transaction.atomic():
            ended += _end(found, Status.ACCEPTED if found.sits else gone, late=True)
    Challenge.objects.filter(made_at__lt=now - KEPT).exclude(status=Status.OPEN).delete()
    return ended


def open_of(user_id: int) -> list[ChallengeFrame]:
    """Return the open challenges of a user, the newest first, as show_challenge() has them."""
    mine = Q(challenged=user_id) | Q(challenger=user_id)
    found = _open().filter(mine).order_by("-pk")
    return [show_challenge(each, user_id) for each in found]


def waiting_for(user_id: int) -> list[Json]:
    """Return the challenges that this user may accept, the newest first: one query.

    Those of `stranger`s, whom the user does not follow, come last.
    """
    followed = Follow.objects.filter(owner=user_id, followed=OuterRef("challenger"))
    found = _open().filter(challenged=user_id).annotate(stranger=~Exists(followed))
    return [
        {**show_challenge(each, user_id), "stranger": each.stranger}
        for each in found.order_by("stranger", "-pk")
    ]


def past_of(user_id: int) -> list[ChallengeFrame]:
    """Return the challenges that this user missed, and answers to own ones, of the last days."""
    over = ~Q(status__in=(Status.OPEN, Status.ACCEPTED))
    missed = Q(challenged=user_id, status__in=(Status.EXPIRED, Status.WITHDRAWN))
    answered = Q(challenger=user_id, status__in=(Status.EXPIRED, Status.DECLINED))
    found = _rows().filter(over, missed | answered, made_at__gt=timezone.now() - KEPT)
    blocked = friends.blocked_with(user_id)
    found = found.exclude(Q(challenger__in=blocked) | Q(challenged__in=blocked))
    return [show_challenge(each, user_id) for each in found.order_by("-made_at")[:BATCH]]


def answer_to(number: str, user_id: int) -> ChallengeFrame | None:
    """Return an own challenge that is no longer open; None for any other number."""
    if not (number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER):
        return None
    own = _rows().filter(pk=int(number), challenger=user_id)
    found = own.exclude(status=Status.OPEN).first()
    return None if found is None else show_challenge(found, user_id)


def fresh_of(user_ids: Collection[int]) -> dict[int, list[ChallengeFrame]]:
    """Return by user the answers of the last minute to its challenges, and the open ones to it.

    As show_challenge() has them, each the oldest first, in two queries: what a page may have
    missed.
    """
    fresh: dict[int, list[ChallengeFrame]] = {user_id: [] for user_id in user_ids}
    answered = _rows().filter(challenger__in=user_ids, answered_at__gt=timezone.now() - FRESH)
    for each in answered.exclude(status=Status.WITHDRAWN).order_by("pk"):
        fresh[each.challenger_id].append(show_challenge(each, each.challenger_id))
    for each in _open().filter(challenged__in=user_ids).order_by("pk"):
        fresh[each.challenged_id].append(show_challenge(each, each.challenged_id))
    return fresh


def all_of(user_id: int) -> QuerySet[Challenge]:
    """Return every challenge of or to a user that is kept, the oldest first."""
    mine = Q(challenged=user_id) | Q(challenger=user_id)
    return Challenge.objects.filter(mine).select_related("challenger", "challenged").order_by("pk")


def show_challenge(found: Challenge, viewer_id: int) -> ChallengeFrame:
    """Return a challenge for a page or a socket of one of its two users: docs/PROTOCOL.md."""
    sent = found.challenger_id == viewer_id
    options, table = found.options, found.game
    return {
        "type": "challenge",
        "id": found.pk,
        "status": found.status,
        "sent": sent,
        "name": (found.challenged if sent else found.challenger).name,
        "slug": options["slug"],
        "game": GAMES[options["slug"]].title if options["slug"] in GAMES else "",
        "edition": options["edition"],
        "seats": options["seats"],
        "free": options["free"],
        "word": found.word,
        "url": reverse("games:game", args=(table.pk,)) if table is not None else "",
        "at": found.made_at,
    }


def _notify_challenged(found: Challenge) -> None:
    """Notify the challenged user of a new challenge, on commit: the one place for it.

    Only friends, whom the user follows, reach a user who has no page open.
    """
    challenged = found.challenged_id
    follows = Follow.objects.filter(owner=challenged, followed=found.challenger_id).exists()
    notify_users(
        "invite" if follows else "challenge",
        [challenged],
        reverse("games:friends"),
        frame=show_challenge(found, challenged),
        who=found.challenger.name,
        game=str(GAMES[found.options["slug"]].title),
    )


# -------------------------------------------------------------------------------- parts
def _rows() -> QuerySet[Challenge]:
    """Return the challenges with all that show_challenge() reads."""
    found = Challenge.objects.select_related("challenger", "challenged", "game")
    return found.defer("game__state")


def _open() -> QuerySet[Challenge]:
    return _rows().filter(
        status=Status.OPEN,
        game__status=Game.Status.OPEN,
        made_at__gt=timezone.now() - LASTS,
    )


def _make(challenger: User, challenged: User, table: Game) -> Challenge | Refused:
    """Save and announce a challenge to this table; one that is open already stays as it is.

    The table is locked: no other call makes one of the same pair meanwhile. So is the challenged
    user, for others who count what that one is asked.
    """
    size = size_of(table.ruleset)
    free = None if table.clock is None else table.clock["free"]
    options = {"slug": table.slug, "edition": table.edition, "free": free, "seats": size}
    pair = {"challenger": challenger, "challenged": challenged}
    former = Challenge.objects.filter(**pair, status=Status.OPEN).first()
    since = timezone.now() - LASTS
    if former is not None and former.game_id == table.pk and former.made_at > since:
        return former
    User.objects.select_for_update(no_key=True).get(pk=challenged.pk)
    if _is_full(challenger, challenged):
        return Refused("challenges-full")
    if former is not None:
        _end(former, Status.WITHDRAWN, late=True)
    made = Challenge.objects.create(**pair, game=table, options=options)
    _notify_challenged(made)
    return made


def _end(found: Challenge, status: str, word: str = "", *, late: bool = False) -> bool:
    """End an open challenge, once, and send both users how; return whether it was open.

    An expired challenge is no longer answered, only ended (`late`).
    """
    now = timezone.now()
    row = Challenge.objects.filter(pk=found.pk, status=Status.OPEN)
    if not late:
        row = row.filter(made_at__gt=now - LASTS)
    if not row.update(status=status, word=word, answered_at=now):
        return False
    found.status, found.word, found.answered_at = status, word, now
    for user_id in (found.challenger_id, found.challenged_id):
        notify_users("challenge", [user_id], frame=show_challenge(found, user_id))
    return True
