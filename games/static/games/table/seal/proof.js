/** Compares the cards that the table showed with the proof of the deck they came from. Pure. */

import { hashLeaf, rootOfLeaves } from "../../replay/deal.js";

/**
 * @typedef {{match: number, leaves: string[], cards: {place: number, code: string, salt: string}[]}} Proof
 * @typedef {{cards: {code: string, place: number | null}[], order: string[], stock: {id: number, hidden: number} | null}} Seen
 *   what the table showed of a deck: the cards, with their places where these are known; codes in the order in which
 *   they came; stock: the shuffle and how many of its cards are hidden, where the hidden cards come first to last
 * @typedef {{codes: string[], places: number[]}} Hand what a seat showed and discarded in a match, and the places it got
 * @typedef {{what: "root" | "leaf" | "place" | "order" | "shown", code: string}} Difference
 */

/**
 * The proved cards by place, or the first difference between the proof and the root.
 * @param {Proof} proof with leaves
 * @param {string} root
 * @returns {Promise<Map<number, string> | Difference>}
 */
export async function checkProof({ leaves, cards }, root) {
  if ((await rootOfLeaves(leaves)) !== root) return { what: "root", code: "" };
  const proved = new Map();
  for (const { place, code, salt } of cards) {
    if ((await hashLeaf(salt, code)) !== leaves[place]) return { what: "leaf", code };
    proved.set(place, code);
  }
  return proved;
}

/**
 * The first card that the table showed and the proof contradicts; null if there is none.
 * @param {Seen} seen
 * @param {Map<number, string>} proved
 * @param {number[]} hidden the places that were hidden when the table was compared before, in order
 * @returns {Difference | null}
 */
export function findDifference({ cards, order }, proved, hidden) {
  for (const { code, place } of cards)
    if (place !== null && proved.has(place) && proved.get(place) !== code)
      return { what: "place", code };
  const placeOf = placesByCode(proved);
  const places = order.flatMap((code) => placeOf.get(code) ?? []);
  const late = places.findIndex((place, at) => at > 0 && place < places[at - 1]);
  if (late > 0) return { what: "order", code: order[late] };
  const skipped = hidden.findIndex((place) => !proved.has(place));
  const after = skipped < 0 ? [] : hidden.slice(skipped).filter((place) => proved.has(place));
  return after.length ? { what: "order", code: proved.get(after[0]) ?? "" } : null;
}

/**
 * Whether every card that the table showed is proved.
 * @param {Seen} seen
 * @param {Map<number, string>} proved
 */
export function isProved({ cards }, proved) {
  const placeOf = placesByCode(proved);
  return cards.every(({ code, place }) => (place === null ? placeOf.has(code) : proved.has(place)));
}

/**
 * The first card that a seat showed without getting it from the deck; null if there is none.
 * @param {Hand[]} hands
 * @param {Map<number, string>} proved
 * @returns {Difference | null}
 */
export function findForeignCard(hands, proved) {
  for (const { codes, places } of hands) {
    const dealt = places.map((place) => proved.get(place));
    for (const code of codes) {
      const at = dealt.indexOf(code);
      if (at < 0) return { what: "shown", code };
      dealt.splice(at, 1);
    }
  }
  return null;
}

/** @param {Map<number, string>} proved */
const placesByCode = (proved) => new Map([...proved].map(([place, code]) => [code, place]));
