/** The end of a match in sentences: hands from the lowest score, the verdict, lost lives. Pure. */

import { t, tn } from "../../density/words.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { turnOrder } from "../../games/table/seats/order.js";
import { joinList, nameOf } from "../../games/table/text/sentences.js";
import { readCard } from "./cards.js";
import { shownHands } from "./shown.js";

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
export function ofHand(model, { seat, hand, score }) {
  if (!hand || !score) return [];
  const cards = joinList(hand.map((code) => readCard(code).name));
  const points = plainNumber(score.score);
  return [t("{who} shows {cards}: {points}.", { who: nameOf(model, seat), cards, points })];
}

/**
 * The sentences for the reader's own score, the verdict, and the damage.
 * @param {Model} model
 * @param {MatchOver} over
 */
export function ofResult(model, over) {
  const own = over.seats.find(({ seat }) => seat === model.you);
  const isLost = own?.score && !over.winners.includes(own.seat);
  return {
    own: own?.score ? [t("Your score is {score}.", { score: plainNumber(own.score.score) })] : [],
    verdict: [`${verdictWords(model, over)}.`, ...(isLost ? [winnerSentence(model, over)] : [])],
    damage: damageSentences(model, over),
  };
}

/**
 * The end of a match in one line: what it means for the reader first, then the scores.
 * @param {Model} model
 * @param {MatchOver} over
 */
export function verdictWords(model, over) {
  const [result, scores] = verdictLines(model, over);
  return scores ? t("{result}, {scores}", { result, scores }) : result;
}

/**
 * Returns what the reader wins or loses, and the scores that decided it, if any.
 * @param {Model} model
 * @param {MatchOver} over
 * @returns {string[]}
 */
export function verdictLines(model, { seats, winners }) {
  const own = seats.find(({ seat }) => seat === model.you);
  const highest = (/** @type {SeatResult[]} */ results) =>
    Math.max(...results.flatMap(({ score }) => (score ? [score.score] : [])));
  const against = (/** @type {number} */ score, /** @type {number} */ other) =>
    t("{score} against {other}", { score: plainNumber(score), other: plainNumber(other) });
  const best = highest(seats);
  if (own?.score && !winners.includes(own.seat))
    return [
      own.out ? t("You’re out") : tn("You lose {count} life", "You lose {count} lives", own.damage),
      against(own.score.score, best),
    ];
  const names = joinList(winners.map((seat) => nameOf(model, seat, t("You"))));
  if (!names) return [t("No one wins")];
  if (winners.length > 1) return [t("{names} tie at {best}", { names, best: plainNumber(best) })];
  const second = highest(seats.filter(({ seat }) => !winners.includes(seat)));
  const isOwn = winners[0] === model.you;
  if (second === -Infinity)
    return [isOwn ? t("You win the match") : t("{name} wins the match", { name: names })];
  return [isOwn ? t("You win") : t("{name} wins", { name: names }), against(best, second)];
}

/** @param {Model} model @param {MatchOver} over */
export function winnerSentence(model, { winners }) {
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
  const { own, verdict, damage } = ofResult(model, over);
  const hands = shownHands(over, model.you).flatMap((result) => ofHand(model, result));
  return [...own, ...hands, ...verdict, ...damage].join(" ");
}
