"""Scripts that tests add to pages, to log received frames and layout shifts."""

import json
from typing import Any

from playwright.sync_api import ConsoleMessage

MARK, CONNECTS = "socket ", "connects to "
# sockets and their frames are logged to the console, which works in every engine
TELL = f"""window.WebSocket = class extends WebSocket {{
  constructor(...asked) {{
    super(...asked);
    const {{ pathname, search }} = new URL(this.url);
    const place = `{MARK}${{pathname}}${{search}}`;
    console.debug(`{CONNECTS}${{pathname}}`);
    this.addEventListener("message", ({{ data }}) => console.debug(`${{place}} ${{data}}`));
  }}
}};"""

# The cumulative layout shift in the worst five seconds, without shifts just after an input and with
# windows that end after a second without shifts; and the elements that moved, for error messages.
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

# shows the end of a match at once, since most tests are not about its animation
AT_ONCE = """if (origin !== "null" && !localStorage.getItem("density-fights"))
  localStorage.setItem("density-fights", "off");"""
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def read_frame(said: ConsoleMessage) -> tuple[str, dict[str, Any]] | None:
    """Return the socket's URL and the frame in a console message; None if it has none."""
    if not said.text.startswith(MARK):
        return None
    _, path, text = said.text.split(" ", 2)
    return path, json.loads(text)


def is_frame(said: ConsoleMessage, path: str) -> bool:
    """Return whether a frame came from a socket whose path and query contain this text."""
    frame = read_frame(said)
    return frame is not None and path in frame[0]


def is_connecting(said: ConsoleMessage) -> bool:
    """Return whether the page opens a socket."""
    return said.text.startswith(CONNECTS)


def is_news(said: ConsoleMessage) -> bool:
    """Return whether a frame is neither a pong nor an acknowledgement."""
    frame = read_frame(said)
    return frame is not None and frame[1]["type"] not in ("pong", "ack")
