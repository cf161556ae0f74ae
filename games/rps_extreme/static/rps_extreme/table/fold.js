/** RPS Extreme's part of the fold: choices that timed out, throws that were missed. Pure. */

import { t } from "../../density/words.js";
import { missedThrows } from "./missed.js";

/** The events of a player's choice. */
const CHOICES = ["answered", "chose", "picked"];

/**
 * The log keeps several challenges, which are short. A lapse counts only events of a choice, because
 * their consequences are marked with the same clock.
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
