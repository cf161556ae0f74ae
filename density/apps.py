"""The Django app of the project itself: it brings the system checks and `serve`."""

from django.apps import AppConfig


class DensityConfig(AppConfig):
    """The wiring."""

    name = "density"
