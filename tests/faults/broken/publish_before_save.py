"""The settings of a site that publishes before it saves."""

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.faults.broken.apps.PublishBeforeSave"]
