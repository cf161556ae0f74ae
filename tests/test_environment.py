"""Every deployment choice is one environment variable."""

import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from density import environment
from density.embedded import valkey
from tests.serve_process import ROOT, environ


def test_a_postgres_url_becomes_a_database() -> None:
    found = environment.database("postgres://mira:p%40ss@db.example.org:5433/deck?sslmode=require")
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"]) == ("mira", "p@ss")
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example.org", "5433", "deck")
    assert found["OPTIONS"] == {"sslmode": "require", "prepare_threshold": 5}


def test_a_postgres_url_may_name_a_socket() -> None:
    found = environment.database("postgres:///deck?host=/run/postgresql&user=mira")
    assert (found["HOST"], found["USER"]) == ("/run/postgresql", "mira")


def test_a_pooler_that_lends_connections_for_a_transaction_is_refused() -> None:
    """A lock of the matcher would stay with one of its connections."""
    assert "pooling" not in environment.database("postgres:///deck?pooling=session")["OPTIONS"]
    with pytest.raises(environment.BadChoice, match="pool_mode = session"):
        environment.database("postgres:///deck?host=/run/pgbouncer&pooling=transaction")


def test_a_sqlite_url_names_its_file() -> None:
    assert environment.database("sqlite:////srv/deck.sqlite3")["NAME"] == "/srv/deck.sqlite3"


@pytest.mark.parametrize(
    "url", ["sqlite:////srv/a#b", "sqlite:////srv/a?b", "postgres://u:p#w@h/n"]
)
def test_a_url_that_would_be_cut_off_is_refused(url: str) -> None:
    with pytest.raises(environment.BadChoice, match=r"DATABASE_URL .* as %"):
        environment.database(url)


def test_a_password_may_have_any_sign() -> None:
    found = environment.database("postgres://mira:p%23%3F%2F%3A%25%26+w@db/deck")
    assert (found["PASSWORD"], found["HOST"]) == ("p#?/:%&+w", "db")


def test_the_folder_of_a_postgres_socket_may_have_any_name() -> None:
    for url in ("postgres://%2Fsrv%2FA%20b+c/deck", "postgres:///deck?host=/srv/A%20b+c"):
        assert environment.database(url)["HOST"] == "/srv/A b+c"


def test_an_unknown_database_is_refused() -> None:
    with pytest.raises(environment.BadChoice, match="DATABASE_URL"):
        environment.database("mysql://db/deck")


@pytest.mark.parametrize(
    ("url", "port", "ssl", "tls"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp://me:secret@mail.example.org:587", 587, False, True),
        ("smtps://me:secret@mail.example.org", 465, True, False),
    ],
)
def test_a_mail_url_says_how_to_send(url: str, port: int, *, ssl: bool, tls: bool) -> None:
    found = environment.mail(url)
    assert found["EMAIL_HOST"] == "mail.example.org"
    assert (found["EMAIL_PORT"], found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == (port, ssl, tls)


def test_mail_goes_to_the_console_unless_told_otherwise() -> None:
    assert environment.mail("console://")["EMAIL_BACKEND"].endswith("console.EmailBackend")


def test_an_unknown_mail_url_is_refused() -> None:
    with pytest.raises(environment.BadChoice, match="EMAIL_URL"):
        environment.mail("pigeon://roof")


def test_processes_that_start_together_make_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(environment.vapid_key, [tmp_path / "new"] * 64))
    assert len(keys) == 1
    assert stat.S_IMODE((tmp_path / "new" / "vapid-key").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "key", ["short", "A" * 43, "_" * 43, "é" * 43, "a" * 42 + "!", "ab" * 11 + "====" * 6]
)
def test_a_vapid_key_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("VAPID_PRIVATE_KEY", key)
    with pytest.raises(environment.BadChoice, match="VAPID_PRIVATE_KEY"):
        environment.vapid_key(Path("/nowhere"))


def test_the_secret_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    key = environment.secret_key(tmp_path / "new")
    assert environment.secret_key(tmp_path / "new") == key
    assert len(key) >= 50
    assert stat.S_IMODE((tmp_path / "new" / "secret-key").stat().st_mode) == 0o600


def test_serve_brings_its_folder_before_the_settings_are_read() -> None:
    variables: dict[str, str] = {}
    environment.adopt_data_folder(["manage.py", "serve", "--data", "/srv/deck"], variables)
    assert variables == {"DATA_DIR": "/srv/deck"}
    environment.adopt_data_folder(["manage.py", "serve", "--data=/srv/other"], variables)
    assert variables == {"DATA_DIR": "/srv/other"}
    environment.adopt_data_folder(["manage.py", "demo", "--data", "/srv/demo"], variables)
    assert variables == {"DATA_DIR": "/srv/demo"}


def test_a_shortened_option_names_the_folder_too() -> None:
    variables: dict[str, str] = {}
    environment.adopt_data_folder(["manage.py", "serve", "--dat", "/srv/deck"], variables)
    assert variables == {"DATA_DIR": "/srv/deck"}
    with pytest.raises(environment.BadChoice, match="--data must name a folder"):
        environment.adopt_data_folder(["manage.py", "serve", "--data", ""], variables)


def test_other_commands_leave_the_folder_alone() -> None:
    variables: dict[str, str] = {}
    environment.adopt_data_folder(["manage.py", "check", "--data", "/srv/deck"], variables)
    assert variables == {}


def test_a_deep_folder_gets_a_short_socket() -> None:
    deep = Path("/" + "deep/" * 40)
    assert len(str(valkey.socket_path(deep))) <= valkey.LONGEST_SOCKET
    assert valkey.socket_path(deep) != valkey.socket_path(deep / "er")
    assert valkey.socket_path(Path("/srv")) == Path("/srv/valkey.sock")


