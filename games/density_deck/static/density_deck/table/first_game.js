/** The goal and three hints for a guest's first game in this browser, and never again. */

import { t } from "../../density/words.js";
import { readText, saveText } from "../../games/table/settings/settings.js";
import { legalAction } from "./protocol.js";

/**
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").View} View
 */

const NAME = "first-game";

/** Whether this is the first game that a guest plays in this browser; remembers it. @param {Model} model */
export function isFirstGame({ game, seats, you, view }) {
  if (!game || !view || you === null || seats[you]?.kind !== "guest") return false;
  const first = readText(NAME);
  if (first === null) saveText(NAME, view.match === 1 ? game.id : "-");
  return (first ?? game.id) === game.id && view.match === 1;
}

/** The hint for this question: one for drawing, one for discarding, one for the fight. @param {View} view */
export function hintWords(view) {
  if (view.phase === "discard") return t("Point at or tap a card to see your score without it");
  return legalAction(view, "fight")
    ? t("Fight if you think your score is the highest")
    : t("Draw, or take a card that raises your score");
}

/** The goal of the game. */
export const goalWords = () => t("Goal: Be the last player with lives left.");
