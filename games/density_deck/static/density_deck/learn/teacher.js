/** The line of the first game: what is wanted, what an answer leads to, how a step looks. Pure. */

import * as state from "../../games/table/core/state.js";
import { deckFold } from "../table/fold.js";

/**
 * @typedef {import("../table/protocol.js").Action} Action
 * @typedef {import("../table/protocol.js").Message} Message
 * @typedef {Action | {do: "ready"}} Wanted
 * @typedef {{name: string, point: string, frames: Message[], wants: Wanted | null, title: string,
 *   text: string[], why: Record<string, string>}} Step as games/lessons writes it
 * @typedef {Step[]} Line
 */

/** The word for answers without one of their own. */
const ANY = "*";

/**
 * What an answer is called in the reasons of a step.
 * @param {Wanted} action
 */
export function keyOf(action) {
  if (action.do === "draw") return `draw ${action.from}`;
  return action.do === "discard" ? `discard ${action.card}` : action.do;
}

/**
 * What an answer leads to. Somebody may be ahead of the words: as long as the table stands the
 * same, the next answer that is wanted counts at once.
 * @param {Line} line
 * @param {number} place the step that is shown
 * @param {Wanted} action
 * @returns {{place: number, why: string | null}} where the lesson goes on, and why it stays
 */
export function answer(line, place, action) {
  for (let at = place; at < line.length; at += 1) {
    if (at > place && line[at].frames.length > 0) break;
    const { wants, why } = line[at];
    if (wants === null) continue;
    if (keyOf(wants) === keyOf(action)) return { place: at + 1, why: null };
    return { place: at, why: why[keyOf(action)] ?? why[ANY] ?? "" };
  }
  return { place, why: "" };
}

/**
 * The table as it stands at a step, told from the beginning.
 * @param {Line} line
 * @param {number} place
 * @param {number} now
 * @returns {import("../table/protocol.js").Model}
 */
export function modelAt(line, place, now) {
  /** @type {import("../table/protocol.js").Model} */
  let model = state.empty(deckFold.start);
  for (const { frames } of line.slice(0, place + 1)) {
    for (const frame of frames) model = state.fold(model, frame, now, deckFold);
  }
  return { ...model, fresh: [] };
}

/**
 * How long a frame stays before the next one: a draw is short, its discard longer.
 * @param {Message} frame
 */
export const paceOf = (frame) =>
  frame.type === "events" && frame.events.at(-1)?.e === "drew" ? 450 : 850;

/**
 * The steps that count as progress: all but the end.
 * @param {Line} line
 * @param {number} place
 */
export const progress = (line, place) => ({
  now: Math.min(place + 1, line.length - 1),
  of: line.length - 1,
});
