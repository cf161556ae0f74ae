"""Every deployment choice is one environment variable."""

import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from density import environment


@pytest.mark.parametrize(
    ("url", "fields"),
    [
        (
            "postgres://mira:p%40ss@db.example.org:5433/deck?sslmode=require",
            {
                "ENGINE": "django.db.backends.postgresql",
                "USER": "mira",
                "PASSWORD": "p@ss",
                "HOST": "db.example.org",
                "PORT": "5433",
                "NAME": "deck",
                "OPTIONS": {"sslmode": "require", "prepare_threshold": 5},
            },
        ),
        (
            "postgres:///d?host=/run/postgresql&user=mira",
            {"HOST": "/run/postgresql", "USER": "mira"},
        ),
        ("postgres://mira:p%23%3F%2F%3A%25%26+w@db/d", {"PASSWORD": "p#?/:%&+w", "HOST": "db"}),
        ("postgres://%2Fsrv%2FA%20b+c/deck", {"HOST": "/srv/A b+c"}),
        ("postgres:///deck?host=/srv/A%20b+c", {"HOST": "/srv/A b+c"}),
        ("postgres:///deck?pooling=session", {"OPTIONS": {"prepare_threshold": 5}}),
        ("sqlite:////srv/deck.sqlite3", {"NAME": "/srv/deck.sqlite3"}),
        ("sqlite:////srv/c%2B%2B/a.sqlite3", {"NAME": "/srv/c++/a.sqlite3"}),
        ("sqlite:////a+b.sqlite3", {"NAME": "/a+b.sqlite3"}),
    ],
)
def test_a_url_names_a_database(url: str, fields: dict[str, object]) -> None:
    found = environment.read_database(url)
    assert {name: found[name] for name in fields} == fields


@pytest.mark.parametrize(
    ("url", "words"),
    [
        # a lock of the matcher would stay with one of the pooled connections
        ("postgres:///d?host=/run/pgbouncer&pooling=transaction", "pool_mode = session"),
        ("sqlite:////srv/a#b", "DATABASE_URL .* as %"),
        ("sqlite:////srv/a?b", "DATABASE_URL .* as %"),
        ("postgres://u:p#w@h/n", "DATABASE_URL .* as %"),
        ("postgres://u:pw@db:port/x", r"DATABASE_URL must .*\.$"),
        ("postgres://[::1/x", r"DATABASE_URL must .*\.$"),
        ("mysql://u:pw@h/x", r"DATABASE_URL must .*\.$"),
    ],
)
def test_a_url_of_no_database_is_one_sentence_without_its_password(url: str, words: str) -> None:
    with pytest.raises(environment.BadChoice, match=words) as trouble:
        environment.read_database(url)
    assert "pw" not in str(trouble.value)


@pytest.mark.parametrize(
    ("url", "port", "ssl", "tls"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp://me:secret@mail.example.org:587", 587, False, True),
        ("smtps://me:secret@mail.example.org", 465, True, False),
    ],
)
def test_a_mail_url_says_how_to_send(url: str, port: int, *, ssl: bool, tls: bool) -> None:
    found = environment.read_mail(url)
    assert found["EMAIL_HOST"] == "mail.example.org"
    assert found["EMAIL_PORT"] == port
    assert found.get("EMAIL_USE_SSL", False) == ssl
    assert found.get("EMAIL_USE_TLS", False) == tls


@pytest.mark.parametrize(
    ("read", "name"),
    [
        (environment.vapid_key, "vapid-key"),
        (environment.secret_key, "secret-key"),
        (environment.deal_log_key, "deal-log-key"),
    ],
)
def test_processes_that_start_together_make_one_key_for_their_user(
    read: Callable[[Path], str], name: str, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(read, [tmp_path / "new"] * 64))
    assert {len(key) > 40 for key in keys} == {True}
    assert len(keys) == 1
    assert stat.S_IMODE((tmp_path / "new" / name).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "key", ["short", "A" * 43, "_" * 43, "é" * 43, "a" * 42 + "!", "ab" * 11 + "====" * 6]
)
def test_a_vapid_key_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("VAPID_PRIVATE_KEY", key)
    with pytest.raises(environment.BadChoice, match="VAPID_PRIVATE_KEY"):
        environment.vapid_key(Path("/nowhere"))


