/** The time until a ranked hour in words, and its stage. Pure; templatetags/ranked.py has the same words. */

import { t, tn } from "../density/words.js";
import { leftWords } from "./words.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The time until an hour: in 3 days, in 5 hours, in 1 h 20 min, in 9:41. @param {number} ms */
export function untilWords(ms) {
  if (ms >= 2 * DAY) return tn("in {count} day", "in {count} days", Math.floor(ms / DAY));
  if (ms >= 2 * HOUR) return tn("in {count} hour", "in {count} hours", Math.floor(ms / HOUR));
  return t("in {time}", { time: leftWords(Math.max(0, ms)) });
}

/**
 * The stage of an hour: it is coming, running or over.
 * @param {number} starts ms from now
 * @param {number} ends ms from now
 * @returns {"next" | "now" | "over"}
 */
export const stageOf = (starts, ends) => (starts > 0 ? "next" : ends > 0 ? "now" : "over");
