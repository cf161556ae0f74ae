"""Every drawing that scripts show on a table, replay or lesson exists."""

import pytest

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser, sample_on_push

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
PUSHED = "turn showdown settings-dialog odds rps-throw rps-discard replay-end rps-replay lesson-2"
SHOWN = f"""{PUSHED}
fight seat-states keys private own-out rps-window replay replay-coach replay-learn rps-lesson-throw
"""


@pytest.mark.parametrize("name", sample_on_push(SHOWN.split(), *PUSHED.split()))
def test_every_drawing_that_scripts_use_exists(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(SCREENS[name], "wide", "dark") as page:
        assert page.evaluate(MISSING) == []
