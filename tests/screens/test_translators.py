"""A browser's translator does not change live content and names."""

import pytest

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser, sample_on_push
from tests.screens.story import NAMES, TURN, Story

# like Chrome: every translatable text is wrapped in elements of the translator
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
    later = Story(f"{TURN} take_3 Aq5").snapshot(version=90)
    said = []
    for script in ("", TRANSLATE):
        with frozen.show(SCREENS["turn"], "wide", "dark") as page:
            page.evaluate(script)
            page.evaluate("frame => window.line.hear(frame)", later)
            page.clock.run_for(5_000)
            said.append(page.locator("#table").inner_text())
    assert said[0] == said[1]


NAMED = ("boards", "friends", "history", "profile", "queue-waiting", "result-won", "settings")


@pytest.mark.parametrize("name", sample_on_push(NAMED, "history", "queue-waiting", "result-won"))
def test_names_are_not_translated(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(SCREENS[name], "wide", "dark") as page:
        assert set(page.evaluate(TRANSLATE)).isdisjoint(NAMES)
