"""The adapter of allauth: allowed names, texts, mails, and the end of an earlier session."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from django.contrib.auth import logout
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.contact import mails, notifications
from accounts.identity.guests import guest_of
from accounts.models import User
from density.platform import limits


class AccountAdapter(DefaultAccountAdapter):
    """Allauth's own behaviour, with the names and the texts of this site."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That’s already your address."),
        "email_password_mismatch": _(
            "Wrong e-mail address or password. If your address isn’t confirmed yet, log in with "
            "your name."
        ),
        "email_taken": _("This address already has an account. Log in, or use another address."),
        "enter_current_password": _("Enter your current password."),
        "incorrect_password": _("Wrong password. Try again."),
        "invalid_password_reset": _("This link has expired or was already used."),
        "rate_limited": _("Too many attempts. Wait a moment and try again."),
        "too_many_login_attempts": _("Too many wrong passwords. Try again later."),
        "unknown_email": _("There’s no account with this address."),
        "username_password_mismatch": _("Wrong name or password."),
    }

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign a user in; a user who was signed in here before is signed out first.

        A guest may log in to an older account: what the guest has open is then closed.
        """
        before = getattr(request, "guest", request.user)
        if before.pk not in (None, user.pk):
            # by which password and code the new session begins
            given = {
                key: value
                for key, value in request.session.items()
                if key.startswith(AUTHENTICATION_METHODS_SESSION_KEY)
            }
            request.user = before
            logout(request)
            request.session.update(given)
        super().login(request, user)

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether an address is one of this site; what is no address is not."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the tidy name; raises ValidationError when it is not allowed or taken."""
        return User.objects.free_name(username, owner=guest_of(self.request))

    def new_user(self, request: HttpRequest) -> User:
        """Return the user who signs up; a guest is the same user then, with all games."""
        guest = guest_of(request)
        if guest is None:
            return User()
        user = User.objects.get(pk=guest.pk)
        user.is_guest = False
        return user

    def get_client_ip(self, request: HttpRequest) -> str:
        """By which address allauth counts: the same as everything else here."""
        return limits.client_network(request)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Have the address confirmed, or notify its owner that another user gave it.

        The user who gave it sees the same either way, after the same time.
        """
        address = emailconfirmation.email_address
        mails.send_later("confirm", address.email, request, address.pk)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write to a user in the language of the account, or else in the one of this page."""
        chosen = getattr(context.get("user"), "language", "")
        with translation.override(chosen or translation.get_language()):
            super().send_mail(template_prefix, email, context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Notify a user of a changed second factor; of nothing else, and without an IP address."""
        kind = template_prefix.removeprefix("mfa/email/")
        if kind in notifications.NOTIFICATIONS:
            notifications.notify_users(kind, [user.pk], language=translation.get_language())
