"""Settings of the site with a third game: one additional line."""

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

INSTALLED_APPS.insert(INSTALLED_APPS.index("games"), "tests.goofspiel")
