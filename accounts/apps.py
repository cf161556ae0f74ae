"""The Django app of the accounts."""

from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users and guests."""

    name = "accounts"

    def ready(self) -> None:
        """Connect the filter of the audit log and the receivers."""
        import_module("accounts.identity.audit")
        import_module("accounts.receivers")
