"""Turn bad combinations of settings into system-check errors, before any request is served."""

import ipaddress
import os
import stat
from collections.abc import Collection
from pathlib import Path
from shlex import quote
from typing import Any

from django.conf import settings
from django.core import checks
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from density import environment
from density.environment import OTHERS, secret_files

HOME_NAMES = {"localhost", "testserver"}


def is_public(host: str) -> bool:
    """Return whether the public may reach this host: not a machine's own or a home network's."""
    name = host.strip("[]").removeprefix(".")
    if name in HOME_NAMES or name.endswith((".localhost", ".local")):
        return False
    try:
        return not ipaddress.ip_address(name).is_private
    except ValueError:
        return True


@checks.register(checks.Tags.security)
def check_hosts(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Check that a public site has names, its own secret, and no debugging."""
    public = [host for host in settings.ALLOWED_HOSTS if is_public(host)]
    https = settings.SESSION_COOKIE_SECURE
    found: list[checks.CheckMessage] = []
    if "*" in settings.ALLOWED_HOSTS:
        hint = "The origin of a WebSocket is checked against ALLOWED_HOSTS: name the hosts."
        found += [checks.Error("ALLOWED_HOSTS lets every host in.", hint, id="density.E001")]
    if public and settings.DEBUG:
        hint = "Unset DEBUG, or serve local hosts only."
        found += [checks.Error("DEBUG is on for public hosts.", hint, id="density.E002")]
    if public and not environment.read_text("SECRET_KEY"):
        hint = "Set SECRET_KEY to 50 random characters, the same for every process."
        found += [checks.Error("A public site has no SECRET_KEY.", hint, id="density.E003")]
    if public and not https:
        hint = "Put a proxy that speaks TLS in front and set HTTPS=1."
        found += [checks.Warning("A public site runs without HTTPS.", hint, id="density.W004")]
    if https and not settings.TRUSTED_PROXIES:
        message = "HTTPS is on and no proxy is trusted: all players have the proxy's address."
        hint = "Set TRUSTED_PROXIES to the number of proxies in front, usually 1."
        found += [checks.Warning(message, hint, id="density.W010")]
    return found


@checks.register(checks.Tags.security)
def check_operators(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Probes and metrics are not for the public."""
    if all(network.is_private for network in settings.OPERATOR_NETWORKS):
        return []
    message = "OPERATOR_NETWORKS lets public addresses read /metrics."
    hint = "Name the addresses of your monitoring, or leave it unset: this machine only."
    return [checks.Warning(message, hint, id="density.W052")]


@checks.register(checks.Tags.files)
def check_data_folder(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """The data folder exists, can be written, and is closed to other users."""
    folder = settings.DATA_DIR
    if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
        hint = "Set DATA_DIR to a folder of your own."
        return [checks.Error(f"{folder} cannot be written.", hint=hint, id="density.E006")]
    if file_mode(folder) & OTHERS:
        message = f"Other users of this machine may open the data folder {folder}."
        return [checks.Warning(message, hint=f"chmod 700 {quote(str(folder))}", id="density.W021")]
    return []


@checks.register(checks.Tags.security)
def check_secret_files(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """The files that hold variables are not open to every user; a group may read them."""
    return [
        checks.Warning(
            f"Other users of this machine may read or change {path}, which {name} names.",
            hint=f"chmod 640 {quote(str(path))}, or 600.",
            id="density.W022",
        )
        for name, path in sorted(secret_files.items())
        if file_mode(path) & (stat.S_IRWXO | stat.S_IWGRP)
    ]


@checks.register(checks.Tags.database)
def check_age_of_database(
    app_configs: Any, databases: Collection[str] | None = None, **kwargs: Any
) -> list[checks.CheckMessage]:
    """Return an error for each database of a version that is too old to upgrade from."""
    hint = "Upgrade to commit 30a70c9 first, then to this version (docs/UPGRADING.md)."
    return [
        checks.Error("The database is of a version before 1.0.", hint=hint, id="density.E012")
        for name in databases or ()
        if has_lost_migrations(MigrationRecorder(connections[name]))
    ]


def has_lost_migrations(recorder: MigrationRecorder) -> bool:
    """Return whether only a part is applied of migrations that one has replaced."""
    applied = recorder.applied_migrations().keys()
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    known = applied | loader.disk_migrations.keys()
    replaced = [set(each.replaces) for each in loader.disk_migrations.values()]
    return any(each & applied and not each <= known for each in replaced)


def file_mode(path: Path) -> int:
    """Return the mode of a file or folder; nothing of one that is gone."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0
