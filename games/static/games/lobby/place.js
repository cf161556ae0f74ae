/** A list in a page that scrolls: what changes above its reader moves nothing that the reader looks at. */

/** @param {Element} line whether it is on the screen */
function isInSight(line) {
  const { top, bottom } = line.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Draws a list, and has the page follow the lines in sight, if the reader has left the top of the page.
 * @param {HTMLElement} list its lines are li, which keep their places in what draws them
 * @param {() => void} draw
 */
export function drawInPlace(list, draw) {
  const lines = [...list.querySelectorAll("li")].filter(isInSight);
  const before = lines.map((line) => line.getBoundingClientRect().top);
  draw();
  if (!scrollY) return;
  const moved = lines
    .map((line, index) => line.isConnected && line.getBoundingClientRect().top - before[index])
    .filter((by) => by !== false)
    .sort((one, two) => one - two);
  // lines that change their order move otherwise than most
  const by = moved[moved.length >> 1] ?? 0;
  if (by) scrollBy({ top: by, behavior: "instant" });
}
