"""A screen reader's view of a page: live regions, roles and names only."""

import contextlib
import re

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NothingCame

from tests.browser.player import MOMENT, PATIENCE, TRIES

# A screen reader speaks the nodes added to a live region one by one. What it said is kept when the
# page opens another; an empty page has no storage.
EARS = """
const kept = origin === "null" ? null : sessionStorage.getItem("heard");
const heard = (window.heard = JSON.parse(kept ?? "[]"));
const REGION = "[aria-live='assertive'], [aria-live='polite'], [role=alert], [role=log]";
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(REGION);
    if (!region || region.getAttribute("role") === "log") continue;
    for (const node of addedNodes) if (node.textContent.trim()) heard.push(node.textContent.trim());
    sessionStorage.setItem("heard", JSON.stringify(heard));
  }
}).observe(document, { childList: true, subtree: true });
"""
CARD = r"(?:Common|Yellow|Turquoise|Red|Blue|Purple|Silver|Gold|Aquamarine|White|Black) \d+"
NUMBER, WHO = "\u2212?\\d+", r"[\w ]+?"
AGAINST = rf"{NUMBER} against {NUMBER}"
TURN = re.compile(
    r"Your turn\. Round (\d+)(?:, \d+ damage at stake)?\.(?: \d+ seconds?\.)?"
    rf" Your score is {NUMBER}\."
)
DREW = re.compile(rf"You drew ({CARD})\. Choose a card to discard\.")
DISCARDED = re.compile(rf"You discarded {CARD}\. Your score is {NUMBER}\.")
FIGHT = re.compile(rf"({WHO}) calls the fight\. \d+ damage\.")
SHOWN = rf"{WHO} shows {CARD}, {CARD} and {CARD}: {NUMBER}\."
SCORES = re.compile(
    rf"(?:Your score is {NUMBER}\. )?(?:{SHOWN} )*"
    rf"(?:No one wins|You win the match|{WHO} wins the match"
    rf"|You win, {AGAINST}|{WHO} wins, {AGAINST}|{WHO} tie at {NUMBER}|You’re out, {AGAINST}"
    rf"|You lose \d lives?, {AGAINST})\..*"
)
OVER = re.compile(rf"The game is over\. (?:Places: 1 {WHO}(?:, \d {WHO})+|{WHO} wins)\.")
OTHERS = (
    rf"{WHO} drew from the pile and discarded {CARD}\.",
    rf"{WHO} took {CARD} from (?:you|{WHO})\.",
    rf"{WHO} discarded {CARD}\.",
    rf"Round \d\. Center Amplification: {CARD}\. Damage is now \d\.",
    rf"{WHO} surrenders, \d damage, \d lives? left\.",
    rf"Match \d+\. {WHO} deals\.",
    r"8 seconds left\.",
    r"Showdown\. \d damage\.",
)
KNOWN = (TURN, DREW, DISCARDED, FIGHT, SCORES, OVER, *map(re.compile, OTHERS))


class ScreenReader:
    """Plays by ear, consuming every spoken sentence once, in order."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taken = 0
        self.said: list[str] = []

    @classmethod
    def before(cls, page: Page) -> "ScreenReader":
        """Return a screen reader that hears every page loaded from now on."""
        page.add_init_script(EARS)
        return cls(page)

    def next(self, patience: float = PATIENCE) -> str:
        """Return the next sentence; fail for an unknown one."""
        spoken = self.page.wait_for_function(
            "taken => window.heard?.[taken]", arg=self.taken, timeout=patience
        )
        line = str(spoken.json_value())
        self.taken += 1
        assert any(known.fullmatch(line) for known in KNOWN), f"nobody knows: {line}"
        self.said.append(line)
        return line

    def until(self, *wanted: re.Pattern[str]) -> re.Match[str]:
        """Listen until one of these sentences is spoken."""
        while True:
            line = self.next()
            for each in wanted:
                if match := each.fullmatch(line):
                    return match

    def press(self, role: str, name: str | re.Pattern[str], answer: re.Pattern[str]) -> str:
        """Press the element with this role and name until the page speaks a sentence."""
        target = self.find(role, name)
        for _ in range(TRIES):
            # the element may be gone and the sentence late
            with contextlib.suppress(NothingCame):
                target.press("Enter", timeout=MOMENT)
            with contextlib.suppress(NothingCame):
                while not answer.fullmatch(line := self.next(MOMENT)):
                    pass  # skip what others did before
                return line
        raise AssertionError(f"nothing was said after {name}")

    def find(self, role: str, name: str | re.Pattern[str]) -> Locator:
        """Return the element with this role and name in the accessibility tree."""
        return self.page.get_by_role(role, name=name)  # type: ignore[arg-type]

    def stands_on(self, role: str, name: str | re.Pattern[str]) -> None:
        """Assert that an element has the focus."""
        expect(self.find(role, name)).to_be_focused()
