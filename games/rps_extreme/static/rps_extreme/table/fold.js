/** RPS Extreme's part in reading messages: choices that ran out, throws that were missed. Pure. */

import { t } from "../../density/words.js";
import { missedThrows } from "./missed.js";

/** Choices of a player. */
const CHOICES = ["answered", "chose", "picked"];

/**
 * So many challenges stay in the log, which are short. One choice is shown at a time: what came of it
 * afterwards is marked with the same clock.
 * @type {import("./protocol.js").Fold}
 */
export const rpsFold = {
  matches: 4,
  start: null,
  own: () => null,
  lapse: ({ you }, events) =>
    events.some(
      (event) =>
        "seat" in event && event.seat === you && event.by === "clock" && CHOICES.includes(event.e),
    )
      ? t("Time ran out, so the table chose for you.")
      : "",
  missed: missedThrows,
};
