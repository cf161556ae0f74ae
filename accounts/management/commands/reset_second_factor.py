"""`manage.py reset_second_factor NAME`, for a user who lost both phone and recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.identity import second_factor
from accounts.identity.audit import audit_changes
from accounts.models import User


class Command(BaseCommand):
    """Removes the second factor of a user and ends all sessions."""

    help = "Remove a user's second factor: the password alone is then enough to log in."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the user."""
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Remove the second factor, and record that in the audit log."""
        try:
            user = User.objects.get_by_natural_key(name)
        except User.DoesNotExist as unknown:
            raise CommandError(f"There is no user {name}.") from unknown
        with audit_changes():
            if not second_factor.reset_second_factor(user):
                raise CommandError(f"{user.name} has no second factor.")
        self.stdout.write(f"{user.name} now logs in with just a password. All sessions were ended.")
