"""Measures the steps of a fight at a table that a browser shows."""

from playwright.sync_api import Page

from games.engine.contract import Json

FRAME = "frame => line.hear(frame)"
BEAT = "document.querySelector('.table').dataset.fight ?? 'columns'"
# the beat, with the number of open hands; and the end of the last motion that has begun since the
# last call, in milliseconds
STEP = (
    f"({BEAT}) + [...document.querySelectorAll('[data-total]')].filter((e) => e.innerText).length"
)
ENDS = """() => {
  const begun = document.getAnimations().filter((each) => !(window.seen ??= new Set()).has(each));
  begun.forEach((each) => seen.add(each));
  const ends = begun.map((each) => each.effect.getComputedTiming().endTime / each.playbackRate);
  return Math.max(0, ...ends.filter(Number.isFinite));
}"""


def measure_steps(page: Page, frame: Json) -> dict[str, tuple[int, float]]:
    """Return how long each step of a fight is shown, and how long its motion takes.

    Motion runs at a thousandth of its speed, so that none ends before it is measured.
    """
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.001})
    page.evaluate(FRAME, frame)
    steps: dict[str, tuple[int, float]] = {}
    while page.evaluate(BEAT) != "columns":
        step, ends, shown = page.evaluate(STEP), page.evaluate(ENDS), 0
        while page.evaluate(STEP) == step:
            page.clock.run_for(20)
            shown += 20
        steps[step] = shown, ends
    return steps
