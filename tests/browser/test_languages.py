"""A table in another language is fully translated, also for screen readers."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPlayer

CARD = r"(Neutral|Gelb|Türkis|Rot|Blau|Violett|Silber|Gold|Aquamarin|Weiß|Schwarz) \d+"
# all texts of the table since its start
WATCH = """
  window.drawn = "";
  new MutationObserver(() => {
    for (const part of document.querySelectorAll("#table, #table-bar")) drawn += part.innerText;
  }).observe(document, {childList: true, subtree: true, characterData: true});
"""


def test_a_whole_turn_is_german_for_eyes_and_ears_from_the_first_drawing_on(
    open_player: OpenPlayer,
) -> None:
    person = open_player(motion=True)
    page, said = person.page, person.page.locator("#said-now")
    page.goto("/")
    page.get_by_role("button", name="Deutsch").first.click()
    page.add_init_script(WATCH)
    page.locator("label").filter(has_text="Leicht").click()
    page.get_by_role("button", name="Gegen die KI spielen").click()
    expect(page.get_by_role("group", name="Deine Hand")).to_be_visible()

    assert person.wait_for_turn()
    expect(page.locator(".prompt")).to_contain_text("Du bist dran")
    expect(said).to_contain_text(re.compile(r"Du bist dran\. Runde 1\. Du hast [−\d]+ Punkte\."))
    person.do({"do": "draw", "from": "pile"})
    expect(said).to_contain_text(re.compile(f"Du hast {CARD} gezogen\\. Wähl eine Karte"))
    # before others move: the list starts again with each match
    expect(page.locator(".log")).to_contain_text(re.compile(r"Du hast .*gezogen"))
    cards = page.get_by_role("group", name="Deine Hand").get_by_role("button")
    named = re.compile(f"^{CARD}, Karte 1 von 4\\. Deine Punkte ohne sie: [−\\d]+$")
    expect(cards.first).to_have_accessible_name(named)

    person.wait_until(lambda: person.view["phase"] == "discard")
    person.do({"do": "discard", "card": person.view["seats"][person.seat]["hand"][0]})
    expect(said).to_contain_text(re.compile(f"Du hast {CARD} abgelegt\\. Du hast [−\\d]+ Punkte"))

    drawn = page.evaluate("drawn")
    assert "Ziehstapel" in drawn
    for english in ("Setting up the table", "Draw pile", "Your turn", "Discard", "Leave"):
        assert english not in drawn, english
    assert person.complaints == []
