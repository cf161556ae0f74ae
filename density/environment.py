"""Reads the deployment choices from environment variables (decision 37: without a library)."""

import base64
import fcntl
import ipaddress
import os
import re
import secrets
from argparse import ArgumentParser
from collections.abc import Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

from redis import ConnectionPool

# permission bits of the group and of others
OTHERS = 0o077
TRUE = {"1", "true", "yes", "on"}
# order of the curve P-256, and the format of a private key: 32 bytes in base64url
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
VAPID_KEY = re.compile(r"([A-Za-z0-9_-]{43})=?")
# as in a browser's Origin header
ORIGIN = re.compile(r"https?://(?:[a-z0-9_.*-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?")
CONTACT = re.compile(r"mailto:[^@\s,]+@[^@\s,]+|https://[^\s/?#]+\S*|tel:[0-9+().-]+", re.I)
SENDER = re.compile(r"(?:[^<>\r\n]*<[^@\s<>,]+@[^@\s<>,]+>|[^@\s<>,]+@[^@\s<>,]+)")
REDIS_URLS = "REDIS_URL must be redis://host:port/number or unix:///path."
# commands with the option `--data`
WITH_DATA = {"serve", "demo", "backup", "restore", "drain", "export"}
# files from which variables were read, by the name of the variable
secret_files: dict[str, Path] = {}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BadChoice(ValueError):
    """Raised for an invalid variable; the message is one sentence for the operator."""


def read_text(name: str, default: str = "") -> str:
    """Return the value of a variable, or the content of the file that `<name>_FILE` names.

    An empty variable counts as not set. Raises BadChoice when both are set, or when the file cannot
    be read or is empty. The message has the file's name, never its content.
    """
    value, path = os.environ.get(name, "").strip(), os.environ.get(f"{name}_FILE", "").strip()
    if not path:
        return value or default
    if value:
        raise BadChoice(f"{name} and {name}_FILE are both set: unset one of them.")
    return _of_file(f"{name}_FILE", Path(path))


def _of_file(name: str, path: Path) -> str:
    try:
        content = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise BadChoice(f"{name} names {path}, which cannot be read: {reason}.") from error
    if not content:
        raise BadChoice(f"{name} names {path}, which is empty.")
    secret_files[name] = path
    return content


def read_flag(name: str) -> bool:
    """Return whether the variable is 1, true, yes or on."""
    return read_text(name).lower() in TRUE


def read_number(name: str, default: int, within: range | None = None) -> int:
    """Return the variable as a whole number, within a range if given."""
    bounds = f" from {within[0]} to {within[-1]}" if within else ""
    try:
        value = int(read_text(name, str(default)))
    except ValueError as error:
        raise BadChoice(f"{name} must be a whole number{bounds}.") from error
    if within and value not in within:
        raise BadChoice(f"{name} must be a whole number{bounds}.")
    return value


def read_pace(name: str, *, or_zero: bool = False) -> float:
    """Return the variable as a number above 0, or 0 if allowed; 1 when it is not set."""
    try:
        value = float(read_text(name, "1"))
    except ValueError:
        value = -1.0
    if (or_zero and value == 0) or 0 < value < float("inf"):
        return value
    raise BadChoice(f"{name} must be {'0 or ' if or_zero else ''}a number above 0.")


def read_choice(name: str, *values: str) -> str:
    """Return the variable, which must be one of these values; the first is the default."""
    value = read_text(name, values[0])
    if value not in values:
        raise BadChoice(f"{name} must be {' or '.join(values)}.")
    return value


def read_contact(name: str) -> str:
    """Return the variable as the URL of a contact; an e-mail address becomes a mailto URL."""
    value = read_text(name)
    if "@" in value and ":" not in value:
        value = f"mailto:{value}"
    if value and not CONTACT.fullmatch(value):
        raise BadChoice(f"{name} must be an e-mail address or begin with https://.")
    return value


def read_sender(name: str, default: str) -> str:
    """Return the variable as a sender of mails: an address with or without a name."""
    value = read_text(name, default)
    if not SENDER.fullmatch(value):
        raise BadChoice(f"{name} must be an address, such as Density Deck <no-reply@example.org>.")
    return value


def read_origins(name: str) -> list[str]:
    """Return the comma-separated origins of the variable, in the form of an Origin header."""
    origins = [word.lower() for word in read_words(name)]
    if not all(map(ORIGIN.fullmatch, origins)):
        raise BadChoice(f"{name} must be origins such as https://other.example.org, without paths.")
    return origins


