/** Deals a finished game of Density Deck again from its record, and compares the decks. */

import { t, tn } from "../../density/words.js";
import { examineRecord } from "../../games/replay/compare.js";
import { begunIn, openPromise, shuffleCards } from "../../games/replay/deal.js";
import { POWERS } from "./cards.js";

/**
 * @typedef {import("../../games/replay/deal.js").Dealing} Dealing
 * @typedef {import("../../games/replay/compare.js").Record & {first_dealer: number,
 *   matches: {number: number, dealer: number, deck: string[], moves?: unknown[]}[]}} Dealt the part of a record that a check needs
 */

const DECK = Object.entries(POWERS).flatMap(([suit, powers]) =>
  powers.map((power) => `${suit}${power}`),
);

/**
 * Checks the commitment, the first dealer and every deck of a record. For a game that continues another
 * one, it checks the decks of the matches that begin in it.
 * @param {Dealt} record
 * @returns {Promise<Dealing>}
 */
export async function checkDecks(record) {
  const { first_dealer: dealer } = record;
  const matches = record.matches.slice(begunIn(record, record.matches));
  const { sealed, seats, chance } = await openPromise(record);
  const first = await chance(0).below(seats);
  let right = 0;
  for (const { number, deck } of matches) {
    const cards = await shuffleCards(chance(number), DECK);
    right += Number(
      cards.length === deck.length && cards.every((code, place) => code === deck[place]),
    );
  }
  return {
    sealed: sealed && (first === dealer || record.fork !== undefined),
    decks: matches.length,
    right,
  };
}

/**
 * The cards of a match in the order of their deal.
 * @param {Dealt} record
 * @param {number} number
 */
export const codesOf = async ({ matches }, number) => matches[number - 1]?.deck ?? null;

/** The checks of this game's deals. @type {import("../../games/replay/compare.js").Ways} */
export const ways = {
  deal: checkDecks,
  codes: codesOf,
  deck: {
    differs: (match) =>
      t("The deck of match {match} doesn’t fit the fingerprint this browser was shown.", {
        match,
      }),
    fits: (list, count) =>
      tn(
        "The deck of match {list} fits the fingerprint this browser was shown in the game.",
        "The decks of matches {list} fit the fingerprints this browser was shown in the game.",
        count,
        { list },
      ),
  },
};

/** Checks everything about a record that this browser can check. @param {Dealt} record */
export const checkDeal = (record) => examineRecord(record, ways);
