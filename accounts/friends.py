"""Follows, blocks and mutes, and the search for users."""

from collections.abc import Collection

from django.db import connection, transaction
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Length
from django.utils import timezone

from accounts.models import Audience, Block, Follow, Mute, User
from accounts.names import name_key, skeleton_of

MOST_FOLLOWS = 500
# most results of a search, and fewest letters and digits in one
MOST_FOUND, SHORTEST_SEARCH = 20, 2
# further characters of a search are ignored
LONGEST_SEARCH = 50


def follow_user(owner: User, user: User) -> str:
    """Follow a user; return "" or the reason for the refusal.

    The reasons: "guests" (both need an account), "self", "blocked" (by either) or "too-many".
    """
    if owner.is_guest or user.is_guest:
        return "guests"
    if owner.pk == user.pk:
        return "self"
    if user.pk in blocked_with(owner.pk):
        return "blocked"
    if owner.follows.exclude(followed=user).count() >= MOST_FOLLOWS:
        return "too-many"
    Follow.objects.get_or_create(owner=owner, followed=user)
    return ""


def unfollow_user(owner: User, user: User) -> None:
    """Stop following a user."""
    Follow.objects.filter(owner=owner, followed=user).delete()


def block_user(owner: User, user: User) -> None:
    """Block and mute a user, and end both follows; blocking oneself does nothing.

    games/receivers.py ends whatever else a block ends when the row is saved.
    """
    if owner.pk == user.pk:
        return
    now = timezone.now()
    with transaction.atomic():
        row, _new = Block.objects.get_or_create(owner=owner, blocked=user, defaults={"at": now})
        Mute.objects.get_or_create(owner=owner, muted=user, defaults={"at": row.at})
        Follow.objects.filter(
            Q(owner=owner, followed=user) | Q(owner=user, followed=owner)
        ).delete()


def unblock_user(owner: User, user: User) -> None:
    """Remove a block and the mute that came with it; an older mute stays."""
    with transaction.atomic():
        for row in Block.objects.filter(owner=owner, blocked=user):
            Mute.objects.filter(owner=owner, muted=user, at__gte=row.at).delete()
            row.delete()


def blocked_with(user_id: int | None) -> set[int]:
    """Return the ids of the users who block this user or whom this user blocks."""
    if user_id is None:
        return set()
    pairs = Block.objects.filter(Q(owner=user_id) | Q(blocked=user_id))
    user_ids = {pk for pair in pairs.values_list("owner", "blocked") for pk in pair}
    return user_ids - {user_id}


def mute_user(owner_id: int, user_id: int) -> None:
    """Mute a user for an owner; muting oneself does nothing."""
    if owner_id != user_id:
        Mute.objects.get_or_create(owner_id=owner_id, muted_id=user_id)


def unmute_user(owner_id: int, user_id: int) -> None:
    """Remove a mute, unless the owner also blocks the user."""
    removable_mutes(owner_id).filter(muted=user_id).delete()


def muted_with(user_id: int) -> set[int]:
    """Return the ids of the users whom this user has muted, or who have muted this user."""
    pairs = Mute.objects.filter(Q(owner=user_id) | Q(muted=user_id))
    return {pk for pair in pairs.values_list("owner", "muted") for pk in pair} - {user_id}


def removable_mutes(owner_id: int) -> QuerySet[Mute]:
    """Return the mutes that their owner can remove: those of users who are not blocked."""
    blocked = Block.objects.filter(owner=owner_id).values("blocked")
    return Mute.objects.filter(owner=owner_id).exclude(muted__in=blocked)


def find_relations(viewer_id: int, user: User) -> dict[str, bool]:
    """Return the relations of a viewer to another user, in one query.

    "muted", "followed", "blocked": by the viewer. "open": neither blocks the other. "invites": the
    viewer may challenge the user, who has not muted the viewer.
    """
    row = User.objects.filter(pk=user.pk).values_list(
        Exists(Mute.objects.filter(owner=viewer_id, muted=OuterRef("pk"))),
        Exists(Follow.objects.filter(owner=viewer_id, followed=OuterRef("pk"))),
        Exists(Follow.objects.filter(owner=OuterRef("pk"), followed=viewer_id)),
        Exists(Block.objects.filter(owner=viewer_id, blocked=OuterRef("pk"))),
        Exists(Block.objects.filter(owner=OuterRef("pk"), blocked=viewer_id)),
        Exists(Mute.objects.filter(owner=OuterRef("pk"), muted=viewer_id)),
    )
    muted, followed, follows, blocked, blocks, mutes = row[0]
    audience = user.invites_from
    wants = audience == Audience.EVERYONE or (audience == Audience.FOLLOWED and follows)
    is_open = not (blocked or blocks)
    return {
        "muted": muted,
        "followed": followed,
        "blocked": blocked,
        "open": is_open,
        "invites": is_open and wants and not mutes,
    }


def find_users(beginning: str, viewer_id: int | None) -> list[User] | None:
    """Return the registered users whose names begin, or seem to begin, with this text.

    At most MOST_FOUND: exact beginnings first, then the shortest names, without users whom a block
    separates from the viewer. Return None when the text is too short.
    """
    looks = skeleton_of(beginning[:LONGEST_SEARCH])
    typed = sum(map(str.isalnum, beginning))  # one letter may look like two: m like rn
    if min(typed, len(looks)) < SHORTEST_SEARCH:
        return None
    users = User.objects.filter(_skeleton_starts_with(looks), is_guest=False, is_active=True)
    users = users.exclude(pk__in=blocked_with(viewer_id))
    exact = When(name_key__startswith=name_key(beginning[:LONGEST_SEARCH]), then=Value(0))
    order = (Case(exact, default=Value(1)), Length("skeleton"), "name_key")
    return list(users.order_by(*order)[:MOST_FOUND])


def _skeleton_starts_with(looks: str) -> Q:
    """Return the condition that a skeleton begins with this text, in a form that uses an index.

    PostgreSQL has an index for patterns. SQLite has none for LIKE, but compares by code points.
    """
    if connection.vendor == "postgresql":
        return Q(skeleton__startswith=looks)
    return Q(skeleton__gte=looks, skeleton__lt=f"{looks}\U0010ffff")


def seen_present(viewer_id: int, users: Collection[User]) -> set[int]:
    """Return the ids of the users who let the viewer see whether they are online."""
    visible = {user.pk for user in users if user.presence_for == Audience.EVERYONE}
    restricted = [user.pk for user in users if user.presence_for == Audience.FOLLOWED]
    follows = Follow.objects.filter(owner__in=restricted, followed=viewer_id)
    visible |= set(follows.values_list("owner", flat=True))
    return visible - blocked_with(viewer_id)
