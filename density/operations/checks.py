"""System checks of settings, files and the database, before any request is served."""

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
    """Return whether a host is public: neither this machine nor in a private network."""
    bare_host = host.strip("[]").removeprefix(".")
    if bare_host in HOME_NAMES or bare_host.endswith((".localhost", ".local")):
        return False
    try:
        return not ipaddress.ip_address(bare_host).is_private
    except ValueError:
        return True


@checks.register(checks.Tags.security)
def check_hosts(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Check that a public site has host names, a secret key, HTTPS and no debugging."""
    public = [host for host in settings.ALLOWED_HOSTS if is_public(host)]
    https = settings.SESSION_COOKIE_SECURE
    faults: list[checks.CheckMessage] = []
    if "*" in settings.ALLOWED_HOSTS:
        hint = "List your hosts: WebSocket origins are checked against ALLOWED_HOSTS."
        faults += [checks.Error("ALLOWED_HOSTS accepts every host.", hint, id="density.E001")]
    if public and settings.DEBUG:
        hint = "Unset DEBUG, or serve local hosts only."
        faults += [checks.Error("DEBUG is on for public hosts.", hint, id="density.E002")]
    if public and not environment.read_text("SECRET_KEY"):
        hint = "Set SECRET_KEY to 50 random characters, the same for every process."
        faults += [checks.Error("A public site has no SECRET_KEY.", hint, id="density.E003")]
    if public and not https:
        hint = "Put a proxy that speaks TLS in front and set HTTPS=1."
        faults += [checks.Warning("A public site runs without HTTPS.", hint, id="density.W004")]
    if https and not settings.TRUSTED_PROXIES:
        message = (
            "HTTPS is on, no proxy is trusted: every player seems to have the proxy's address."
        )
        hint = "Set TRUSTED_PROXIES to the number of proxies in front, usually 1."
        faults += [checks.Warning(message, hint, id="density.W010")]
    return faults


@checks.register(checks.Tags.security)
def check_operators(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Check that probes and metrics are not public."""
    if all(network.is_private for network in settings.OPERATOR_NETWORKS):
        return []
    message = "OPERATOR_NETWORKS lets public addresses read /metrics."
    hint = "List the addresses of your monitoring, or unset it to allow only this machine."
    return [checks.Warning(message, hint, id="density.W052")]


@checks.register(checks.Tags.files)
def check_data_folder(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Check that the data folder is writable, and closed to other users."""
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
    """Check that files with secrets are not open to other users; a group may read them."""
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
    """Check that each database is of a version that can be upgraded."""
    hint = "Upgrade to commit 30a70c9 first, then to this version (docs/UPGRADING.md)."
    return [
        checks.Error("The database is from a version before 1.0.", hint=hint, id="density.E012")
        for name in databases or ()
        if has_lost_migrations(MigrationRecorder(connections[name]))
    ]


def has_lost_migrations(recorder: MigrationRecorder) -> bool:
    """Return whether replaced migrations are applied only in part, so that one is missing."""
    applied = recorder.applied_migrations().keys()
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    existing = applied | loader.disk_migrations.keys()
    replaced = [set(names.replaces) for names in loader.disk_migrations.values()]
    return any(names & applied and not names <= existing for names in replaced)


def file_mode(path: Path) -> int:
    """Return the mode of a file or folder; 0 if it does not exist."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0
