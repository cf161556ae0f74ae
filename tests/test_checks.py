"""System checks report bad combinations of settings."""

import re
import secrets
from pathlib import Path

import pytest
from django.core.checks import CheckMessage
from pytest_django import Settings

from density import environment
from density.operations import checks
from tests.serve_process import ROOT, run_manage


def ids_of(messages: list[CheckMessage]) -> set[str | None]:
    return {message.id for message in messages}


@pytest.fixture
def public(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A well-configured public site."""
    monkeypatch.setenv("SECRET_KEY", secrets.token_urlsafe(50))
    settings.ALLOWED_HOSTS = ["play.example.org"]
    settings.SESSION_COOKIE_SECURE = True
    settings.DEBUG = False
    settings.TRUSTED_PROXIES = 1
    return settings


def test_the_defaults_are_sound() -> None:
    assert checks.check_hosts(None) == []


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("SESSION_COOKIE_SECURE", True, set()),
        ("DEBUG", True, {"density.E002"}),
        ("SESSION_COOKIE_SECURE", False, {"density.W004"}),
        ("TRUSTED_PROXIES", 0, {"density.W010"}),
        ("ALLOWED_HOSTS", ["*"], {"density.E001"}),
    ],
)
def test_a_public_site_is_sound_but_for_what_is_named(
    public: Settings, name: str, value: object, found: set[str]
) -> None:
    setattr(public, name, value)
    assert ids_of(checks.check_hosts(None)) == found


def test_a_public_site_brings_its_own_secret(
    public: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY")
    assert ids_of(checks.check_hosts(None)) == {"density.E003"}


def test_metrics_are_for_operators(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    for networks, found in (
        ("127.0.0.0/8,::1,10.0.0.0/8,fd00::/8", set()),
        ("0.0.0.0/0", {"density.W052"}),
        ("198.51.0.0/16", {"density.W052"}),
    ):
        monkeypatch.setenv("OPERATOR_NETWORKS", networks)
        settings.OPERATOR_NETWORKS = environment.read_networks("OPERATOR_NETWORKS", "")
        assert ids_of(checks.check_operators(None)) == found


@pytest.mark.parametrize(
    ("hosts", "public"),
    [
        (["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "mira.local"], False),
        (["example.org", ".example.org", "93.184.216.34"], True),
    ],
)
def test_domains_and_public_addresses_are_public_and_a_home_network_is_not(
    hosts: list[str], public: bool
) -> None:
    assert {checks.is_public(host) for host in hosts} == {public}


def test_a_site_with_the_variables_that_are_listed_is_ready(tmp_path: Path) -> None:
    variables = {
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "postgresql://density:secret@db.example.org/density",
        "REDIS_URL": "redis://redis.example.org",
        "EMAIL_URL": "smtp://user:secret@mail.example.org:587",
        "EMAIL_FROM": "Density Deck <no-reply@play.example.org>",
        "ALLOWED_HOSTS": "play.example.org",
        "CSRF_TRUSTED_ORIGINS": "https://play.example.org",
        "HTTPS": "1",
        "TRUSTED_PROXIES": "1",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "SECRET_KEY_FALLBACKS": secrets.token_urlsafe(50),
        "SECURITY_CONTACT": "security@example.org",
    }
    listed = (ROOT / "docs" / "DEPLOY.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in listed for name in variables)
    # variables of earlier versions are ignored
    upgrading = (ROOT / "docs" / "UPGRADING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[A-Z_]+\b.*?) \|", upgrading, re.MULTILINE)
    gone = set(re.findall(r"`([A-Z_]+)", " ".join(rows))) - variables.keys()
    assert {"SERVER", "DATABASE_REPLICA_URL", "RANKED_HOUR_CAP"} <= gone
    variables |= dict.fromkeys(gone, "nonsense")
    variables["PYTHONWARNINGS"] = "error"
    done = run_manage("check", "--deploy", "--fail-level", "WARNING", **variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


def test_a_data_folder_that_others_may_open_or_that_is_a_file_is_named(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.write_text("")
    assert ids_of(checks.check_data_folder(None)) == {"density.E006"}
    settings.DATA_DIR = tmp_path
    tmp_path.chmod(0o755)
    assert ids_of(checks.check_data_folder(None)) == {"density.W021"}
    tmp_path.chmod(0o700)
    assert checks.check_data_folder(None) == []


def test_a_secret_in_a_file_that_others_may_read_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "secret-key"
    file.write_text("secret")
    monkeypatch.setattr(checks, "secret_files", {"SECRET_KEY_FILE": file})
    file.chmod(0o644)
    assert ids_of(checks.check_secret_files(None)) == {"density.W022"}
    file.chmod(0o640)
    assert checks.check_secret_files(None) == []
