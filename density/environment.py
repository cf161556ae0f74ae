"""Reads the deployment choices, one environment variable each (no library does: decision 37)."""

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

# the rights of the group and of all others
OTHERS = 0o077
TRUE = {"1", "true", "yes", "on"}
# of the curve whose numbers are keys of Web Push, and how one is written: 32 bytes in base64url
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
VAPID_KEY = re.compile(r"([A-Za-z0-9_-]{43})=?")
# as browsers write it
ORIGIN = re.compile(r"https?://(?:[a-z0-9_.*-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?")
CONTACT = re.compile(r"mailto:[^@\s,]+@[^@\s,]+|https://[^\s/?#]+\S*|tel:[0-9+().-]+", re.I)
SENDER = re.compile(r"(?:[^<>\r\n]*<[^@\s<>,]+@[^@\s<>,]+>|[^@\s<>,]+@[^@\s<>,]+)")
REDIS_URLS = "REDIS_URL must be redis://host:port/number or unix:///path."
# the commands that take `--data`
WITH_DATA = {"serve", "demo", "backup", "restore", "drain"}
# the files that variables were read from, by the variable that names them
secret_files: dict[str, Path] = {}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BadChoice(ValueError):
    """A variable cannot be understood; the message is one sentence for the operator."""


def read_text(name: str, default: str = "") -> str:
    """Return the variable as it stands, or what is in the file that `<name>_FILE` names.

    An empty one counts as not set. Raises BadChoice when both are set, or when the file cannot be
    read or is empty: the message has its name, never what is in it.
    """
    given, path = os.environ.get(name, "").strip(), os.environ.get(f"{name}_FILE", "").strip()
    if not path:
        return given or default
    if given:
        raise BadChoice(f"{name} and {name}_FILE are both set: unset one of them.")
    return _of_file(f"{name}_FILE", Path(path))


def _of_file(name: str, path: Path) -> str:
    try:
        found = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise BadChoice(f"{name} names {path}, which cannot be read: {reason}.") from error
    if not found:
        raise BadChoice(f"{name} names {path}, which is empty.")
    secret_files[name] = path
    return found


def read_flag(name: str) -> bool:
    """Return whether the variable says yes (1, true, yes, on)."""
    return read_text(name).lower() in TRUE


def read_number(name: str, default: int, within: range | None = None) -> int:
    """Return the variable as a whole number, of this range if there is one."""
    bounds = f" from {within[0]} to {within[-1]}" if within else ""
    try:
        value = int(read_text(name, str(default)))
    except ValueError as error:
        raise BadChoice(f"{name} must be a whole number{bounds}.") from error
    if within and value not in within:
        raise BadChoice(f"{name} must be a whole number{bounds}.")
    return value


def read_pace(name: str, *, or_zero: bool = False) -> float:
    """Return the variable as a number above 0, or 0 where that is allowed; 1 when it is not set."""
    try:
        value = float(read_text(name, "1"))
    except ValueError:
        value = -1.0
    if (or_zero and value == 0) or 0 < value < float("inf"):
        return value
    raise BadChoice(f"{name} must be {'0 or ' if or_zero else ''}a number above 0.")


def read_choice(name: str, *values: str) -> str:
    """Return the variable as one of these values; the first of them when it is not set."""
    value = read_text(name, values[0])
    if value not in values:
        raise BadChoice(f"{name} must be {' or '.join(values)}.")
    return value


def read_contact(name: str) -> str:
    """Return the variable as the address of a contact: an e-mail address is written as a mailto."""
    value = read_text(name)
    if "@" in value and ":" not in value:
        value = f"mailto:{value}"
    if value and not CONTACT.fullmatch(value):
        raise BadChoice(f"{name} must be an e-mail address or begin with https://.")
    return value


def read_sender(name: str, default: str) -> str:
    """Return the variable as the sender of mails, with a name or without."""
    value = read_text(name, default)
    if not SENDER.fullmatch(value):
        raise BadChoice(f"{name} must be an address, as Density Deck <no-reply@example.org>.")
    return value


