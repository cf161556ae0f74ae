"""Challenges: one user invites another to a private table, which is already open.

A challenge ends by an answer, after ten minutes, with its table, or by a block. It is never rated.
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
from games.webhook_messages import describe_invitation

LASTS, KEPT = timedelta(minutes=10), timedelta(days=7)
# a new socket gets the answers that are more recent than this
FRESH = timedelta(minutes=1)
# the most challenges by users whom the challenged user does not follow: open ones, and in an hour
MOST_STRANGERS, MOST_STRANGERS_AN_HOUR = 5, 10
HOUR = timedelta(hours=1)
# the most challenges that one call ends
BATCH = 200
LONGEST_NUMBER = 18
Status = Challenge.Status


class _Over(Exception):
    """The challenge ended while it was being answered."""


def challenge_user(challenger: User, challenged: User, options: Options) -> Challenge | Refused:
    """Open a private table with these options, and challenge another user to it.

    Refused as "guests" (both need an account), "self", "no-invitations" (a block, a mute, or the
    other user accepts none), "challenges-full" (too many by strangers), and as seating.open_table()
    refuses. Raises ValueError as that does.
    """
    refused = find_refusal(challenger, challenged)
    if refused is not None:
        return refused
    with transaction.atomic():
        opened = seating.open_table(challenger, options)
        challenge = (
            opened
            if isinstance(opened, Refused)
            else _save_challenge(challenger, challenged, opened)
        )
        if isinstance(challenge, Refused):
            # without a challenge, the table must not stay
            transaction.set_rollback(True)
        return challenge


def invite_user(challenger: User, challenged: User) -> Challenge | Refused:
    """Challenge another user to the open table where the challenger sits.

    Refused as challenge_user() refuses, and as "no-table" without such a table.
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
            return _save_challenge(challenger, challenged, game)
    except Game.DoesNotExist:
        return Refused("no-table")


def find_refusal(challenger: User, challenged: User) -> Refused | None:
    """Return why one user must not challenge another one, or None."""
    if challenger.is_guest or challenged.is_guest:
        return Refused("guests")
    if challenger.pk == challenged.pk:
        return Refused("self")
    if not friends.find_relations(challenger.pk, challenged)["invites"]:
        return Refused("no-invitations")
    return Refused("challenges-full") if _is_full(challenger, challenged) else None


def _is_full(challenger: User, challenged: User) -> bool:
    """Return whether a user has too many challenges by strangers for another one.

    A challenger whom the user follows is no stranger and is never refused.
    """
    now, follows = timezone.now(), Follow.objects.filter(owner=challenged)
    if follows.filter(followed=challenger).exists():
        return False
    recent = Challenge.objects.filter(challenged=challenged, made_at__gt=now - HOUR)
    by_strangers = recent.exclude(challenger__in=follows.values("followed"))
    waiting = by_strangers.filter(status=Status.OPEN, made_at__gt=now - LASTS)
    others = waiting.exclude(challenger=challenger).count()
    return others >= MOST_STRANGERS or by_strangers.count() >= MOST_STRANGERS_AN_HOUR


def open_table_of(user_id: int) -> Game | None:
    """Return the waiting table to which this user may invite; None without one.

    Only the host may invite to a table with a password.
    """
    seats = Seat.objects.filter(user=user_id, live=True, game__status=Game.Status.OPEN)
    seats = seats.filter(~Q(game__access=Game.Access.PASSWORD) | Q(game__host=user_id))
    seat = seats.filter(game__rated=False).select_related("game").first()
    return None if seat is None else seat.game


def accept_challenge(number: int, user: User) -> Game | Refused:
    """Sit down at the table of a challenge; a repeated call has the same result.

    Refused as "challenge-over", and as seating.join_table() refuses; then the challenge stays open.
    Raises Challenge.DoesNotExist for a challenge of other users.
    """
    challenge = Challenge.objects.select_related("game").get(pk=number, challenged=user)
    if challenge.status == Status.OPEN and challenge.game is not None:
        try:
            # the game is locked before the challenge, as when a table closes
            with transaction.atomic():
                refused = seating.join_table(challenge.game.pk, user, invited=True)
                if refused is not None:
                    return refused
                if not _end_challenge(challenge, Status.ACCEPTED):
                    raise _Over
        except (_Over, Game.DoesNotExist):
            pass
        challenge = Challenge.objects.select_related("game").get(pk=number)
    if challenge.status == Status.ACCEPTED and challenge.game is not None:
        return challenge.game
    return Refused("challenge-over")


