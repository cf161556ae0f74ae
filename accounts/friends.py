"""Follows and blocks: what may be done to whom, and what a block ends."""

from collections.abc import Collection

from django.db import connection, transaction
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Length
from django.utils import timezone

from accounts.models import Audience, Block, Follow, Mute, User
from accounts.names import name_key, skeleton_of

MOST_FOLLOWS = 500
# hits of a search, and the letters and digits that it needs
MOST_FOUND, SHORTEST_SEARCH = 20, 2
# so many characters of a search are read
LONGEST_SEARCH = 50


def follow_user(owner: User, user: User) -> str:
    """Put a user on the owner's list; return "" or why not.

    "guests" (both need an account), "self", "blocked" (by either of the two) or "too-many".
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
    """Take a user off the owner's list."""
    Follow.objects.filter(owner=owner, followed=user).delete()


def block_user(owner: User, user: User) -> None:
    """Block and mute a user, and end the follows of both; nothing happens for oneself.

    Everything else that a block ends follows from the row: games/receivers.py.
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
    """Take a block back, and the mute that came with it; an older mute stays."""
    with transaction.atomic():
        for row in Block.objects.filter(owner=owner, blocked=user):
            Mute.objects.filter(owner=owner, muted=user, at__gte=row.at).delete()
            row.delete()


def blocked_with(user_id: int | None) -> set[int]:
    """Return the ids of all whom this user has blocked or who have blocked this user."""
    if user_id is None:
        return set()
    pairs = Block.objects.filter(Q(owner=user_id) | Q(blocked=user_id))
    found = {each for pair in pairs.values_list("owner", "blocked") for each in pair}
    return found - {user_id}


def mute_user(owner_id: int, user_id: int) -> None:
    """Mute a user for an owner; nothing happens for oneself."""
    if owner_id != user_id:
        Mute.objects.get_or_create(owner_id=owner_id, muted_id=user_id)


def unmute_user(owner_id: int, user_id: int) -> None:
    """Let an owner read a user again, whom the owner does not block."""
    removable_mutes(owner_id).filter(muted=user_id).delete()


def removable_mutes(owner_id: int) -> QuerySet[Mute]:
    """Return the mutes that their owner may take back: a block keeps its own."""
    blocked = Block.objects.filter(owner=owner_id).values("blocked")
    return Mute.objects.filter(owner=owner_id).exclude(muted__in=blocked)


def find_relations(viewer_id: int, user: User) -> dict[str, bool]:
    """Return how a viewer and another user stand to each other, in one query.

    {"muted", "followed", "blocked": by the viewer, "open": no block of either, "invites": the
    viewer may challenge the user, who has not muted the viewer}
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
    chosen = user.invites_from
    wants = chosen == Audience.EVERYONE or (chosen == Audience.FOLLOWED and follows)
    is_open = not (blocked or blocks)
    return {
        "muted": muted,
        "followed": followed,
        "blocked": blocked,
        "open": is_open,
        "invites": is_open and wants and not mutes,
    }


def find_users(beginning: str, viewer_id: int | None) -> list[User] | None:
    """Return the registered users whose names begin, or look as if they began, like this.

    At most MOST_FOUND, those that begin so letter by letter first, then the shortest; none who is
    in a block with the viewer. None where too little is asked.
    """
    looks = skeleton_of(beginning[:LONGEST_SEARCH])
    typed = sum(map(str.isalnum, beginning))  # one letter may look like two: m like rn
    if min(typed, len(looks)) < SHORTEST_SEARCH:
        return None
    found = User.objects.filter(_looks_begin(looks), is_guest=False, is_active=True)
    found = found.exclude(pk__in=blocked_with(viewer_id))
    exact = When(name_key__startswith=name_key(beginning[:LONGEST_SEARCH]), then=Value(0))
    order = (Case(exact, default=Value(1)), Length("skeleton"), "name_key")
    return list(found.order_by(*order)[:MOST_FOUND])


def _looks_begin(looks: str) -> Q:
    """Return the condition that a name looks like this at its beginning, which an index answers.

    PostgreSQL has an index for patterns; SQLite compares by code points, and has none for LIKE.
    """
    if connection.vendor == "postgresql":
        return Q(skeleton__startswith=looks)
    return Q(skeleton__gte=looks, skeleton__lt=f"{looks}\U0010ffff")


def seen_present(viewer_id: int, users: Collection[User]) -> set[int]:
    """Return the ids of those of these users who let the viewer see whether they are here."""
    found = {user.pk for user in users if user.presence_for == Audience.EVERYONE}
    asked = [user.pk for user in users if user.presence_for == Audience.FOLLOWED]
    follows = Follow.objects.filter(owner__in=asked, followed=viewer_id)
    found |= set(follows.values_list("owner", flat=True))
    return found - blocked_with(viewer_id)