def test_a_pace_is_a_number_above_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.pace("CLOCK_PACE") == 1
    monkeypatch.setenv("CLOCK_PACE", "0.05")
    assert environment.pace("CLOCK_PACE") == 0.05
    for bad in ("0", "-1", "fast", "inf", "nan"):
        monkeypatch.setenv("CLOCK_PACE", bad)
        with pytest.raises(environment.BadChoice, match="CLOCK_PACE"):
            environment.pace("CLOCK_PACE")


def test_only_the_ai_may_need_no_time_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AI_PACE", "0")
    assert environment.pace("AI_PACE", or_zero=True) == 0
    for bad in ("-1", "fast", "inf", "nan"):
        monkeypatch.setenv("AI_PACE", bad)
        with pytest.raises(environment.BadChoice, match="AI_PACE must be 0 or a number above 0"):
            environment.pace("AI_PACE", or_zero=True)


def test_networks_are_addresses_or_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [str(each) for each in environment.networks("OPERATOR_NETWORKS", "::1, 10.1.2.3/8")] == [
        "::1/128",
        "10.0.0.0/8",
    ]
    monkeypatch.setenv("OPERATOR_NETWORKS", "monitoring.example.org")
    with pytest.raises(environment.BadChoice, match="OPERATOR_NETWORKS must be addresses"):
        environment.networks("OPERATOR_NETWORKS", "::1")


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMITS", " ")
    assert environment.number("LIMITS", 1) == 1
    assert environment.words("LIMITS", "a, b,") == ["a", "b"]


@pytest.mark.parametrize(
    "url", ["postgres://u:pw@db:port/x", "postgres://[::1/x", "mysql://u:pw@h/x"]
)
def test_a_bad_url_is_one_sentence_without_its_password(url: str) -> None:
    with pytest.raises(environment.BadChoice, match=r"DATABASE_URL must .*\.$") as trouble:
        environment.database(url)
    assert "pw" not in str(trouble.value)


@pytest.mark.parametrize(
    ("path", "name"),
    [("/srv/c%2B%2B/a.sqlite3", "/srv/c++/a.sqlite3"), ("/a+b.sqlite3", "/a+b.sqlite3")],
)
def test_a_plus_in_the_name_of_a_file_stays_one(path: str, name: str) -> None:
    assert environment.database(f"sqlite:///{path}")["NAME"] == name


def test_a_secret_may_begin_with_any_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "$HOME-is-where")
    assert environment.text("SECRET_KEY") == "$HOME-is-where"


def test_an_operator_reads_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "check"]
    variables = environ(DATA_DIR=str(tmp_path), LIMITS="many")
    done = subprocess.run(
        command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("LIMITS must be ")
    assert done.stderr.count("\n") == 1


def test_a_variable_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(environment, "secret_files", {})
    file = tmp_path / "secret"
    file.write_text("postgres://mira:secret@db/deck\n")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATABASE_URL_FILE", str(file))
    assert environment.default_database(Path("/nowhere"))["PASSWORD"] == "secret"
    assert environment.secret_files == {"DATABASE_URL_FILE": file}


@pytest.mark.parametrize("fault", ["both", "missing", "empty", "binary"])
def test_a_file_that_is_no_choice_is_named(
    fault: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "key"
    if fault != "missing":
        file.write_bytes(b"\xff\xfe" if fault == "binary" else b" \n" if fault == "empty" else b"k")
    monkeypatch.setenv("SECRET_KEY_FILE", str(file))
    monkeypatch.setenv("SECRET_KEY", "hush" if fault == "both" else "")
    with pytest.raises(environment.BadChoice, match="SECRET_KEY_FILE") as refused:
        environment.text("SECRET_KEY")
    assert "hush" not in str(refused.value)


def test_a_data_folder_that_is_named_at_the_command_wins_over_a_file() -> None:
    chosen = {"DATA_DIR_FILE": "/run/secrets/folder"}
    environment.adopt_data_folder(["manage.py", "backup", "to", "--data", "/srv/deck"], chosen)
    assert chosen == {"DATA_DIR": "/srv/deck"}


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (
            environment.origins,
            "https://Other.example.org,http://*.a.b:8000,http://[::1]:8000,https://xn--a.b:65535",
            "other.example.org;https://[::1;https://;https://a:b;https://a/;https://ä.b;null",
        ),
        (
            environment.contact,
            "https://example.org/report?a=b",
            "https://;https://[::1;mailto:;@;tel:;a@b@c;mailto:a@b,c@d;http://a.b;https://a b",
        ),
        (
            partial(environment.sender, default=""),
            "Density, Deck <a@b.example>",
            "junk;a <b;<>;a@b, c@d;a <@>;A <a@b> c",
        ),
        (partial(environment.number, default=0, within=range(65_531)), "9100", "99999;-1;port"),
        (
            partial(environment.reports, module="json"),
            "https://collector.example.org:4318",
            "junk;https://;https://[::1;h:4318",
        ),
    ],
)
def test_hosts_and_addresses_are_refused_before_anything_asks_for_them(
    read: Callable[[str], object], good: str, bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHOICE", good)
    assert read("CHOICE")
    for value in bad.split(";"):
        monkeypatch.setenv("CHOICE", value)
        with pytest.raises(environment.BadChoice, match="CHOICE must "):
            read("CHOICE")


@pytest.mark.parametrize(
    "dsn", ["https://x", "https://k@h", "https://k@:1/2", "https://k@h/x", "ftp://k@h/1"]
)
def test_a_dsn_is_a_whole_one(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENTRY_DSN", dsn)
    with pytest.raises(environment.BadChoice, match="SENTRY_DSN must "):
        environment.reports("SENTRY_DSN", "json")
