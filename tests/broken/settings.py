"""The settings of a site that is broken as VARIANT says."""

import os

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

_name = os.environ["VARIANT"].title().replace("-", "")
INSTALLED_APPS += [f"tests.broken.apps.{_name}"]
