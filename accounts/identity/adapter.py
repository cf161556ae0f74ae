"""The allauth adapter: allowed names, texts, mails, and the logout of an earlier user."""

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
    """Allauth's behavior with the names and texts of this site."""

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
        """Log a user in, after logging out a user who was logged in here before.

        A guest may log in to an older account: the open pages of the guest are then closed.
        """
        before = getattr(request, "guest", request.user)
        if before.pk not in (None, user.pk):
            # keep the proof of password and code for the new session
            methods = {
                key: value
                for key, value in request.session.items()
                if key.startswith(AUTHENTICATION_METHODS_SESSION_KEY)
            }
            request.user = before
            logout(request)
            request.session.update(methods)
        super().login(request, user)

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether a URL leads to this site; False for a malformed one."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the tidy name; raises ValidationError when it is not allowed or taken."""
        return User.objects.free_name(username, owner=guest_of(self.request))

    def new_user(self, request: HttpRequest) -> User:
        """Return the user who signs up; a guest stays the same user and keeps all games."""
        guest = guest_of(request)
        if guest is None:
            return User()
        user = User.objects.get(pk=guest.pk)
        user.is_guest = False
        return user

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the network that rate limits count, as everywhere else on this site."""
        return limits.client_network(request)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Queue a mail that confirms the address, or tells its owner that someone else entered it.

        The user who entered it sees the same either way, after the same time.
        """
        address = emailconfirmation.email_address
        mails.send_later("confirm", address.email, request, address.pk)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the language of the account, or else of this page."""
        language = getattr(context.get("user"), "language", "")
        with translation.override(language or translation.get_language()):
            super().send_mail(template_prefix, email, context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Notify a user of a changed second factor, and of nothing else, without an IP address."""
        kind = template_prefix.removeprefix("mfa/email/")
        if kind in notifications.NOTIFICATIONS:
            notifications.notify_users(kind, [user.pk], language=translation.get_language())
