"""Every drawing that scripts show on a table, replay or lesson exists."""

import pytest

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser

MISSING = """async () => {
  const used = new Set([...document.querySelectorAll("use")].map((each) => each.href.baseVal));
  const missing = used.size ? [] : ["no drawing at all"];
  for (const address of used) {
    const [path, symbol] = address.split("#");
    const text = path ? await (await fetch(path)).text() : document.body.outerHTML;
    if (!text.includes(`id="${symbol}"`)) missing.push(address);
  }
  return missing;
}"""
SHOWN = """
turn fight showdown seat-states settings-dialog keys odds private own-out rps-throw rps-window
rps-discard replay replay-coach replay-end rps-replay replay-learn lesson-2 rps-lesson-throw
"""


@pytest.mark.parametrize("name", SHOWN.split())
def test_every_drawing_that_scripts_use_exists(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(SCREENS[name], "wide", "dark") as page:
        assert page.evaluate(MISSING) == []
