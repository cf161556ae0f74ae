"""The Django project: wiring only, imported by no other package."""

from density.celery import app as celery_app

__all__ = ["celery_app"]
