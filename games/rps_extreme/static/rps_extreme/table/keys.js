/** The keys of Rock Paper Scissors Extreme, for its table and for the settings page. */

import { t } from "../../density/words.js";
import { declareKeys } from "../../games/table/parts/keymap.js";

/** @typedef {keyof typeof USUAL} Key */

const USUAL = { card1: "1", card2: "2", card3: "3", card4: "4", pass: "p" };

/** The keys of the choices, in order. @type {Key[]} */
export const CHOICE_KEYS = ["card1", "card2", "card3", "card4"];

declareKeys({
  title: "Rock Paper Scissors Extreme",
  usual: USUAL,
  words: () => ({
    card1: t("Choice {number}", { number: 1 }),
    card2: t("Choice {number}", { number: 2 }),
    card3: t("Choice {number}", { number: 3 }),
    card4: t("Choice {number}", { number: 4 }),
    pass: t("Pass: drink nothing"),
  }),
});
