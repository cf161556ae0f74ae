/** The line of a lesson: what is wanted, what an answer leads to, how a step looks. Pure. */

import * as state from "../table/state/state.js";

/**
 * @template {import("./lesson.js").Types} [G=import("./lesson.js").Types]
 * @typedef {G["action"] | {do: "ready"}} Wanted
 */

/**
 * As games/lessons.py writes it.
 * @template {import("./lesson.js").Types} [G=import("./lesson.js").Types]
 * @typedef {{name: string, point: string, frames: import("../table/state/protocol.js").Message<G>[],
 *   wants: Wanted<G> | null, title: string, text: string[], why: Record<string, string>}} Step
 */

/**
 * @template {import("./lesson.js").Types} [G=import("./lesson.js").Types]
 * @typedef {Step<G>[]} Line
 */

/** The word for answers without one of their own. */
const ANY = "*";

/**
 * The key of an answer in the reasons of a step: its verb, and its subject.
 * @param {{do: string}} action
 */
export const keyOf = (action) => Object.values(action).join(" ");

/**
 * The result of an answer. Somebody may be ahead of the words: as long as the table stands the
 * same, the next answer that is wanted counts at once.
 * @template {import("./lesson.js").Types} G
 * @param {Line<G>} line
 * @param {number} place the step that is shown
 * @param {Wanted<G>} action
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
 * The table as it stands at a step, folded from the beginning.
 * @template {import("./lesson.js").Types} G
 * @param {Line<G>} line
 * @param {number} place
 * @param {number} now
 * @param {import("../table/state/game.js").Fold<G>} fold
 * @returns {import("../table/state/model.js").Model<G>}
 */
export function modelAt(line, place, now, fold) {
  let model = state.empty(fold.start);
  for (const { frames } of line.slice(0, place + 1)) {
    for (const frame of frames) model = state.fold(model, frame, now, fold);
  }
  return { ...model, fresh: [] };
}

/**
 * The steps that count as progress: all but the end.
 * @param {unknown[]} line
 * @param {number} place
 */
export const progress = (line, place) => ({
  now: Math.min(place + 1, line.length - 1),
  of: line.length - 1,
});
