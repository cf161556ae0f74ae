/** Deals a finished game of Rock Paper Scissors Extreme again from its record, and compares the decks. */

import { t, tn } from "../../density/words.js";
import { examineRecord } from "../../games/replay/compare.js";
import { begunIn, openPromise, shuffleCards } from "../../games/replay/deal.js";
import { CODES } from "./items.js";

/**
 * @typedef {import("../../games/replay/deal.js").Dealing} Dealing
 * @typedef {import("../../games/replay/compare.js").Record & {challenges: {shuffle: number, center: string[], supply: string[], moves?: unknown[]}[]}} Dealt the part of a record that a check needs
 */

/**
 * Checks the commitment and every shuffle of a record; each shuffle counts as a deck. The first one must equal the center and
 * the supply. A later one orders the discard pile, so the remaining supply must follow its order. For a game that continues
 * another one, the shuffles are checked from the first challenge that begins in it.
 * @param {Dealt} record
 * @returns {Promise<Dealing>}
 */
export async function checkShuffles(record) {
  const challenges = record.challenges.slice(begunIn(record, record.challenges));
  const { sealed, chance } = await openPromise(record);
  const [{ center, supply }] = record.challenges;
  let right = 0;
  const numbers = [...new Set(challenges.map((challenge) => challenge.shuffle))];
  for (const number of numbers) {
    const order = await shuffleCards(chance(number), CODES);
    const whole =
      number > 1 ||
      record.fork !== undefined ||
      (order.length === center.length + supply.length &&
        order.every((code, place) => code === [...center, ...supply][place]));
    const left = challenges
      .filter((challenge) => challenge.shuffle === number)
      .map((challenge) => challenge.supply.map((code) => order.indexOf(code)));
    right += Number(
      whole &&
        left.every((places) =>
          places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1])),
        ),
    );
  }
  return { sealed, decks: numbers.length, right };
}

/**
 * The whole shuffle that a challenge is played from.
 * @param {Dealt} record
 * @param {number} number of the challenge
 */
export async function codesOf(record, number) {
  const order = record.challenges[number - 1]?.shuffle;
  return order ? shuffleCards((await openPromise(record)).chance(order), CODES) : null;
}

/** The checks of this game's deals. @type {import("../../games/replay/compare.js").Ways} */
export const ways = {
  deal: checkShuffles,
  codes: codesOf,
  deck: {
    differs: (match) =>
      t("The deck of challenge {match} doesn’t fit the fingerprint this browser was shown.", {
        match,
      }),
    fits: (list, count) =>
      tn(
        "The deck of challenge {list} fits the fingerprint this browser was shown in the game.",
        "The decks of challenges {list} fit the fingerprints this browser was shown in the game.",
        count,
        { list },
      ),
  },
};

/** Checks everything about a record that this browser can check. @param {Dealt} record */
export const checkDeal = (record) => examineRecord(record, ways);
