/** The effect of unseen cards on a seat's score, and its chance to be the top score now. Pure. */

import { roundPercent } from "../../games/table/text/numbers.js";
import { POWERS } from "./cards.js";
import { scoreOf } from "./scoring.js";

/**
 * @typedef {Pick<import("./protocol.js").View, "amplification" | "seats">} Table
 * @typedef {import("./scoring.js").Reading} Reading
 * @typedef {{hand: string[], score: number, laid: string | null}} Kept laid: the card
 *   that counts as discarded, if the seat owes a discard
 * @typedef {{code: string, by: number}} Change of the score with this card
 * @typedef {{cards: number, up: number, down: number, best: Change, worst: Change}} Next how many
 *   of all cards raise the score, and how many lower it
 * @typedef {{wins: number, deals: number, exact: boolean, others: number}} Top wins: the deals
 *   of the unseen cards in which no other hand has a higher score; exact: whether all were counted
 * @typedef {{held: string[], missing: number, around: string[]}} Rival
 */

/** Up to this number, all deals are counted: about the maximum for two players. */
const MOST_DEALS = 20_000;
/** The size of a sample of more deals: 95 times of 100 the share is within 3 points. */
export const SAMPLES = 1_000;

const HAND = 3;

const DECK = Object.entries(POWERS).flatMap(([suit, powers]) =>
  powers.map((power) => `${suit}${power}`),
);

/**
 * The cards whose place this seat does not know in this match, in the order of the deck.
 * @param {Table} table
 * @param {number} seat
 */
export function unseenCards(table, seat) {
  const left = [...DECK];
  const hands = table.seats.map(({ hand, known }, index) => (index === seat ? hand : known) ?? []);
  const seen = [openCards(table), ...hands, ...table.seats.map(({ discards }) => discards)];
  for (const code of seen.flat()) left.splice(left.indexOf(code), 1);
  return left;
}

/** @param {Table} table the open cards of the Center Amplification @returns {string[]} */
const openCards = ({ amplification }) => amplification.filter((code) => code !== null);

/**
 * The three cards that count and their score: four cards without the selected one, or without the
 * one whose loss costs the least.
 * @param {Table} table
 * @param {number} seat whose hand is known
 * @param {Reading} reading
 * @param {string | null} [selected]
 * @returns {Kept}
 */
export function keptHand(table, seat, reading, selected = null) {
  const hand = table.seats[seat].hand ?? [];
  const around = cardsAround(table, seat);
  if (hand.length <= HAND) return { hand, score: scoreOf(hand, around, reading), laid: null };
  const hands = hand.map((laid, index) => {
    const rest = hand.toSpliced(index, 1);
    return { hand: rest, score: scoreOf(rest, around, reading), laid };
  });
  const chosen = hands.find(({ laid }) => laid === selected);
  return chosen ?? hands.reduce((best, other) => (other.score > best.score ? other : best));
}

/** The cards that count beside the hand of a seat. @param {Table} table @param {number} seat */
const cardsAround = (table, seat) => [
  ...openCards(table),
  ...table.seats.flatMap(({ discards }, index) => (index === seat ? [] : discards.slice(-1))),
];

/**
 * How the next card of the Center Amplification may change the score, each unseen card being equally
 * likely; null if no card is left to flip.
 * @param {Table} table
 * @param {number} seat
 * @param {Reading} reading
 * @param {Kept} kept
 * @returns {Next | null}
 */
export function nextCard(table, seat, reading, { hand, score }) {
  if (!table.amplification.includes(null)) return null;
  const around = cardsAround(table, seat);
  const changes = unseenCards(table, seat).map((code) => ({
    code,
    by: scoreOf(hand, [...around, code], reading) - score,
  }));
  return {
    cards: changes.length,
    up: changes.filter(({ by }) => by > 0).length,
    down: changes.filter(({ by }) => by < 0).length,
    best: changes.reduce((best, change) => (change.by > best.by ? change : best)),
    worst: changes.reduce((worst, change) => (change.by < worst.by ? change : worst)),
  };
}

/**
 * How often the score would be the top score, alone or shared, if all hands were shown now. Cards that
 * others were seen to take are in their hands; each deal of the unseen cards is equally likely. Of
 * four cards a player keeps the best three. Null if no other player is standing.
 * @param {Table} table
 * @param {number} seat
 * @param {Reading} reading
 * @param {Kept} kept
 * @param {number} [most] up to this number all deals are counted, else a sample
 * @returns {Top | null}
 */
