/** A quiz of costly decisions: the current question, the tries, the results. Pure. */

import { isBest } from "./review.js";

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 * @typedef {"first" | "later" | "shown"} Result the best choice was found at once, found later, or shown
 */

/**
 * options: in the order in which they are shown; chosen: the index of the one that was chosen in
 * the game, or -1.
 * @template {Types} [G=Types]
 * @typedef {{match: number, step: number, decision: import("./state.js").Decision<G>,
 *   options: import("./state.js").Option<G>[], chosen: number,
 *   chapter: import("./state.js").Chapter<G>, before: import("./state.js").View<G> | null}} Question
 */

/**
 * tried: the indexes of the options that were tried for this question.
 * @template {Types} [G=Types]
 * @typedef {{questions: Question<G>[], at: number, tried: number[], result: Result | null, results: Result[]}} Quiz
 */

/**
 * @template {Types} G
 * @param {Question<G>[]} questions
 * @returns {Quiz<G>}
 */
export const startQuiz = (questions) => ({
  questions,
  at: 0,
  tried: [],
  result: null,
  results: [],
});

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
export function chooseOption(quiz, index) {
  const option = questionOf(quiz)?.options[index];
  if (!option || quiz.result || quiz.tried.includes(index)) return quiz;
  const tried = [...quiz.tried, index];
  if (!isBest(option.cost)) return { ...quiz, tried };
  return { ...quiz, tried, result: tried.length === 1 ? "first" : "later" };
}

/**
 * Gives up the question.
 * @template {Types} G
 * @param {Quiz<G>} quiz
 * @returns {Quiz<G>}
 */
export const revealAnswer = (quiz) => (quiz.result ? quiz : { ...quiz, result: "shown" });

/**
 * The next question, once this one is answered.
 * @template {Types} G
 * @param {Quiz<G>} quiz
 * @returns {Quiz<G>}
 */
export const nextQuestion = (quiz) =>
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
 * Sorts options as the table lists them, so that the order does not give away the best.
 * @template {Types} G
 * @param {import("./state.js").Option<G>[]} options
 * @param {G["action"][]} legal
 */
export function inOrder(options, legal) {
  const order = legal.map(nameOf);
  const place = (/** @type {import("./state.js").Option<G>} */ { action }) => {
    const index = order.indexOf(nameOf(action));
    return index < 0 ? order.length : index;
  };
  return [...options].sort(
    (one, other) =>
      place(one) - place(other) || nameOf(one.action).localeCompare(nameOf(other.action)),
  );
}

/** A name that is the same for the same action. @param {object} action */
const nameOf = (action) => JSON.stringify(Object.entries(action).sort());
