"""A player in a browser: received frames, the contents of the page, and presses."""

import contextlib
import random
import re
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, expect
from playwright.sync_api import TimeoutError as NothingCame

from tests.browser.page_scripts import AT_ONCE, HIDDEN, SHIFTS, TELL, is_news, read_frame

Json = dict[str, Any]
CarryOut = Callable[["BrowserPlayer", Json, Json], None]
LOOK = 500  # milliseconds
MOMENT = 1_500  # milliseconds in which a valid press is answered
PATIENCE = 60_000  # the machine may be slow or busy with other tests
PASSWORD = "four colors in a row"
TRIES = 40
# milliseconds after which presses count, on a new question or a confirmation; moving elements take
# longer to become stable
SETTLED, SURE = 260, 420
SOONEST = ("fight", "draw", "discard", "pass", "surrender")


class BrowserPlayer:
    """A page with the frames of its last table and all console errors.

    `by` is the way to play: "keys", "mouse" or "touch".
    """

    def __init__(self, page: Page, by: str) -> None:
        self.page = page
        self.by = by
        self.frames: list[Json] = []
        self._table = ""  # the path of the socket of the frames
        self.complaints: list[str] = []
        page.add_init_script(SHIFTS)
        page.add_init_script(AT_ONCE)
        page.add_init_script(TELL)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(said.text)
        told = read_frame(said)
        if told is None or "/ws/game/" not in told[0]:
            return
        path, frame = urlsplit(told[0]).path, told[1]
        if path != self._table:
            self._table, self.frames = path, []
        self.frames.append(frame)

    @property
    def view(self) -> Json:
        """The newest view of the game."""
        return next((f["view"] for f in reversed(self.frames) if f.get("view")), {})

    @property
    def version(self) -> int:
        """The version of the newest view."""
        return next((int(f["version"]) for f in reversed(self.frames) if f.get("view")), -1)

    @property
    def question(self) -> int | None:
        """The number of the open question; None without one."""
        return next((f.get("question") for f in reversed(self.frames) if f.get("view")), None)

    @property
    def snapshot(self) -> Json:
        """The newest snapshot."""
        return next(f for f in reversed(self.frames) if f["type"] == "snapshot")

    @property
    def seat(self) -> int:
        """The player's seat."""
        assert self.snapshot["you"] is not None
        return int(self.snapshot["you"])

    def seats_taken(self) -> list[int]:
        """The player's seat in every snapshot that had one."""
        own_seats = [frame["you"] for frame in self.frames if frame["type"] == "snapshot"]
        return [seat for seat in own_seats if seat is not None]

    @property
    def name(self) -> str:
        """The player's name at the table."""
        return str(self.snapshot["seats"][self.seat]["name"])

    @property
    def over(self) -> bool:
        """Whether the browser has received the end of the game."""
        return self.view.get("phase") == "over"

    def cards_on_page(self) -> set[str]:
        """Return the codes of all cards shown on the page, except in the odds."""
        faces = self.page.locator(":is([data-code], [data-means]):not(.odds *)")
        both = faces.evaluate_all("all => all.map(e => e.dataset.code ?? e.dataset.means)")
        return set(both)

    def plate(self, seat: int) -> Locator:
        """Return the plate of another seat."""
        return self.page.locator(f".plate[data-seat='{seat}']")

    def notice(self, name: str) -> Locator:
        """Return a notice of the page, which may have a button."""
        return self.page.locator(f"[data-notice={name}]")

    @property
    def lost(self) -> Locator:
        """The message about a lost connection."""
        return self.page.locator(".pill.link").filter(has_text=re.compile("Reconnecting|Offline"))

    def shown_of(self, seat: int) -> Json:
        """Return what the browser last received about a seat."""
        return next(dict(f["seats"][seat]) for f in reversed(self.frames) if f.get("seats"))

    def wait_until(self, is_so: Callable[[], object], patience: float = PATIENCE) -> None:
        """Wait for frames until a condition holds; `patience` is in milliseconds per frame.

        Pongs and acknowledgements do not count.
        """
        while not is_so():
            self.wait_for_news(is_so, patience)

    def wait_for_news(self, is_so: Callable[[], object], patience: float) -> None:
        """Wait for a frame for this many milliseconds, unless a condition holds.

        The condition is checked again in case a frame arrived before the waiting started.
        """
        until = time.monotonic() + patience / 1000
        while True:
            try:
                self.page.wait_for_event("console", is_news, timeout=LOOK)
                return
            except NothingCame:
                if is_so():
                    return
                if time.monotonic() > until:
                    raise

    def hide(self, hidden: bool = True) -> None:
        """Hide the page behind another window, or show it again.

        A headless Chromium reports every page as visible, so the event is sent by script.
        """
        self.page.evaluate(HIDDEN, hidden)

    def sign_up(self, name: str) -> None:
        """Sign up as a new player."""
        self.page.goto("/accounts/signup/")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Sign up").click()
        expect(self.page.locator(".menu-name")).to_have_text(name)

    def log_in(self, name: str) -> None:
        """Log in to an account made by sign_up()."""
        self.page.goto("/accounts/login/")
        self.page.get_by_label("Name or e-mail address").fill(name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()
        expect(self.page.locator(".menu-name")).to_have_text(name)

    def open_table(self, form: str = "/tables/new/", /, **choices: object) -> str:
        """Open a table; return its path. `choices` are fields of the form and their values."""
        self.page.goto(form)
        self.page.get_by_text("More options").click()
        for name, value in choices.items():
            field = self.page.locator(f"[name={name}]")
            if field.first.get_attribute("type") == "radio":
                self.page.locator("label").filter(
                    has=self.page.locator(f"[name={name}][value='{value}']")
                ).click()
            elif isinstance(value, bool):
                field.set_checked(value)
            else:
                # in Firefox, fill() appends to a number field
                field.evaluate("field => { field.value = ''; }")
                field.fill(str(value))
        self.page.get_by_role("button", name="Open the table").click()
        self.find_seat()
        return urlsplit(self.page.url).path

    def join(self, link: str) -> None:
        """Join the table behind a link."""
        self.page.goto(link)
        self.page.get_by_role("button", name="Join the table").click()
        self.find_seat()

    def find_seat(self) -> None:
        """Wait until the page shows the player's seat at a table."""
        expect(self.page.locator("#table .me").first).to_be_attached()
        # the page may draw a frame a moment before the test is told of it
        self.wait_until(self.seats_taken)

    def play_ai(self, level: str) -> None:
        """Open a table with three AI players by one click on the home page."""
        self.page.goto("/")
        self.page.get_by_text(level, exact=True).first.click()
        self.page.get_by_role("button", name="Play a game against the AI").click()
        expect(self.page.get_by_role("group", name="Your hand")).to_be_visible()

    def wait_for_turn(self, beside: Iterable["BrowserPlayer"] = ()) -> bool:
        """Wait until the page asks for a move, closing dialogs; return False at the end.

        The players beside click Ready, which a table without a clock waits for.
        """
        ended = self.result_link()
        for _ in range(TRIES):
            self._close_all_until(self.page.locator(".prompt[data-own]").or_(ended), beside)
            if ended.is_visible():
                return False
            # the page may render a frame just before or after the test receives it
            with contextlib.suppress(NothingCame):
                self.wait_until(lambda: self.view["legal"] or self.over, MOMENT)
            if self.view["legal"]:
                return True
        raise AssertionError("the page asks for a move, and no frame does")

    def wait_for_end(self) -> None:
        """Wait until the page says that the game is over, closing dialogs.

        A page that lost its connection shows the result already.
        """
        self._close_all_until(self.result_link().or_(self.page.locator("#moment")))

    def result_link(self) -> Locator:
        """Return the link to the result, at a table whose game is over."""
        return self.page.get_by_role("dialog").get_by_role("link", name="See the result")

    def _close_all_until(self, wanted: Locator, beside: Iterable["BrowserPlayer"] = ()) -> None:
        ready = self.page.locator("[data-do=ready]")
        either = wanted.or_(ready).first
        tries = TRIES
        # while others play on without this player, several matches may end
        while ready.is_visible() or not wanted.first.is_visible():
            for person in (self, *beside):
                if person.get_ready():
                    tries = TRIES
            try:
                expect(either).to_be_visible(timeout=MOMENT)
            except AssertionError:
                tries -= 1
                if not tries:
                    raise

    def get_ready(self) -> bool:
        """Click Ready at the end of a match; return whether the page shows one."""
        ready = self.page.locator("[data-do=ready]")
        shown = ready.is_visible()
        if shown:
            self.press(ready)
        return shown

    def move(self, dice: random.Random | None = None) -> None:
        """Make a legal move with the page's controls: a random one, or one that ends the game."""
        self.do(choose_action(self.view, dice))

    def do(self, action: Json, tries: int = TRIES, carry_out: CarryOut | None = None) -> None:
        """Make a move, pressing again until it is answered, with a limit of tries.

        Games other than Density Deck pass the function that carries out their moves.
        """
        view, question = self.view, self.question
        # in Firefox a background page cannot focus a dialog
        self.page.bring_to_front()
        for _ in range(tries):
            self.think(SETTLED)
            # the answer to the previous press may have arrived
            if self.question != question:
                return
            with contextlib.suppress(NothingCame):
                (carry_out or BrowserPlayer.carry_out)(self, view, action)
                self.wait_until(lambda: self.question != question, MOMENT)
            if self.question != question:
                return
        raise AssertionError(f"{action} was never answered; refused: {self.refusals()}")

    def answers(self) -> int:
        """The number of moves that the browser has received."""
        return sum(frame["type"] == "events" and frame["events"] != [] for frame in self.frames)

    def wait_for_frame_with(self, code: str) -> None:
        """Wait until a frame has shown this card."""
        self.wait_until(lambda: f"'{code}'" in str(self.frames))

    def refusals(self) -> list[str]:
        """The codes of all refusals, except of bytes that came too late for the deal."""
        return [f["code"] for f in self.frames if f["type"] == "refused" and f["ref"] != "deal"]

    def carry_out(self, view: Json, action: Json) -> None:
        """Press the controls of an action, by keys, mouse or touch."""
        does = getattr(self, f"_{action['do']}")
        does(view, action)

    def _draw(self, view: Json, action: Json) -> None:
        if action["from"] == "pile":
            self.press_or_key("[data-do=draw]", "d")
            return
        pile = self.page.locator(f"[data-pile='{action['from']}']")
        spot = pile.locator("..").get_attribute("data-spot") or ""
        if self.by == "keys":
            self.page.keyboard.press({"left": "q", "across": "w", "right": "e"}[spot])
        else:
            self.press(pile)
            if self.by == "touch":
                # the first tap shows the result, the second takes the card
                self.press(pile)

    def _discard(self, view: Json, action: Json) -> None:
        card = self.page.locator(f"[data-hand] [data-code={action['card']}]").first
        if self.by == "keys":
            place = 1 + view["seats"][self.seat]["hand"].index(action["card"])
            self.page.keyboard.press(str(place))
            self.page.keyboard.press("Enter")
        else:
            if card.get_attribute("aria-pressed") != "true":
                self.press(card)
            self.press(self.page.locator("[data-do=discard]"))

    def _fight(self, view: Json, action: Json) -> None:
        self.press_or_key("[data-do=fight]", "f")
        now = self.page.get_by_role("button", name="Fight now")
        now.wait_for(timeout=MOMENT)
        self.think()
        if self.by == "keys":
            self.page.keyboard.press("Enter")
        else:
            self.press(now)

    def _surrender(self, view: Json, action: Json) -> None:
        self.press_or_key("[data-do=surrender]", "s")
        sure = self.page.locator("[data-do=surrender-now]")
        sure.wait_for(timeout=MOMENT)
        self.think()
        if self.by == "keys":
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Enter")
        else:
            self.press(sure)

    def think(self, milliseconds: int = SURE) -> None:
        """Wait a moment after a new question, since the page ignores presses at once."""
        until = self.page.evaluate("performance.now()") + milliseconds
        self.page.wait_for_function("until => performance.now() > until", arg=until, polling=40)

    def press_or_key(self, selector: str, key: str) -> None:
        """Press a button, or its key when playing by keys."""
        if self.by == "keys":
            self.page.keyboard.press(key)
        else:
            self.press(self.page.locator(selector))

    def tap(self, target: Locator) -> None:
        """Tap on a touch screen, or else click."""
        if self.page.evaluate("navigator.maxTouchPoints"):
            target.tap()
        else:
            target.click()

    def press(self, target: Locator) -> None:
        """Click or tap."""
        try:
            if self.by == "touch":
                target.tap(timeout=MOMENT)
            else:
                target.click(timeout=MOMENT)
        except NothingCame:
            # it moved or disappeared: the caller tries again
            return


def choose_action(view: Json, dice: random.Random | None) -> Json:
    """Return a legal action: with dice a random one, without them the fastest way to the end.

    Without dice no one surrenders, so everyone has a turn in the first round, and the first player
    of the second round calls the fight.
    """
    legal: list[Json] = view["legal"]
    if dice is None:
        return min(legal, key=lambda action: SOONEST.index(action["do"]))
    fights = [action for action in legal if action["do"] == "fight"]
    if fights and dice.random() < 0.5:
        return fights[0]
    quiet = [action for action in legal if action["do"] in ("draw", "discard", "pass")]
    return dice.choice(quiet if dice.random() < 0.93 else legal)
