/** Where a bubble stands: near what it talks about, over as little of the rest as possible. Pure. */

/**
 * @typedef {{left: number, top: number, width: number, height: number}} Box
 * @typedef {{width: number, height: number}} Size
 */

const GAP = 14;
const EDGE = 8;
const STEP = 20;
/** The costs of covering the target, of covering any other part, and of distance to the target. */
const TARGET = 40;
const AWAY = 40;

/**
 * The area that two boxes share.
 * @param {Box} one
 * @param {Box} two
 */
function shared(one, two) {
  const width = Math.min(one.left + one.width, two.left + two.width) - Math.max(one.left, two.left);
  const height = Math.min(one.top + one.height, two.top + two.height) - Math.max(one.top, two.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * How far two boxes are apart, across and down together.
 * @param {Box} one
 * @param {Box} two
 */
const apart = (one, two) =>
  Math.max(0, two.left - one.left - one.width, one.left - two.left - two.width) +
  Math.max(0, two.top - one.top - one.height, one.top - two.top - two.height);

/** @param {Box} box @param {number} by */
const wider = (box, by) => ({
  left: box.left - by,
  top: box.top - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});

/**
 * The corner of the bubble that covers least and is near; the target itself last of all.
 * @param {Box} target what the bubble is near to
 * @param {Size} bubble
 * @param {Box} screen where it may stand
 * @param {Box[]} keep what should stay in view
 * @param {boolean} [covers] whether the target may be covered like everything that is not kept
 * @returns {{left: number, top: number}}
 */
export function place(target, bubble, screen, keep, covers = false) {
  const around = wider(target, GAP);
  const most = {
    left: screen.left + screen.width - bubble.width - EDGE,
    top: screen.top + screen.height - bubble.height - EDGE,
  };
  let best = { left: screen.left + EDGE, top: screen.top + EDGE, cost: Infinity };
  for (const top of steps(screen.top + EDGE, most.top)) {
    for (const left of steps(screen.left + EDGE, most.left)) {
      const box = { left, top, ...bubble };
      const cost = keep.reduce(
        (sum, each) => sum + shared(box, each),
        (covers ? 0 : TARGET * shared(box, around)) +
          AWAY * apart(box, around) +
          Math.abs(left - target.left) +
          Math.abs(top - target.top),
      );
      if (cost < best.cost) best = { left, top, cost };
    }
  }
  return { left: best.left, top: best.top };
}

/**
 * From one number to another in steps; at least the first, and always the last.
 * @param {number} first
 * @param {number} last
 */
function steps(first, last) {
  if (last <= first) return [first];
  const count = Math.floor((last - first) / STEP);
  return [...Array.from({ length: count + 1 }, (_, step) => first + step * STEP), last];
}
