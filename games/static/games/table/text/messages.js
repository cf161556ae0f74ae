/** Sentences for refusals and states of the connection: all fixed texts of the table. */

import { t, tn } from "../../../density/words.js";

/** @type {Record<string, string>} */
const REFUSALS = {
  malformed: t("That didn’t work. Reload the page if it happens again."),
  "not-your-turn": t("It’s not your turn. Your move was undone."),
  paused: t("The game continues in a moment."),
  "stale-question": t("That move came too late. The game has moved on."),
  "wrong-phase": t("You can’t do that in this part of the turn."),
  "game-over": t("The game is over."),
  "not-seated": t("You’re watching this game. Only its players can do that."),
  "not-started": t("The game hasn’t started yet."),
  "not-host": t("Only the host can do that."),
  "seat-taken": t("That seat is taken."),
  "table-full": t("The table is full."),
  ranked: t("You can’t do that at a ranked table."),
  "too-large": t("Your message is too long. Shorten it and try again."),
  unavailable: t("That wasn’t saved. Try again in a minute."),
  "too-fast": t("That was too fast. Wait a moment and try again."),
  "other-tab": t("You’re playing in another tab."),
  "stand-in": t("An AI player is playing for you. Take your seat back first."),
  "not-away": t("That player isn’t away."),
  abandoned: t("You left this game and are now watching."),
  "no-returns": t("You can’t take your seat back again in this game."),
  "not-alone": t("Other people are playing, so you can’t change the speed of AI players."),
  "not-allowed": t("This table doesn’t allow that."),
  barred: t("You can’t join this table."),
  blocked: t("You can’t play with the players at this table."),
  busy: t("You’re already in a game. Leave it first."),
  "wrong-password": t("Wrong password. Try again."),
  "muted-self": t("You can’t mute yourself."),
  draining: t("An update is coming. You can start new games again in a few minutes."),
  "unknown-type": t("This page is out of date. Reload it."),
};

/**
 * The sentence for a refusal.
 * @param {string} code
 * @param {Record<string, string>} own sentences of the game
 */
export const refusalWords = (code, own) =>
  own[code] ?? REFUSALS[code] ?? t("That didn’t work ({code}). Try again.", { code });

export const WORDS = {
  reconnecting: t("Reconnecting."),
  lost: t("Connection lost. Reconnecting."),
  back: t("Back online."),
  missedNothing: t("You didn’t miss anything."),
  unsent: t("Your move didn’t arrive. Make it again."),
  unsaid: t("Your message wasn’t sent. You can send it again from the chat."),
  unasked: t("Your last action wasn’t sent. Try again if you still want to."),
  noLine: t("Not sent. You’re not connected."),
  offline: t("No connection to the table."),
  restart: t("Short maintenance. Your clock is stopped."),
  notFound: t("This table can’t be reached. It may be closed."),
  signedOut: t("You’re logged out."),
  otherTab: t("You’re playing in another tab."),
  standIn: t("An AI player is playing for you."),
  returnsLeft: (/** @type {number} */ left) =>
    tn(
      "You can take your seat back once more.",
      "You can take your seat back {count} more times.",
      left,
    ),
  noReturns: t("You can’t take your seat back again."),
  barred: t("The host kicked you from this table."),
  barredForGood: t("You can’t join it again."),
  left: t("You left this game and are now watching."),
  draining: t("An update is coming, so finish your game. You can start new ones in a few minutes."),
  mayEnd: t("Two or more players have left. Those who remain can end the game now."),
  mayEndAlone: t("The others have left. You can end the game now."),
  wantEnd: (/** @type {number} */ agreed, /** @type {number} */ asked) =>
    t("Votes to end the game: {agreed} of {asked}.", { agreed, asked }),
};