def read_origins(name: str) -> list[str]:
    """Return the origins of the variable, with commas, as browsers write them."""
    found = [word.lower() for word in read_words(name)]
    if not all(map(ORIGIN.fullmatch, found)):
        raise BadChoice(f"{name} must be origins, as https://other.example.org, without a path.")
    return found


def read_words(name: str, default: str = "") -> list[str]:
    """Return the comma-separated parts of the variable."""
    return [part.strip() for part in read_text(name, default).split(",") if part.strip()]


def read_networks(name: str, default: str) -> list[Network]:
    """Return the variable as IP networks; an address is a network of one."""
    try:
        return [ipaddress.ip_network(word, strict=False) for word in read_words(name, default)]
    except ValueError as error:
        raise BadChoice(f"{name} must be addresses or networks: 10.0.0.0/8, ::1.") from error


def read_folder(name: str, default: Path) -> Path:
    """Return the variable as an absolute path; spaces at its ends belong to it."""
    value, given = read_text(name, str(default)), os.environ.get(name, "")
    return absolute_path(given if given.strip() else value)


def absolute_path(path: str) -> Path:
    """Return an absolute path; `~` at its beginning is the home folder, `./~` is not."""
    # Path.expanduser cannot tell them apart, and raises for `~` and a name that is no user's
    return Path(os.path.expanduser(path)).absolute()  # noqa: PTH111


def adopt_data_folder(
    arguments: Sequence[str], environ: MutableMapping[str, str] = os.environ
) -> None:
    """Make `serve --data DIR` known before the settings are read, to us and to every child.

    The other commands that take `--data` do so too. It is read as the command itself reads it,
    `--data=DIR` and shortened names included. Raises BadChoice when it names no folder.
    """
    if not WITH_DATA.intersection(arguments[1:2]):
        return
    parser = ArgumentParser(add_help=False)
    parser.add_argument("--data")
    given = parser.parse_known_args(arguments[2:])[0].data
    if given == "":
        raise BadChoice("--data must name a folder.")
    if given is not None:
        set_data_folder(absolute_path(given), environ)


def set_data_folder(folder: Path, environ: MutableMapping[str, str]) -> None:
    """Name the data folder, whatever named it before."""
    environ["DATA_DIR"] = str(folder.absolute())
    environ.pop("DATA_DIR_FILE", None)


def keep_private() -> None:
    """Let no other user read files that this process and its children create from now on."""
    os.umask(os.umask(OTHERS) | OTHERS)


def secret_key(folder: Path) -> str:
    """Return the secret of this data folder: made once, then read again for ever.

    A folder that cannot be written yields a key for this process only; the system checks say so.
    """
    return _made_once(folder / "secret-key", lambda: secrets.token_urlsafe(50))


def vapid_key(folder: Path) -> str:
    """Return the private key of Web Push, of VAPID_PRIVATE_KEY or of this data folder.

    It is a number below the order of P-256 as 32 bytes in base64url, as all tools for VAPID write
    it. Made like the secret; raises BadChoice for one that is given and is no such key.
    """
    if not (given := read_text("VAPID_PRIVATE_KEY")):
        return _made_once(folder / "vapid-key", _new_vapid_key)
    known = VAPID_KEY.fullmatch(given)
    number = int.from_bytes(base64.urlsafe_b64decode(f"{known[1]}=")) if known else 0
    if not 0 < number < P256_ORDER:
        raise BadChoice("VAPID_PRIVATE_KEY must be 32 bytes in base64url: 43 characters.")
    return given


def _new_vapid_key() -> str:
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32)).rstrip(b"=").decode()


