"""Sites that are broken on purpose, to show that the fault and soak tests notice."""


def broken_environ(name: str) -> dict[str, str]:
    """Return the environment of a broken site; without a name, of a working one."""
    return {"DJANGO_SETTINGS_MODULE": f"{__name__}.settings", "VARIANT": name} if name else {}
