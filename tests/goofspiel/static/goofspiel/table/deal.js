/** Deals the prizes of a finished game of Goofspiel again from its record, and compares the decks. */

import { examineRecord } from "../../games/replay/compare.js";
import { openPromise, shuffleCards } from "../../games/replay/deal.js";

/** @typedef {import("../../games/replay/compare.js").Record & {matches: {number: number, deck: string[]}[]}} Dealt */

/** All prizes, in the order of the rules. */
const PRIZES = [1, 2, 3, 4, 5, 6, 7].map((prize) => `P${prize}`);

/** @param {Dealt} record */
async function dealAgain(record) {
  const { sealed, chance } = await openPromise(record);
  const dealt = await Promise.all(
    record.matches.map(({ number }) => shuffleCards(chance(number), PRIZES)),
  );
  const right = record.matches.filter(
    ({ deck }, place) => deck.join() === dealt[place].join(),
  ).length;
  return { sealed, decks: dealt.length, right };
}

/** The checks of this game's deals. @type {import("../../games/replay/compare.js").Ways} */
const ways = {
  deal: dealAgain,
  codes: async (/** @type {Dealt} */ { matches }, number) => matches[number - 1]?.deck ?? null,
  deck: {
    differs: () => "The prizes are not those whose fingerprint this browser was shown.",
    fits: () => "The prizes are those whose fingerprint this browser was shown in the game.",
  },
};

/** Checks everything about a record that this browser can check. @param {Dealt} record */
export const checkDeal = (record) => examineRecord(record, ways);
