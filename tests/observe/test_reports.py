"""What leaves the site by Sentry: faults, and nothing by which a person or a card is known."""

import os
import re
import subprocess
import sys
from pathlib import Path

import orjson

from density import reports
from tests.serve_process import ROOT, environ

EVENT = {
    "message": "limit of mira@example.org at 203.0.113.9",
    "server_name": "host-of-the-site",
    "user": {"id": 7, "email": "mira@example.org", "ip_address": "203.0.113.9", "username": "Mira"},
    "request": {
        "url": "https://play.example.org/accounts/password/reset/key/5-cy1b0k-9f8e/",
        "query_string": "next=secret-query",
        "cookies": {"sessionid": "secret-session"},
        "headers": {"Cookie": "sessionid=secret-session"},
        "data": {"password": "secret-password"},
        "env": {"REMOTE_ADDR": "203.0.113.9"},
    },
    "exception": {
        "values": [
            {
                "type": "ValueError",
                "value": "card R7 is not in this hand",
                "stacktrace": {
                    "frames": [
                        {"abs_path": "/srv/games/table/play.py", "function": "act"},
                        {"abs_path": "/srv/games/some_game/rules/game.py", "function": "act"},
                    ]
                },
            },
            {"type": "OSError", "value": "no route to mira@example.org"},
        ]
    },
}


def test_an_event_keeps_what_went_wrong_and_nothing_private() -> None:
    sent = reports.before_send(orjson.loads(orjson.dumps(EVENT)), {})
    text = orjson.dumps(sent).decode()
    for secret in ("mira", "Mira", "203.0.113", "9f8e", "secret-", "R7", "host-of-the-site"):
        assert secret not in text
    first, second = sent["exception"]["values"]
    assert (first["type"], first["value"]) == ("ValueError", "[left out]")
    assert second["value"] == "no route to [e-mail]"
    assert [frame["function"] for frame in first["stacktrace"]["frames"]] == ["act", "act"]


def test_a_package_that_is_missing_is_one_sentence_at_the_start(tmp_path: Path) -> None:
    dsn = "https://key@reports.example.org/1"
    variables = environ(DATA_DIR=str(tmp_path), SENTRY_DSN=dsn)
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    found = re.fullmatch(
        r"SENTRY_DSN needs more packages: run (\S+) .venv/bin/python (\S+), or unset it.\n",
        done.stderr,
    )
    assert found
    script, lock = ROOT / found[1], ROOT / found[2]
    assert os.access(script, os.X_OK)
    assert "\nsentry-sdk==" in lock.read_text()
