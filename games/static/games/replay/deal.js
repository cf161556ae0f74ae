/** Deals a finished game again from its record, as docs/FAIR_DEAL.md says, and compares both. Pure. */

import { POWERS } from "../../density_deck/table/cards.js";

/**
 * @typedef {{seat: number, reason: "no-pledge" | "no-reveal", at: string}} Silent
 * @typedef {{commitment: string, secret: string, client_bytes: (string | null)[], scheme: string,
 *   silent?: Silent[]}} Fair
 * @typedef {{id: string, game: string, ruleset: Record<string, string | number | boolean>, fair: Fair}} Head
 * @typedef {Head & {first_dealer: number,
 *   matches: {number: number, dealer: number, deck: string[]}[]}} Dealt what a check needs of a record
 * @typedef {{sealed: boolean, decks: number, right: number}} Dealing whether secret and rules are those
 *   of the record's own fingerprint; how many decks there are, and how many of them follow
 */

const BYTES = 16;
const SCHEMES = ["density-deck-fair/1", "density-deck-fair/2"];
const DECK = Object.entries(POWERS).flatMap(([suit, powers]) => powers.map((power) => `${suit}${power}`));

/** @param {string} text hex digits */
export const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} message */
const sha256 = async (message) => new Uint8Array(await crypto.subtle.digest("SHA-256", message.slice().buffer));

/** @param {...Uint8Array} parts hashed as one, in hex */
export const hashOf = async (...parts) => hex(await sha256(join(...parts)));

/** @param {Uint8Array} buffer */
const hex = (buffer) => [...buffer].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {number} number */
const big = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

/** @param {Uint8Array[]} parts */
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

export const text = (/** @type {string} */ words) => new TextEncoder().encode(words);

/**
 * Checks the promise, the first dealer and every deck of a record.
 * @param {Dealt} record
 * @returns {Promise<Dealing>}
 */
export async function check(record) {
  const { first_dealer: dealer, matches } = record;
  const { sealed, seats, chance } = await promised(record);
  const first = await chance(0).below(seats);
  let right = 0;
  for (const { number, deck } of matches) {
    const dealt = await shuffle(chance(number), DECK);
    right += Number(dealt.length === deck.length && dealt.every((code, place) => code === deck[place]));
  }
  return { sealed: sealed && first === dealer, decks: matches.length, right };
}

/**
 * The same of RPS Extreme: the first shuffle is all cards of the center and the supply; a later one
 * orders the discard pile, so that what is left of it stands in its order. Each is a deck.
 * @param {Head & {challenges: {shuffle: number, center: string[], supply: string[]}[]}} record
 * @param {string[]} cards all thirty, in the order of the rulebook
 * @returns {Promise<Dealing>}
 */
export async function checkChallenges(record, cards) {
  const { challenges } = record;
  const { sealed, chance } = await promised(record);
  const [{ center, supply }] = challenges;
  let right = 0;
  const decks = Math.max(...challenges.map((each) => each.shuffle));
  for (let number = 1; number <= decks; number += 1) {
    const order = await shuffle(chance(number), cards);
    const whole = number > 1 || (order.length === center.length + supply.length && order.every((code, place) => code === [...center, ...supply][place]));
    const left = challenges.filter((each) => each.shuffle === number).map((each) => each.supply.map((code) => order.indexOf(code)));
    right += Number(whole && left.every((places) => places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1]))));
  }
  return { sealed, decks, right };
}

/**
 * The promise of a record, and its decks by their numbers, for a game of which that is all that is dealt.
 * @param {Head} record
 * @param {string[][]} decks as the record has them, in deal order
 * @param {string[]} codes of a deck, in the order of the rules
 * @returns {Promise<Dealing>}
 */
export async function dealing(record, decks, codes) {
  const { sealed, chance } = await promised(record);
  const dealt = await Promise.all(decks.map((_, place) => shuffle(chance(place + 1), codes)));
  const right = decks.filter((deck, place) => deck.join() === dealt[place].join()).length;
  return { sealed, decks: decks.length, right };
}

