"""The settings of a site that writes moves made from positions that are old."""

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.faults.broken.apps.NoRevisionCheck"]
