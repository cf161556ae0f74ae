/** How many turns a reader has missed while the connection was lost. Pure. */

/**
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 */

/** The actions that end a turn. */
const ENDS = ["discarded", "passed", "surrendered", "fight"];

/**
 * Counts the turns between the old position and a new snapshot: those of others, and the reader's own
 * that the clock or an AI played. A match that ended in between is counted to its end.
 * @param {import("./protocol.js").Model} model
 * @param {View} before
 * @param {GameEvent[]} log
 * @param {View} view
 */
export function missedTurns({ log: oldLog, you }, before, log, view) {
  const last = oldLog.at(-1)?.at ?? -1;
  const now = log.slice(log.findLastIndex(({ e }) => e === "dealt") + 1);
  const count = now.filter((event) => (event.at ?? 0) > last && isMissed(event, you)).length;
  const over = log.find((event) => event.e === "match_over");
  const ended = over?.e === "match_over" && over.match === before.match && before.phase !== "over";
  // the log of a finished game has its whole last match, which is counted above
  return count + (ended && view.match > over.match ? turnsToEnd(before, over) : 0);
}

/** @param {GameEvent} event @param {number | null} you */
const isMissed = (event, you) =>
  ENDS.includes(event.e) &&
  "seat" in event &&
  (event.seat !== you || event.by === "clock" || event.by === "ai");

/**
 * Counts the turns from a position to the end of its match: every round goes clockwise from the
 * dealer's left through the seats that are still standing.
 * @param {View} view
 * @param {MatchOver} over
 */
export function turnsToEnd(view, over) {
  let turns = 0;
  for (let round = view.round; round <= over.round; round += 1) {
    const order = seatsOf(view, over, round);
    const from = round === view.round ? Math.max(0, order.indexOf(view.turn ?? -1)) : 0;
    const to = round === over.round ? lastOf(order, over) : order.length - 1;
    turns += Math.max(0, to - from + 1);
  }
  return turns;
}

/**
 * The seats that have a turn in a round, in order; a seat that surrenders in it had its turn.
 * @param {View} view
 * @param {MatchOver} over
 * @param {number} round
 */
function seatsOf(view, over, round) {
  const count = view.seats.length;
  return Array.from({ length: count }, (_, step) => (view.dealer + 1 + step) % count).filter(
    (seat) => {
      const end = over.seats.find((result) => result.seat === seat);
      return end !== undefined && (end.surrendered_in === null || end.surrendered_in >= round);
    },
  );
}

/**
 * The index of the last turn in the order of a match's last round.
 * @param {number[]} order
 * @param {MatchOver} over
 */
function lastOf(order, over) {
  if (over.ended_by === "fight") return order.indexOf(over.caller ?? -1);
  if (over.ended_by === "showdown") return order.length - 1;
  return order.findLastIndex((seat) =>
    over.seats.some((result) => result.seat === seat && result.surrendered_in === over.round),
  );
}
