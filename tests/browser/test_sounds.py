"""What the table sounds like, rendered by a browser and measured as docs/SOUNDS.md says."""

from playwright.sync_api import Browser

from bench.sounds import PAGE, goals, render, table


def test_cues_are_short_balanced_and_below_the_peak_that_is_promised(browser: Browser) -> None:
    rendered = render(browser)
    assert {"flip", "race", "hit", "win", "loss", "fight"} <= set(rendered)
    assert [str(goal) for goal in goals(rendered) if not goal.met] == []
    published = PAGE.read_text()
    names = [row.split(" | ")[0] for row in table(rendered)[2:]]
    assert [name for name in names if f"\n{name} | " not in published] == []
