"""The settings of a site that takes every answer for one to the open question."""

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.faults.broken.apps.NoQuestionCheck"]
