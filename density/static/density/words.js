/** Sentences in the reader's language, with values in their places. */

/** @typedef {Record<string, string | number>} Values */

/** @type {Record<string, string | string[]>} */
const catalogue = {};

/** @param {string} text */
const split = (text) => text.split(/\{(\w+)\}/);

/**
 * A sentence with its values: t("{name} is away", {name: "Ola"}).
 * @param {string} english the sentence as the code writes it
 * @param {Values} [values]
 * @returns {string}
 */
export const t = (english, values = {}) =>
  split(one(english))
    .map((piece, index) => (index % 2 ? String(values[piece] ?? "") : piece))
    .join("");

/**
 * A sentence that depends on a number, which it may name as {count}.
 * @param {string} single
 * @param {string} plural
 * @param {number} count
 * @param {Values} [values]
 * @returns {string}
 */
export const tn = (single, plural, count, values = {}) => t(count === 1 ? single : plural, { count, ...values });

/**
 * A sentence whose values are drawn, in the order the language wants.
 * @template T
 * @param {string} english
 * @param {Record<string, T>} values
 * @returns {(string | T)[]}
 */
export const tparts = (english, values) =>
  split(one(english))
    .map((piece, index) => (index % 2 ? values[piece] : piece))
    .filter((piece) => piece !== "" && piece !== undefined);

/** @param {string} english */
function one(english) {
  const found = catalogue[english];
  return (Array.isArray(found) ? found[0] : found) ?? english;
}
