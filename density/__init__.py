"""The Django project: wiring only, imported by no other package."""

import gc

from density.celery import app as celery_app

__all__ = ["celery_app"]

# Imported modules are never freed. With the default thresholds, garbage collection scans them so
# often during startup that it takes a fifth of the time. The web processes lower this again.
gc.set_threshold(50_000, 5, 10)
