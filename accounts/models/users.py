"""The user model, with guests, former names and mutes."""

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.names import (
    LONGEST_SKELETON,
    check_chosen_name,
    check_name,
    name_key,
    skeleton_of,
    tidy_name,
)

models.CharField.register_lookup(Length)
# how long a former name stays reserved, and the least time between renames
NAME_RESTS, RENAME_EVERY = timedelta(days=90), timedelta(days=30)


class UserManager(BaseUserManager["User"]):
    """Creates users, and finds them by name in any capitals."""

    def create_user(
        self, name: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Save a user; one without a password cannot log in."""
        user = self.model(name=name, email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, name: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Save a user with all permissions."""
        return self.create_user(name, email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with that name, in any capitals."""
        return self.get(name_key=name_key(username or ""))

    def free_name(self, name: str, *, owner: "User | None" = None) -> str:
        """Return the tidy form of a chosen name; raise ValidationError if it is not free.

        A name is free if it is allowed, and no user except `owner` has it, has one that looks like
        it, or gave it up lately. An owner may keep a name that is no longer allowed.
        """
        tidy, others = tidy_name(name), self.all()
        if owner is not None:
            if name_key(tidy) == owner.name_key:
                check_name(tidy)
                return tidy
            others = others.exclude(pk=owner.pk)
        check_chosen_name(tidy)
        if others.filter(name_key=name_key(tidy)).exists():
            raise ValidationError(_("This name is taken. Choose another one."), code="taken")
        if others.filter(skeleton=skeleton_of(tidy)).exists():
            raise ValidationError(
                _("This name looks too much like another player’s. Choose another one."),
                code="looks-taken",
            )
        if FormerName.resting(tidy, owner).exists():
            raise ValidationError(
                _("Someone used this name until recently. Choose another one."), code="rests"
            )
        return tidy


class Audience(models.TextChoices):
    """The registered users to whom a user grants something."""

    EVERYONE = "everyone", _("Everyone with an account")
    FOLLOWED = "followed", _("Players I follow")
    NO_ONE = "nobody", _("No one")


class User(AbstractBaseUser, PermissionsMixin):
    """A player; a guest has no e-mail address and no usable password."""

    name = models.CharField(max_length=16, validators=[check_name])
    name_key = models.CharField(max_length=48, unique=True, editable=False)
    # equal for names that look alike
    skeleton = models.CharField(
        max_length=LONGEST_SKELETON, default="", editable=False, db_index=True
    )
    # time of the last rename; null: never
    renamed_at = models.DateTimeField(null=True, editable=False)
    # the name looked like an older one before this was forbidden, and may stay
    shares_skeleton = models.BooleanField(default=False, editable=False)
    email = models.EmailField("e-mail address", blank=True)
    is_guest = models.BooleanField("guest", default=False)
    # the account of a program, which plays for this user; never changed again (docs/BOTS.md)
    bot_owner = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, editable=False, related_name="bots"
    )
    is_staff = models.BooleanField("may use the admin pages", default=False)
    is_active = models.BooleanField("may log in", default=True)
    # hidden from other players
    hides_rating = models.BooleanField("hides the rating", default=False)
    hides_history = models.BooleanField("hides the games played", default=False)
    # who may send challenges, and who sees whether this player is online
    invites_from = models.CharField(
        max_length=8,
        choices=Audience.choices,
        default=Audience.EVERYONE,
        db_default=Audience.EVERYONE,
    )
    presence_for = models.CharField(
        max_length=8,
        choices=Audience.choices,
        default=Audience.EVERYONE,
        db_default=Audience.EVERYONE,
    )
    # "" follows the browser's headers
    language = models.CharField(max_length=12, blank=True, default="")
    # a drawing and a color (accounts.avatars); "" follows the name
    avatar = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    # last choices against AI players: {game: {"level", "length": usual or quick}}
    ai_choices = models.JSONField(default=dict, db_default={}, blank=True, editable=False)
    # the home page: {"hidden": [parts], "seen": time of the last view, "before": end of the visit
    # before this one}; times are in ISO format
    home = models.JSONField(default=dict, db_default={}, blank=True, editable=False)
    # unused: the version after 1.0 drops the column
    keeps_email_login = models.BooleanField(default=False, db_default=False, editable=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    # incremented to end all sessions of this user
    sessions_ended = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    objects: ClassVar[UserManager] = UserManager()
    # Django's attribute: a new password that is not saved yet
    _password: str | None

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    # never saved: hash of the network of the request that opens a table
    origin = ""

    class Meta:
        """Constraints of names and addresses."""

        verbose_name = "user"
        verbose_name_plural = "users"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(name__length__gte=2, name__length__lte=16),
                name="user_name_length",
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(email=""),
                name="user_guest_without_email",
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(bot_owner=None),
                name="user_guest_is_no_bot",
            ),
            models.UniqueConstraint(
                fields=("skeleton",),
                condition=models.Q(shares_skeleton=False) & ~models.Q(skeleton=""),
                name="user_looks_like_nobody",
            ),
        )

    def __str__(self) -> str:
        """Return the public name."""
        return self.name

    @property
    def is_bot(self) -> bool:
        """Return whether a program plays with this account."""
        return self.bot_owner_id is not None

    @property
    def hides_presence(self) -> bool:
        """Return whether some registered users cannot see whether this one is online."""
        return self.presence_for != Audience.EVERYONE

    def get_session_auth_hash(self) -> str:
        """Return the hash kept in sessions; a new password or end_sessions() changes it."""
        return self._since_the_end(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the hash for each former secret key."""
        return map(self._since_the_end, super().get_session_auth_fallback_hash())

    def end_sessions(self) -> None:
        """Log the user out everywhere, sockets included."""
        self.sessions_ended += 1
        self.save(update_fields=["sessions_ended"])

    def _since_the_end(self, auth_hash: str) -> str:
        if not self.sessions_ended:
            return auth_hash
        return salted_hmac(
            "accounts.sessions", f"{auth_hash}{self.sessions_ended}", algorithm="sha1"
        ).hexdigest()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user, with the derived fields of the name.

        Names are unique in any capitals, in every script and database, and no new name looks like
        another. A name that is given up stays reserved (FormerName).
        """
        key, former = name_key(self.name), self.skeleton
        if key != self.name_key:
            self.name_key, looks = key, skeleton_of(self.name)
            if looks != former:
                self.skeleton, self.shares_skeleton = looks, False
        if (fields := kwargs.get("update_fields")) is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "skeleton", "shares_skeleton"}
        adding = self._state.adding
        with transaction.atomic(using=kwargs.get("using")):
            super().save(*args, **kwargs)
            if not adding and former not in ("", self.skeleton):
                FormerName.note(former, self)

    def may_rename_at(self) -> datetime | None:
        """Return when the user may next rename; None: now."""
        if self.renamed_at is None or self.renamed_at + RENAME_EVERY <= timezone.now():
            return None
        return self.renamed_at + RENAME_EVERY


class FormerName(models.Model):
    """A name that was given up: for NAME_RESTS only its former owner may take it.

    The row has a hash of the skeleton, so that the name of a deleted account is not kept.
    """

    look = models.CharField(max_length=64, db_index=True)
    # null: the account is deleted
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="former_names"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        """Return the former owner and the time."""
        return f"a former name of {self.user}, given up {self.at:%Y-%m-%d}"

    @classmethod
    def note(cls, skeleton: str, user: User | None) -> None:
        """Reserve a name from now on; `user` is the former owner, None when deleted."""
        cls.objects.create(look=_hash_of(skeleton), user=user)

    @classmethod
    def resting(cls, name: str, user: User | None) -> "models.QuerySet[FormerName]":
        """Return the rows that reserve this name against a user, who may take back their own."""
        rows = cls.objects.filter(
            look=_hash_of(skeleton_of(name)), at__gt=timezone.now() - NAME_RESTS
        )
        return rows if user is None else rows.exclude(user=user)

    @classmethod
    def forget(cls, now: datetime) -> None:
        """Delete the rows that are older than NAME_RESTS."""
        cls.objects.filter(at__lte=now - NAME_RESTS).delete()


def _hash_of(skeleton: str) -> str:
    return hashlib.sha256(skeleton.encode()).hexdigest()


class Mute(models.Model):
    """A mute: the owner sees no messages of the muted user, at any table."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(User, on_delete=models.CASCADE, related_name="muted_by")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Once for each pair, and never oneself."""

        constraints = (
            models.UniqueConstraint(fields=("owner", "muted"), name="mute_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("muted")), name="mute_somebody_else"
            ),
        )

    def __str__(self) -> str:
        """Return the owner and the muted user."""
        return f"{self.owner} mutes {self.muted}"
