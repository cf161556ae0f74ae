"""The Django app of the project itself: it brings the system checks and `serve`."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class DensityConfig(AppConfig):
    """The wiring."""

    name = "density"
    default = True

    def ready(self) -> None:
        """Register checks, receive the signals of tasks."""
        import_module("density.operations.checks")
        import_module("density.operations.task_signals")


class AdminPagesConfig(admin.AdminConfig):
    """The admin pages, on the site that asks for a second factor."""

    default = False
    default_site = "density.operations.staff.StaffSite"

    def ready(self) -> None:
        """Collect the pages of all apps, then put own ones in the place of some."""
        super().ready()
        import_module("accounts.admin").put_in_place()
