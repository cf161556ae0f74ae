/** Numbers and places as they are written. Pure. */

import { t } from "../../../density/words.js";

export const MINUS = "\u2212";

/**
 * A number with a real minus sign.
 * @param {number} number
 */
export const plain = (number) => (number < 0 ? `${MINUS}${-number}` : `${number}`);

/**
 * A number that always shows its sign.
 * @param {number} number
 */
export const signed = (number) => (number < 0 ? plain(number) : `+${number}`);

/**
 * 1 becomes 1st.
 * @param {number} place
 */
export const ordinal = (place) =>
  ["", t("1st"), t("2nd"), t("3rd"), t("4th")][place] ?? t("{place}th", { place });
