/** The texts of the shared table for Density Deck: options, refusals, missed events. Pure. */

import { t, tn } from "../../density/words.js";

/** @typedef {import("./protocol.js").Game} Game */

/** The texts of the shared table for this game. @type {Game["words"]} */
export const words = {
  missed: (turns) =>
    tn("You missed {count} turn, see the log.", "You missed {count} turns, see the log.", turns),
  missedAll: (match) => t("You missed whole matches. This is match {match}.", { match }),
  patience: t(
    "The others wait for you. Play within a minute, or the table draws and discards for you.",
  ),
};

/** @type {Game["refusals"]} */
export const refusals = {
  "illegal-card": t("That card cannot be discarded now."),
  "illegal-draw": t("You cannot draw from there now."),
  "illegal-fight": t("You cannot call a fight now."),
  "illegal-pass": t("You cannot pass now."),
};

/** @type {Game["options"]} */
export const options = ({ lives }, clock) => ({
  rules: [tn("{count} life", "{count} lives", Number(lives ?? 10))],
  clock: clock?.bank
    ? t("{seconds} s a turn, {bank} s bank", { seconds: clock.free, bank: clock.bank })
    : t("{seconds} s a turn", { seconds: clock?.free ?? 0 }),
});
