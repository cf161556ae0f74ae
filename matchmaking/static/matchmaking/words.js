/** What the queue looks like in words. Pure; matchmaking/templatetags/ranked.py says the same. */

import { left, stageOf, waited } from "./state.js";

/**
 * @typedef {import("./state.js").Frame} Frame
 * @typedef {import("./state.js").Model} Model
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** @type {Record<string, string>} why somebody may not queue */
const REASONS = {
  "no-show": "You were not at your last ranked table in time.",
  declined: "You left your last ranked table before the deal.",
  abandoned: "You left your last ranked game before its end.",
};

/** @param {number} ms 68000 becomes 1:08 */
export function timeWords(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} ms a rough time: 42000 becomes 40 s, 100000 becomes 2 min */
export function roughWords(ms) {
  if (ms >= 1.5 * MINUTE) return `${Math.round(ms / MINUTE)} min`;
  return `${Math.max(5, Math.round(ms / 5000) * 5)} s`;
}

/** @param {number} ms what is left of a long time: 581000 becomes 9:41, 7100000 becomes 1 h 59 min */
export function leftWords(ms) {
  const up = Math.ceil(ms / 1000) * 1000;
  if (up < HOUR) return timeWords(up);
  return `${Math.floor(up / HOUR)} h ${Math.floor((up % HOUR) / MINUTE)} min`;
}

/**
 * When that is over, by the reader's own clock.
 * @param {number} ms
 * @param {Date} now
 */
export function untilWords(ms, now) {
  const then = new Date(now.getTime() + ms);
  const time = `${String(then.getHours()).padStart(2, "0")}:${String(then.getMinutes()).padStart(2, "0")}`;
  return then.toDateString() === now.toDateString() ? `at ${time}` : `on ${then.toLocaleDateString("en-US", { weekday: "long" })} at ${time}`;
}

/** @param {number | null} ms */
export const typicalWords = (ms) => (ms === null ? "" : `Typical wait ${roughWords(ms)}`);

/** @param {Frame} frame how many wait, the reader counted in */
const queueWords = ({ state, waiting }) => {
  if (state === "waiting" && waiting < 2) return "nobody else is waiting yet";
  return waiting ? `${waiting} in the queue` : "nobody in the queue";
};

/** @param {Frame} frame how many others there are */
export const crowdWords = (frame) => capital(`${queueWords(frame)}, ${frame.online} online`);

/** @param {Frame} frame */
export const waitingWords = (frame) => capital([typicalWords(frame.estimate_ms), queueWords(frame)].filter(Boolean).join(", "));

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** @param {Frame} frame the ratings that may share a table with the reader */
export const bandWords = ({ band }) =>
  band ? `Ratings from ${band[0]} to ${band[1]} can share your table now.` : "Anybody in the queue can share your table now.";

/** @param {Frame} frame how many have come to the table */
export function hereWords({ table }) {
  const seats = table?.seats ?? [];
  return `${seats.filter(({ here }) => here).length} of ${seats.length} here`;
}

/** @param {string} reason */
export const reasonWords = (reason) => REASONS[reason] ?? "";

/** @param {number} strikes */
export const strikeWords = (strikes) =>
  `You have ${strikes === 1 ? "1 strike, which is a warning" : `${strikes} strikes`}. Ten clean ranked games, or three days, take one away.`;

/**
 * What went otherwise than hoped, in a sentence.
 * @param {Model} model
 * @param {number} now
 */
export function noteWords(model, now) {
  switch (model.note) {
    case "void":
      return `Somebody did not come. You keep your place in the queue: ${timeWords(waited(model, now))} so far.`;
    case "missed":
      return "You did not come to your table, so you are out of the queue.";
    case "left":
      return "You left your table before the deal, so you are out of the queue.";
    case "lost":
      return "You are not in the queue any more.";
    default:
      return "";
  }
}

/**
 * The words for a reader who only listens, said when they change.
 * @param {Model} model
 */
export function spokenWords({ frame }) {
  switch (stageOf(frame)) {
    case "waiting":
      return "Looking for three players.";
    case "found":
      return "Game found.";
    case "playing":
      return "Your game begins.";
    default:
      return "";
  }
}

/**
 * What the title of a page whose reader is called says.
 * @param {Model} model
 * @param {number} now
 */
export const callWords = (model, now) => `Game found, ${Math.ceil(left(model, now) / 1000)} s, Density Deck`;
