"""Records the first and the second visit of a newcomer in a browser, with figures and pictures.

Run `python -m bench.newcomer_visits`; `--write` puts the figures into docs/VISITS.md and the
pictures into docs/screenshots/visits, `--size phone` records one size. The site is new and runs at
its usual pace. A guest plays a whole game against the AI, sees the result, starts the next game,
and signs up. A day later the player comes back.

The newcomer is a script. It thinks 4 s before a draw or a fight and 3 s before a discard, reads
scores for 3 s, and skips nothing. It uses a finger on the phone; on the laptop the mouse, and Enter
to go on. The page notes each press and what the table shows.
"""

import argparse
import io
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from bench.report import goal_table, write_section
from bench.visit_figures import (
    AGAIN,
    ELSEWHERE,
    FIGHT,
    OTHERS,
    OVER,
    OWN,
    PRESS,
    READING,
    READS,
    THINKS,
    Event,
    Figures,
    list_goals,
    read_figures,
)
from tests import serve_process
from tests.browser.conftest import PHONE, chromium_path
from tests.browser.player import MOMENT, PASSWORD, PATIENCE, BrowserPlayer, Json

DOCUMENT = Path(__file__).parents[1] / "docs" / "VISITS.md"
PICTURES = DOCUMENT.parent / "screenshots" / "visits"
LAPTOP: ViewportSize = {"width": 1366, "height": 650}
SIZES: dict[str, tuple[ViewportSize, str]] = {
    "laptop": (LAPTOP, "mouse"),
    "phone": (PHONE, "touch"),
}
WIDEST, QUALITY, MOST_BYTES = 960, 55, 40_000
# seconds: the longest game, and how long the coach may take after the visit
LONGEST, COACH = 900.0, 60.0
# milliseconds between looks, until most hands of a fight are open, and until nothing else moves
GLANCE_MS, FIGHT_MS, SETTLED = 40, 1_500, 900
# milliseconds for which the newcomer looks at the end, and at the result before the next game
RESULT_MS = 1_500
# links of the part of home that says what to do today
WAYS = {"decision": "better choice|the replay|the coach", "puzzle": "Solve puzzle"}
# the way on from the end of the game, or of this player's part in it
WAY_ON = ".game-verdict a, .sd-foot :is(a, [data-do=skip])"
# notes in this tab when a press comes, and when the table begins to show something else
NOTES = f"""(() => {{
  const notes = JSON.parse(sessionStorage.visit ?? "[]");
  const note = (what) => {{
    notes.push([Date.now(), what]);
    sessionStorage.visit = JSON.stringify(notes);
  }};
  const there = (selector) => document.querySelector(selector)?.checkVisibility() ?? false;
  const look = () => {{
    if (!document.querySelector("#table .table")) return "{ELSEWHERE}";
    if (there("{WAY_ON}")) return "{OVER}";
    if (there("[data-do=ready]")) return "{READING}";
    if (document.querySelector(".table[data-fight]")) return "{FIGHT}";
    return there(".prompt[data-own]") ? "{OWN}" : "{OTHERS}";
  }};
  let shown = "";
  setInterval(() => {{
    const now = look();
    if (now !== shown) note((shown = now));
  }}, 50);
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, (event) => event.isTrusted && note("{PRESS}"), true);
  // a newcomer sees every fight
  localStorage.removeItem("density-fights");
}})();"""
# moves all that is remembered back by a day, as if the next visit were tomorrow
LET_DAY_PASS = """
from datetime import datetime, timedelta
from django.apps import apps
from django.db.models import DateField, DateTimeField, F
from accounts.models import User
day = timedelta(days=1)
for label in ("accounts", "games", "matchmaking"):
    for model in apps.get_app_config(label).get_models():
        rows = model._base_manager
        for field in model._meta.concrete_fields:
            name = field.name
            if isinstance(field, DateTimeField):
                rows.update(**{name: F(name) - day})
            elif isinstance(field, DateField):
                # in order, since days are unique
                dated = rows.exclude(**{name: None}).order_by(name)
                for pk, date in dated.values_list("pk", name):
                    rows.filter(pk=pk).update(**{name: date - day})
for user in User.objects.exclude(home={}):
    for name in {"seen", "before"} & {name for name, at in user.home.items() if at}:
        user.home[name] = (datetime.fromisoformat(user.home[name]) - day).isoformat()
    user.save(update_fields=["home"])
"""
# the headings, buttons and links of a page, which a reader sees
CONTENTS = """() => [...document.querySelectorAll("main :is(h1, h2, h3, h4, .button)")]
  .filter((each) => each.checkVisibility() && !each.closest("footer, .fan"))
  .map((each) => each.innerText.trim().replace(/\\s+/g, " ")).filter(Boolean)"""


