/** How many throws a reader has missed while the connection was lost. Pure. */

/**
 * Counts the throws that were revealed in between; the end of a challenge tells how many it had.
 * @param {import("./protocol.js").Model} _
 * @param {import("./protocol.js").View} before
 * @param {import("./protocol.js").GameEvent[]} log
 * @param {import("./protocol.js").View} view
 */
export function missedThrows(_, before, log, view) {
  const thrown = log
    .slice(log.findLastIndex(({ e }) => e === "dealt") + 1)
    .filter(({ e }) => e === "thrown").length;
  if (view.match === before.match) return Math.max(0, view.round - before.round);
  const over = log.find((event) => event.e === "match_over");
  return (
    thrown +
    (over?.e === "match_over" && over.match === before.match ? over.round - before.round + 1 : 1)
  );
}
