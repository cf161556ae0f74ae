/** The coach's choices in words: what was chosen, why the best is better, what was asked. Pure. */

import { t, tn, tparts } from "../../density/words.js";
import { isBest, ofHundred } from "../../games/replay/review.js";
import { SIGN_NAMES, SIGNS } from "../table/items.js";

/**
 * @typedef {import("../table/protocol.js").Action} Action
 * @typedef {import("../table/protocol.js").ReplayView} View
 * @typedef {import("../table/protocol.js").GameEvent} GameEvent
 * @typedef {import("../table/protocol.js").Rps} Rps
 * @typedef {(string | {card: string})[]} Parts
 * @typedef {{code: "throw", mix: number[], against: number[]} | {code: "drink", window: number, winner: number | null}
 *   | {code: "score", points: number, scores: number[]}
 *   | {code: "break" | "steal" | "pick" | "discard", cards: string[]}} Facts as in docs/PROTOCOL.md
 */

/** @param {Action} action @returns {Parts} */
function choiceParts(action) {
  switch (action.do) {
    case "throw":
      return [SIGN_NAMES[action.sign]];
    case "drink":
      return action.as
        ? tparts("Drink {card} as {as}", { card: { card: action.card }, as: { card: action.as } })
        : tparts("Drink {card}", { card: { card: action.card } });
    case "pass":
      return [t("Drink nothing")];
    case "score":
      return [t("Score")];
    case "first":
      return [t("Pick first")];
    default:
      return cardWords(action.do, { card: { card: action.card } });
  }
}

/**
 * @param {"break" | "steal" | "pick" | "discard"} kind
 * @param {{card: {card: string}}} values
 * @returns {Parts}
 */
function cardWords(kind, values) {
  switch (kind) {
    case "break":
      return tparts("Break {card}", values);
    case "steal":
      return tparts("Take {card}", values);
    case "pick":
      return tparts("Pick {card}", values);
    default:
      return tparts("Discard {card}", values);
  }
}

/**
 * Whether an event is this choice.
 * @param {Action} action
 * @param {GameEvent | undefined} event
 */
function isChosen(action, event) {
  switch (event?.e) {
    case "answered":
      return event.choice !== null && isSame(action, event.choice);
    case "chose":
      return action.do === event.choice;
    case "picked":
      return action.do === "pick" && action.card === event.card;
    case "broke":
      return action.do === "break" && event.cards.includes(action.card);
    case "stole":
      return action.do === "steal" && action.card === event.card;
    default:
      return false;
  }
}

/** @param {Action} one @param {Action} other */
const isSame = (one, other) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/**
 * The reason for the best choice, by what its seat knew; null without facts.
 * @param {import("../../games/replay/state.js").Decision<Rps>} decision
 * @param {View | null} _before
 * @param {import("../../games/replay/state.js").Option<Rps> | null} chosen
 * @param {string[]} names
 * @returns {Parts | null}
 */
function whyParts({ seat, options, why: found }, _before, chosen, names) {
  const facts = /** @type {Facts | null | undefined} */ (found);
  const [best] = options;
  switch (facts?.code) {
    case "throw":
      return [throwWords(facts, names[1 - seat])];
    case "drink":
      return [drinkWords(facts, best.action, seat, names)];
    case "score":
      return [scoreWords(facts, best.action, seat)];
    case "break":
    case "steal":
    case "pick":
    case "discard":
      return cardParts(best, chosen);
    default:
      return null;
  }
}

/** @param {Extract<Facts, {code: "throw"}>} facts @param {string} other */
const throwWords = ({ mix, against }, other) =>
  t("In 100 throws like this one, the best mix is {mix}. The best mix for {name} is {against}.", {
    mix: mixWords(mix),
    name: other,
    against: mixWords(against),
  });

/**
 * A mix in words, without signs that are never thrown: "Rock 50, Paper 30, Scissors 20".
 * @param {number[]} mix
 */
const mixWords = (mix) =>
  SIGNS.map((sign, index) => ({ sign, share: mix[index] }))
    .filter(({ share }) => share >= 0.005)
    .map(({ sign, share }) => `${SIGN_NAMES[sign]} ${ofHundred(share)}`)
    .join(", ");

/**
 * @param {Extract<Facts, {code: "drink"}>} facts
 * @param {Action} best
 * @param {number} seat
 * @param {string[]} names
 */
function drinkWords({ winner }, best, seat, names) {
  const state =
    winner === null
      ? t("Right now, the throw is a tie.")
      : t("Right now, {name} wins the throw.", { name: names[winner] });
  const rest =
    best.do === "pass"
      ? winner === seat
        ? t("No potion is worth drinking here.")
        : t("No potion here changes that enough to be worth it.")
      : t("The potion is worth more now than later.");
  return `${state} ${rest}`;
}

/** @param {Extract<Facts, {code: "score"}>} facts @param {Action} best @param {number} seat whose points come first */
const scoreWords = ({ points, scores }, best, seat) =>
  best.do === "score"
    ? tn(
        "At {scores}, scoring {count} point is worth more than picking first.",
        "At {scores}, scoring {count} points is worth more than picking first.",
        points,
        { scores: `${scores[seat]}:${scores[1 - seat]}` },
      )
    : tn(
        "At {scores}, picking first is worth more than scoring {count} point.",
        "At {scores}, picking first is worth more than scoring {count} points.",
        points,
        { scores: `${scores[seat]}:${scores[1 - seat]}` },
      );

/**
 * @param {import("../../games/replay/state.js").Option<Rps>} best
 * @param {import("../../games/replay/state.js").Option<Rps> | null} chosen
 * @returns {Parts | null}
 */
function cardParts(best, chosen) {
  if (!("card" in best.action)) return null;
  const card = { card: best.action.card };
  if (!chosen || isBest(chosen.cost) || !("card" in chosen.action))
    return tparts("{card} makes the biggest difference in the throws to come.", { card });
  return tparts("{card} makes a bigger difference in the throws to come than {other}.", {
    card,
    other: { card: chosen.action.card },
  });
}

/** The question that the seat was asked. @param {View | null} before */
function askedWords(before) {
  switch (before?.phase) {
    case "window-1":
    case "window-2":
      return t("Which potion do you drink?");
    case "break":
      return t("Which card do you break?");
    case "steal":
      return t("Which card do you take?");
    case "score":
      return t("Do you score or pick first?");
    case "pick":
      return t("Which card do you pick?");
    case "discard":
      return t("Which card do you discard?");
    default:
      return t("Which sign do you throw?");
  }
}

/** @param {number} match @param {number} [round] */
const momentWords = (match, round) =>
  round
    ? t("Challenge {match}, throw {round}", { match, round })
    : t("Challenge {match}", { match });

/** How many challenges the coach has reviewed. @param {number} made @param {number} of */
const progressWords = (made, of) =>
  tn(
    "The coach has checked {made} of {count} challenge.",
    "The coach has checked {made} of {count} challenges.",
    of,
    { made },
  );

/** @type {import("../../games/replay/game.js").Choices<Rps>} */
export const choices = {
  words: choiceParts,
  isChosen,
  why: whyParts,
  asked: askedWords,
  moment: momentWords,
  progress: progressWords,
};
