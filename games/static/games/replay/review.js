/** The coach's review of a match: costs of choices, the chances of the seats, and words for them. Pure. */

import { numberWords, t } from "../../density/words.js";
import { roundPercent } from "../table/text/numbers.js";

/**
 * @typedef {import("./state.js").Mistake} Mistake
 * @typedef {import("./state.js").Review} Review
 * @typedef {{match: number, step: number}} Place of a decision in its game
 */

/** A choice that costs less than this counts as the best. */
const NOTHING = 0.005;
/** A choice that costs at least this much is marked. */
export const COSTLY = 0.02;

/**
 * The decision at a step; null if this view must not see it.
 * @param {Review} review
 * @param {number} step
 */
export const decisionAt = ({ decisions }, step) =>
  decisions.find((decision) => decision.step === step) ?? null;

/**
 * The cost of the worst choice in these steps; null where none is known.
 * @param {Review} review
 * @param {number} from
 * @param {number} to
 */
export function costOf({ decisions }, from, to) {
  const costs = decisions.filter(({ step }) => from <= step && step <= to).map(({ cost }) => cost);
  return costs.length ? Math.max(...costs) : null;
}

/** Whether the choice was as good as the best one. @param {number} cost */
export const isBest = (cost) => cost < NOTHING;

/** "best" or "−1.8%". @param {number} cost */
export const costWords = (cost) =>
  isBest(cost)
    ? t("best")
    : numberWords(-cost, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 0.042 becomes "4.2", in percentage points. @param {number} cost */
export const pointWords = (cost) =>
  numberWords(cost * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 0.61 becomes "61%". @param {number} chance */
export const wholePercent = (chance) =>
  numberWords(roundPercent(chance) / 100, { style: "percent", maximumFractionDigits: 0 });

/** 0.614 becomes "61.4%", as fine as a cost. @param {number} chance */
export const finePercent = (chance) =>
  numberWords(chance, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 0.614 becomes "61", of a hundred. @param {number} share */
export const ofHundred = (share) => numberWords(roundPercent(share));

/** The steps whose choice was costly. @param {Review} review */
export const costlySteps = ({ decisions }) =>
  decisions.filter(({ cost }) => cost >= COSTLY).map(({ step }) => step);

/**
 * The step at a place of the chart: a mark where one is near.
 * @param {Review} review
 * @param {number} at in steps
 * @param {number} near the largest distance, in steps
 */
export function stepNear(review, at, near) {
  const away = (/** @type {number} */ step) => Math.abs(step - at);
  const [mark] = costlySteps(review).sort((one, other) => away(one) - away(other));
  return mark !== undefined && away(mark) <= near ? mark : Math.max(0, Math.round(at));
}

/**
 * The costly decisions known so far, in game order: those of the loaded reviews, and the others
 * among the worst of all matches.
 * @param {Mistake[]} worst
 * @param {Review[]} reviews
 * @returns {Place[]}
 */
export function costlyPlaces(worst, reviews) {
  const reviewed = reviews.flatMap((review) =>
    costlySteps(review).map((step) => ({ match: review.match, step })),
  );
  const more = worst.filter(
    ({ match, step, cost }) =>
      cost >= COSTLY && !reviewed.some((place) => place.match === match && place.step === step),
  );
  return [...reviewed, ...more.map(({ match, step }) => ({ match, step }))].sort(
    (one, other) => one.match - other.match || one.step - other.step,
  );
}

/**
 * The costliest decision of a seat.
 * @param {Mistake[]} mistakes
 * @param {number} seat
 * @returns {Mistake | null}
 */
export const costliestOf = (mistakes, seat) =>
  mistakes
    .filter((mistake) => mistake.seat === seat)
    .reduce(
      (/** @type {Mistake | null} */ worst, mistake) =>
        mistake.cost > (worst?.cost ?? 0) ? mistake : worst,
      null,
    );

/**
 * The own decision that was best by the widest margin over the next choice; null if none was worth it.
 * @param {Review} review
 * @param {number} seat
 */
export function strongestOf({ decisions }, seat) {
  const margin = (/** @type {import("./state.js").Decision} */ { options }) =>
    options[1]?.cost ?? 0;
  const [strongest] = decisions
    .filter((decision) => decision.seat === seat && decision.own && decision.cost === 0)
    .sort((one, other) => margin(other) - margin(one));
  return strongest && margin(strongest) >= COSTLY ? strongest : null;
}

/**
 * The next of these places, or the one before; null where there is none.
 * @param {Place[]} places in order
 * @param {Place} now
 * @param {number} by 1 or -1
 */
export function placeBeside(places, now, by) {
  const after = (/** @type {Place} */ { match, step }) => match - now.match || step - now.step;
  return (
    (by > 0
      ? places.find((place) => after(place) > 0)
      : places.findLast((place) => after(place) < 0)) ?? null
  );
}

/**
 * The areas of the win chances, stacked from the bottom, as the points of polygons: one unit wide
 * per step, one unit high in all.
 * @param {number[][]} leads by step, then by seat
 * @param {number[]} order seats from the bottom up
 * @returns {{seat: number, points: string, middle: number, share: number}[]} middle and share at the first step
 */
export function chanceAreas(leads, order) {
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
    const top = below.map((areas, step) => `${step},${y(areas[place].to)}`);
    const bottom = below.map((areas, step) => `${step},${y(areas[place].from)}`).reverse();
    const { from, to } = below[0]?.[place] ?? { from: 0, to: 0 };
    return {
      seat,
      points: [...top, ...bottom].join(" "),
      middle: y((from + to) / 2),
      share: to - from,
    };
  });
}

/**
 * The names for the reason of a decision; the seat of the reader who decided has none.
 * @param {number} seat whose decision it is
 * @param {number | null} you the seat of the reader
 * @param {string[]} names
 */
export const namesForReason = (seat, you, names) =>
  names.map((name, each) => (each === seat && seat === you ? "" : name));