# -------------------------------------------------------------------------- the newcomer
class Newcomer(BrowserPlayer):
    """A player who looks before a discard, with the pictures of the visit and its moves."""

    def __init__(self, page: Page, by: str, size: str, folder: Path | None) -> None:
        super().__init__(page, by)
        self.size, self.folder = size, folder
        self.moves: list[Event] = []
        self.shot: set[str] = set()
        page.add_init_script(NOTES)

    def note(self, what: str) -> None:
        """Note a move, or the start of another game."""
        self.moves.append(Event(time.time() * 1000, what))

    def events(self) -> list[Event]:
        """Return the notes of the page and the moves, in order of time."""
        notes = json.loads(self.page.evaluate("sessionStorage.visit"))
        return sorted([*(Event(*note) for note in notes), *self.moves])

    def shoot(self, name: str) -> None:
        """Save a picture of the window, once for each name."""
        if self.folder is None or name in self.shot:
            return
        self.shot.add(name)
        if name != "fight":
            self.page.wait_for_timeout(SETTLED)
        path = self.folder / f"{name}-{self.size}.webp"
        image = Image.open(io.BytesIO(self.page.screenshot()))
        image.thumbnail((WIDEST, WIDEST))
        image.save(path, quality=QUALITY, method=6)
        assert path.stat().st_size < MOST_BYTES, f"{path} is too large"

    def shoot_while(self, name: str, seconds: float) -> None:
        """Think for these seconds, and save a picture meanwhile."""
        until = time.monotonic() + seconds
        self.shoot(name)
        self.page.wait_for_timeout(max(0.0, until - time.monotonic()) * 1000)

    def go_on(self, control: Locator) -> None:
        """Press a control that leads on: with Enter where the reader has keys."""
        if self.by == "touch":
            self.press(control)
        else:
            self.page.keyboard.press("Enter")

    def _discard(self, view: Json, action: Json) -> None:
        """Look at the score without the card, then discard it: by a press or by a second tap."""
        card = self.page.locator(f"[data-hand] [data-code={action['card']}]").first
        if self.by == "touch":
            card.tap()
        else:
            card.hover()
        self.page.wait_for_timeout(THINKS["discard"] * 1000 / 4)
        self.press(card)


def play_to_end(newcomer: Newcomer) -> None:
    """Play until the game is over or the newcomer is out of it, with pictures on the way."""
    page, dice = newcomer.page, random.Random("newcomer")
    way_on, ready = page.locator(WAY_ON), page.locator("[data-do=ready]")
    own_prompt = page.locator(".prompt[data-own]")
    until = time.monotonic() + LONGEST
    while not way_on.is_visible():
        assert time.monotonic() < until, "the game does not end"
        if ready.is_visible():
            newcomer.shoot_while("scores", READS)
            newcomer.go_on(ready)
        elif newcomer.view.get("legal") and own_prompt.is_visible():
            make_move(newcomer, dice)
        else:
            page.wait_for_timeout(GLANCE_MS)


