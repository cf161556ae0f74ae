/** The keys of Goofspiel, for its table and for the settings page. */

import { declareKeys } from "../../games/table/parts/keymap.js";

/** @typedef {keyof typeof USUAL} Key */

const USUAL = { lowest: "d", next: "n", highest: "v" };

declareKeys({
  title: "Goofspiel",
  usual: USUAL,
  words: () => ({
    lowest: "Bid the lowest card",
    next: "Bid the next card",
    highest: "Bid the highest card",
  }),
});
