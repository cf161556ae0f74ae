"""Checks for the rulesets that every game of the site reads; the input is not trusted."""

from collections.abc import Mapping
from typing import Any

Choices = Mapping[str, tuple[object, ...]]


def check_choices(written: Mapping[str, Any], choices: Choices) -> None:
    """Raise ValueError, naming the field, on a field or a value that the choices do not list.

    A value counts with its type: 1 is not True.
    """
    for field, value in written.items():
        if not any(type(value) is type(c) and value == c for c in choices.get(field, ())):
            raise ValueError(f"ruleset field {field!r} can not be {value!r}")
