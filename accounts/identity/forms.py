"""The forms of the account pages: sign up, log in, name, avatar, privacy, language."""

from typing import Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts import avatars, zones
from accounts.contact import mails
from accounts.identity.guests import guest_of
from accounts.models import User
from accounts.names import LONGEST, is_name_of_bot, skeleton_of

LONGEST_PASSWORD = 128
NAME_HELP = _("Everyone sees it. 2 to 16 letters or digits; spaces and - _ . ' are allowed, too.")
RENAME_HELP = _(
    "You can change it again after 30 days. No one else can take your old name for 90 days."
)


# labels and hints of allauth's fields
LABELS = {
    "username": _("Name"),
    "email": _("E-mail address"),
    "login": _("Name or e-mail address"),
    "oldpassword": _("Current password"),
    "password2": _("Repeat new password"),
}
NEW_PASSWORD_LABELS = {**LABELS, "password1": _("New password")}
HELP: dict[str, Any] = {
    "username": NAME_HELP,
    "email": _("No one else sees it. You need it to reset your password."),
    "password1": _("At least 8 characters, more than just digits, and no common password."),
    # the page has its own link for a forgotten password
    "password": "",
}
# what Django's and allauth's errors say instead, by code, or by field where they have none
ERRORS = {
    "required": _("Fill in this field."),
    "invalid": _("Enter a valid e-mail address."),
    "password_too_similar": _(
        "This password is too similar to your name or e-mail address. Choose another one."
    ),
    "password_too_short": _("Use at least 8 characters."),
    "password_too_common": _("This password is too common. Choose another one."),
    "password_entirely_numeric": _("Use more than just digits."),
    "password2": _("The passwords don’t match. Try again."),
}


class OwnFields(forms.Form):
    """Gives fields the texts of this site, and limits the length of passwords to hash."""

    labels: ClassVar[dict[str, Any]] = LABELS
    hints: ClassVar[dict[str, Any]] = HELP

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, field.help_text)
            if isinstance(field.widget, forms.PasswordInput):
                field.validators.append(MaxLengthValidator(LONGEST_PASSWORD))

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error, with the text of this site where ERRORS has one."""
        fault = forms.ValidationError(error)
        for each in getattr(fault, "error_list", ()):
            each.message = ERRORS.get(each.code or field or "", each.message)
        super().add_error(field, fault)


class LoginForm(OwnFields, allauth.LoginForm):
    """Name or e-mail address, and password."""


class SignupForm(OwnFields, allauth.SignupForm):
    """Name, e-mail address and password of a new player, or of a guest who stays."""

    def save(self, request: HttpRequest) -> User:
        """Save the user and the address in one transaction; a guest keeps the row.

        A guest whom a concurrent request has just registered is left unchanged.
        """
        guest = guest_of(request)
        with transaction.atomic():
            if guest is not None:
                kept = User.objects.select_for_update().get(pk=guest.pk)
                if not kept.is_guest:
                    return kept
            user: User = super().save(request)
        return user


class AddEmailForm(OwnFields, allauth.AddEmailForm):
    """Another e-mail address of a user."""

    labels = {**LABELS, "email": _("New e-mail address")}


class ChangePasswordForm(OwnFields, allauth.ChangePasswordForm):
    """The current password of a user, and a new one."""

    labels = NEW_PASSWORD_LABELS


class SetPasswordForm(OwnFields, allauth.SetPasswordForm):
    """The first password of a user who has none."""


class ReauthenticateForm(OwnFields, allauth.ReauthenticateForm):
    """The password of a logged-in user who has to confirm it."""


class ResetPasswordForm(OwnFields, allauth.ResetPasswordForm):
    """The e-mail address of a user who forgot the password."""

    hints: ClassVar[dict[str, Any]] = {}

    def clean_email(self) -> str:
        """Return the address; whether an account has it is checked after the response."""
        email: str = self.cleaned_data["email"].lower()
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Queue a mail with a link for its owner, or one that says there is no account."""
        email: str = self.cleaned_data["email"]
        mails.send_later("reset", email, request)
        return email


