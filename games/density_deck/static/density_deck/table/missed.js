/** How many turns a reader has missed while the connection was gone. Pure. */

/**
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 */

/** The actions that end a turn. */
const ENDS = ["discarded", "passed", "surrendered", "fight"];

/**
 * Turns between what this browser held and the snapshot that came after: those of others, and
 * own ones that were not played by the reader. A match that ended meanwhile is counted to its end.
 * @param {import("./protocol.js").Model} model
 * @param {View} before
 * @param {GameEvent[]} log
 * @param {View} view
 */
export function missedTurns({ log: held, you }, before, log, view) {
  const last = held.at(-1)?.at ?? -1;
  const now = log.slice(log.findLastIndex(({ e }) => e === "dealt") + 1);
  const count = now.filter((each) => (each.at ?? 0) > last && isMissed(each, you)).length;
  const over = log.find((each) => each.e === "match_over");
  const ended = over?.e === "match_over" && over.match === before.match && before.phase !== "over";
  // a finished game tells the whole of its last match, which is then counted above
  return count + (ended && view.match > over.match ? turnsToEnd(before, over) : 0);
}

/** @param {GameEvent} event @param {number | null} you */
const isMissed = (event, you) =>
  ENDS.includes(event.e) &&
  "seat" in event &&
  (event.seat !== you || event.by === "clock" || event.by === "ai");

/**
 * Turns from a position to the end of its match: every round goes clockwise from the left of the
 * dealer through the seats that still stand.
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
 * The seats that have a turn in a round, in their order; who surrenders in it still has it.
 * @param {View} view
 * @param {MatchOver} over
 * @param {number} round
 */
function seatsOf(view, over, round) {
  const count = view.seats.length;
  return Array.from({ length: count }, (_, step) => (view.dealer + 1 + step) % count).filter(
    (seat) => {
      const end = over.seats.find((each) => each.seat === seat);
      return end !== undefined && (end.surrendered_in === null || end.surrendered_in >= round);
    },
  );
}

/**
 * The place in the order of the last turn of a match's last round.
 * @param {number[]} order
 * @param {MatchOver} over
 */
function lastOf(order, over) {
  if (over.ended_by === "fight") return order.indexOf(over.caller ?? -1);
  if (over.ended_by === "showdown") return order.length - 1;
  return order.findLastIndex((seat) =>
    over.seats.some((each) => each.seat === seat && each.surrendered_in === over.round),
  );
}
