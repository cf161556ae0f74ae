"""Security headers, cookies and the advice of `make audit`."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.serve_process import ROOT, clean_environ


def test_every_answer_forbids_what_the_site_does_not_use(client: Client, db: None) -> None:
    for url in ("/", "/accounts/login/", "/api/deals/", "/nothing/here/"):
        headers = client.get(url).headers
        assert "camera=()" in headers["Permissions-Policy"], url
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", url
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin", url
        assert headers["Referrer-Policy"] == "same-origin", url
        assert headers["X-Content-Type-Options"] == "nosniff", url
        assert headers["X-Frame-Options"] == "DENY", url


def test_cookies_are_for_this_site_alone_where_it_speaks_tls(tmp_path: Path) -> None:
    names = (
        *("SESSION_COOKIE_NAME", "SESSION_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY"),
        *("SESSION_COOKIE_DOMAIN", "CSRF_COOKIE_NAME", "CSRF_COOKIE_SECURE"),
        *("CSRF_COOKIE_HTTPONLY", "CSRF_COOKIE_DOMAIN", "SECURE_HSTS_SECONDS", "SECURITY_CONTACT"),
    )
    script = (
        "import json; from django.conf import settings as s;"
        f"print(json.dumps([getattr(s, name) for name in {names}]))"
    )
    variables = {
        "DJANGO_SETTINGS_MODULE": "density.settings",
        "HTTPS": "1",
        "HSTS_DAYS": "365",
        "DATA_DIR": str(tmp_path),
        "SECURITY_CONTACT": "security@example.org",
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=clean_environ(**variables),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    cookie = [True, True, None]
    assert json.loads(done.stdout) == [
        *("__Host-sessionid", *cookie, "__Host-csrftoken", *cookie),
        *(365 * 24 * 3600, "mailto:security@example.org"),
    ]


def test_security_txt_says_where_to_report(client: Client, db: None, settings: Settings) -> None:
    url = "/.well-known/security.txt"
    assert client.get(url).status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    answer = client.get(url)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert lines["Contact"] == "mailto:security@example.org"
    assert lines["Expires"].endswith("T00:00:00Z")
    assert lines["Canonical"] == "http://testserver/.well-known/security.txt"


KNOWN = {"name": "django", "version": "5.2", "vulns": []}
WEAK = {**KNOWN, "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["5.2.20"]}]}
SKIPPED = {"name": "django", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        ([KNOWN], 0, "No advisory is known for the 1 packages."),
        ([KNOWN, WEAK], 1, "django 5.2: PYSEC-2026-1, fixed in 5.2.20"),
        ([KNOWN, SKIPPED], 2, "The packages were not checked: no source of advisories answers"),
        (None, 2, "The packages were not checked: no source of advisories answers"),
    ],
)
def test_an_audit_is_clean_only_when_every_package_was_answered_for(
    tmp_path: Path, answer: list[dict[str, Any]] | None, status: int, said: str
) -> None:
    tool = tmp_path / "pip-audit"
    text = "" if answer is None else json.dumps({"dependencies": answer, "fixes": []})
    (tmp_path / "answer").write_text(text)
    tool.write_text(
        f'#!/bin/sh\nwhile [ "$1" != --output ]; do shift; done\ncat "{tmp_path}/answer" >"$2"\n'
    )
    tool.chmod(0o700)
    variables = {**os.environ, "PIP_AUDIT": str(tool), "PYTHON": sys.executable}
    done = subprocess.run(
        [ROOT / ".ci/audit"], env=variables, capture_output=True, text=True, check=False
    )
    assert (done.returncode, said in done.stdout + done.stderr) == (status, True), done
    assert (done.stdout + done.stderr).count("\n") == 1