def decline_challenge(number: int, user: User, word: str = "") -> Refused | None:
    """Decline a challenge with one of its phrases.

    Raises Challenge.DoesNotExist as accept_challenge().
    """
    challenge = Challenge.objects.get(pk=number, challenged=user)
    if word not in Challenge.Word.values:
        return Refused("malformed")
    with transaction.atomic():
        return (
            None if _end_challenge(challenge, Status.DECLINED, word) else Refused("challenge-over")
        )


def withdraw_challenge(number: int, user: User) -> Refused | None:
    """Let the challenger take a challenge back. Raises Challenge.DoesNotExist for other users."""
    challenge = Challenge.objects.get(pk=number, challenger=user)
    with transaction.atomic():
        return None if _end_challenge(challenge, Status.WITHDRAWN) else Refused("challenge-over")


def end_between(one: int, other: int) -> None:
    """End the open challenges between two users, as expired."""
    _expire_challenges(Q(challenger=one, challenged=other) | Q(challenger=other, challenged=one))


def end_from_muted(owner_id: int) -> None:
    """End the open challenges to a user by users whom they have muted, as expired."""
    muted = Mute.objects.filter(owner=owner_id).values("muted")
    _expire_challenges(Q(challenged=owner_id, challenger__in=muted))


def _expire_challenges(which: Q) -> None:
    with transaction.atomic():
        for challenge in Challenge.objects.filter(which, status=Status.OPEN):
            _end_challenge(challenge, Status.EXPIRED)


def end_old(now: datetime) -> int:
    """End challenges that are too old, or whose table has closed or begun; return their number.

    A challenge whose user sits at its table counts as accepted. Those older than KEPT are deleted.
    """
    # a time in the future is from before the clock was set back
    over = (
        Q(made_at__lte=now - LASTS)
        | Q(made_at__gt=now + LASTS)
        | Q(game=None)
        | ~Q(game__status=Game.Status.OPEN)
    )
    sits = Exists(Seat.objects.filter(game=OuterRef("game"), user=OuterRef("challenged")))
    ended = 0
    for challenge in Challenge.objects.filter(over, status=Status.OPEN).annotate(sits=sits)[:BATCH]:
        status = Status.WITHDRAWN if challenge.game_id is None else Status.EXPIRED
        with transaction.atomic():
            ended += _end_challenge(
                challenge, Status.ACCEPTED if challenge.sits else status, late=True
            )
    Challenge.objects.filter(made_at__lt=now - KEPT).exclude(status=Status.OPEN).delete()
    return ended


def list_open(user_id: int) -> list[ChallengeFrame]:
    """Return the open challenges by and to a user, newest first."""
    by_or_to_user = Q(challenged=user_id) | Q(challenger=user_id)
    rows = _open_rows().filter(by_or_to_user).order_by("-pk")
    return [show_challenge(row, user_id) for row in rows]


def list_waiting(user_id: int) -> list[Json]:
    """Return the challenges that this user may accept, newest first, in one query.

    Those by a `stranger`, whom the user does not follow, come last.
    """
    follows = Follow.objects.filter(owner=user_id, followed=OuterRef("challenger"))
    rows = _open_rows().filter(challenged=user_id).annotate(stranger=~Exists(follows))
    return [
        {**show_challenge(row, user_id), "stranger": row.stranger}
        for row in rows.order_by("stranger", "-pk")
    ]


def list_past(user_id: int) -> list[ChallengeFrame]:
    """Return the challenges of the last days that a user missed, and the answers that they got."""
    over = ~Q(status__in=(Status.OPEN, Status.ACCEPTED))
    missed = Q(challenged=user_id, status__in=(Status.EXPIRED, Status.WITHDRAWN))
    answered = Q(challenger=user_id, status__in=(Status.EXPIRED, Status.DECLINED))
    rows = _all_rows().filter(over, missed | answered, made_at__gt=timezone.now() - KEPT)
    blocked = friends.blocked_with(user_id)
    rows = rows.exclude(Q(challenger__in=blocked) | Q(challenged__in=blocked))
    return [show_challenge(row, user_id) for row in rows.order_by("-made_at")[:BATCH]]


def find_answered(number: str, user_id: int) -> ChallengeFrame | None:
    """Return a challenge by this user that is no longer open; None for any other number."""
    if not (number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER):
        return None
    rows = _all_rows().filter(pk=int(number), challenger=user_id)
    challenge = rows.exclude(status=Status.OPEN).first()
    return None if challenge is None else show_challenge(challenge, user_id)


