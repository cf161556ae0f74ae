"""Measures whether the time of an answer tells that an account exists: python -m bench.enumeration.

A real site behind a pretended proxy, so that every try has an address of its own. Known and
unknown are asked in turn; what is shown is the median of the one over that of the other.
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
from tests.serve_process import ROOT, environ, serve

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
    """Everybody who asks: each time from another address, with a token that fits."""

    def __init__(self, url: str) -> None:
        self.url, self.count = url, 0

    def send(self, path: str, **fields: str) -> float:
        """Milliseconds until a form is answered."""
        self.count += 1
        address = f"10.{self.count >> 16 & 255}.{self.count >> 8 & 255}.{self.count & 255}"
        token = secrets.token_hex(16)
        visitor = HttpClient(self.url, forwarded=address, cookies={"csrftoken": token})
        begun = time.perf_counter()
        answer = visitor.form(path, csrfmiddlewaretoken=token, **fields)
        if answer.status not in (200, 302):
            raise SystemExit(f"{path} answered {answer.status}: {answer.text[:200]}")
        return 1000 * (time.perf_counter() - begun)


def compare_times(what: str, times: int, known: Ask, other: Ask) -> bool:
    """Show how long two ways to ask take, and whether their times are near enough.

    The verdict uses the median of the ratios of neighbors: the load of the machine drifts.
    """
    both = []
    for number in range(times + 5):
        # whoever is asked first may find the site colder
        turns = [known, other] if number % 2 else [other, known]
        took = {ask: ask(number) for ask in turns}
        both.append((took[known], took[other]))
    ratio = statistics.median(first / second for first, second in both[5:])
    first, second = (statistics.median(column) for column in zip(*both[5:], strict=True))
    good = abs(ratio - 1) <= GOAL
    print(f"{what:34} {first:8.1f} ms {second:8.1f} ms {ratio:7.3f}  {'' if good else 'TOLD'}")
    sys.stdout.flush()
    return good


def main() -> None:
    """Compare every form that knows accounts."""
    with tempfile.TemporaryDirectory(prefix="density-times-") as folder:
        site = serve(Path(folder), LIMITS="0", TRUSTED_PROXIES="1")
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
    """Make players with a confirmed address; one password is theirs."""
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", PLAYERS],
        cwd=ROOT,
        env=environ(DATA_DIR=str(folder)),
        check=True,
    )


def measure_answers(crowd: QueueUsers) -> bool:
    """Ask in turn for what there is and for what there is not."""

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
    found = [compare_times(*kind) for kind in kinds]
    return all(found)


if __name__ == "__main__":
    main()