export function onTop(table, seat, reading, { score, laid }, most = MOST_DEALS) {
  const after = laid === null ? table : withDiscard(table, seat, laid);
  const rivals = after.seats.flatMap(({ status, known, cards }, index) =>
    index === seat || status !== "standing"
      ? []
      : [{ held: known, missing: cards - known.length, around: cardsAround(after, index) }],
  );
  if (!rivals.length) return null;
  const unseen = unseenCards(table, seat);
  const deals = dealsOf(unseen.length, rivals);
  const exact = deals <= most;
  /** @param {Rival} rival @param {string[]} cards */
  const beaten = ({ held, around }, cards) => {
    const hand = [...held, ...cards];
    const hands = hand.length > HAND ? hand.map((_, index) => hand.toSpliced(index, 1)) : [hand];
    return hands.every((three) => scoreOf(three, around, reading) <= score);
  };
  return {
    wins: exact ? countWins(unseen, rivals, beaten) : sampleWins(unseen, rivals, beaten),
    deals: exact ? deals : SAMPLES,
    exact,
    others: rivals.length,
  };
}

/** The share in percent. @param {Pick<Top, "wins" | "deals" | "exact">} top */
export const percentOf = ({ wins, deals, exact }) => roundPercent(wins / deals, exact);

/** @param {Table} table @param {number} seat @param {string} laid @returns {Table} */
const withDiscard = (table, seat, laid) => ({
  ...table,
  seats: table.seats.with(seat, {
    ...table.seats[seat],
    discards: [...table.seats[seat].discards, laid],
  }),
});

/** The number of ways to deal the unseen cards to these hands. @param {number} cards @param {Rival[]} rivals */
function dealsOf(cards, rivals) {
  let [deals, left] = [1, cards];
  for (const { missing } of rivals)
    for (let card = 1; card <= missing; card += 1, left -= 1) deals *= left / card;
  return Math.round(deals);
}

/**
 * Counts the deals in which no rival is better. Equal cards are tried once and weighted by the number
 * of ways to pick them.
 * @param {string[]} unseen
 * @param {Rival[]} rivals
 * @param {(rival: Rival, cards: string[]) => boolean} beaten
 */
function countWins(unseen, rivals, beaten) {
  const faces = [...new Set(unseen)];
  const left = faces.map((face) => unseen.filter((code) => code === face).length);
  /** @type {string[][]} */
  const dealtCards = rivals.map(() => []);
  const deal = (/** @type {number} */ rival) =>
    rival === rivals.length ? 1 : pick(rival, 0, rivals[rival].missing);
  /** @type {(rival: number, face: number, missing: number) => number} */
  const pick = (rival, face, missing) => {
    if (!missing) return beaten(rivals[rival], dealtCards[rival]) ? deal(rival + 1) : 0;
    if (face === faces.length) return 0;
    const copies = left[face];
    let [wins, ways] = [pick(rival, face + 1, missing), 1];
    for (let taken = 1; taken <= Math.min(copies, missing); taken += 1) {
      ways = (ways * left[face]) / taken;
      left[face] -= 1;
      dealtCards[rival].push(faces[face]);
      wins += ways * pick(rival, face + 1, missing - taken);
    }
    dealtCards[rival].length -= copies - left[face];
    left[face] = copies;
    return wins;
  };
  return deal(0);
}

/**
 * Counts the deals of a sample in which no rival is better. The same cards give the same sample.
 * @param {string[]} unseen
 * @param {Rival[]} rivals
 * @param {(rival: Rival, cards: string[]) => boolean} beaten
 */
function sampleWins(unseen, rivals, beaten) {
  const cards = [...unseen];
  const random = seededRandom();
  let wins = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    let dealtCount = 0;
    const won = rivals.every((rival) => {
      const first = dealtCount;
      for (; dealtCount < first + rival.missing; dealtCount += 1) {
        const other = dealtCount + Math.floor(random() * (cards.length - dealtCount));
        [cards[dealtCount], cards[other]] = [cards[other], cards[dealtCount]];
      }
      return beaten(rival, cards.slice(first, dealtCount));
    });
    if (won) wins += 1;
  }
  return wins;
}

/** Returns a random generator with a fixed seed, for numbers from 0 up to 1: mulberry32. */
function seededRandom() {
  let state = 19;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
