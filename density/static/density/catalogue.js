/**
 * The loaded translations of the code's sentences.
 *
 * A file of its own, so that modules with translations (words/de/…) import nothing else.
 */

/** @typedef {Record<string, string | string[]>} Catalogue */

/** @type {Catalogue} */
const catalogue = {};
/** Selects the plural form for a number. @type {(count: number) => number} */
let formOf = (count) => Number(count !== 1);

/**
 * Adds translations; sentences without one stay English.
 * @param {(count: number) => number} form
 * @param {Catalogue} sentences by the English sentence; a list of forms where the number matters
 */
export function addSentences(form, sentences) {
  formOf = form;
  Object.assign(catalogue, sentences);
}

/** A sentence in the language of the page. @param {string} english */
export function translateText(english) {
  const translation = catalogue[english];
  return (Array.isArray(translation) ? translation[0] : translation) ?? english;
}

/**
 * The sentence for a number, in the language of the page.
 * @param {string} single
 * @param {string} plural
 * @param {number} count
 */
export function translateCount(single, plural, count) {
  const forms = catalogue[single];
  return (Array.isArray(forms) ? forms[formOf(count)] : forms) ?? (count === 1 ? single : plural);
}
