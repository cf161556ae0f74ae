"""`manage.py reset_second_factor NAME`: for a user whose phone and recovery codes are lost."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.identity import second_factor
from accounts.identity.audit import audit_changes
from accounts.models import User


class Command(BaseCommand):
    """Takes the second factor of a user away and ends all sessions."""

    help = "Take the second factor of a user away, who then logs in by the password alone."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the user."""
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Remove it, and write it down in the audit log."""
        try:
            user = User.objects.get_by_natural_key(name)
        except User.DoesNotExist as unknown:
            raise CommandError(f"There is no user {name}.") from unknown
        with audit_changes():
            if not second_factor.reset_second_factor(user):
                raise CommandError(f"{user.name} has no second factor.")
        self.stdout.write(f"{user.name} logs in by the password alone now. All sessions are ended.")
