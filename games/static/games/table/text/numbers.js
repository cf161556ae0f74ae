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
 * 1 becomes 1st.
 * @param {number} place
 */
export const ordinalWord = (place) =>
  ["", t("1st"), t("2nd"), t("3rd"), t("4th")][place] ?? t("{place}th", { place });
