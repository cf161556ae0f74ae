"""The settings of the site that bench.clock measures."""

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

INSTALLED_APPS += ["bench.clock_app.MadeUpDeadlines"]
