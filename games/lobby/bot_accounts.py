"""Accounts that become bots: a program plays with them, for the owner who gave a code."""

from django.core import signing
from django.db import transaction

from accounts.models import User
from accounts.names import is_name_of_bot
from density.platform import limits
from games.engine.contract import Refused
from games.models import Seat

SALT, CODE_SECONDS = "games.bot_accounts", 3600


def make_code(owner: User) -> str:
    """Return a code that makes the user the owner of a bot, valid for CODE_SECONDS."""
    return signing.dumps(owner.pk, salt=SALT)


def read_code(code: str) -> int | None:
    """Return the id of the user who made a code; None for an invalid or old one."""
    try:
        return int(signing.loads(code.strip(), salt=SALT, max_age=CODE_SECONDS))
    except signing.BadSignature:
        return None


def find_refusal(user: User) -> Refused | None:
    """Return why an account cannot become a bot, or None.

    "guest" or "staff"; "bot" for an account that is one already; "owner" for one that owns bots;
    "played" after its first game, also an unfinished one; "name" if the name does not end in Bot.
    """
    reasons = {
        "guest": user.is_guest,
        "staff": user.is_staff,
        "bot": user.is_bot,
        "owner": user.bots.exists(),
        "played": Seat.objects.filter(user=user).exists(),
        "name": not is_name_of_bot(user.name),
    }
    return next((Refused(code) for code, holds in reasons.items() if holds), None)


def become_bot(user_id: int, code: str) -> User | Refused:
    """Make an account a bot of the user who gave this code, for good; return the owner.

    Refused as find_refusal() refuses, or as "wrong-code". Raises limits.TooMany if the owner made
    too many bots.
    """
    owner_id = read_code(code)
    with transaction.atomic():
        users = User.objects.filter(pk__in=(user_id, owner_id or 0)).order_by("pk")
        locked = {user.pk: user for user in users.select_for_update(no_key=True)}
        user, owner = locked[user_id], locked.get(owner_id or 0)
        refused = find_refusal(user)
        if refused is not None:
            return refused
        if owner in (None, user) or owner.is_guest or owner.is_bot or not owner.is_active:
            return Refused("wrong-code")
        limits.count_use("bots", owner.pk)
        user.bot_owner = owner
        user.save(update_fields=["bot_owner"])
    return owner
