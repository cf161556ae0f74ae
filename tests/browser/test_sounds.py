"""The sounds of the table, rendered by a browser and measured as in docs/SOUNDS.md."""

from playwright.sync_api import Browser

from bench.sounds import PAGE, check_goals, render_cues, sounds_table


def test_cues_are_short_balanced_and_below_the_peak_that_is_promised(browser: Browser) -> None:
    rendered = render_cues(browser)
    assert {"flip", "race", "hit", "win", "loss", "fight"} <= set(rendered)
    assert [str(goal) for goal in check_goals(rendered) if not goal.met] == []
    published = PAGE.read_text()
    names = [row.split(" | ")[0] for row in sounds_table(rendered)[2:]]
    assert [name for name in names if f"\n{name} | " not in published] == []
