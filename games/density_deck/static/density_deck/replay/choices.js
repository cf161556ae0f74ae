/** The choices that the AI weighs, in words, and which of them was made. Pure. */

import { t } from "../../density/words.js";

/** @typedef {import("../table/protocol.js").Action} Action */

/**
 * A choice in words.
 * @param {Action} action
 * @param {import("../table/protocol.js").ReplayView | null} before the table on which it was made
 * @returns {(string | {card: string})[]}
 */
export function choiceParts(action, before) {
  switch (action.do) {
    case "draw": {
      if (action.from === "pile") return [t("Draw from pile")];
      const card = before?.seats[action.from].discards.at(-1);
      return card ? [`${t("Take")} `, { card }] : [t("Take")];
    }
    case "discard":
      return [`${t("Discard")} `, { card: action.card }];
    case "fight":
      return [t("Fight")];
    case "surrender":
      return [t("Surrender")];
    default:
      return [t("Pass")];
  }
}

/**
 * Whether a choice is the one that the events tell of.
 * @param {Action} action
 * @param {import("../table/protocol.js").GameEvent | undefined} event
 */
export function isChosen(action, event) {
  switch (event?.e) {
    case "drew":
      return action.do === "draw" && action.from === event.from;
    case "discarded":
      return action.do === "discard" && action.card === event.card;
    case "fight":
    case "surrendered":
    case "passed":
      return { fight: "fight", surrendered: "surrender", passed: "pass" }[event.e] === action.do;
    default:
      return false;
  }
}

/**
 * What the percentages beside these choices mean: one scale for all of them.
 * @param {Action[]} actions
 */
export const scaleWords = (actions) =>
  actions.some((action) => action.do === "fight")
    ? t(
        "Each choice is as good as a fight now that is won this often. What a draw promises counts for less, because the others play on.",
      )
    : t(
        "The chance of the top score that a choice leaves. A surrender is as good as the chance below which the AI leaves.",
      );
