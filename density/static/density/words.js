/**
 * Sentences, numbers and times in the language of the page.
 *
 * Sentences in the code are English. On a page in another language, a module with the translations of
 * a script (words/de/…, made by browser_catalogues.py) runs before it: nothing is drawn in English first.
 */

import { translateText, translateCount } from "./catalogue.js";

/** @typedef {Record<string, string | number>} Values */

/** The language of the page. */
export const pageLanguage = () => globalThis.document?.documentElement.lang || "en";

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();
/** Languages that write a small whole number with the digits 0 to 9 and nothing else. */
const PLAIN = /^(?:de|en)\b/;

/**
 * A number in the page's language, with a real minus sign.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function numberWords(value, options) {
  // a phone needs a tenth of a second to make its first format, and most numbers of a game need none
  if (
    !options &&
    Number.isInteger(value) &&
    value >= 0 &&
    value < 1000 &&
    PLAIN.test(pageLanguage())
  )
    return String(value);
  const name = `${pageLanguage()} ${JSON.stringify(options ?? {})}`;
  const format =
    formats.get(name) ?? new Intl.NumberFormat(pageLanguage(), { useGrouping: "min2", ...options });
  formats.set(name, format);
  return format.format(value).replace("-", "\u2212");
}

/**
 * A time of the day: 21:05.
 * @param {number | Date} at
 */
export const timeOfDay = (at) =>
  new Date(at).toLocaleTimeString(pageLanguage(), {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/**
 * A date with its time: 22 Nov 2026, 21:05.
 * @param {string} at as in JSON
 */
export const dayAndTime = (at) =>
  new Date(at).toLocaleString(pageLanguage(), {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });

/**
 * A sentence with its values: t("{name} is away", {name: "Ola"}).
 * @param {string} english the sentence in the code
 * @param {Values} [values]
 * @returns {string}
 */
export const t = (english, values = {}) => fillIn(translateText(english), values);

/**
 * A sentence that depends on a number, which it may name as {count}.
 * @param {string} single
 * @param {string} plural
 * @param {number} count
 * @param {Values} [values]
 * @returns {string}
 */
export const tn = (single, plural, count, values = {}) =>
  fillIn(translateCount(single, plural, count), { count, ...values });

/**
 * A sentence with drawn values, as a list of parts in the order of the language.
 * @template T
 * @param {string} english
 * @param {Record<string, T>} values
 * @returns {(string | T)[]}
 */
export const tparts = (english, values) => fillParts(translateText(english), values);

/**
 * The same for a sentence that depends on a number.
 * @template T
 * @param {string} single
 * @param {string} plural
 * @param {number} count
 * @param {Record<string, T>} values
 * @returns {(string | T)[]}
 */
export const tnparts = (single, plural, count, values) =>
  fillParts(translateCount(single, plural, count), values);

/** A sentence: words, name, words, name, words. @param {string} text */
const splitSentence = (text) => text.split(/\{(\w+)\}/);

/** Inserts values into a translated sentence. @param {string} sentence @param {Values} values */
export const fillIn = (sentence, values) =>
  splitSentence(sentence)
    .map((piece, index) => (index % 2 ? valueWords(values[piece] ?? "") : piece))
    .join("");

/** @param {string | number} value */
const valueWords = (value) => (typeof value === "number" ? numberWords(value) : value);

/**
 * @template T
 * @param {string} sentence
 * @param {Record<string, T>} values
 * @returns {(string | T)[]}
 */
const fillParts = (sentence, values) =>
  splitSentence(sentence)
    .map((piece, index) => (index % 2 ? values[piece] : piece))
    .filter((piece) => piece !== "" && piece !== undefined);
