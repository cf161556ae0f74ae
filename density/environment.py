"""Reads the deployment choices, one environment variable each (no library does: decision 37)."""

import os
import secrets
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

# the rights of the group and of all others
OTHERS = 0o077
TRUE = {"1", "true", "yes", "on"}


class BadChoice(ValueError):
    """A variable cannot be understood; the message is one sentence for the operator."""


def text(name: str, default: str = "") -> str:
    """Return the variable as it stands; an empty one counts as not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return whether the variable says yes (1, true, yes, on)."""
    value = text(name)
    return value.lower() in TRUE if value else default


def number(name: str, default: int) -> int:
    """Return the variable as a whole number."""
    try:
        return int(text(name, str(default)))
    except ValueError as error:
        raise BadChoice(f"{name} must be a whole number.") from error


def count(name: str) -> int:
    """Return the variable as a whole number that is not negative; 0 when it is not set."""
    value = number(name, 0)
    if value < 0:
        raise BadChoice(f"{name} must not be negative.")
    return value


def pace(name: str, *, or_zero: bool = False) -> float:
    """Return the variable as a number above 0, or 0 where that is allowed; 1 when it is not set."""
    try:
        value = float(text(name, "1"))
    except ValueError:
        value = -1.0
    if (or_zero and value == 0) or 0 < value < float("inf"):
        return value
    raise BadChoice(f"{name} must be {'0 or ' if or_zero else ''}a number above 0.")


def words(name: str, default: str = "") -> list[str]:
    """Return the comma-separated parts of the variable."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def adopt_data_folder(
    arguments: Sequence[str], environ: MutableMapping[str, str] = os.environ
) -> None:
    """Make `serve --data DIR` known before the settings are read, to us and to every child.

    So with `demo`.
    """
    if not {"serve", "demo"}.intersection(arguments[1:2]):
        return
    for place, argument in enumerate(arguments):
        if argument == "--data" and place + 1 < len(arguments):
            environ["DATA_DIR"] = str(Path(arguments[place + 1]).expanduser().absolute())
        elif argument.startswith("--data="):
            environ["DATA_DIR"] = str(Path(argument[7:]).expanduser().absolute())


def keep_private() -> None:
    """Let no other user read files that this process and its children create from now on."""
    os.umask(os.umask(OTHERS) | OTHERS)


def secret_key(folder: Path) -> str:
    """Return the secret of this data folder: made once, then read again for ever.

    A folder that cannot be written yields a key for this process only; the system checks say so.
    """
    path = folder / "secret-key"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    except OSError:
        return secrets.token_urlsafe(50)
    key = secrets.token_urlsafe(50)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key)
    return key


SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def _parts(name: str, url: str, *schemes: str) -> SplitResult:
    """Return the parts of a URL of one of these schemes; the error keeps passwords to itself."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 # read once, since this is where a bad one is found
    except ValueError as error:
        raise BadChoice(f"{name} must be a URL with a valid host and port.") from error
    if parts.scheme not in schemes:
        usual = " or ".join(f"{scheme}://" for scheme in schemes[:2])
        raise BadChoice(f"{name} must begin with {usual}, not {parts.scheme or 'nothing'}.")
    return parts


def database(url: str) -> dict[str, Any]:
    """The Django database of a URL: `sqlite:///file` or `postgres://user:password@host:port/name`.

    A Unix socket is named by its folder: `postgres:///name?host=/run/postgresql`. The plans of the
    statements of a move are kept, unless it says `prepare=no`. Raises BadChoice for any other kind.
    """
    parts = _parts("DATABASE_URL", url, "sqlite", "postgres", "postgresql")
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path[1:]),
            "OPTIONS": dict(SQLITE_OPTIONS),
            "CONN_MAX_AGE": None,
        }
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    options["prepare_threshold"] = None if options.pop("prepare", "") == "no" else 5
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or options.pop("user", "")),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or options.pop("host", ""),
        "PORT": str(parts.port or options.pop("port", "")),
        "OPTIONS": options,
        "CONN_MAX_AGE": None,
    }


def mail(url: str) -> dict[str, Any]:
    """The Django mail settings of a URL: `console://` or `smtp(s)://user:password@host:port`.

    `smtps` speaks TLS from the first byte, `smtp` on port 587 upgrades to TLS.
    Raises BadChoice for any other kind.
    """
    parts = _parts("EMAIL_URL", url, "console", "smtp", "smtps")
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    secure = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if secure else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": parts.port == 587,
        "EMAIL_TIMEOUT": 10,
    }