def test_a_key_of_the_log_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEAL_LOG_KEY", "short")
    with pytest.raises(environment.BadChoice, match="DEAL_LOG_KEY must be 32 bytes"):
        environment.deal_log_key(Path("/nowhere"))


@pytest.mark.parametrize(
    ("words", "folder"),
    [
        (["serve", "--data", "/srv/deck"], "/srv/deck"),
        (["serve", "--data=/srv/other"], "/srv/other"),
        (["serve", "--dat", "/srv/deck"], "/srv/deck"),
        (["demo", "--data", "/srv/demo"], "/srv/demo"),
        (["check", "--data", "/srv/deck"], None),
    ],
)
def test_a_command_brings_its_folder_before_the_settings_are_read(
    words: list[str], folder: str | None
) -> None:
    variables = {"DATA_DIR_FILE": "/run/secrets/folder"}
    environment.adopt_data_folder(["manage.py", *words], variables)
    assert variables.get("DATA_DIR") == folder
    assert ("DATA_DIR_FILE" in variables) is (folder is None)


def test_an_empty_folder_is_refused() -> None:
    with pytest.raises(environment.BadChoice, match="--data must name a folder"):
        environment.adopt_data_folder(["manage.py", "serve", "--data", ""], {})


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMITS", " ")
    assert environment.read_number("LIMITS", 1) == 1
    assert environment.read_words("LIMITS", "a, b,") == ["a", "b"]


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
        environment.read_text("SECRET_KEY")
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (
            environment.read_origins,
            "https://Other.example.org,http://*.a.b:8000,http://[::1]:8000,https://xn--a.b:65535",
            "other.example.org;https://[::1;https://;https://a:b;https://a/;https://ä.b;null",
        ),
        (
            environment.read_contact,
            "https://example.org/report?a=b",
            "https://;https:///a;mailto:;@;tel:;a@b@c;mailto:a@b,c@d;http://a.b;https://a b",
        ),
        (
            partial(environment.read_sender, default=""),
            "Density, Deck <a@b.example>",
            "junk;a <b;<>;a@b, c@d;a <@>;A <a@b> c",
        ),
        (
            partial(environment.read_number, default=0, within=range(65_531)),
            "9100",
            "99999;-1;port",
        ),
        (environment.read_pace, "0.05", "0;-1;fast;inf;nan"),
        (partial(environment.read_pace, or_zero=True), "0", "-1;fast;inf;nan"),
        (
            partial(environment.read_networks, default=""),
            "::1, 10.1.2.3/8",
            "monitoring.example.org",
        ),
    ],
)
def test_what_cannot_be_is_refused_before_anything_asks_for_them(
    read: Callable[[str], object], good: str, bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHOICE", good)
    assert read("CHOICE") is not None
    for value in bad.split(";"):
        monkeypatch.setenv("CHOICE", value)
        with pytest.raises(environment.BadChoice, match="CHOICE must "):
            read("CHOICE")


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("redis://:secret@store.example.org:6380/2", "redis://:secret@store.example.org:6380/2"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock"),
        ("unix:///run/a%20b.sock?db=2", "redis+socket:///run/a%20b.sock?virtual_host=2"),
        # a semicolon would separate several brokers
        ("redis://:a;b@store/0", "redis://:a%3Bb@store/0"),
        ("rediss://store/1?socket_timeout=2", "rediss://store/1?socket_timeout=2"),
        ("redis://[::1]", "redis://[::1]"),
    ],
)
def test_the_broker_is_in_the_same_database(
    url: str, broker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    assert environment.redis_url("unix:///own") == url
    assert environment.broker_of(url) == broker


@pytest.mark.parametrize(
    "url",
    [
        *("http://store", "store", "redis://store:port", "redis://[::1", "redis://store:99999"),
        *("redis://store/zero", "unix://"),
        *("redis://store/0?no_such_option=1", "redis://store/0?socket_timeout=long"),
        "sentinel://one:26379,two:26379/density",
        "redis://:a#b@store/0",
    ],
)
def test_a_redis_url_that_no_client_can_be_made_of_is_refused(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(environment.BadChoice, match=r"REDIS_URL must (be|write # as %23)"):
        environment.redis_url("unix:///own")
