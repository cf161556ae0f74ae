"""The settings of a site that is broken as VARIANT says."""

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.broken.apps.Broken"]
