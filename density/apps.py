"""The Django app of the project itself: it brings the system checks and `serve`."""

from importlib import import_module

from django.apps import AppConfig


class DensityConfig(AppConfig):
    """The wiring."""

    name = "density"

    def ready(self) -> None:
        """Register checks, receive the signals of tasks, send faults where that is asked for."""
        import_module("density.checks")
        import_module("density.task_signals")
        import_module("density.reports").start()
