/** Deals a finished game again from its record, as docs/FAIR_DEAL.md says. Pure. */

/**
 * @typedef {{seat: number, reason: "no-pledge" | "no-reveal" | "sat-later", at: string}} Silent
 * @typedef {{commitment: string, secret: string, client_bytes: (string | null)[], scheme: string,
 *   silent?: Silent[]}} Fair
 * @typedef {{id: string, game: string, ruleset: Record<string, string | number | boolean>, fair: Fair,
 *   fork?: {game: string, moves: number, fair: Fair}[]}} Head `fork`: the games that it continues
 * @typedef {{sealed: boolean, decks: number, right: number}} Dealing whether secret and rules are those
 *   of the record's own fingerprint; how many decks there are, and how many of them follow
 */

const BYTES = 16;
const SCHEMES = ["density-deck-fair/1", "density-deck-fair/2"];

/**
 * The number, from 1, of the part in which a game continues another one; 0 for all other games. The parts
 * up to this one were dealt, at least in part, by the games that it continues.
 * @param {Head} record
 * @param {{moves?: unknown[]}[]} parts
 */
export function begunIn({ fork }, parts) {
  if (!fork) return 0;
  let left = fork[fork.length - 1].moves;
  for (const [at, { moves = [] }] of parts.entries()) {
    if (left < moves.length) return at + 1;
    left -= moves.length;
  }
  return parts.length;
}

/** @param {string} text hex digits */
export const bytesOf = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} message */
const hashBytes = async (message) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", message.slice().buffer));

/** @param {...Uint8Array} parts hashed as one, in hex */
export const hashOf = async (...parts) => toHex(await hashBytes(joinBytes(...parts)));

/** @param {Uint8Array} buffer */
const toHex = (buffer) => [...buffer].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {number} number */
const bigEndian = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

/** @param {Uint8Array[]} parts */
const joinBytes = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

export const encodeText = (/** @type {string} */ words) => new TextEncoder().encode(words);

/**
 * The Merkle root of the cards of a match.
 * @param {Head} record
 * @param {number} number of the match
 * @param {string[]} codes in the order in which they were dealt
 * @returns {Promise<string>}
 */
export async function rootOf(record, number, codes) {
  const { sign, client } = await openPromise(record);
  const salts = await Promise.all(
    codes.map((_, place) =>
      sign(joinBytes(encodeText("salt"), client, bigEndian(number), bigEndian(place))),
    ),
  );
  return rootOfLeaves(
    await Promise.all(
      codes.map((code, place) => hashLeaf(toHex(salts[place].slice(0, BYTES)), code)),
    ),
  );
}

/** The leaf of a card in the Merkle tree of its deck. @param {string} salt in hex @param {string} code */
export const hashLeaf = (salt, code) => hashOf(Uint8Array.of(0), bytesOf(salt), encodeText(code));

/** The Merkle root of leaves in deal order, all in hex. @param {string[]} leaves */
export async function rootOfLeaves(leaves) {
  /** @type {Uint8Array[]} */
  let level = leaves.map(bytesOf);
  while (level.length > 1) level = await Promise.all(hashPairs(level));
  return level.length ? toHex(level[0]) : "";
}

/**
 * One level up of a Merkle tree; a last node without a partner moves up unchanged.
 * @param {Uint8Array[]} level
 */
const hashPairs = (level) =>
  level.flatMap((left, place) =>
    place % 2
      ? []
      : [level[place + 1] ? hashBytes(joinBytes(Uint8Array.of(1), left, level[place + 1])) : left],
  );

/**
 * The commitment that the server publishes before the deal, by the record's scheme.
 * @param {Head} record
 */
function promiseOf({ id, game, ruleset, fair }) {
  const secret = bytesOf(fair.secret);
  if (fair.scheme === SCHEMES[0]) return hashOf(encodeText(id), secret);
  if (fair.scheme !== SCHEMES[1]) throw new Error(`unknown scheme ${fair.scheme}`);
  const rules = JSON.stringify(
    Object.fromEntries(
      Object.keys(ruleset)
        .sort()
        .map((field) => [field, ruleset[field]]),
    ),
  );
  const parts = [
    encodeText(fair.scheme),
    encodeText(id),
    encodeText(game),
    encodeText(rules),
    secret,
  ];
  return hashOf(...parts.flatMap((part) => [bigEndian(part.length), part]));
}

/**
 * Checks the secret against its commitment, and returns the random source that follows from it.
 * @param {Head} record
 */
export async function openPromise(record) {
  const { id, fair } = record;
  const secret = bytesOf(fair.secret);
  const promise = await promiseOf(record);
  const key = await crypto.subtle.importKey(
    "raw",
    secret,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const sign = async (/** @type {Uint8Array} */ message) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", key, message.slice().buffer));
  const seats = await Promise.all(
    fair.client_bytes.map(async (bytes, seat) =>
      bytes ? bytesOf(bytes) : (await sign(encodeText(`${id}:${seat}`))).slice(0, BYTES),
    ),
  );
  const client = joinBytes(...seats);
  const chance = (/** @type {number} */ number) => new Chance(sign, client, number);
  return { sealed: promise === fair.commitment, seats: seats.length, chance, sign, client };
}

/** Returns the cards in deal order. @param {Chance} chance @param {string[]} cards @returns {Promise<string[]>} */
export async function shuffleCards(chance, cards) {
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

  /** Draws a fair number from 0 up to, but not including, the limit. @param {number} limit */
  async below(limit) {
    for (;;) {
      const byte = await this.#next();
      if (byte < 256 - (256 % limit)) return byte % limit;
    }
  }

  async #next() {
    if (this.#at === this.#block.length) {
      this.#block = await this.sign(
        joinBytes(this.client, bigEndian(this.match), bigEndian(this.#blocks)),
      );
      this.#blocks += 1;
      this.#at = 0;
    }
    this.#at += 1;
    return this.#block[this.#at - 1];
  }
}
