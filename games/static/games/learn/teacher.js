/** The steps of a lesson: wanted moves, results of answers, the table at a step. Pure. */

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

/** The key of the words for all other answers. */
const ANY = "*";

/**
 * The key of an answer in the reasons of a step: its verb, and its subject.
 * @param {{do: string}} action
 */
export const keyOf = (action) => Object.values(action).join(" ");

/**
 * The result of an answer. A reader may be ahead of the words: as long as the table is
 * unchanged, the next answer that is wanted counts at once.
 * @template {import("./lesson.js").Types} G
 * @param {Line<G>} line
 * @param {number} place the step that is shown
 * @param {Wanted<G>} action
 * @returns {{place: number, why: string | null}} the step that follows, and why the lesson stays
 */
export function judgeAnswer(line, place, action) {
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
  let model = state.emptyModel(fold.start);
  for (const { frames } of line.slice(0, place + 1)) {
    for (const frame of frames) model = state.foldMessage(model, frame, now, fold);
  }
  return { ...model, fresh: [] };
}

/**
 * The progress through the steps; the end does not count as one.
 * @param {unknown[]} line
 * @param {number} place
 */
export const progressOf = (line, place) => ({
  now: Math.min(place + 1, line.length - 1),
  of: line.length - 1,
});
