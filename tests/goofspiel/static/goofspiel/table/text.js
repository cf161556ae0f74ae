/** What happens in Goofspiel, in words. Pure. */

/**
 * @typedef {(
 *   {e: "dealt", match: number, prize: number}
 *   | {e: "bid", seat: number, card: number | null}
 *   | {e: "revealed", round: number, prize: number, bids: number[], winner: number, scores: number[], next: number}
 *   | {e: "match_over", match: number, round: number, ended_by: "decided" | "agreement", winners: number[]}
 *   | {e: "game_over", places: number[]})} GoofspielTold
 */

/**
 * An event as a sentence; a bid tells its card only where it is known.
 * @param {unknown} event
 * @param {string[]} names by seat
 */
export function sentence(event, names) {
  const told = /** @type {GoofspielTold} */ (event);
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
 * @param {unknown[]} events
 * @param {string[]} names
 */
export const sentences = (events, names) => events.map((event) => sentence(event, names)).filter(Boolean);
