/** How much a reader has missed while the connection was lost. Pure. */

/**
 * The number of turns between the last state of this browser and a new snapshot. Null when whole
 * matches were missed: their events are not sent, so their turns cannot be counted.
 * @template {import("./protocol.js").Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {import("./protocol.js").Snapshot<G>} snapshot
 * @param {import("./game.js").Fold<G>} game
 * @returns {number | null}
 */
export function missedTurns(model, { log, view }, game) {
  if (model.game === null || !model.view || !view) return 0;
  if (view.match > model.view.match + 1) return null;
  return game.missed(model, model.view, log, view);
}