def make_move(newcomer: Newcomer, dice: random.Random) -> None:
    """Think, then draw from the pile, discard a random card, or call every other fight."""
    page, legal = newcomer.page, newcomer.view["legal"]
    verbs = {action["do"] for action in legal}
    fights = "fight" in verbs and dice.random() < 0.5
    verb = "fight" if fights else "draw" if "draw" in verbs else "discard"
    chosen = [a for a in legal if a["do"] == verb and a.get("from", "pile") == "pile"]
    if not chosen:
        return
    answers = newcomer.answers()
    newcomer.shoot_while("discard" if verb == "discard" else "turn", THINKS[verb])
    newcomer.carry_out(newcomer.view, dice.choice(chosen))
    until = time.monotonic() + MOMENT / 1000
    while newcomer.answers() == answers and time.monotonic() < until:
        page.wait_for_timeout(GLANCE_MS)
    if newcomer.answers() == answers:
        return
    newcomer.note("fight-called" if fights else verb)
    if fights and "fight" not in newcomer.shot:
        page.wait_for_timeout(FIGHT_MS)
        newcomer.shoot("fight")


def visit_first(newcomer: Newcomer, name: str) -> tuple[Figures, list[str]]:
    """Record a first visit; return its figures and what home shows."""
    page = newcomer.page
    page.goto("/")
    newcomer.shoot("home")
    contents: list[str] = page.evaluate(CONTENTS)
    newcomer.tap(page.get_by_role("button", name="Play a game against the AI"))
    newcomer.find_seat()
    play_to_end(newcomer)
    page.wait_for_timeout(RESULT_MS)
    go_to_result(newcomer)
    page.wait_for_timeout(RESULT_MS)
    result = page.url
    newcomer.note(AGAIN)
    newcomer.go_on(page.get_by_role("button", name="Play again"))
    newcomer.find_seat()
    newcomer.wait_for_turn()
    page.wait_for_timeout(GLANCE_MS * 2)
    figures = read_figures(newcomer.events())
    print(f"{newcomer.size}: {figures}", flush=True)
    newcomer.shoot("next-game")
    leave_game(newcomer)
    page.goto(result)
    newcomer.shoot("result")
    sign_up(newcomer, name)
    return figures, contents


def go_to_result(newcomer: Newcomer) -> None:
    """Go from the end of the game, or of the newcomer's part in it, to the result."""
    page, way_on = newcomer.page, newcomer.page.locator(WAY_ON)
    until = time.monotonic() + PATIENCE / 1000
    while not page.locator(".sheet.result").is_visible():
        assert time.monotonic() < until, "the result does not open"
        if way_on.is_visible():
            newcomer.go_on(way_on)
        page.wait_for_timeout(GLANCE_MS * 5)


def leave_game(newcomer: Newcomer) -> None:
    """Leave the table."""
    page = newcomer.page
    leave = page.locator("[data-do=leave-game]:visible")
    if not leave.count():
        newcomer.tap(page.locator(".bar-talk"))
    newcomer.tap(leave.first)
    newcomer.think()
    newcomer.tap(page.locator("[data-do=leave-now]"))
    page.wait_for_url(lambda address: "/game/" not in address)


def sign_up(newcomer: Newcomer, name: str) -> None:
    """Sign up, which keeps the guest's games."""
    page, main = newcomer.page, newcomer.page.locator("main")
    page.goto("/accounts/keep/")
    main.get_by_label("Name", exact=True).fill(name)
    main.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    main.get_by_label("Password", exact=True).fill(PASSWORD)
    newcomer.tap(main.get_by_role("button", name="Sign up and keep my games"))
    page.wait_for_url(lambda address: "/accounts/keep/" not in address)
    page.goto("/")
    expect(page.locator(".menu-name")).to_have_text(name)


def visit_again(newcomer: Newcomer, contents: Sequence[str]) -> list[str]:
    """Record the visit of the next day; return what home shows now and did not show before."""
    page = newcomer.page
    page.goto("/")
    newcomer.shoot("home-next-day")
    page.locator("#today").evaluate("each => each.scrollIntoView()")
    newcomer.shoot("today")
    now: list[str] = page.evaluate(CONTENTS)
    for name, link in WAYS.items():
        control = page.locator("#today").get_by_role("link", name=re.compile(link))
        if control.count():
            page.goto(str(control.first.get_attribute("href")))
            page.wait_for_load_state("networkidle")
            newcomer.shoot(name)
            page.goto("/")
    return [text for text in dict.fromkeys(now) if text not in contents]


