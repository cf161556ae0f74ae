"""Two players at a table of Rock Paper Scissors Extreme, and the presses for each choice."""

import random

from playwright.sync_api import expect

from tests.browser.player import MOMENT, PATIENCE, BrowserPlayer, Json

SIGNS = ("rock", "paper", "scissors")
TABLE = "/tables/new/?game=rps-extreme"


def sit_down(host: BrowserPlayer, guest: BrowserPlayer, target: int) -> None:
    """Seat two players at a new table with this target score."""
    guest.join(host.open_table(TABLE, target=target, clock="relaxed"))
    for person in (host, guest):
        expect(person.page.locator(".center [data-item]").first).to_be_visible()


def play_duel(people: list[BrowserPlayer], dice: random.Random) -> None:
    """Play to the end; check that a throw stays hidden until both have thrown."""
    while not any(person.over for person in people):
        asked = [person for person in people if person.view["legal"]]
        if not asked:
            wait_for_question(max(people, key=lambda person: person.version))
            continue
        person = dice.choice(asked)
        throws = person.view["phase"] == "throw"
        make_choice(person, choose_action(person.view, dice))
        other = next(each for each in people if each is not person)
        catch_up(other, person.version)
        if throws and other.view["seats"][person.seat]["answered"]:
            see_that_it_is_hidden(other)


def wait_for_question(person: BrowserPlayer) -> None:
    """Wait until this player is asked or the game is over."""
    person.wait_until(lambda: person.over or person.view["legal"])


def catch_up(person: BrowserPlayer, version: int) -> None:
    """Wait until this player has received as much as the others."""
    person.wait_until(lambda: person.version >= version)


def choose_action(view: Json, dice: random.Random) -> Json:
    """Return a legal choice: drink every potion, and mostly score after a win."""
    legal: list[Json] = view["legal"]
    drinks = [action for action in legal if action["do"] == "drink"]
    if drinks:
        return dice.choice(drinks)
    if legal[0]["do"] == "score":
        return legal[0 if dice.random() < 0.7 else 1]
    return dice.choice(legal)


def see_that_it_is_hidden(person: BrowserPlayer) -> None:
    """Check that the page shows that the opponent has thrown, but not which sign."""
    disc = person.page.locator(".disc[data-side=theirs]")
    skip_beats(person)
    expect(disc).to_have_attribute("data-state", "hidden")
    said = f"{disc.get_attribute('aria-label')} {disc.inner_html()}".lower()
    assert not any(sign in said for sign in SIGNS)
    other = person.view["seats"][1 - person.seat]
    assert (other["sign"], other["choice"]) == (None, None)


def skip_beats(person: BrowserPlayer) -> None:
    """Skip the beats that are shown one by one."""
    shown = person.page.get_by_text("Press any key or tap to continue")
    if shown.is_visible():
        if person.by == "keys":
            person.page.keyboard.press("Escape")
        else:
            person.press(person.page.locator(".verdict"))
        expect(shown).to_be_hidden()


def make_choice(person: BrowserPlayer, action: Json) -> None:
    """Make this choice, pressing again until the site responds."""
    skip_beats(person)
    offered = person.page.locator(".moves .button:not(:disabled), [data-choose] [data-mark]")
    expect(offered.first).to_be_visible(timeout=PATIENCE)
    person.do(action, carry_out=_press)


def _press(person: BrowserPlayer, _: Json, action: Json) -> None:
    do = action["do"]
    if do == "throw":
        _one_of(person, f"[data-do=throw][data-sign={action['sign']}]", ".throw")
    elif do == "drink":
        _drink(person, action)
    elif do == "pass":
        person.press_or_key("[data-do=pass]", "p")
    elif do in ("score", "first"):
        _one_of(person, f"[data-do={do}]", ".choice")
    else:
        _take(person, action["card"])


def _drink(person: BrowserPlayer, action: Json) -> None:
    """Drink a potion; Rainbow first asks which of several items to copy."""
    copy = f"[data-do=drink][data-as={action['as']}]" if action.get("as") else ""
    copies = [each for each in person.view["legal"] if each.get("as")]
    if copy and len(copies) > 1:
        _one_of(person, "[data-do=drink][data-card=rainbow-potion]", ".drink")
        person.page.locator("[data-do=back]").wait_for(timeout=MOMENT)
    _one_of(person, copy or f"[data-do=drink][data-card={action['card']}]", ".drink")


def _take(person: BrowserPlayer, card: str) -> None:
    """Take a card of the table by its number, a click or two taps."""
    wanted = f"[data-choose] [data-item={card}]"
    discards = person.view["phase"] == "discard"
    if person.by == "keys":
        _one_of(person, wanted, "[data-choose] [data-mark]")
        if discards:
            person.page.keyboard.press("Enter")
        return
    person.press(person.page.locator(wanted))
    take = person.page.locator("[data-do=take]")
    if discards or person.by == "touch":
        take.wait_for(timeout=MOMENT)
        person.press(take)


def _one_of(person: BrowserPlayer, wanted: str, among: str) -> None:
    """Press an element, or the key of its number among similar ones."""
    if person.by != "keys":
        person.press(person.page.locator(wanted).first)
        return
    place = person.page.evaluate(
        "([wanted, among]) => [...document.querySelectorAll(among)]"
        ".indexOf(document.querySelector(wanted))",
        [wanted, among],
    )
    person.page.keyboard.press(str(place + 1))
