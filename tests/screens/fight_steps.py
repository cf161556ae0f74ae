"""Measures the steps of a fight at a table that a browser shows."""

from itertools import pairwise

from playwright.sync_api import Page

from games.engine.contract import Json

FRAME = "frame => line.hear(frame)"
BEAT = "document.querySelector('.table').dataset.fight ?? 'columns'"
# a step is a beat with the number of open hands; its motion has begun since the step before
RECORD = f"""(frame) => {{
  const seen = new Set();
  window.steps = [];
  const findEnd = () => {{
    const begun = document.getAnimations().filter((each) => !seen.has(each));
    begun.forEach((each) => seen.add(each));
    const ends = begun.map((each) => each.effect.getComputedTiming().endTime / each.playbackRate);
    return Math.max(0, ...ends.filter(Number.isFinite));
  }};
  const record = () => {{
    const open = [...document.querySelectorAll('[data-total]')].filter((e) => e.innerText);
    const step = ({BEAT}) + open.length;
    if (step !== steps.at(-1)?.[0]) steps.push([step, Date.now(), findEnd()]);
  }};
  line.hear(frame);
  record();
  const options = {{ attributes: true, characterData: true, childList: true, subtree: true }};
  new MutationObserver(record).observe(document.querySelector('.table'), options);
}}"""


def measure_steps(page: Page, frame: Json) -> dict[str, tuple[int, float]]:
    """Return how long each step of a fight is shown, and how long its motion takes, in ms.

    Motion runs at a thousandth of its speed, so that none ends before it is measured.
    """
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.001})
    page.evaluate(RECORD, frame)
    while page.evaluate(BEAT) != "columns":
        page.clock.run_for(1_000)
    steps = page.evaluate("steps")
    return {
        step: (after - began, end)
        for (step, began, end), (_, after, _) in pairwise(steps)
        if not step.startswith("columns")
    }
