"""The Django app of the project itself: it brings the system checks and `serve`."""

from importlib import import_module

from django.apps import AppConfig


class DensityConfig(AppConfig):
    """The wiring."""

    name = "density"

    def ready(self) -> None:
        """Register the system checks."""
        import_module("density.checks")