def _made_once(path: Path, make: Callable[[], str]) -> str:
    """Return the text of a file, which the first of several processes makes."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return path.read_text(encoding="ascii") if path.exists() else make()
    with os.fdopen(handle, "r+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not (found := file.read()):
            found = make()
            file.write(found)
    return found


def _parts(name: str, url: str, *schemes: str) -> SplitResult:
    """Return the parts of a URL of one of these schemes; the error keeps passwords to itself."""
    if "#" in url:  # everything behind it would be dropped
        raise BadChoice(f"{name} must write # as %23.")
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 # read once, since this is where a bad one is found
    except ValueError as error:
        raise BadChoice(f"{name} must be a URL with a valid host and port.") from error
    if parts.scheme not in schemes:
        usual = " or ".join(f"{scheme}://" for scheme in schemes[:2])
        raise BadChoice(f"{name} must begin with {usual}, not {parts.scheme or 'nothing'}.")
    return parts


def default_database(file: Path) -> dict[str, Any]:
    """Return the Django database of DATABASE_URL; without it this SQLite file."""
    url = read_text("DATABASE_URL")
    return read_database(url) if url else sqlite_database(str(file))


def read_database(url: str) -> dict[str, Any]:
    """Return the Django database of `sqlite:///file` or `postgres://user:password@host:port/name`.

    A Unix socket is named by its folder: `postgres:///name?host=/run/postgresql`. Raises BadChoice
    for any other kind.
    """
    parts = _parts("DATABASE_URL", url, "sqlite", "postgres", "postgresql")
    if parts.scheme == "sqlite":
        if "?" in url:
            raise BadChoice("DATABASE_URL of SQLite has no options: write ? in a name as %3F.")
        return sqlite_database(unquote(parts.path[1:]))
    # as PostgreSQL's own programs read it: a plus is a plus
    options: dict[str, Any] = dict(parse_qsl(parts.query.replace("+", "%2B")))
    # earlier versions had these; a pooler that changes sessions would keep the matcher's lock
    options.pop("prepare", "")
    if options.pop("pooling", "session") != "session":
        raise BadChoice("DATABASE_URL must not say pooling: set pool_mode = session in PgBouncer.")
    options["prepare_threshold"] = 5  # keeps the plans of a move's statements
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
    """Return the Django database of a SQLite file."""
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
    """Return REDIS_URL, once a client can be made of it. Raises BadChoice."""
    url = read_text("REDIS_URL", default)
    if "#" in url:  # everything behind it would be dropped
        raise BadChoice("REDIS_URL must write # as %23.")
    try:
        parts = urlsplit(url)
        # no connection is opened: the server need not be there yet
        ConnectionPool.from_url(url).make_connection()
    except (ValueError, TypeError) as error:
        raise BadChoice(REDIS_URLS) from error
    path = parts.path.strip("/")
    if not (path if parts.scheme == "unix" else not path or path.isdecimal()):
        raise BadChoice(REDIS_URLS)
    return url


def broker_of(url: str) -> str:
    """Return the URL by which Celery reaches the same database of the same Redis."""
    # Celery takes what a semicolon parts for several brokers
    parts = urlsplit(url.replace(";", "%3B"))
    if parts.scheme != "unix":
        return parts.geturl()
    query = [
        ("virtual_host" if name == "db" else name, value) for name, value in parse_qsl(parts.query)
    ]
    options = f"?{urlencode(query)}" if query else ""
    return f"redis+socket://{parts.netloc}{parts.path}{options}"


def _host(parts: SplitResult) -> str:
    """Return the host of a URL, or the folder of a socket: `%2Frun%2Fpostgresql`."""
    host = unquote(parts.hostname or "")
    if not host.startswith("/"):
        return host
    # `hostname` is in small letters, and a folder may have capitals
    return unquote(parts.netloc.rpartition("@")[2].partition(":")[0])


def read_mail(url: str) -> dict[str, Any]:
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
        "EMAIL_USE_SSL" if secure else "EMAIL_USE_TLS": secure or parts.port == 587,
        "EMAIL_TIMEOUT": 10,
    }