/**
 * The Merkle root of a match's deck; of RPS Extreme of the whole shuffle that a challenge is played from.
 * @param {Head & {matches?: {deck: string[]}[], challenges?: {shuffle: number}[]}} record
 * @param {number} number of the match
 * @param {string[]} cards all of RPS Extreme, in the order of the rulebook
 * @returns {Promise<string | null>} null where the record has no such match
 */
export async function rootOf(record, number, cards) {
  const { sign, client, chance } = await promised(record);
  const { shuffle: order } = record.challenges?.[number - 1] ?? {};
  const codes = order ? await shuffle(chance(order), cards) : record.matches?.[number - 1]?.deck;
  if (!codes) return null;
  /** @type {Uint8Array[]} */
  let level = await Promise.all(codes.map(async (code, place) => {
    const salt = (await sign(join(text("salt"), client, big(number), big(place)))).slice(0, BYTES);
    return sha256(join(Uint8Array.of(0), salt, text(code)));
  }));
  while (level.length > 1) level = await Promise.all(pairs(level));
  return hex(level[0]);
}

/** @param {Uint8Array[]} level a last node without a partner moves up unchanged */
const pairs = (level) =>
  level.flatMap((left, place) => (place % 2 ? [] : [level[place + 1] ? sha256(join(Uint8Array.of(1), left, level[place + 1])) : left]));

/**
 * What the record's scheme has the server publish before the deal.
 * @param {Head} record
 */
function promiseOf({ id, game, ruleset, fair }) {
  const secret = bytesOf(fair.secret);
  if (fair.scheme === SCHEMES[0]) return hashOf(text(id), secret);
  if (fair.scheme !== SCHEMES[1]) throw new Error(`unknown scheme ${fair.scheme}`);
  const rules = JSON.stringify(Object.fromEntries(Object.keys(ruleset).sort().map((field) => [field, ruleset[field]])));
  const parts = [text(fair.scheme), text(id), text(game), text(rules), secret];
  return hashOf(...parts.flatMap((part) => [big(part.length), part]));
}

/**
 * Whether the secret is the promised one, how many seats gave bytes, and the chance that follows.
 * @param {Head} record
 */
async function promised(record) {
  const { id, fair } = record;
  const secret = bytesOf(fair.secret);
  const promise = await promiseOf(record);
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const sign = async (/** @type {Uint8Array} */ message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message.slice().buffer));
  const seats = await Promise.all(
    fair.client_bytes.map(async (bytes, seat) => (bytes ? bytesOf(bytes) : (await sign(text(`${id}:${seat}`))).slice(0, BYTES))),
  );
  const client = join(...seats);
  const chance = (/** @type {number} */ number) => new Chance(sign, client, number);
  return { sealed: promise === fair.commitment, seats: seats.length, chance, sign, client };
}

/** @param {Chance} chance @param {string[]} cards @returns {Promise<string[]>} in deal order */
async function shuffle(chance, cards) {
  const deck = [...cards];
  for (let place = 0; place < deck.length - 1; place += 1) {
    const other = place + (await chance.below(deck.length - place));
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

/** The stream of bytes of one match. */
class Chance {
  /** @type {Uint8Array} */
  #block = new Uint8Array();
  #at = 0;
  #blocks = 0;

  /**
   * @param {(message: Uint8Array) => Promise<Uint8Array>} sign
   * @param {Uint8Array} client the bytes of all seats
   * @param {number} match
   */
  constructor(sign, client, match) {
    this.sign = sign;
    this.client = client;
    this.match = match;
  }

  /** @param {number} limit a fair number from 0 up to, but not, this one */
  async below(limit) {
    for (;;) {
      const byte = await this.#next();
      if (byte < 256 - (256 % limit)) return byte % limit;
    }
  }

  async #next() {
    if (this.#at === this.#block.length) {
      this.#block = await this.sign(join(this.client, big(this.match), big(this.#blocks)));
      this.#blocks += 1;
      this.#at = 0;
    }
    this.#at += 1;
    return this.#block[this.#at - 1];
  }
}
