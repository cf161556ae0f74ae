/** Where a bubble stands: near what it talks about, over as little of the rest as possible. Pure. */

/**
 * @typedef {{left: number, top: number, width: number, height: number}} Box
 * @typedef {{width: number, height: number}} Size
 */

const GAP = 14;
const EDGE = 8;
/** Below the bar the rows begin closely: a wider gap would show parts of what lies under the box. */
const TOP = 2;
/** A part that is nearer than this counts as covered. */
const NEAR = 4;
const STEP = 20;
/** Between two tops: a part is covered whole, or not at all. */
const STEP_DOWN = 4;
/** The costs of covering the target and of distance to it; covering anything else costs 1. */
const TARGET = 40;
const AWAY = 40;
/** The cost of what a half covered part shows or hides: a remnant looks worse than nothing. */
const REMNANT = 2;

/**
 * The area that two boxes share.
 * @param {Box} one
 * @param {Box} two
 */
function sharedArea(one, two) {
  const width = Math.min(one.left + one.width, two.left + two.width) - Math.max(one.left, two.left);
  const height = Math.min(one.top + one.height, two.top + two.height) - Math.max(one.top, two.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * The distance between two boxes, horizontal and vertical added up.
 * @param {Box} one
 * @param {Box} two
 */
const distanceBetween = (one, two) =>
  Math.max(0, two.left - one.left - one.width, one.left - two.left - two.width) +
  Math.max(0, two.top - one.top - one.height, one.top - two.top - two.height);

/**
 * The cost of covering a part of the table.
 * @param {Box} bubble
 * @param {Box} part
 */
function coverCost(bubble, part) {
  const shared = sharedArea(bubble, part);
  return shared + REMNANT * Math.min(shared, part.width * part.height - shared);
}

/** @param {Box} box @param {number} by */
const widenBox = (box, by) => ({
  left: box.left - by,
  top: box.top - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});

/**
 * The position where the bubble covers the least and is near its target.
 * @param {Box} target what the bubble stays near to
 * @param {Size} bubble
 * @param {Box} screen where it may stand
 * @param {Box[]} keep what should stay in view
 * @param {boolean} [covers] whether the bubble may cover the target
 * @returns {{left: number, top: number}}
 */
export function placeBubble(target, bubble, screen, keep, covers = false) {
  const around = widenBox(target, GAP);
  const kept = keep.map((part) => widenBox(part, NEAR));
  const most = {
    left: screen.left + screen.width - bubble.width - EDGE,
    top: screen.top + screen.height - bubble.height - EDGE,
  };
  let best = { left: screen.left + EDGE, top: screen.top + TOP, cost: Infinity };
  for (const top of stepsBetween(screen.top + TOP, most.top, STEP_DOWN)) {
    for (const left of stepsBetween(screen.left + EDGE, most.left, STEP)) {
      const box = { left, top, ...bubble };
      const cost = kept.reduce(
        (sum, part) => sum + coverCost(box, part),
        (covers ? 0 : TARGET * sharedArea(box, around)) +
          AWAY * distanceBetween(box, around) +
          Math.abs(left - target.left) +
          Math.abs(top - target.top),
      );
      if (cost < best.cost) best = { left, top, cost };
    }
  }
  return { left: best.left, top: best.top };
}

/**
 * The numbers from one to another in steps, always including both.
 * @param {number} first
 * @param {number} last
 * @param {number} by
 */
function stepsBetween(first, last, by) {
  if (last <= first) return [first];
  const count = Math.floor((last - first) / by);
  return [...Array.from({ length: count + 1 }, (_, step) => first + step * by), last];
}
