"""The routes of the site, and the paths of a row of the table."""

from collections.abc import Iterator

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.exceptions import Resolver404

from tests.rights.world import World


def every_route() -> list[str]:
    """Return every route of the site as Django writes it, without duplicates."""
    return list(dict.fromkeys(_walk(get_resolver(), "")))


def _walk(resolver: URLResolver, prefix: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            # the game of docs/ADD_A_GAME.md belongs to the tests
            if not getattr(pattern.urlconf_name, "__name__", "").startswith("tests."):
                yield from _walk(pattern, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield route.replace("^", "")


def route_of(path: str) -> str | None:
    """Return the route of a path, or None."""
    try:
        return get_resolver().resolve(path.partition("?")[0]).route.replace("^", "")
    except Resolver404:
        return None


def admin_models() -> list[str]:
    """Return the models with admin pages, as in their paths."""
    return [f"{each._meta.app_label}/{each._meta.model_name}" for each in admin.site._registry]


def admin_objects() -> dict[str, str]:
    """Return the key of one object of each of these models; "0" if there is none."""
    found = {}
    for name, model in zip(admin_models(), admin.site._registry, strict=True):
        first = model._default_manager.order_by("pk").values_list("pk", flat=True).first()
        found[name] = "0" if first is None else str(first)
    return found


def row_addresses(path: str, world: World | None = None) -> list[str]:
    """Return the paths of a row: one, or one per model with admin pages."""
    if "{model}" in path:
        keys = admin_objects() if world else dict.fromkeys(admin_models(), "0")
        return [path.format(model=name, object=key) for name, key in keys.items()]
    if world is None:
        return [path.format_map(_Anything())]
    names = {name: scene.game.pk for name, scene in world.scenes.items()}
    own = {
        "owner": world.scenes[scene_of(path)].owner.name,
        "hour": world.hour,
        "stop": world.stop,
        "invitation": world.invitation,
        "puzzle": world.puzzle,
    }
    return [path.format(**names, **own)]


class _Anything(dict[str, str]):
    """A placeholder for any game, user or number in a path."""

    def __missing__(self, key: str) -> str:
        return "1"


def scene_of(path: str) -> str:
    """Return the table of a path, or the default one."""
    from_brace = path.partition("{")[2].partition("}")[0]
    if from_brace == "invitation":
        return "open"
    apart = ("", "owner", "model", "hour", "stop", "puzzle")
    return from_brace if from_brace not in apart else "playing"
