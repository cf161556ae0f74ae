"""Whose account a name or an e-mail address stands for."""

from allauth.account.models import EmailAddress

from accounts.models import User
from accounts.names import name_key

# accounts of one unconfirmed address that get a mail to choose a new password
MOST_NOTIFIED = 3


def account_of(login: str) -> User | None:
    """Return the account that a login with this text is for, if there is one.

    An address stands for the account that has confirmed it.
    """
    typed = login.replace("\0", "").strip()
    if "@" not in typed:
        return User.objects.filter(name_key=name_key(typed)).first()
    confirmed = EmailAddress.objects.filter(email=typed.lower(), verified=True)
    owner = confirmed.select_related("user").first()
    return None if owner is None else owner.user


def owns_elsewhere(address: EmailAddress) -> bool:
    """Return whether another account has confirmed this address."""
    same = EmailAddress.objects.filter(email=address.email, verified=True)
    return bool(same.exclude(user_id=address.user_id).exists())


def accounts_to_reset(email: str) -> list[User]:
    """Return the accounts whose passwords a mail to this address may change: its owner's.

    Until it is confirmed these are the accounts that were made with it, oldest first. An
    account that only wants to change to it is none of them: the new address may be mistyped.
    """
    email = email.lower()
    active = User.objects.filter(is_active=True)
    owner = active.filter(emailaddress__email=email, emailaddress__verified=True).first()
    if owner is not None:
        return [owner]
    found = active.filter(email=email, is_guest=False)
    return list(found.order_by("pk")[:MOST_NOTIFIED])


def note_reset(user: User) -> None:
    """Confirm the address to which the link for a new password went."""
    address = EmailAddress.objects.filter(user=user, email=user.email, verified=False).first()
    if address is not None:
        address.set_verified()
