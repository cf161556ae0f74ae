/** Numbers and places in words. Pure. */

import { t } from "../../../density/words.js";

export const MINUS = "\u2212";

/**
 * A number with a real minus sign.
 * @param {number} number
 */
export const plainNumber = (number) => (number < 0 ? `${MINUS}${-number}` : `${number}`);

/**
 * A number that always shows its sign.
 * @param {number} number
 */
export const signedNumber = (number) => (number < 0 ? plainNumber(number) : `+${number}`);

/**
 * A share as a whole number of 100: 0 and 100 only where the share is exactly 0 or 1, and certain.
 * @param {number} share
 * @param {boolean} [certain]
 */
export const roundPercent = (share, certain = true) =>
  certain && (share === 0 || share === 1)
    ? share * 100
    : Math.min(Math.max(Math.round(share * 100), 1), 99);

/**
 * 1 becomes 1st.
 * @param {number} place
 */
export const ordinalWord = (place) =>
  ["", t("1st"), t("2nd"), t("3rd"), t("4th")][place] ?? t("{place}th", { place });
