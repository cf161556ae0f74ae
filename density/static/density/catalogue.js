/**
 * The sentences of the code in the page's language, as far as they are loaded.
 *
 * A file of its own, so that modules that teach (words/de/…) bring nothing else along.
 */

/** @typedef {Record<string, string | string[]>} Catalogue */

/** @type {Catalogue} */
const catalogue = {};
/** Which form of a sentence a number wants. @type {(count: number) => number} */
let formOf = (count) => Number(count !== 1);

/**
 * Adds sentences of a language; those that are never added stay English.
 * @param {(count: number) => number} form
 * @param {Catalogue} sentences by the English sentence; with all forms where a number decides
 */
export function learn(form, sentences) {
  formOf = form;
  Object.assign(catalogue, sentences);
}

/** A sentence in the language of the page. @param {string} english */
export function one(english) {
  const found = catalogue[english];
  return (Array.isArray(found) ? found[0] : found) ?? english;
}

/**
 * The form of a sentence that a number wants.
 * @param {string} single
 * @param {string} plural
 * @param {number} count
 */
export function some(single, plural, count) {
  const found = catalogue[single];
  return (Array.isArray(found) ? found[formOf(count)] : found) ?? (count === 1 ? single : plural);
}
