/** The texts of the shared table for Density Deck: options, refusals, missed events. Pure. */

import { t, tn } from "../../density/words.js";

/** @typedef {import("./protocol.js").Game} Game */

/** The texts of the shared table for this game. @type {Game["words"]} */
export const words = {
  missed: (turns) =>
    tn("You missed {count} turn, see the log.", "You missed {count} turns, see the log.", turns),
  missedAll: (match) => t("You missed entire matches. It’s match {match} now.", { match }),
  patience: t(
    "The others are waiting for you. Play within a minute, or the table draws and discards for you.",
  ),
};

/** @type {Game["refusals"]} */
export const refusals = {
  "illegal-card": t("You can’t discard that card now."),
  "illegal-draw": t("You can’t draw from there now."),
  "illegal-fight": t("You can’t call the fight now."),
  "illegal-pass": t("You can’t pass now."),
};

/** @type {Game["options"]} */
export const optionWords = ({ lives }, clock) => ({
  rules: [tn("{count} life", "{count} lives", Number(lives ?? 10))],
  clock: clock?.bank
    ? t("{seconds}\u00a0s per turn, {bank}\u00a0s time bank", {
        seconds: clock.free,
        bank: clock.bank,
      })
    : t("{seconds}\u00a0s per turn", { seconds: clock?.free ?? 0 }),
});
