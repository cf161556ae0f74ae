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
  ranked: "Not at a ranked table.",
  "too-large": "That message was too long.",
  "too-fast": "That was too fast. Wait a moment and try again.",
  "other-tab": "You are playing in another tab.",
  "stand-in": "The AI is playing your seat. Take it back first.",
  "not-away": "That player is here.",
  abandoned: "You left this game. You are watching.",
  "no-returns": "You cannot take your seat back again in this game.",
  "not-allowed": "This table does not allow that.",
  barred: "The host has closed this table to you.",
  busy: "You are already in a game. Leave it first.",
  "wrong-password": "That password is not right.",
  "muted-self": "You cannot mute yourself.",
  "unknown-type": "This page is older than the server. Reload it.",
};

/**
 * Why the server said no, as a sentence.
 * @param {string} code
 */
export const refusal = (code) => REFUSALS[code] ?? `The table refused that (${code}).`;

export const WORDS = {
  reconnecting: "Reconnecting.",
  lost: "Connection lost, reconnecting.",
  back: "Back online.",
  missedNothing: "Nothing was missed.",
  missed: (/** @type {number} */ turns) =>
    turns === 1 ? "You missed 1 turn, see the log." : `You missed ${turns} turns, see the log.`,
  unsent: "Your move did not arrive, make it again.",
  offline: "No connection to the table.",
  restart: "Short maintenance, your clock is stopped.",
  notFound: "This table cannot be reached. It may have ended.",
  signedOut: "You are signed out.",
  otherTab: "You are playing in another tab.",
  standIn: "The AI is playing your seat.",
  returnsLeft: (/** @type {number} */ left) =>
    left === 1 ? "You can take it back once more." : `You can take it back ${left} more times.`,
  noReturns: "You cannot take it back again.",
  barred: "The host has sent you away from this table.",
  barredForGood: "You cannot sit down here again.",
  left: "You left this game. You are watching.",
  mayEnd: "Two players or more have left. All who are left can end the game now.",
  mayEndAlone: "The others have left. You can end the game now.",
  wantEnd: (/** @type {number} */ agreed, /** @type {number} */ asked) => `${agreed} of ${asked} want to end the game.`,
  lapsed: "Time ran out, so the table drew a card and discarded it for you.",
  lapsedDiscard: "Time ran out, so the table discarded a card for you.",
  patience: "The others wait for you. Play within a minute, or the table draws and discards for you.",
  fightLater: "Fighting opens in round 2",
  choose: "Choose a card to discard",
};
