"""The Django app of the project itself, with the system checks and commands such as `serve`."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class DensityConfig(AppConfig):
    """The project's own app."""

    name = "density"
    default = True

    def ready(self) -> None:
        """Register the system checks and connect the signals of tasks."""
        import_module("density.operations.checks")
        import_module("density.operations.task_signals")


class AdminPagesConfig(admin.AdminConfig):
    """The admin pages, on the site that asks for a second factor."""

    default = False
    default_site = "density.operations.staff.StaffSite"

    def ready(self) -> None:
        """Register the admin pages of all apps, then replace some of them."""
        super().ready()
        import_module("accounts.admin").put_in_place()
