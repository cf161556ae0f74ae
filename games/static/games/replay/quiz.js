/** Costly decisions that are played again: which one is asked, what was tried, how it went. Pure. */

import { isBest } from "./review.js";

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 * @typedef {"first" | "later" | "shown"} Result the best choice was found at once, found later, or shown
 */

/**
 * Options stand in the order in which they are asked; chosen is the place of the one that was made
 * in the game, or -1.
 * @template {Types} [G=Types]
 * @typedef {{match: number, step: number, decision: import("./state.js").Decision<G>,
 *   options: import("./state.js").Option<G>[], chosen: number,
 *   chapter: import("./state.js").Chapter<G>, before: import("./state.js").View<G> | null}} Question
 */

/**
 * Tried are the places of the options that were chosen for this question.
 * @template {Types} [G=Types]
 * @typedef {{questions: Question<G>[], at: number, tried: number[], result: Result | null, results: Result[]}} Quiz
 */

/**
 * @template {Types} G
 * @param {Question<G>[]} questions
 * @returns {Quiz<G>}
 */
export const begin = (questions) => ({ questions, at: 0, tried: [], result: null, results: [] });

/**
 * The question that is asked; null after the last one.
 * @template {Types} G
 * @param {Quiz<G>} quiz
 */
export const questionOf = ({ questions, at }) => questions[at] ?? null;

/**
 * Chooses an option: one as good as the best answers the question.
 * @template {Types} G
 * @param {Quiz<G>} quiz
 * @param {number} index
 * @returns {Quiz<G>}
 */
export function choose(quiz, index) {
  const option = questionOf(quiz)?.options[index];
  if (!option || quiz.result || quiz.tried.includes(index)) return quiz;
  const tried = [...quiz.tried, index];
  if (!isBest(option.cost)) return { ...quiz, tried };
  return { ...quiz, tried, result: tried.length === 1 ? "first" : "later" };
}

/**
 * Gives the question up.
 * @template {Types} G
 * @param {Quiz<G>} quiz
 * @returns {Quiz<G>}
 */
export const reveal = (quiz) => (quiz.result ? quiz : { ...quiz, result: "shown" });

/**
 * The next question, once this one is answered.
 * @template {Types} G
 * @param {Quiz<G>} quiz
 * @returns {Quiz<G>}
 */
export const next = (quiz) =>
  quiz.result
    ? {
        ...quiz,
        at: quiz.at + 1,
        tried: [],
        result: null,
        results: [...quiz.results, quiz.result],
      }
    : quiz;

/**
 * The options in the order of the table, which says nothing about their worth.
 * @template {Types} G
 * @param {import("./state.js").Option<G>[]} options
 * @param {G["action"][]} legal
 */
export function inOrder(options, legal) {
  const order = legal.map(nameOf);
  const place = (/** @type {import("./state.js").Option<G>} */ { action }) => {
    const found = order.indexOf(nameOf(action));
    return found < 0 ? order.length : found;
  };
  return [...options].sort(
    (one, other) =>
      place(one) - place(other) || nameOf(one.action).localeCompare(nameOf(other.action)),
  );
}

/** @param {object} action the same for the same action */
const nameOf = (action) => JSON.stringify(Object.entries(action).sort());
