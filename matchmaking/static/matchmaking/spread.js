/** Positions on the line of ratings around the reader's own. Pure. */

/**
 * @typedef {import("./state.js").QueueFrame} Frame
 * @typedef {{from: number, to: number}} Axis ratings at both ends of the line
 * @typedef {{at: number, row: number, inside: boolean}} Dot at: position in percent; row: how many dots are below it
 */

const REACHES = [150, 300, 600, 1200];
const ROOM = 0.8;
const NEXT = 1.3;
const ROWS = 3;

/**
 * The line's range: the reader's rating in the middle, as narrow as the band allows.
 * @param {Frame} frame
 * @returns {Axis}
 */
export function axisOf({ rating, band }) {
  const half = band ? Math.max(rating - band[0], band[1] - rating) : Infinity;
  const reach =
    REACHES.find((candidate) => half <= candidate * ROOM) ?? REACHES[REACHES.length - 1];
  return { from: rating - reach, to: rating + reach };
}

/**
 * The position of a rating, 0 to 100.
 * @param {Axis} axis
 * @param {number} rating
 */
export const placeOf = ({ from, to }, rating) =>
  Math.min(100, Math.max(0, (100 * (rating - from)) / (to - from)));

/**
 * The band on the line now, and the one it will grow to: beginning and width.
 * @param {Frame} frame
 */
export function bandOf(frame) {
  const axis = axisOf(frame);
  const [low, high] = frame.band ?? [axis.from, axis.to];
  const { rating } = frame;
  return {
    now: pieceOf(axis, low, high),
    soon: pieceOf(axis, rating - (rating - low) * NEXT, rating + (high - rating) * NEXT),
  };
}

/** @param {Axis} axis @param {number} low @param {number} high */
function pieceOf(axis, low, high) {
  const x = placeOf(axis, low);
  return { x, width: placeOf(axis, high) - x };
}

/**
 * The dots of the other queued users; equal ratings are stacked.
 * @param {Frame} frame
 * @returns {Dot[]}
 */
export function dotsOf(frame) {
  const axis = axisOf(frame);
  /** @type {Map<number, number>} */
  const rows = new Map();
  return frame.dots
    .filter((rating) => rating >= axis.from && rating <= axis.to)
    .map((rating) => {
      const row = rows.get(rating) ?? 0;
      rows.set(rating, row + 1);
      const inside = !frame.band || (rating >= frame.band[0] && rating <= frame.band[1]);
      return { at: placeOf(axis, rating), row, inside };
    })
    .filter(({ row }) => row < ROWS);
}