class NewPasswordForm(OwnFields, allauth.ResetPasswordKeyForm):
    """A new password for a user who followed the link in a mail."""

    labels = NEW_PASSWORD_LABELS

    def save(self) -> None:
        """Save the password, and confirm the mail's address, so the user can log in with it."""
        super().save()
        unconfirmed = EmailAddress.objects.filter(
            user=self.user, email=self.user.email, verified=False
        )
        if (address := unconfirmed.first()) is not None:
            address.set_verified()


class RenameForm(OwnFields):
    """A new name for a player or a guest."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST, help_text=format_lazy("{} {}", NAME_HELP, RENAME_HELP)
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.initial = user, {"name": user.name}

    def clean_name(self) -> str:
        """Return the tidy name; raises ValidationError if it is not free or changed too soon.

        A change of capitals, accents or separators is always allowed.
        """
        name = User.objects.free_name(self.cleaned_data["name"], owner=self.user)
        if self.user.is_bot and not is_name_of_bot(name):
            raise forms.ValidationError(
                _("The name of a bot ends in “Bot”. Choose another one."), code="no-bot"
            )
        again = self.user.may_rename_at()
        if again is not None and skeleton_of(name) != self.user.skeleton:
            raise forms.ValidationError(
                _("You changed your name recently. You can change it again on %(date)s.")
                % {"date": zones.format_moment(again, "date")},
                code="too-soon",
            )
        return name

    def save(self) -> None:
        """Save the name. Raises IntegrityError when another user took it at the same moment."""
        self.user.name = self.cleaned_data["name"]
        if skeleton_of(self.user.name) != self.user.skeleton:
            self.user.renamed_at = timezone.now()
        self.user.save(update_fields=["name", "renamed_at"])


class AvatarForm(forms.Form):
    """The drawing and the color of a player's avatar."""

    drawing = forms.ChoiceField(choices=[*avatars.DRAWINGS.items()], label=_("Drawing"))
    color = forms.ChoiceField(choices=[*enumerate(avatars.COLORS)], label=_("Color"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        drawing, _color = avatars.read_choice(user.avatar)
        shown = avatars.describe_avatar(user.name, user.avatar)
        self.initial = {"drawing": drawing, "color": shown["tone"]}

    def save(self) -> None:
        """Save the choice; tables that the user has joined keep the former one."""
        self.user.avatar = "{drawing}-{color}".format_map(self.cleaned_data)
        self.user.save(update_fields=["avatar"])


class PrivacyForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """The choices of a player about privacy."""

    class Meta:
        """Two switches, and who may challenge the player or see them online."""

        model = User
        fields = ("hides_rating", "hides_history", "invites_from", "presence_for")
        labels = {
            "hides_rating": _("Hide my rating"),
            "hides_history": _("Hide my games"),
            "invites_from": _("Who can challenge me"),
            "presence_for": _("Who can see if I’m online"),
        }
        widgets = dict.fromkeys(
            ("hides_rating", "hides_history"), forms.CheckboxInput(attrs={"role": "switch"})
        )
        help_texts = {
            "hides_rating": _("No one else sees it, and you’re not on the leaderboard."),
            "hides_history": _("Others can’t see your games or your playing style."),
            "invites_from": _("Challenges are casual games. Blocked players can’t challenge you."),
            "presence_for": _(
                "This covers playing and watching. Spectators see your name only if everyone can "
                "see that you’re online."
            ),
        }

    def save(self, commit: bool = True) -> User:
        """Save these fields and no others of the player."""
        player: User = self.instance
        player.save(update_fields=self.Meta.fields)
        return player


class LanguageForm(forms.Form):
    """The player's language, on every device."""

    language = forms.ChoiceField(
        choices=[("", _("Same as my browser")), *settings.LANGUAGES],
        required=False,
        label=_("Language"),
    )
