/** What happens in Goofspiel, in words. Pure. */

/** @typedef {import("./protocol.js").Told} Told */

/**
 * An event as a sentence; a bid tells its card only where it is known.
 * @param {Told} told
 * @param {string[]} names by seat
 */
export function sentence(told, names) {
  switch (told.e) {
    case "dealt":
      return `The first prize is ${told.prize}.`;
    case "bid":
      return told.card ? `${names[told.seat]} bids ${told.card}.` : `${names[told.seat]} has bid.`;
    case "revealed":
      return `Bids ${told.bids.join(", ")}: ${told.winner < 0 ? "nobody" : names[told.winner]} takes ${told.prize}.`;
    case "game_over":
      return "The game is over.";
    default:
      return "";
  }
}

/**
 * Events as sentences, oldest first.
 * @param {Told[]} events
 * @param {string[]} names
 */
export const sentences = (events, names) =>
  events.map((event) => sentence(event, names)).filter(Boolean);
