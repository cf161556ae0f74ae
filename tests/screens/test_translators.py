"""A browser's translator leaves what is drawn live and names alone."""

import pytest
from playwright.sync_api import expect

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser
from tests.screens.story import NAMES, TOOK, Story

# as Chrome does it: every text that may be translated stands in elements of the translator
TRANSLATE = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (text.data.trim() && text.parentElement.translate) texts.push(text);
  for (const text of texts) {
    const font = document.createElement("font");
    text.replaceWith(font);
    font.append(text.data);
  }
  return texts.map(({ data }) => data.trim());
}"""


def test_the_table_goes_on_under_a_translator(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["turn"], "wide", "dark") as page:
        prompt = page.locator(".prompt")
        expect(prompt).to_contain_text("Your turn")
        page.evaluate(TRANSLATE)
        later = Story(TOOK).snapshot(question=90, version=90)
        page.evaluate("frame => window.line.hear(frame)", later)
        page.clock.run_for(1_000)
        expect(prompt).to_contain_text("discard")


@pytest.mark.parametrize(
    "name", ["boards", "friends", "history", "profile", "queue-waiting", "result-won", "settings"]
)
def test_names_are_not_translated(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(SCREENS[name], "wide", "dark") as page:
        assert set(page.evaluate(TRANSLATE)).isdisjoint(NAMES)