def read_words(name: str, default: str = "") -> list[str]:
    """Return the comma-separated parts of the variable."""
    return [part.strip() for part in read_text(name, default).split(",") if part.strip()]


def read_networks(name: str, default: str) -> list[Network]:
    """Return the variable as IP networks; a single address counts as a network."""
    try:
        return [ipaddress.ip_network(word, strict=False) for word in read_words(name, default)]
    except ValueError as error:
        raise BadChoice(f"{name} must be addresses or networks: 10.0.0.0/8, ::1.") from error


def read_folder(name: str, default: Path) -> Path:
    """Return the variable as an absolute path, with any spaces at its ends."""
    value, given = read_text(name, str(default)), os.environ.get(name, "")
    return absolute_path(given if given.strip() else value)


def absolute_path(path: str) -> Path:
    """Return an absolute path; a leading `~` is the home folder, `./~` is not."""
    # Path.expanduser cannot tell them apart, and raises for `~name` of an unknown user
    return Path(os.path.expanduser(path)).absolute()  # noqa: PTH111


def adopt_data_folder(
    arguments: Sequence[str], environ: MutableMapping[str, str] = os.environ
) -> None:
    """Set DATA_DIR from the option `--data` of a command, before the settings are read.

    Child processes inherit it. The option is parsed like the command parses it, including
    `--data=DIR` and abbreviations. Raises BadChoice when it is empty.
    """
    if not WITH_DATA.intersection(arguments[1:2]):
        return
    parser = ArgumentParser(add_help=False)
    parser.add_argument("--data")
    folder = parser.parse_known_args(arguments[2:])[0].data
    if folder == "":
        raise BadChoice("--data must name a folder.")
    if folder is not None:
        set_data_folder(absolute_path(folder), environ)


def set_data_folder(folder: Path, environ: MutableMapping[str, str]) -> None:
    """Set the data folder in the environment, replacing any earlier choice."""
    environ["DATA_DIR"] = str(folder.absolute())
    environ.pop("DATA_DIR_FILE", None)


def keep_private() -> None:
    """Set the umask, so that other users cannot read new files of this process and its children."""
    os.umask(os.umask(OTHERS) | OTHERS)


def secret_key(folder: Path) -> str:
    """Return the secret key of this data folder, creating it at the first call.

    If the folder cannot be written, the key lasts for this process only; a system check says so.
    """
    return _made_once(folder / "secret-key", lambda: secrets.token_urlsafe(50))


def vapid_key(folder: Path) -> str:
    """Return the private key of Web Push, from VAPID_PRIVATE_KEY or this data folder.

    It is a number below the order of P-256 as 32 bytes in base64url, the usual format of VAPID
    tools. Created like the secret key; raises BadChoice for an invalid VAPID_PRIVATE_KEY.
    """
    if not (value := read_text("VAPID_PRIVATE_KEY")):
        return _made_once(folder / "vapid-key", _new_vapid_key)
    key = VAPID_KEY.fullmatch(value)
    number = int.from_bytes(base64.urlsafe_b64decode(f"{key[1]}=")) if key else 0
    if not 0 < number < P256_ORDER:
        raise BadChoice("VAPID_PRIVATE_KEY must be 32 bytes in base64url: 43 characters.")
    return value


def _new_vapid_key() -> str:
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32)).rstrip(b"=").decode()


def deal_log_key(folder: Path) -> str:
    """Return the key that signs the log of deals, from DEAL_LOG_KEY or this data folder.

    It is an Ed25519 private key, 32 bytes in base64url. Created like the secret key; raises
    BadChoice for an invalid DEAL_LOG_KEY.
    """
    if not (value := read_text("DEAL_LOG_KEY")):
        return _made_once(folder / "deal-log-key", lambda: secrets.token_urlsafe(32))
    if not VAPID_KEY.fullmatch(value):
        raise BadChoice("DEAL_LOG_KEY must be 32 bytes in base64url: 43 characters.")
    return value


