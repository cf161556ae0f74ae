/** The coach's choices in words: what was chosen, why the best is better, what was asked. Pure. */

import { t, tn, tparts } from "../../density/words.js";
import { isBest, ofHundred } from "../../games/replay/review.js";
import { plainNumber, roundPercent } from "../../games/table/text/numbers.js";

/**
 * @typedef {import("../table/protocol.js").Action} Action
 * @typedef {import("../table/protocol.js").ReplayView} View
 * @typedef {import("../table/protocol.js").Deck} Deck
 * @typedef {(string | {card: string})[]} Parts
 * @typedef {{code: "fight", top: number, stake: number, standing: number}
 *   | {code: "surrender", price: number, stake: number, last: boolean, other: Action, top: number}
 *   | {code: "draw", top: number, after: number, after_chosen: number}
 *   | {code: "discard", score: number, chosen: number, top: number, top_chosen: number}} Facts
 *   as in docs/PROTOCOL.md
 */

/**
 * A choice in words; a card names its owner where another one with the same card can be taken.
 * @param {Action} action
 * @param {View | null} before the table before it
 * @param {string[]} names
 * @returns {Parts}
 */
function choiceParts(action, before, names) {
  switch (action.do) {
    case "draw": {
      if (action.from === "pile") return [t("Draw from pile")];
      const card = takenCard(action, before);
      if (!card) return [t("Take")];
      const equal = before?.seats.filter(
        ({ discards }, seat) => seat !== before.turn && discards.at(-1) === card,
      );
      return equal && equal.length > 1
        ? tparts("Take {card} from {name}", { card: { card }, name: names[action.from] })
        : tparts("Take {card}", { card: { card } });
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
 * The facts in words, each number with the action that it belongs to; null without facts.
 * @param {import("../../games/replay/state.js").Decision<Deck>} decision
 * @param {View | null} before
 * @param {import("../../games/replay/state.js").Option<Deck> | null} chosen
 * @returns {Parts | null}
 */
function whyParts({ options: [best], why: found }, before, chosen) {
  const facts = /** @type {Facts | null | undefined} */ (found);
  switch (facts?.code) {
    case "fight":
      return joinParts([onTopParts(null, facts.top, before), [lossWords(facts.stake)]]);
    case "surrender":
      return joinParts([[surrenderWords(facts)], onTopParts(facts.other, facts.top, before)]);
    case "draw":
      return joinParts([
        onTopParts(null, facts.top, before),
        afterDrawParts(best.action, facts.after, before),
        chosen && isOther(chosen, best, before)
          ? afterDrawParts(chosen.action, facts.after_chosen, before)
          : [],
        restParts(chosen, facts.after, facts.after_chosen),
      ]);
    case "discard":
      return joinParts([
        withoutParts(best.action, facts.score, facts.top),
        chosen && isOther(chosen, best, before)
          ? alsoWithoutParts(chosen.action, facts.chosen, facts.top_chosen)
          : [],
        restParts(chosen, facts.top, facts.top_chosen),
      ]);
    default:
      return null;
  }
}

/** Sentences with a space between them. @param {Parts[]} sentences @returns {Parts} */
const joinParts = (sentences) =>
  sentences
    .filter((parts) => parts.length)
    .flatMap((parts, index) => (index ? [" ", ...parts] : parts));

/**
 * Whether two choices lead to other hands: taking the same card from someone else does not.
 * @param {import("../../games/replay/state.js").Option<Deck>} one
 * @param {import("../../games/replay/state.js").Option<Deck>} other
 * @param {View | null} before
 */
const isOther = (one, other, before) =>
  choiceName(one.action, before) !== choiceName(other.action, before);

/** @param {Action} action @param {View | null} before */
const choiceName = (action, before) =>
  action.do === "draw"
    ? `draw ${takenCard(action, before) ?? action.from}`
    : action.do === "discard"
      ? action.card
      : action.do;

/** The card that a draw takes; null for the pile. @param {Action} action @param {View | null} before */
const takenCard = (action, before) =>
  (action.do === "draw" && action.from !== "pile" && before?.seats[action.from].discards.at(-1)) ||
  null;

/**
 * The chance of the top score after an action, or now.
 * @param {Action | null} action
 * @param {number} share
 * @param {View | null} before
 * @returns {Parts}
 */
function onTopParts(action, share, before) {
  const top = ofHundred(share);
  if (action?.do === "discard")
    return tparts(
      "Against hands that fit how the others played, this hand is on top {top}% of the time without {card}.",
      { top, card: { card: action.card } },
    );
  if (action?.do !== "draw")
    return [
      t(
        "Against hands that fit how the others played, this hand is now on top {top}% of the time.",
        {
          top,
        },
      ),
    ];
  const card = takenCard(action, before);
  return card
    ? tparts(
        "Against hands that fit how the others played, this hand is on top {top}% of the time with {card}.",
        { top, card: { card } },
      )
    : [
        t(
          "Against hands that fit how the others played, this hand is on top {top}% of the time with a card from the pile.",
          { top },
        ),
      ];
}

/**
 * The same after a draw, where the first sentence has said against which hands; a pass changes nothing.
 * @param {Action} action
 * @param {number} share
 * @param {View | null} before
 * @returns {Parts}
 */
function afterDrawParts(action, share, before) {
  if (action.do !== "draw") return [];
  const top = ofHundred(share);
  const card = takenCard(action, before);
  return card
    ? tparts("With {card}, it’s on top {top}% of the time.", { top, card: { card } })
    : [t("With a card from the pile, it’s on top {top}% of the time.", { top })];
}

/** @param {Action} action @param {number} score @param {number} share @returns {Parts} */
const withoutParts = (action, score, share) =>
  tparts(
    "Without {card}, this hand scores {points} and is on top {top}% of the time against hands that fit how the others played.",
    discardValues(action, score, share),
  );

/** @param {Action} action @param {number} score @param {number} share @returns {Parts} */
const alsoWithoutParts = (action, score, share) =>
  tparts(
    "Without {card}, it scores {points} and is on top {top}% of the time.",
    discardValues(action, score, share),
  );

/** @param {Action} action @param {number} score @param {number} share */
const discardValues = (action, score, share) => ({
  card: action.do === "discard" ? { card: action.card } : "",
  points: plainNumber(score),
  top: ofHundred(share),
});

/**
 * Where the better choice does not have the better number: what that number leaves out.
 * @param {import("../../games/replay/state.js").Option<Deck> | null} chosen
 * @param {number} share
 * @param {number} shareChosen
 * @returns {Parts}
 */
const restParts = (chosen, share, shareChosen) =>
  chosen && !isBest(chosen.cost) && roundPercent(share) <= roundPercent(shareChosen)
    ? [t("The win chance also counts the rest of the match.")]
    : [];

/** @param {number} stake */
const lossWords = (stake) =>
  tn("A lost fight costs {count} life.", "A lost fight costs {count} lives.", stake);

/** @param {Extract<Facts, {code: "surrender"}>} facts */
const surrenderWords = ({ price, stake, last }) =>
  last
    ? t("Surrendering ends the game for this seat.")
    : tn(
        "Surrendering costs {count} life, a lost fight at least {stake}.",
        "Surrendering costs {count} lives, a lost fight at least {stake}.",
        price,
        { stake },
      );

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
