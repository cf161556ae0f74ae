"""`manage.py staff NAME --group Moderators|Operators|all|none`: who may use the admin pages."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.identity import groups
from accounts.identity.audit import audit_changes
from accounts.models import User

ALL, NONE = "all", "none"


class Command(BaseCommand):
    """Makes a user staff, or not; brings the groups up to date."""

    help = "Make a user staff. Without a name, only bring the staff groups up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of a user and the group."""
        parser.add_argument("name", nargs="?", help="the name of a registered user")
        parser.add_argument(
            "--group",
            choices=[groups.MODERATORS, groups.OPERATORS, ALL, NONE],
            default=groups.MODERATORS,
            help="the permissions: all makes a superuser, none removes the user from staff",
        )

    @transaction.atomic
    def handle(self, *args: Any, name: str | None, group: str, **options: Any) -> None:
        """Save the user's permissions, and record the change in the audit log."""
        with audit_changes():
            staff_groups = groups.bring_up_to_date()
            if name is None:
                self.stdout.write("The staff groups are up to date.")
                return
            try:
                user = User.objects.get_by_natural_key(name)
            except User.DoesNotExist as unknown:
                raise CommandError(f"There is no user {name}.") from unknown
            if user.is_guest or not user.has_usable_password():
                raise CommandError(f"{user.name} has no password, which staff need to log in.")
            user.is_staff, user.is_superuser = group != NONE, group == ALL
            user.save(update_fields=["is_staff", "is_superuser"])
            user.groups.set([staff_groups[group]] if group in staff_groups else [])
        done = "is no longer staff" if group == NONE else f"is now staff ({group})"
        self.stdout.write(f"{user.name} {done}.")
