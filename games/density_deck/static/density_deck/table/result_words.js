/** The end of a match in sentences: hands, scores from the lowest, winners, lost lives. Pure. */

import { t } from "../../density/words.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { turnOrder } from "../../games/table/seats/order.js";
import { joinList, nameOf } from "../../games/table/text/sentences.js";
import { readCard } from "./cards.js";

/**
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {import("./protocol.js").SeatResult} SeatResult
 */

/**
 * @param {Model} model
 * @param {SeatResult} result
 * @returns {string[]}
 */
export function ofHand(model, { seat, hand }) {
  if (!hand) return [];
  const cards = joinList(hand.map((code) => readCard(code).name));
  return [
    seat === model.you
      ? t("You show {cards}.", { cards })
      : t("{who} shows {cards}.", { who: nameOf(model, seat), cards }),
  ];
}

/**
 * The sentences for the scores from the lowest, the winners, and the damage.
 * @param {Model} model
 * @param {MatchOver} over
 */
export function ofResult(model, over) {
  const scored = over.seats
    .filter(({ score }) => score !== null)
    .sort((one, two) => (one.score?.score ?? 0) - (two.score?.score ?? 0))
    .map(({ seat, score }) => `${nameOf(model, seat)} ${plainNumber(score?.score ?? 0)}`);
  return {
    scores: scored.length ? [t("Scores: {scores}.", { scores: scored.join(", ") })] : [],
    winner: [winnerSentence(model, over)],
    damage: damageSentences(model, over),
  };
}

/** @param {Model} model @param {MatchOver} over */
function winnerSentence(model, { winners }) {
  const names = joinList(winners.map((seat) => nameOf(model, seat)));
  if (!names) return t("No one wins.");
  return winners.length > 1
    ? t("{names} share the win.", { names })
    : t("{who} wins.", { who: names });
}

/** @param {Model} model @param {MatchOver} over */
const damageSentences = (model, over) =>
  turnOrder(model.seats.length, model.you)
    .map((seat) => over.seats.find((result) => result.seat === seat))
    .filter((result) => result !== undefined)
    .filter((result) => result.lives < result.lives_before)
    .map(({ seat, out, lives_before: before, lives }) =>
      out
        ? t("{who} is out.", { who: nameOf(model, seat) })
        : t("{who} goes from {before} to {lives} lives.", {
            who: nameOf(model, seat),
            before,
            lives,
          }),
    );

/**
 * The end of a match in one text, for a reader who did not see it at the table.
 * @param {Model} model
 * @param {MatchOver} over
 */
export function resultSentence(model, over) {
  const { scores, winner, damage } = ofResult(model, over);
  const hands = over.seats.flatMap((result) => (result.score ? ofHand(model, result) : []));
  return [...hands, ...scores, ...winner, ...damage].join(" ");
}
