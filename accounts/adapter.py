"""What allauth asks about names: which are allowed, which are taken."""

from allauth.account.adapter import DefaultAccountAdapter

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """Allauth's own behaviour, with the names of this house."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The tidy name; raises ValidationError when it is not allowed or taken."""
        return User.objects.free_name(username)
