/** The score of a hand by DD-10 and DD-11 of the rules, as one number. Pure. */

import { readCard } from "./cards.js";

/**
 * @typedef {{edition: string, lone: string}} Reading
 * @typedef {{total: number, held: boolean, alone: boolean}} Group one color; held: a card of it is in
 *   the hand; alone: it is a single card, in the hand
 */

/** How a game scores, by its ruleset. @param {Record<string, unknown> | undefined} ruleset @returns {Reading} */
export const readingOf = (ruleset) => ({
  edition: String(ruleset?.edition ?? "current"),
  lone: String(ruleset?.lone ?? "ignored"),
});

/**
 * @param {string[]} hand
 * @param {string[]} table the open amplification cards, and the top discards of all others
 * @param {Reading} reading
 */
export function scoreOf(hand, table, { edition, lone }) {
  const groups = [...groupsOf(hand, table).values()];
  const common = [...hand, ...table].map(readCard).filter(({ suit }) => suit === "common");
  const inHand = groups.filter(({ held: own }) => own);
  const bases = edition === "classic" || !inHand.length ? groups : inHand;
  const largest = Math.max(...bases.map(({ total }) => total));
  const final = (/** @type {Group | null} */ base) =>
    groups
      .filter((group) => group !== base && !(lone === "ignored" && group.alone))
      .reduce((rest, { total }) => rest - total, base?.total ?? 0);
  const finals = bases.filter(({ total }) => total === largest).map(final);
  return (
    Math.max(...(finals.length ? finals : [final(null)])) +
    common.reduce((sum, { power }) => sum + power, 0)
  );
}

/** All colors that count. @param {string[]} hand @param {string[]} table @returns {Map<string, Group>} */
function groupsOf(hand, table) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const [index, code] of [...hand, ...table].entries()) {
    const { suit, power } = readCard(code);
    const own = index < hand.length;
    const before = groups.get(suit);
    if (suit === "common") continue;
    groups.set(suit, {
      total: (before?.total ?? 1) * power,
      held: own || before?.held === true,
      alone: own && !before,
    });
  }
  return groups;
}
