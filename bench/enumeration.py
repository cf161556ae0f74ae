"""Measures whether response times reveal that an account exists: python -m bench.enumeration.

It uses a real site and pretends to be its proxy, so that every request has a different address.
Requests for known and unknown accounts alternate; the result is the ratio of their medians.
"""

import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.http_clients import HttpClient
from tests.serve_process import ROOT, clean_environ, serve_site

PASSWORD = "eleven-kinds-of-cards"
GOAL = 0.05  # how far a ratio may be from 1
Ask = Callable[[int], float]
MOST = 205
PLAYERS = f"""
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from accounts.models import User
password = make_password({PASSWORD!r})
for number in range({MOST}):
    email = f"mira{{number}}@example.org"
    user = User.objects.create(name=f"Mira {{number}}", email=email, password=password)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
"""


class QueueUsers:
    """Sends forms, each from a new address and with a valid CSRF token."""

    def __init__(self, url: str) -> None:
        self.url, self.count = url, 0

    def send(self, path: str, **fields: str) -> float:
        """Send a form and return the milliseconds until the response."""
        self.count += 1
        address = f"10.{self.count >> 16 & 255}.{self.count >> 8 & 255}.{self.count & 255}"
        token = secrets.token_hex(16)
        visitor = HttpClient(self.url, forwarded=address, cookies={"csrftoken": token})
        start = time.perf_counter()
        answer = visitor.form(path, csrfmiddlewaretoken=token, **fields)
        if answer.status not in (200, 302):
            raise SystemExit(f"{path} answered {answer.status}: {answer.text[:200]}")
        return 1000 * (time.perf_counter() - start)


def compare_times(what: str, times: int, known: Ask, other: Ask) -> bool:
    """Print the times of two kinds of requests; return whether they are close enough.

    The verdict uses the median ratio of adjacent requests, because the machine's load drifts.
    """
    pairs = []
    for number in range(times + 5):
        # the first request of a pair may find colder caches
        turns = [known, other] if number % 2 else [other, known]
        times_by_ask = {ask: ask(number) for ask in turns}
        pairs.append((times_by_ask[known], times_by_ask[other]))
    ratio = statistics.median(first / second for first, second in pairs[5:])
    first, second = (statistics.median(column) for column in zip(*pairs[5:], strict=True))
    good = abs(ratio - 1) <= GOAL
    print(f"{what:34} {first:8.1f} ms {second:8.1f} ms {ratio:7.3f}  {'' if good else 'TOLD'}")
    sys.stdout.flush()
    return good


def main() -> None:
    """Compare every form that knows accounts."""
    with tempfile.TemporaryDirectory(prefix="density-times-") as folder:
        site = serve_site(Path(folder), LIMITS="0", TRUSTED_PROXIES="1")
        try:
            crowd = QueueUsers(site.url)
            make_players(Path(folder))
            good = measure_answers(crowd)
        finally:
            output, _ = site.end()
    links = len(re.findall(r"^Subject: ", output, re.MULTILINE))
    print(f"{links} mails were written")
    sys.exit(not good)


def make_players(folder: Path) -> None:
    """Create users with confirmed addresses and one common password."""
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", PLAYERS],
        cwd=ROOT,
        env=clean_environ(DATA_DIR=str(folder)),
        check=True,
    )


def measure_answers(crowd: QueueUsers) -> bool:
    """Compare all forms; return whether every pair of times is close enough."""

    def asks(path: str, **fields: str) -> Ask:
        return lambda number: crowd.send(
            path, **{name: value.format(number) for name, value in fields.items()}
        )

    def log_in(login: str) -> Ask:
        return asks("/accounts/login/", login=login, password="wrong")

    def reset(email: str) -> Ask:
        return asks("/accounts/password/reset/", email=email)

    def sign_up(name: str, email: str) -> Ask:
        return asks("/accounts/signup/", username=name, email=email, password1=PASSWORD)

    print(f"{'':34} {'known':>11} {'unknown':>11} {'ratio':>7}")
    mira, nobody = "mira{}@example.org", "nobody{}@example.org"
    kinds = [
        ("log-in by name", 60, log_in("Mira {}"), log_in("Nobody {}")),
        ("log-in by address", 60, log_in(mira), log_in(nobody)),
        ("new password", 200, reset(mira), reset(nobody)),
        ("sign-up", 60, sign_up("Ka {}", mira), sign_up("Un {}", "fresh{}@example.org")),
    ]
    results = [compare_times(*kind) for kind in kinds]
    return all(results)


if __name__ == "__main__":
    main()
