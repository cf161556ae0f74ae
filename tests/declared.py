"""Compares JSON values with TypedDict declarations."""

from datetime import datetime
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from density.platform.declared import OfTheGame, OneOf, hints_of

# JSON types of Python types
KINDS = {float: (int, float), datetime: (str,)}


def find_misfits(value: Any, hint: Any, at: str = "") -> list[str]:
    """Return the paths at which a JSON value does not match a type."""
    origin, given = get_origin(hint), get_args(hint)
    if origin is Annotated:
        mark = given[1]
        if isinstance(mark, OfTheGame):
            return [] if isinstance(value, dict) else [f"{at}: {value}"]
        fits = not isinstance(mark, OneOf) or value in mark.values
        return find_misfits(value, given[0], at) if fits else [f"{at}: {value}"]
    if origin in (Union, UnionType):
        found = [find_misfits(value, each, at) for each in given]
        return [] if [] in found else found[0]
    if origin in (list, dict) and not isinstance(value, origin):
        return [f"{at}: {value}"]
    if origin is list:
        return [each for place in value for each in find_misfits(place, given[0], at)]
    if origin is dict:
        return [
            each for name in value for each in find_misfits(value[name], given[1], f"{at}.{name}")
        ]
    if hasattr(hint, "__required_keys__"):
        return _misfits_of_parts(value, hint, at)
    return [] if _fits(value, hint) else [f"{at}: {value}"]


def _fits(value: Any, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    return hint is Any or type(value) in KINDS.get(hint, (hint,))


def _misfits_of_parts(value: Any, hint: Any, at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at}: {value}"]
    hints = hints_of(hint)
    missing = [f"{at}.{name} is missing" for name in hint.__required_keys__ - value.keys()]
    unknown = [f"{at}.{name} is not declared" for name in value.keys() - hints.keys()]
    inner = [
        each
        for name in value.keys() & hints.keys()
        for each in find_misfits(value[name], hints[name], f"{at}.{name}")
    ]
    return missing + unknown + inner


def paths_of(hint: Any, before: str = "") -> set[str]:
    """Return the paths of all fields of a type, as named in docs/PROTOCOL.md."""
    origin, given = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType, Annotated, dict):
        return {path for each in given for path in paths_of(each, before)}
    if origin is list:
        return paths_of(given[0], f"{before.removesuffix('.')}[].")
    if not hasattr(hint, "__required_keys__"):
        return set()
    hints = hints_of(hint)
    inner = {path for name, each in hints.items() for path in paths_of(each, f"{before}{name}.")}
    return {f"{before}{name}" for name in hints} | inner