def list_fresh(user_ids: Collection[int]) -> dict[int, list[ChallengeFrame]]:
    """Return the challenges that a page may have missed, by user, oldest first, in two queries.

    They are the answers of the last minute to the user's challenges, and the open challenges to the
    user.
    """
    fresh: dict[int, list[ChallengeFrame]] = {user_id: [] for user_id in user_ids}
    answered = _all_rows().filter(challenger__in=user_ids, answered_at__gt=timezone.now() - FRESH)
    for row in answered.exclude(status=Status.WITHDRAWN).order_by("pk"):
        fresh[row.challenger_id].append(show_challenge(row, row.challenger_id))
    for row in _open_rows().filter(challenged__in=user_ids).order_by("pk"):
        fresh[row.challenged_id].append(show_challenge(row, row.challenged_id))
    return fresh


def find_all(user_id: int) -> QuerySet[Challenge]:
    """Return every stored challenge by or to a user, oldest first."""
    by_or_to_user = Q(challenged=user_id) | Q(challenger=user_id)
    return (
        Challenge.objects.filter(by_or_to_user)
        .select_related("challenger", "challenged")
        .order_by("pk")
    )


def show_challenge(challenge: Challenge, viewer_id: int) -> ChallengeFrame:
    """Return a challenge for one of its two users, in the format of docs/PROTOCOL.md."""
    sent = challenge.challenger_id == viewer_id
    options, table = challenge.options, challenge.game
    return {
        "type": "challenge",
        "id": challenge.pk,
        "status": challenge.status,
        "sent": sent,
        "name": (challenge.challenged if sent else challenge.challenger).name,
        "slug": options["slug"],
        "game": GAMES[options["slug"]].title if options["slug"] in GAMES else "",
        "edition": options["edition"],
        "seats": options["seats"],
        "free": options["free"],
        "word": challenge.word,
        "url": reverse("games:game", args=(table.pk,)) if table is not None else "",
        "at": challenge.made_at,
    }


def _notify_challenged(challenge: Challenge, table: Game) -> None:
    """Notify the challenged user of a new challenge to this table, on commit.

    Without an open page or a webhook, only challenges by friends, whom the user follows, arrive.
    """
    challenged = challenge.challenged_id
    follows = Follow.objects.filter(owner=challenged, followed=challenge.challenger_id).exists()
    notify_users(
        "invite" if follows else "invite_of_stranger",
        [challenged],
        reverse("games:friends"),
        frame=show_challenge(challenge, challenged),
        who=challenge.challenger.name,
        game=str(GAMES[challenge.options["slug"]].title),
        data=describe_invitation(challenge, table),
    )


# -------------------------------------------------------------------------------- parts
def _all_rows() -> QuerySet[Challenge]:
    """Return all challenges, with the columns that show_challenge() reads."""
    rows = Challenge.objects.select_related("challenger", "challenged", "game")
    return rows.defer("game__state")


def _open_rows() -> QuerySet[Challenge]:
    return _all_rows().filter(
        status=Status.OPEN,
        game__status=Game.Status.OPEN,
        made_at__gt=timezone.now() - LASTS,
    )


def _save_challenge(challenger: User, challenged: User, table: Game) -> Challenge | Refused:
    """Save a challenge to this table and notify its user; an open one to this table stays as it is.

    The caller has locked the table, so no other call challenges the same user to it meanwhile. The
    row of the challenged user is locked to count the challenges of strangers.
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
        _end_challenge(former, Status.WITHDRAWN, late=True)
    challenge = Challenge.objects.create(**pair, game=table, options=options)
    _notify_challenged(challenge, table)
    return challenge


def _end_challenge(
    challenge: Challenge, status: str, word: str = "", *, late: bool = False
) -> bool:
    """End an open challenge and notify both users; return whether it was open.

    A challenge that is too old counts as open only with `late`.
    """
    now = timezone.now()
    row = Challenge.objects.filter(pk=challenge.pk, status=Status.OPEN)
    if not late:
        row = row.filter(made_at__gt=now - LASTS)
    if not row.update(status=status, word=word, answered_at=now):
        return False
    challenge.status, challenge.word, challenge.answered_at = status, word, now
    for user_id in (challenge.challenger_id, challenge.challenged_id):
        notify_users("challenge", [user_id], frame=show_challenge(challenge, user_id))
    return True
