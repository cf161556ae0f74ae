"""Games that take long to play are played once for a run, and their rows put into other tests."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import Model

from tests.conftest import deal_the_same

T = TypeVar("T")
# by name: what was made, and all rows that there were then
KEPT: dict[str, tuple[Any, dict[type[Model], list[Model]]]] = {}


def made_once(name: str, make: Callable[[], T]) -> T:
    """Return what `make` makes in an empty database, by chance that follows from the name.

    It runs once for a run; after that the same rows come back, with the times that they had.
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
    """Return the tables of users, their addresses and games."""
    found = [apps.get_app_config(name) for name in ("account", "accounts", "games")]
    return [model for app in found for model in app.get_models(include_auto_created=True)]
