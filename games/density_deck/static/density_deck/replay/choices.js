/** The coach's choices in words: what was chosen, why the best is better, what was asked. Pure. */

import { t, tn, tparts } from "../../density/words.js";
import { ofHundred } from "../../games/replay/review.js";
import { plainNumber } from "../../games/table/text/numbers.js";

/**
 * @typedef {import("../table/protocol.js").Action} Action
 * @typedef {import("../table/protocol.js").ReplayView} View
 * @typedef {import("../table/protocol.js").Deck} Deck
 * @typedef {(string | {card: string})[]} Parts
 * @typedef {{code: "fight", top: number, stake: number, standing: number}
 *   | {code: "surrender", price: number, stake: number, top: number}
 *   | {code: "draw", top: number, after: number}
 *   | {code: "discard", score: number, chosen: number | null, top: number, top_chosen: number | null}} Facts
 *   as in docs/PROTOCOL.md
 */

/**
 * A choice in words.
 * @param {Action} action
 * @param {View | null} before the table before it
 * @returns {(string | {card: string})[]}
 */
export function choiceParts(action, before) {
  switch (action.do) {
    case "draw": {
      if (action.from === "pile") return [t("Draw from pile")];
      const card = before?.seats[action.from].discards.at(-1);
      return card ? tparts("Take {card}", { card: { card } }) : [t("Take")];
    }
    case "discard":
      return tparts("Discard {card}", { card: { card: action.card } });
    case "fight":
      return [t("Fight")];
    case "surrender":
      return [t("Surrender")];
    default:
      return [t("Pass")];
  }
}

/**
 * Whether an event is this choice.
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
 * The reason for the best choice, by what its seat knew; null without facts.
 * @param {import("../../games/replay/state.js").Decision<Deck>} decision
 * @param {View | null} before
 * @param {import("../../games/replay/state.js").Option<Deck> | null} chosen
 * @returns {Parts | null}
 */
function whyParts({ options: [best], why: found }, before, chosen) {
  const facts = /** @type {Facts | null | undefined} */ (found);
  switch (facts?.code) {
    case "fight":
      return [
        tn(
          "Calling the fight now wins in {top} of 100 deals against {count} other player, with {damage} damage at stake.",
          "Calling the fight now wins in {top} of 100 deals against {count} other players, with {damage} damage at stake.",
          facts.standing - 1,
          { top: ofHundred(facts.top), damage: facts.stake },
        ),
      ];
    case "surrender":
      return [surrenderWords(facts)];
    case "draw":
      return drawParts(facts, best.action, before);
    case "discard":
      return discardParts(facts, best.action, chosen?.action ?? null);
    default:
      return null;
  }
}

/** @param {Extract<Facts, {code: "surrender"}>} facts */
const surrenderWords = ({ price, stake, top }) =>
  tn(
    "Surrendering costs {count} life, a lost fight {stake}. The best hand here has the top score in {top} of 100 deals.",
    "Surrendering costs {count} lives, a lost fight {stake}. The best hand here has the top score in {top} of 100 deals.",
    price,
    { stake, top: ofHundred(top) },
  );

/**
 * @param {Extract<Facts, {code: "draw"}>} facts
 * @param {Action} action
 * @param {View | null} before
 * @returns {Parts}
 */
function drawParts({ top, after }, action, before) {
  const shares = { after: ofHundred(after), top: ofHundred(top) };
  const card =
    action.do === "draw" && action.from !== "pile" && before?.seats[action.from].discards.at(-1);
  if (!card)
    return [
      t(
        "With one more card, this hand has the top score in {after} of 100 deals. Now it’s {top} of 100.",
        shares,
      ),
    ];
  return tparts(
    "With {card}, this hand has the top score in {after} of 100 deals. Now it’s {top} of 100.",
    {
      ...shares,
      card: { card },
    },
  );
}

/**
 * @param {Extract<Facts, {code: "discard"}>} facts
 * @param {Action} best
 * @param {Action | null} chosenAction
 * @returns {Parts}
 */
function discardParts({ score, chosen, top, top_chosen: topChosen }, best, chosenAction) {
  const withoutCard = (
    /** @type {Action} */ action,
    /** @type {number} */ points,
    /** @type {number} */ share,
  ) =>
    tparts("Without {card}, this hand scores {points} and is highest in {top} of 100 deals.", {
      card: action.do === "discard" ? { card: action.card } : "",
      points: plainNumber(points),
      top: ofHundred(share),
    });
  const other =
    chosenAction?.do === "discard" && best.do === "discard" && chosenAction.card !== best.card;
  if (!other || chosen === null || topChosen === null) return withoutCard(best, score, top);
  return [...withoutCard(best, score, top), " ", ...withoutCard(chosenAction, chosen, topChosen)];
}

/** The question that the seat was asked. @param {View | null} before */
const askedWords = (before) =>
  before?.phase === "discard" ? t("Which card do you discard?") : t("What do you do?");

/** @param {number} match @param {number} [round] */
const momentWords = (match, round) =>
  round ? t("Match {match}, round {round}", { match, round }) : t("Match {match}", { match });

/** How many matches the coach has reviewed. @param {number} made @param {number} of */
const progressWords = (made, of) =>
  tn(
    "The coach has checked {made} of {count} match.",
    "The coach has checked {made} of {count} matches.",
    of,
    { made },
  );

/** @type {import("../../games/replay/game.js").Choices<Deck>} */
export const choices = {
  words: choiceParts,
  isChosen,
  why: whyParts,
  asked: askedWords,
  moment: momentWords,
  progress: progressWords,
};
