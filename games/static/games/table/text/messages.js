/** Sentences for refusals and states of the connection: every fixed word the table says back. */

import { t, tn } from "../../../density/words.js";

/** @type {Record<string, string>} */
const REFUSALS = {
  malformed: t("The server could not read that. Reload the page if it happens again."),
  "not-your-turn": t("It is not your turn. Your move is taken back."),
  paused: t("It goes on in a moment."),
  "stale-question": t("That move came too late, the table has moved on."),
  "wrong-phase": t("That move does not fit this part of the turn."),
  "game-over": t("The game is over."),
  "not-seated": t("You watch this game. Only seated players can do that."),
  "not-started": t("The game has not started yet."),
  "not-host": t("Only the host can do that."),
  "seat-taken": t("That seat is taken."),
  "table-full": t("The table is full."),
  ranked: t("Not at a ranked table."),
  "too-large": t("That message was too long."),
  unavailable: t("That wasn't saved. Try again in a minute."),
  "too-fast": t("That was too fast. Wait a moment and try again."),
  "other-tab": t("You are playing in another tab."),
  "stand-in": t("The AI is playing your seat. Take it back first."),
  "not-away": t("That player is here."),
  abandoned: t("You left this game. You are watching."),
  "no-returns": t("You cannot take your seat back again in this game."),
  "not-alone": t("Other people play here, so the AI players keep their pace."),
  "not-allowed": t("This table does not allow that."),
  barred: t("This table is closed to you."),
  blocked: t("You cannot sit down with the players at this table."),
  busy: t("You are already in a game. Leave it first."),
  "wrong-password": t("That password is not right."),
  "muted-self": t("You cannot mute yourself."),
  draining: t("The site is updated soon. New games start again in a few minutes."),
  "unknown-type": t("This page is older than the server. Reload it."),
};

/**
 * Why the server said no, as a sentence.
 * @param {string} code
 * @param {Record<string, string>} own sentences of the game
 */
export const refusal = (code, own) =>
  own[code] ?? REFUSALS[code] ?? t("The table refused that ({code}).", { code });

export const WORDS = {
  reconnecting: t("Reconnecting."),
  lost: t("Connection lost, reconnecting."),
  back: t("Back online."),
  missedNothing: t("Nothing was missed."),
  unsent: t("Your move did not arrive, make it again."),
  unsaid: t("Not sent: Your message. It’s in the chat, where you can send it again."),
  unasked: t("Not sent: Your last press. Try again if you still want it."),
  noLine: t("Not sent. There is no connection."),
  offline: t("No connection to the table."),
  restart: t("Short maintenance, your clock is stopped."),
  notFound: t("This table cannot be reached. It may have ended."),
  signedOut: t("You are signed out."),
  otherTab: t("You are playing in another tab."),
  standIn: t("The AI is playing your seat."),
  returnsLeft: (/** @type {number} */ left) =>
    tn("You can take it back once more.", "You can take it back {count} more times.", left),
  noReturns: t("You cannot take it back again."),
  barred: t("The host has sent you away from this table."),
  barredForGood: t("You cannot sit down here again."),
  left: t("You left this game. You are watching."),
  draining: t("Update soon: finish your game. New games start again in a few minutes."),
  mayEnd: t("Two players or more have left. All who are left can end the game now."),
  mayEndAlone: t("The others have left. You can end the game now."),
  wantEnd: (/** @type {number} */ agreed, /** @type {number} */ asked) =>
    t("{agreed} of {asked} want to end the game.", { agreed, asked }),
};
