/** Sentences for refusals and states of the connection: every fixed word the table says back. */

/** @type {Record<string, string>} */
const REFUSALS = {
  malformed: "The server could not read that. Reload the page if it happens again.",
  "not-your-turn": "It is not your turn. Your card is back in your hand.",
  "stale-question": "That move came too late, the table has moved on.",
  "illegal-card": "That card cannot be discarded now.",
  "illegal-draw": "You cannot draw from there now.",
  "illegal-fight": "You cannot call a fight now.",
  "illegal-surrender": "You cannot surrender now.",
  "illegal-pass": "You cannot pass now.",
  "wrong-phase": "That move does not fit this part of the turn.",
  "game-over": "The game is over.",
  "not-seated": "You watch this game. Only seated players can do that.",
  "not-started": "The game has not started yet.",
  "not-host": "Only the host can do that.",
  "seat-taken": "That seat is taken.",
  "table-full": "The table is full.",
  "too-large": "That message was too long.",
  "too-fast": "That was too fast. Wait a moment and try again.",
  "unknown-type": "This page is older than the server. Reload it.",
};

/**
 * Why the server said no, as a sentence.
 * @param {string} code
 */
export const refusal = (code) => REFUSALS[code] ?? `The table refused that (${code}).`;

export const WORDS = {
  lost: "Connection lost, reconnecting.",
  back: "Back online.",
  missedNothing: "Nothing was missed.",
  missed: (/** @type {number} */ turns) =>
    turns === 1 ? "You missed 1 move, see the log." : `You missed ${turns} moves, see the log.`,
  offline: "No connection to the table.",
  notFound: "This table cannot be reached. It may have ended.",
  fightLater: "Fighting opens in round 2",
  choose: "Choose a card to discard",
};
