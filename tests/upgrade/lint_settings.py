"""Settings of the site with the migration linter."""

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

INSTALLED_APPS.append("django_migration_linter")
