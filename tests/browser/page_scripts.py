"""Scripts of a page in a test, which tells what its sockets receive, and what has moved."""

import json
from typing import Any

from playwright.sync_api import ConsoleMessage

MARK = "socket "
# the console tells of frames in every engine
TELL = f"""window.WebSocket = class extends WebSocket {{
  constructor(...asked) {{
    super(...asked);
    const {{ pathname, search }} = new URL(this.url);
    const place = `{MARK}${{pathname}}${{search}}`;
    this.addEventListener("message", ({{ data }}) => console.debug(`${{place}} ${{data}}`));
  }}
}};"""

# how much of the page has moved without a press just before, in its worst five seconds: the
# cumulative layout shift of the browsers, whose windows end after a second in which nothing moves;
# and what moved, so that a failure names it
SHIFTS = """window.shifted = 0;
window.shifts = [];
let [since, last, sum] = [-1e9, -1e9, 0];
const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const named = (node) => [node?.nodeName, ...(node?.classList ?? [])].join(".");
const shifting = new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    if (startTime - last > 1_000 || startTime - since > 5_000) [since, sum] = [startTime, 0];
    [last, sum] = [startTime, sum + value];
    window.shifted = Math.max(window.shifted, sum);
    const moved = sources.map(
      ({ node, previousRect, currentRect }) =>
        `${named(node)} ${box(previousRect)} → ${box(currentRect)}`,
    );
    window.shifts.push(`${value.toFixed(4)} at ${Math.round(startTime)}: ${moved.join(", ")}`);
  }
});
if (PerformanceObserver.supportedEntryTypes.includes("layout-shift"))
  shifting.observe({ type: "layout-shift", buffered: true });"""

# the columns of a match at once: most tests are about something else than what leads to them
AT_ONCE = """if (origin !== "null" && !localStorage.getItem("density-fights"))
  localStorage.setItem("density-fights", "off");"""
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def read_frame(said: ConsoleMessage) -> tuple[str, dict[str, Any]] | None:
    """The address of a socket and a frame that came by it, where the console tells of one."""
    if not said.text.startswith(MARK):
        return None
    _, path, text = said.text.split(" ", 2)
    return path, json.loads(text)


def is_frame(said: ConsoleMessage, path: str) -> bool:
    """Whether a frame came by a socket whose path and query have this in them."""
    frame = read_frame(said)
    return frame is not None and path in frame[0]


def is_news(said: ConsoleMessage) -> bool:
    """Whether a frame is more than the answer to a ping, or an acknowledgement."""
    frame = read_frame(said)
    return frame is not None and frame[1]["type"] not in ("pong", "ack")
