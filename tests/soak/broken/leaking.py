"""The settings of a site that leaks."""

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.soak.broken.apps.Leaking"]
