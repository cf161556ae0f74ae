"""What allauth asks: which names are allowed, and what becomes of who was signed in before."""

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth import logout
from django.http import HttpRequest

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """Allauth's own behaviour, with the names of this house."""

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign somebody in; whoever was signed in here before is signed out first.

        A guest may log in to an older account: what the guest has open is then nobody's.
        """
        if request.user.pk not in (None, user.pk):
            logout(request)
        super().login(request, user)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The tidy name; raises ValidationError when it is not allowed or taken."""
        return User.objects.free_name(username)
