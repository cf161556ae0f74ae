/** Redraws a list without moving the lines that the reader is looking at. */

/** Whether a line is on the screen. @param {Element} line */
function isInSight(line) {
  const { top, bottom } = line.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Draws a list and scrolls the page so that visible lines stay in place, unless it is at its top.
 * @param {HTMLElement} list its lines are li elements, which the drawing keeps
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
  // the median: lines that change their order move differently
  const by = moved[moved.length >> 1] ?? 0;
  if (by) scrollBy({ top: by, behavior: "instant" });
}