def _made_once(path: Path, make: Callable[[], str]) -> str:
    """Return the text of a file, creating it once even when several processes start together."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return path.read_text(encoding="ascii") if path.exists() else make()
    with os.fdopen(handle, "r+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not (text := file.read()):
            text = make()
            file.write(text)
    return text


def _parts(name: str, url: str, *schemes: str) -> SplitResult:
    """Return the parts of a URL with one of these schemes; error messages contain no password."""
    if "#" in url:  # the rest would be dropped
        raise BadChoice(f"{name} must write # as %23.")
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 # raises ValueError for an invalid port
    except ValueError as error:
        raise BadChoice(f"{name} must be a URL with a valid host and port.") from error
    if parts.scheme not in schemes:
        usual = " or ".join(f"{scheme}://" for scheme in schemes[:2])
        raise BadChoice(f"{name} must begin with {usual}, not {parts.scheme or 'nothing'}.")
    return parts


def default_database(file: Path) -> dict[str, Any]:
    """Return the Django database settings of DATABASE_URL; by default of this SQLite file."""
    url = read_text("DATABASE_URL")
    return read_database(url) if url else sqlite_database(str(file))


def read_database(url: str) -> dict[str, Any]:
    """Return the Django database settings of `sqlite:///file` or `postgres://user:password@host/name`.

    A Unix socket is given by its folder: `postgres:///name?host=/run/postgresql`. Raises BadChoice
    for other schemes.
    """
    parts = _parts("DATABASE_URL", url, "sqlite", "postgres", "postgresql")
    if parts.scheme == "sqlite":
        if "?" in url:
            raise BadChoice("A DATABASE_URL for SQLite has no options: write ? in a name as %3F.")
        return sqlite_database(unquote(parts.path[1:]))
    # a plus is a plus, as for PostgreSQL's programs
    options: dict[str, Any] = dict(parse_qsl(parts.query.replace("+", "%2B")))
    # options of earlier versions; transaction pooling would keep the matcher's session lock
    options.pop("prepare", "")
    if options.pop("pooling", "session") != "session":
        raise BadChoice("DATABASE_URL must not set pooling: set pool_mode = session in PgBouncer.")
    options["prepare_threshold"] = 5  # PostgreSQL keeps the plans of repeated statements
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or options.pop("user", "")),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": _host(parts) or options.pop("host", ""),
        "PORT": str(parts.port or options.pop("port", "")),
        "OPTIONS": options,
        "CONN_MAX_AGE": None,
    }


def sqlite_database(path: str) -> dict[str, Any]:
    """Return the Django database settings of a SQLite file."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        "CONN_MAX_AGE": None,
    }


def redis_url(default: str) -> str:
    """Return REDIS_URL; raises BadChoice if no client can be made from it."""
    url = read_text("REDIS_URL", default)
    if "#" in url:  # the rest would be dropped
        raise BadChoice("REDIS_URL must write # as %23.")
    try:
        parts = urlsplit(url)
        # opens no connection: the server need not run yet
        ConnectionPool.from_url(url).make_connection()
    except (ValueError, TypeError) as error:
        raise BadChoice(REDIS_URLS) from error
    path = parts.path.strip("/")
    if not (path if parts.scheme == "unix" else not path or path.isdecimal()):
        raise BadChoice(REDIS_URLS)
    return url


def broker_of(url: str) -> str:
    """Return the Celery broker URL of a Redis URL."""
    # Celery splits the URL into several brokers at semicolons
    parts = urlsplit(url.replace(";", "%3B"))
    if parts.scheme != "unix":
        return parts.geturl()
    query = [
        ("virtual_host" if name == "db" else name, value) for name, value in parse_qsl(parts.query)
    ]
    options = f"?{urlencode(query)}" if query else ""
    return f"redis+socket://{parts.netloc}{parts.path}{options}"


def _host(parts: SplitResult) -> str:
    """Return the host of a URL, or the folder of a socket, as in `%2Frun%2Fpostgresql`."""
    host = unquote(parts.hostname or "")
    if not host.startswith("/"):
        return host
    # `hostname` is lowercase, but a folder may have capitals
    return unquote(parts.netloc.rpartition("@")[2].partition(":")[0])


def read_mail(url: str) -> dict[str, Any]:
    """Return the Django mail settings of `console://` or `smtp(s)://user:password@host:port`.

    `smtps` uses TLS from the first byte; `smtp` on port 587 upgrades to TLS. Raises BadChoice for
    other schemes.
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
        "EMAIL_USE_SSL" if secure else "EMAIL_USE_TLS": secure or parts.port == 587,
        "EMAIL_TIMEOUT": 10,
    }
