/** The events of Goofspiel in words. Pure. */

/** @typedef {import("./protocol.js").GameEvent} GameEvent */

/**
 * An event as a sentence; a bid names its card only if it is known.
 * @param {GameEvent} event
 * @param {string[]} names by seat
 */
export function sentenceOf(event, names) {
  switch (event.e) {
    case "dealt":
      return `The first prize is ${event.prize}.`;
    case "bid":
      return event.card
        ? `${names[event.seat]} bids ${event.card}.`
        : `${names[event.seat]} has bid.`;
    case "revealed":
      return `Bids ${event.bids.join(", ")}: ${event.winner < 0 ? "nobody" : names[event.winner]} takes ${event.prize}.`;
    case "game_over":
      return "The game is over.";
    default:
      return "";
  }
}

/**
 * Events as sentences, oldest first.
 * @param {GameEvent[]} events
 * @param {string[]} names
 */
export const sentencesOf = (events, names) =>
  events.map((event) => sentenceOf(event, names)).filter(Boolean);
