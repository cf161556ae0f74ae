/** Where seats are around the table, and which of them are asked now. Pure. */

/** @typedef {import("../state/model.js").Model} Model */

/**
 * The seat at the near side: the reader's own, or the one a spectator watches from.
 * @param {Model} model
 */
export const nearSeatOf = (model) => model.you ?? model.follow;

/**
 * Whether a seat owes an answer now: one at a time, or both where they choose in secret.
 * @param {Model} model
 * @param {number} seat
 */
export const isAsked = ({ view }, seat) =>
  !!view && view.phase !== "over" && (view.asked?.includes(seat) ?? view.turn === seat);

/** @typedef {"own" | "left" | "across" | "right"} Spot */

/** @type {Record<number, Spot[]>} */
const ROUND = {
  2: ["own", "across"],
  3: ["own", "left", "right"],
  4: ["own", "left", "across", "right"],
};

/**
 * The spot of each seat, clockwise, with the viewer at the near side.
 * @param {number} seats
 * @param {number | null} you a spectator sees the table from seat 0
 * @returns {Spot[]}
 */
export function spotsOf(seats, you) {
  const order = ROUND[seats] ?? ROUND[4];
  return Array.from({ length: seats }, (_, seat) => order[(seat - (you ?? 0) + seats) % seats]);
}

/**
 * Seats in turn order, the viewer first.
 * @param {number} seats
 * @param {number | null} you
 */
export const turnOrder = (seats, you) =>
  Array.from({ length: seats }, (_, step) => ((you ?? 0) + step) % seats);
