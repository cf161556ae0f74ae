"""Measures how much of a game against AI players is waiting, in whole games in a real Chromium.

Run `python -m bench.waiting`; options are `--pace fast`, `--fights short`, `--level medium` and
`--games 3`. `--site FOLDER` measures another working tree, such as one of an older commit. The
player thinks 4 s before a draw or a fight and 3 s before a discard, looks at a finished match for
3 s before pressing Ready, and skips nothing. Everything else is waiting: AI players, fights,
animations, pauses, the deal. A game ends when the player is out.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import DESKTOP, chromium_path
from tests.browser.player import BrowserPlayer
from tests.serve_process import ROOT, clean_environ

# seconds to choose, and to look at the end of a match
THINKS = {"draw": 4.0, "fight": 4.0, "discard": 3.0}
LOOKS = 3.0
# milliseconds between looks at the page, and the longest game in seconds
GLANCE_MS, LONGEST = 40, 1_200.0
# returns what the page expects of the player now
ASKS = """() => {
  const there = (selector) => document.querySelector(selector)?.checkVisibility() ?? false;
  if (there("dialog a[href*='/game/']")) return "over";
  if (there("[data-do=ready]")) return "ready";
  return there(".prompt[data-own]") &&
    document.querySelector("[data-do=draw]:enabled, [data-hand] button:enabled, [data-do=discard]")
    ? "move" : "";
}"""


@dataclass
class Spent:
    """The seconds of one game: all, the player's own, and until the first own turn."""

    all: float = 0.0
    own: float = 0.0
    first: float = 0.0
    moves: int = 0
    matches: int = 0

    @property
    def share(self) -> float:
        """The share of the game that was waiting, 0 to 1."""
        return 1 - self.own / self.all


@contextmanager
def run_site(root: Path) -> Iterator[str]:
    """Run the site of a working tree at its usual pace and yield its URL."""
    with tempfile.TemporaryDirectory(prefix="waiting-") as folder:
        running = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", "0", "--data", folder],
            cwd=root,
            env=clean_environ(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert running.stdout is not None
            yield running.stdout.readline().split(" at ")[1].split(" ")[0].rstrip("/")
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(30)


def play_game(reader: BrowserPlayer, dice: random.Random) -> Spent:
    """Play one game and measure it from the click that opens it."""
    spent, start = Spent(), time.monotonic()
    while time.monotonic() - start < LONGEST:
        asks = reader.page.evaluate(ASKS)
        asked_at = time.monotonic()
        if asks == "over" or (asks != "ready" and is_out(reader)):
            break
        if asks == "ready":
            reader.page.wait_for_timeout(LOOKS * 1000)
            reader.press(reader.page.locator("[data-do=ready]"))
            spent.matches += 1
        elif asks == "move" and reader.view.get("legal"):
            spent.first = spent.first or asked_at - start
            spent.moves += make_move(reader, dice)
        else:
            reader.page.wait_for_timeout(GLANCE_MS)
            continue
        spent.own += time.monotonic() - asked_at
    spent.all = time.monotonic() - start
    return spent


def make_move(reader: BrowserPlayer, dice: random.Random) -> bool:
    """Think, then draw from the pile, discard a random card, or call every other fight."""
    legal = reader.view["legal"]
    verbs = {action["do"] for action in legal}
    fights = "fight" in verbs and dice.random() < 0.5
    verb = "fight" if fights else "draw" if "draw" in verbs else "discard"
    if verb not in verbs:
        return False
    chosen = [a for a in legal if a["do"] == verb and a.get("from", "pile") == "pile"]
    answers = reader.answers()
    reader.page.wait_for_timeout(THINKS[verb] * 1000)
    reader.carry_out(reader.view, dice.choice(chosen))
    until = time.monotonic() + 1.5
    while reader.answers() == answers and time.monotonic() < until:
        reader.page.wait_for_timeout(GLANCE_MS)
    return reader.answers() > answers


def is_out(reader: BrowserPlayer) -> bool:
    """Return whether the player has no lives left."""
    view = reader.view
    return bool(view) and view["seats"][reader.seat]["lives"] == 0


def start_game(page: Page, level: str, lives: str) -> None:
    """Start a game against AI players from the home page."""
    page.goto("/")
    form = page.locator("form.play-ai").first
    for name, value in (("level", level), ("lives", lives)):
        choice = f"[name={name}][value='{value}']"
        if value and form.locator(choice).count():
            form.locator("label").filter(has=page.locator(choice)).click()
    form.get_by_role("button").first.click()
    page.locator("#table").wait_for()


def measure_games(root: Path, arguments: argparse.Namespace) -> list[Spent]:
    """Play all games, each in a fresh browser profile, and print their figures."""
    games = []
    with run_site(root) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path())
        for number in range(arguments.games):
            context = chromium.new_context(base_url=address, viewport=DESKTOP)
            for name, value in (("pace", arguments.pace), ("fights", arguments.fights)):
                context.add_init_script(f"localStorage.setItem('density-{name}', '{value}')")
            reader = BrowserPlayer(context.new_page(), "mouse")
            start_game(reader.page, arguments.level, arguments.lives)
            spent = play_game(reader, random.Random(number))
            games.append(spent)
            print(f"{number}: {figures_line(spent)}, {spent.matches} matches, {spent.moves} moves")
            sys.stdout.flush()
            context.close()
        chromium.close()
    return games


def figures_line(spent: Spent) -> str:
    """Return the figures of a game as text."""
    return (
        f"{spent.all:.0f} s, own {spent.own:.0f} s, waiting {100 * spent.share:.0f} %, "
        f"first own turn after {spent.first:.1f} s"
    )


def main() -> int:
    """Measure and print the figures of all games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT, help="the working tree that is run")
    parser.add_argument("--pace", default="normal", choices=("normal", "fast", "instant"))
    parser.add_argument("--fights", default="full", choices=("full", "short", "off"))
    parser.add_argument("--level", default="", help="of the AI players; else what home offers")
    parser.add_argument("--lives", default="", help="10 or 5; else what home offers")
    parser.add_argument("--games", type=int, default=3)
    arguments = parser.parse_args()
    games = measure_games(arguments.site, arguments)
    own_seconds, all_seconds = sum(game.own for game in games), sum(game.all for game in games)
    print(
        f"all games: waiting {100 * (1 - own_seconds / all_seconds):.0f} %, "
        f"first own turn after {median(game.first for game in games):.1f} s (median)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
