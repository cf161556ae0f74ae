/** The texts of the shared table for Rock Paper Scissors Extreme: options, refusals, missed events. Pure. */

import { t, tn } from "../../density/words.js";

/** @typedef {import("./protocol.js").Game} Game */

/** The default hand limit, which is not mentioned. */
const USUAL = 3;

/** The texts of the shared table for this game. @type {Game["words"]} */
export const words = {
  missed: (throws) =>
    tn("You missed {count} throw, see the log.", "You missed {count} throws, see the log.", throws),
  missedAll: (match) => t("You missed entire challenges. It’s challenge {match} now.", { match }),
  patience: t(
    "The other player is waiting for you. Choose within a minute, or the table chooses for you.",
  ),
};

/** @type {Game["refusals"]} */
export const refusals = { "illegal-card": t("You can’t discard that card now.") };

/** @type {Game["options"]} */
export const optionWords = ({ target, hand_limit: limit }, clock) => ({
  rules: [
    t("To {target} points", { target: Number(target) }),
    ...((limit ?? USUAL) === USUAL ? [] : [t("Keep {count} cards", { count: Number(limit) })]),
  ],
  clock: t("{seconds}\u00a0s per throw, {bank}\u00a0s time bank", {
    seconds: clock?.free ?? 0,
    bank: clock?.bank ?? 0,
  }),
});
