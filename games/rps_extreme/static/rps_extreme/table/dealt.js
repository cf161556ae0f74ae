/** The cards outside the supply, and the order in which the newest of them came. Pure. */

/**
 * @param {import("./protocol.js").Model} model
 * @returns {import("../../games/table/seal/proof.js").Seen}
 */
export function seenOfSupply({ log, view }) {
  if (!view) return { cards: [], order: [], stock: null };
  const open = [...view.center, ...view.discard, ...view.seats.flatMap(({ items }) => items)];
  return {
    cards: open.flatMap((code) => (code ? [{ code, place: null }] : [])),
    order: newestCards(log),
    stock: { id: view.shuffle, hidden: view.supply },
  };
}

/**
 * The cards that came from the current shuffle before this challenge, in order; at first the whole center.
 * @param {import("./protocol.js").GameEvent[]} log
 */
function newestCards(log) {
  const at = log.findLastIndex(({ e }) => e === "dealt");
  const dealt = log[at];
  if (dealt?.e !== "dealt") return [];
  if (dealt.match === 1) return dealt.center;
  const before = log.slice(0, at);
  const from = before.findLastIndex(({ e }) => e === "match_over" || e === "reshuffled");
  return before.slice(from + 1).flatMap((event) => (event.e === "refilled" ? [event.card] : []));
}