# ------------------------------------------------------------------------------ the site
@contextmanager
def open_newcomer(
    browser: Browser, url: str, size: str, place: Path, folder: Path | None
) -> Iterator[Newcomer]:
    """Open a browser profile of this size, with the cookies of the last visit."""
    viewport, by = SIZES[size]
    touch, state = by == "touch", place / f"{size}.json"
    context = browser.new_context(
        base_url=url,
        viewport=viewport,
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark",
        storage_state=state if state.exists() else None,
    )
    context.set_default_timeout(PATIENCE)
    yield Newcomer(context.new_page(), by, size, folder)
    context.storage_state(path=state)
    context.close()


def let_day_pass(data: Path) -> None:
    """Move all dates of a stopped site back by a day."""
    environment = serve_process.clean_environ(
        DATABASE_URL=f"sqlite:///{data / serve_process.DATABASE}", SECRET_KEY="none-yet"
    )
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", LET_DAY_PASS]
    subprocess.run(command, cwd=serve_process.ROOT, env=environment, check=True)


def record_visits(
    sizes: Sequence[str], folder: Path | None
) -> dict[str, tuple[Figures, list[str]]]:
    """Record both visits at each size; return the figures, and what is new a day later."""
    firsts: dict[str, tuple[Figures, list[str]]] = {}
    visits = {}
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        data = Path(place) / "site"
        browser = playwright.chromium.launch(executable_path=chromium_path())
        with serve_process.serve_site(data) as site:
            for size in sizes:
                with open_newcomer(browser, site.url, size, Path(place), folder) as newcomer:
                    firsts[size] = visit_first(newcomer, f"Newcomer{size.title()}")
            time.sleep(COACH)
        let_day_pass(data)
        with serve_process.serve_site(data) as site:
            for size in sizes:
                figures, contents = firsts[size]
                with open_newcomer(browser, site.url, size, Path(place), folder) as newcomer:
                    visits[size] = figures, visit_again(newcomer, contents)
        browser.close()
    return visits


def write_report(visits: dict[str, tuple[Figures, list[str]]]) -> tuple[str, bool]:
    """Return the figures of both visits as Markdown, and whether all goals are met."""
    goals = [goal for size, (figures, _) in visits.items() for goal in list_goals(size, figures)]
    lines = [*goal_table(goals), ""]
    for size, (figures, _) in visits.items():
        fights = f"{100 * figures.fights_share:.0f} % of it were fights"
        lines += [
            f"The game on the {size} took {figures.game:.0f} s; {fights}.",
            f"The wait for an own turn was {figures.turn_wait:.1f} s in the median.",
            f"The first own turn came {figures.to_move:.1f} s after the press,",
            f"that of the next game {figures.to_next_move:.1f} s after the last own move.",
            "",
        ]
    new = next(iter(visits.values()))[1]
    lines += [
        "Home shows a day later, and did not show before:",
        "",
        *[f"- {text}" for text in new],
    ]
    return "\n".join(lines), all(goal.met for goal in goals)


def main() -> None:
    """Record the visits, and print or write the figures; exit 1 when a goal is not met."""
    parser = argparse.ArgumentParser(prog="python -m bench.newcomer_visits")
    parser.add_argument("--size", choices=SIZES, help="record one size only")
    parser.add_argument("--write", action="store_true", help="write docs/VISITS.md and pictures")
    parser.add_argument("--folder", type=Path, help="put pictures into another folder")
    arguments = parser.parse_args()
    folder = PICTURES if arguments.write else arguments.folder
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    report, met = write_report(
        record_visits([arguments.size] if arguments.size else list(SIZES), folder)
    )
    print(report)
    if arguments.write:
        write_section("newcomer_visits", "Figures", report, page=DOCUMENT)
    sys.exit(not met)


if __name__ == "__main__":
    main()
