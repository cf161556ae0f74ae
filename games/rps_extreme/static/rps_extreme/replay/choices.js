/** The coach's choices in words: what was chosen, why the best is better, what was asked. Pure. */

import { t, tn, tparts } from "../../density/words.js";
import { isBest } from "../../games/replay/review.js";
import { roundPercent } from "../../games/table/text/numbers.js";
import { SIGN_NAMES, SIGNS } from "../table/items.js";

/**
 * @typedef {import("../table/protocol.js").Action} Action
 * @typedef {import("../table/protocol.js").ReplayView} View
 * @typedef {import("../table/protocol.js").GameEvent} GameEvent
 * @typedef {import("../table/protocol.js").Rps} Rps
 * @typedef {(string | {card: string})[]} Parts
 * @typedef {import("../../games/replay/state.js").Option<Rps>} Option
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
 * @param {Option | null} chosen
 * @param {string[]} names
 * @returns {Parts | null}
 */
function whyParts({ seat, options, why: found }, _before, chosen, names) {
  const facts = /** @type {Facts | null | undefined} */ (found);
  const compared = comparedOptions(options, chosen);
  switch (facts?.code) {
    case "throw":
      return [throwWords(facts, names[1 - seat])];
    case "drink":
      return [stateWords(facts.winner, names), " ", ...drinkParts(...compared)];
    case "score":
      return [scoreWords(facts, compared, seat)];
    case "break":
    case "steal":
    case "pick":
    case "discard":
      return cardParts(facts.code, compared, names[1 - seat]);
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
 * A mix in words that adds up to 100, without signs that are never thrown:
 * "Rock 50, Paper 30, Scissors 20".
 * @param {number[]} mix
 */
function mixWords(mix) {
  const most = mix.indexOf(Math.max(...mix));
  const rounded = mix.map((share, index) => (index === most ? 0 : roundPercent(share)));
  rounded[most] = rounded.reduce((rest, count) => rest - count, 100);
  return SIGNS.flatMap((sign, index) =>
    rounded[index] ? [`${SIGN_NAMES[sign]} ${rounded[index]}`] : [],
  ).join(", ");
}

/**
 * The two choices that a sentence compares: the best with the chosen one or, where that is as good,
 * the chosen one with the best of the others.
 * @param {Option[]} options
 * @param {Option | null} chosen
 * @returns {[Option, Option]}
 */
function comparedOptions([best, ...others], chosen) {
  if (!chosen || chosen === best) return [best, others[0] ?? best];
  return isBest(chosen.cost) ? [chosen, best] : [best, chosen];
}

/** @param {number | null} winner @param {string[]} names */
const stateWords = (winner, names) =>
  winner === null
    ? t("Right now, the throw is a tie.")
    : names[winner]
      ? t("Right now, {name} wins the throw.", { name: names[winner] })
      : t("Right now, you win the throw.");

/**
 * The difference between two answers in a potion window.
 * @param {Option} better
 * @param {Option} other
 * @returns {Parts}
 */
function drinkParts({ action: better }, { action: other, cost }) {
  const equal = isBest(cost);
  if (better.do === "drink" && other.do === "drink") {
    if (better.card !== other.card) {
      const cards = { card: { card: better.card }, other: { card: other.card } };
      return equal
        ? tparts("Drinking {card} or {other} makes little difference.", cards)
        : tparts("Drinking {card} is better here than drinking {other}.", cards);
    }
    const items = {
      card: { card: better.card },
      as: { card: better.as ?? "" },
      other: { card: other.as ?? "" },
    };
    return equal
      ? tparts("Drinking {card} as {as} or as {other} makes little difference.", items)
      : tparts("Drinking {card} as {as} is better here than as {other}.", items);
  }
  const drunk = better.do === "drink" ? better : other;
  const card = { card: drunk.do === "drink" ? drunk.card : "" };
  if (equal) return tparts("Drinking {card} or keeping it makes little difference.", { card });
  return better.do === "drink"
    ? tparts("Drinking {card} is better here than keeping it.", { card })
    : tparts("Keeping {card} is better here than drinking it.", { card });
}

/**
 * @param {Extract<Facts, {code: "score"}>} facts
 * @param {[Option, Option]} compared
 * @param {number} seat whose points come first
 */
function scoreWords({ points, scores }, [better, other], seat) {
  const values = { scores: `${scores[seat]}:${scores[1 - seat]}` };
  if (isBest(other.cost))
    return tn(
      "At {scores}, scoring {count} point or picking first makes little difference.",
      "At {scores}, scoring {count} points or picking first makes little difference.",
      points,
      values,
    );
  return better.action.do === "score"
    ? tn(
        "At {scores}, scoring {count} point is worth more than picking first.",
        "At {scores}, scoring {count} points is worth more than picking first.",
        points,
        values,
      )
    : tn(
        "At {scores}, picking first is worth more than scoring {count} point.",
        "At {scores}, picking first is worth more than scoring {count} points.",
        points,
        values,
      );
}

/**
 * The difference between two cards to break, steal, pick or discard.
 * @param {"break" | "steal" | "pick" | "discard"} kind
 * @param {[Option, Option]} compared
 * @param {string} name of the opponent
 * @returns {Parts | null}
 */
function cardParts(kind, [{ action: better }, { action: other, cost }], name) {
  if (!("card" in better) || !("card" in other)) return null;
  const cards = { card: { card: better.card }, other: { card: other.card } };
  const equal = isBest(cost);
  switch (kind) {
    case "break":
      return equal
        ? tparts("Breaking {card} or {other} makes little difference.", cards)
        : tparts("Breaking {card} hurts {name} more than breaking {other}.", { ...cards, name });
    case "steal":
      return equal
        ? tparts("Taking {card} or {other} makes little difference.", cards)
        : tparts("Taking {card} gains more than taking {other}.", cards);
    case "pick":
      return equal
        ? tparts("Picking {card} or {other} makes little difference.", cards)
        : tparts("Picking {card} gains more than picking {other}.", cards);
    default:
      return equal
        ? tparts("Discarding {card} or {other} makes little difference.", cards)
        : tparts("{card} is easier to do without than {other}.", cards);
  }
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
