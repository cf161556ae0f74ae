/** What an AI thinks of a match: costs of choices, who was ahead, and the words for them. Pure. */

import { number, t } from "../../density/words.js";

/**
 * @typedef {import("../table/core/protocol.js").Action} Action
 * @typedef {{action: Action, chance: number, cost: number}} Option
 * @typedef {{step: number, seat: number, cost: number, options: Option[]}} Decision
 * @typedef {{match: number, level: string, samples: number, decisions: Decision[], leads: number[][]}} Review
 */

/** A choice that cost no more is called best. */
const NOTHING = 0.005;
/** From here on a choice is marked. */
export const COSTLY = 0.1;

/**
 * The choice that was made at a step, where this view may read of it.
 * @param {Review} review
 * @param {number} step
 */
export const decisionAt = ({ decisions }, step) =>
  decisions.find((each) => each.step === step) ?? null;

/**
 * What the choices of these steps cost together with the worst of them; null where none is told.
 * @param {Review} review
 * @param {number} from
 * @param {number} to
 */
export function costOf({ decisions }, from, to) {
  const costs = decisions.filter(({ step }) => from <= step && step <= to).map(({ cost }) => cost);
  return costs.length ? Math.max(...costs) : null;
}

/** @param {number} cost "best" or "−0.18" */
export const costWords = (cost) =>
  cost < NOTHING
    ? t("best")
    : number(-cost, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {number} chance 0.61 becomes "61%" */
export const percent = (chance) => number(chance, { style: "percent", maximumFractionDigits: 0 });

/** @param {Review} review the steps whose choice was costly */
export const marked = ({ decisions }) =>
  decisions.filter(({ cost }) => cost >= COSTLY).map(({ step }) => step);

/**
 * The areas of who was ahead, one on the other from the bottom, as corners in a box of
 * one step by one whole.
 * @param {number[][]} leads by step, then by seat
 * @param {number[]} order seats from the bottom up
 * @returns {{seat: number, points: string, middle: number, share: number}[]} middle and share at the first step
 */
export function areas(leads, order) {
  const below = leads.map((shares) => {
    let height = 0;
    return order.map((seat) => {
      const from = height;
      height += shares[seat] ?? 0;
      return { from, to: height };
    });
  });
  const y = (/** @type {number} */ share) => Number((1 - share).toFixed(4));
  return order.map((seat, place) => {
    const top = below.map((each, step) => `${step},${y(each[place].to)}`);
    const bottom = below.map((each, step) => `${step},${y(each[place].from)}`).reverse();
    const { from, to } = below[0]?.[place] ?? { from: 0, to: 0 };
    return {
      seat,
      points: [...top, ...bottom].join(" "),
      middle: y((from + to) / 2),
      share: to - from,
    };
  });
}
