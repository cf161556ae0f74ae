"""The forms of a user's own pages: sign up, keep a guest's games, name, privacy."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.models import EmailAddress
from allauth.account.utils import setup_user_email
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts import mails, owners, zones
from accounts.models import User
from accounts.names import LONGEST, skeleton_of

LONGEST_PASSWORD = 128
NAME_HELP = _("2 to 16 letters, digits, spaces and - _ . ' that everybody sees.")
RENAME_HELP = _(
    "After a change you can change it again in 30 days. Nobody else can take your old name for "
    "90 days."
)
PASSWORD_HELP = _("At least 8 characters, not only digits, and no common word.")


def word_fields(form: forms.Form) -> None:
    """Give the fields of a sign-up form the texts of this site and no placeholders."""
    form.fields["username"].label = _("Name")
    form.fields["username"].help_text = NAME_HELP
    form.fields["email"].label = _("E-mail address")
    form.fields["email"].help_text = _("Only for you: to confirm it and to reset your password.")
    form.fields["password1"].help_text = PASSWORD_HELP
    limit_passwords(form)
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


def limit_passwords(form: forms.Form) -> None:
    """Bound what the password hasher is given."""
    for field in form.fields.values():
        if isinstance(field.widget, forms.PasswordInput) and isinstance(field, forms.CharField):
            field.max_length = LONGEST_PASSWORD
            field.validators.append(forms.CharField(max_length=LONGEST_PASSWORD).validators[0])


class SignupForm(allauth.SignupForm):
    """Name, e-mail address and password of a new player."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        word_fields(self)

    def save(self, request: HttpRequest) -> User:
        """Make the user and the address together, or neither."""
        with transaction.atomic():
            user: User = super().save(request)
        return user


class KeepForm(allauth.SignupForm):
    """Name, e-mail address and password of a guest who stays: the same user, with its games."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        word_fields(self)

    def clean_username(self) -> str:
        """Return the name, when it is allowed and no other user has it."""
        return User.objects.free_name(self.cleaned_data["username"], owner=self.user)

    def save(self, request: HttpRequest) -> User:
        """Turn the guest into a registered player; the row, and all that refers to it, stays.

        A guest who was registered a moment ago by another request stays as that left it.
        """
        fields = self.cleaned_data
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=self.user.pk)
            if not user.is_guest:
                return user
            user.name, user.is_guest, user.email = fields["username"], False, fields["email"]
            user.set_password(fields["password1"])
            user.save()
            EmailAddress.objects.filter(user=user).delete()
            address = EmailAddress(email=user.email)
            setup_user_email(request, user, [address])
        return user


class LoginForm(allauth.LoginForm):
    """Name or e-mail address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        # the page has its own link for a forgotten password
        self.fields["password"].help_text = ""
        limit_passwords(self)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ResetPasswordForm(allauth.ResetPasswordForm):
    """The e-mail address of a user who forgot the password."""

    def clean_email(self) -> str:
        """Return the address; whether a user has it is asked once the answer is under way."""
        email: str = self.cleaned_data["email"].lower()
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Have a mail sent to the address: to its owner's account, or that there is none."""
        email: str = self.cleaned_data["email"]
        mails.send_later("reset", email, request)
        return email


class NewPasswordForm(allauth.ResetPasswordKeyForm):
    """A new password for a user who followed the link in a mail."""

    def save(self) -> None:
        """Save it; the user may log in at once, by the address of the mail as well."""
        super().save()
        owners.note_reset(self.user)


class RenameForm(forms.Form):
    """Another name for a player or a guest."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST, help_text=format_lazy("{} {}", NAME_HELP, RENAME_HELP)
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.initial = user, {"name": user.name}

    def clean_name(self) -> str:
        """Return the name, when it is allowed and free, and the last change is long enough ago.

        Other capitals, marks or separators are no change.
        """
        name = User.objects.free_name(self.cleaned_data["name"], owner=self.user)
        again = self.user.may_rename_at()
        if again is not None and skeleton_of(name) != self.user.skeleton:
            raise forms.ValidationError(
                _("You changed your name not long ago. You can change it again on %(date)s.")
                % {"date": zones.words(again, "date")},
                code="too-soon",
            )
        return name

    def save(self) -> bool:
        """Change the name; return False when another user took it at this very moment."""
        self.user.name = self.cleaned_data["name"]
        if skeleton_of(self.user.name) != self.user.skeleton:
            self.user.renamed_at = timezone.now()
        try:
            with transaction.atomic():
                self.user.save(update_fields=["name", "renamed_at"])
        except IntegrityError:
            self.add_error("name", _("This name is taken."))
            return False
        return True


class PrivacyForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """What others are not shown of a player."""

    class Meta:
        """Two switches, and for whom the player is there."""

        model = User
        fields = ("hides_rating", "hides_history", "invites_from", "presence_for")
        labels = {
            "hides_rating": _("Hide my rating"),
            "hides_history": _("Hide the games that I played"),
            "invites_from": _("Who may challenge me"),
            "presence_for": _("Who sees whether I am online"),
        }
        help_texts = {
            "hides_rating": _("Nobody else sees it, and you are not on the leaderboard."),
            "hides_history": _("Others see neither your games nor how you play."),
            "invites_from": _("Challenges are casual games. Blocked players never may."),
            "presence_for": _(
                "Online, playing or watching. Unless you choose everybody, spectators don't read "
                "your name."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # what is not sent stays as it is
        self.fields["invites_from"].required = self.fields["presence_for"].required = False

    def clean(self) -> dict[str, Any]:
        """Return what was chosen, and the present audiences where none was."""
        for name in ("invites_from", "presence_for"):
            self.cleaned_data[name] = self.cleaned_data.get(name) or self.initial[name]
        return self.cleaned_data

    def save(self, commit: bool = True) -> User:
        """Write these fields and nothing else of the player."""
        player: User = self.instance
        player.save(update_fields=self.Meta.fields)
        return player


class LanguageForm(forms.Form):
    """In which language the player reads, on every device."""

    language = forms.ChoiceField(
        choices=[("", _("As the browser asks")), *settings.LANGUAGES],
        required=False,
        label=_("Language"),
    )
