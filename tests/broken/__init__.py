"""Sites that are broken on purpose, to see that faults and a soak find them out."""


def variant(name: str) -> dict[str, str]:
    """Return the environment of a broken site; without a name that of a sound one."""
    return {"DJANGO_SETTINGS_MODULE": f"{__name__}.settings", "VARIANT": name} if name else {}
