/** The players around the table: their faces, and where each of them sits. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { spotsOf, turnOrder, isAsked, nearSeatOf } from "./order.js";
import { aiFace, avatarView, ringView } from "../parts/parts.js";
import { SIGN_WORDS } from "./presence.js";
import { isShort, shownTime, timeLeft } from "../state/clock.js";
import { isStill } from "../settings/settings.js";

/** @typedef {import("../page/app.js").App} App */

/**
 * The face of a seat inside its ring; an absent owner's is gray, an AI's is its icon.
 * @param {App} app
 * @param {number} seat
 * @param {import("./presence.js").SeatWords} state
 */
export function faceOf({ model, ui }, seat, { sign }) {
  const turn = isAsked(model, seat) && sign !== "away";
  const clock = turn ? timeLeft(model, seat, ui.now) : null;
  const short = clock !== null && isShort(clock);
  return html`<span class="seat-face" data-sign=${sign || nothing}>${
    sign === "ai" ? aiFace() : avatarView(model.seats[seat], "large")
  }${turn ? ringView(clock ? shareOf(clock) : 1, { bank: clock?.onBank, short }) : nothing}${
    sign === "blip"
      ? html`<i class="blip" role="img" aria-label=${t("Not connected")}></i>`
      : nothing
  }${SIGN_WORDS[sign] ? html`<b class="seat-sign" aria-hidden="true">${SIGN_WORDS[sign]}</b>` : nothing}</span>`;
}

/**
 * The share that the ring shows; in whole seconds for readers who want no motion.
 * @param {import("../state/clock.js").TimeLeft} clock
 */
function shareOf(clock) {
  const ms = shownTime(clock);
  return isStill() && ms > 0
    ? Math.min(1, (clock.share * Math.ceil(ms / 1000) * 1000) / ms)
    : clock.share;
}

/** The other seats in turn order, with their spots. @param {App} app */
export function otherSeats({ model }) {
  const where = spotsOf(model.seats.length, nearSeatOf(model));
  return turnOrder(model.seats.length, nearSeatOf(model))
    .slice(1)
    .map((seat) => ({ seat, spot: where[seat] }));
}
