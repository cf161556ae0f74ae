"""Caches games that take long to play: later tests reuse their rows."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import Model

from tests.conftest import deal_the_same

T = TypeVar("T")
# by name: the result, and all rows of the database
KEPT: dict[str, tuple[Any, dict[type[Model], list[Model]]]] = {}


def made_once(name: str, make: Callable[[], T]) -> T:
    """Return the result of `make` in an empty database, with chance seeded by the name.

    It runs once per test run; later calls restore the same rows with their original times.
    """
    if name in KEPT:
        with transaction.atomic():
            for model, rows in KEPT[name][1].items():
                model._base_manager.bulk_create(rows)
    else:
        with pytest.MonkeyPatch.context() as patch:
            deal_the_same(patch, name)
            made = make()
        KEPT[name] = deepcopy(made), {each: [*each._base_manager.all()] for each in _models()}
    again: T = deepcopy(KEPT[name][0])
    return again


def _models() -> list[type[Model]]:
    """Return the models of users, their addresses and games."""
    found = [apps.get_app_config(name) for name in ("account", "accounts", "games")]
    return [model for app in found for model in app.get_models(include_auto_created=True)]
