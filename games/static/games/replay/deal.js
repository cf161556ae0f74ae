/** Deals a finished game again from its record, as docs/FAIR_DEAL.md says, and compares. Pure. */

import { POWERS } from "../table/cards.js";

/**
 * @typedef {{commitment: string, secret: string, client_bytes: (string | null)[], scheme: string}} Fair
 * @typedef {{id: string, fair: Fair, first_dealer: number,
 *   matches: {number: number, dealer: number, deck: string[]}[]}} Dealt what a check needs of a record
 * @typedef {{sealed: boolean, decks: number, right: number}} Checked whether the secret is the one
 *   that was promised; how many decks there are, and how many of them follow from it
 */

const BYTES = 16;
const DECK = Object.entries(POWERS).flatMap(([suit, powers]) => powers.map((power) => `${suit}${power}`));

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {number} number */
const big = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

/** @param {Uint8Array[]} parts */
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

const text = (/** @type {string} */ words) => new TextEncoder().encode(words);

/**
 * Checks the promise, the first dealer and every deck of a record.
 * @param {Dealt} record
 * @returns {Promise<Checked>}
 */
export async function check({ id, fair, first_dealer: dealer, matches }) {
  const { sealed, seats, chance } = await promised(id, fair);
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
 * @param {{id: string, fair: Fair,
 *   challenges: {shuffle: number, center: string[], supply: string[]}[]}} record
 * @param {string[]} cards all thirty, in the order of the rulebook
 * @returns {Promise<Checked>}
 */
export async function checkChallenges({ id, fair, challenges }, cards) {
  const { sealed, chance } = await promised(id, fair);
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
 * Whether the secret is the promised one, how many seats gave bytes, and the chance that follows.
 * @param {string} id
 * @param {Fair} fair
 */
async function promised(id, fair) {
  const secret = bytesOf(fair.secret);
  const promise = hex(await crypto.subtle.digest("SHA-256", join(text(id), secret)));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const sign = async (/** @type {Uint8Array} */ message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message.slice().buffer));
  const seats = await Promise.all(
    fair.client_bytes.map(async (bytes, seat) => (bytes ? bytesOf(bytes) : (await sign(text(`${id}:${seat}`))).slice(0, BYTES))),
  );
  const client = join(...seats);
  const chance = (/** @type {number} */ number) => new Chance(sign, client, number);
  return { sealed: promise === fair.commitment, seats: seats.length, chance };
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
