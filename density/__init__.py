"""The Django project: wiring only, imported by no other package."""

import gc

from density.celery import app as celery_app

__all__ = ["celery_app"]

# Modules loaded at the start stay loaded: the collector would look at all of them again and again,
# a fifth of the time that every process of the site takes to start.
gc.set_threshold(50_000, 50, 1000)
