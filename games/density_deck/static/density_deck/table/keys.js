/** The keys of Density Deck, for its table and for the settings page. */

import { t } from "../../density/words.js";
import { declareKeys } from "../../games/table/parts/keymap.js";

/** @typedef {keyof typeof USUAL} Key */

const USUAL = {
  draw: "d",
  left: "q",
  across: "w",
  right: "e",
  card1: "1",
  card2: "2",
  card3: "3",
  card4: "4",
  fight: "f",
  surrender: "s",
  undo: "z",
  score: "h",
};

declareKeys({
  title: "Density Deck",
  usual: USUAL,
  words: () => ({
    draw: t("Draw from the pile"),
    left: t("Take from the left"),
    across: t("Take from across"),
    right: t("Take from the right"),
    card1: t("Select card 1"),
    card2: t("Select card 2"),
    card3: t("Select card 3"),
    card4: t("Select card 4"),
    fight: t("Call the fight"),
    surrender: t("Surrender"),
    undo: t("Undo the discard"),
    score: t("Score"),
  }),
});
