/** The people round the table: the plates of the others and the own seat. */

import { html, nothing, repeat } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { spots, turnOrder, isAsked, nearSeatOf } from "./order.js";
import { aiFace, avatar, backView, cardsInHand, icon, livesView, rankOf, ring } from "../core/parts.js";
import { SIGN_WORDS, seatWords } from "./presence.js";
import { seatTalk } from "../chat/view.js";
import { isShort, shownTime, timeLeft } from "../core/clock.js";
import { isStill } from "../settings/settings.js";

/** @typedef {import("../core/app.js").App} App */

/**
 * The face of a seat inside its ring; an absent owner's is grey, an AI's is its sign.
 * @param {App} app
 * @param {number} seat
 * @param {import("./presence.js").SeatWords} state
 */
export function faceOf({ model, ui }, seat, { sign }) {
  const turn = isAsked(model, seat) && sign !== "away";
  const clock = turn ? timeLeft(model, seat, ui.now) : null;
  const short = clock !== null && isShort(clock);
  return html`<span class="seat-face" data-sign=${sign || nothing}>${
    sign === "ai" ? aiFace() : avatar(model.seats[seat], "large")
  }${turn ? ring(clock ? shareOf(clock) : 1, { bank: clock?.onBank, short }) : nothing}${
    sign === "blip" ? html`<i class="blip" role="img" aria-label=${t("Not connected")}></i>` : nothing
  }${SIGN_WORDS[sign] ? html`<b class="seat-sign" aria-hidden="true">${SIGN_WORDS[sign]}</b>` : nothing}</span>`;
}

/** @param {import("../core/clock.js").TimeLeft} clock what the ring shows; in whole seconds for readers who want no motion */
function shareOf(clock) {
  const ms = shownTime(clock);
  return isStill() && ms > 0 ? Math.min(1, (clock.share * Math.ceil(ms / 1000) * 1000) / ms) : clock.share;
}

/** @param {App} app @param {number} seat */
const dealerDisc = ({ model }, seat) =>
  model.view?.dealer === seat ? html`<span class="dealer" role="img" aria-label=${t("Dealer")}>${t("D")}</span>` : nothing;

/** @param {App} app */
const most = ({ model }) => Number(model.game?.ruleset.lives ?? 10) || 10;

/**
 * Lives of a seat; what it just lost stays hatched for a moment.
 * @param {App} app
 * @param {number} seat
 * @param {number} lives
 */
function livesOf(app, seat, lives) {
  const hurt = app.ui.hurt[seat];
  return livesView(lives, { most: most(app), before: hurt && hurt.until > app.ui.now ? hurt.before : lives });
}

/**
 * The plate of another seat.
 * @param {App} app
 * @param {number} seat
 */
export function plate(app, seat) {
  const { model } = app;
  const info = model.seats[seat];
  const shown = model.view?.seats[seat];
  if (!info || !shown) return nothing;
  const state = seatWords(model, seat, app.ui.now);
  const turn = model.view?.turn === seat && model.view?.phase !== "over";
  const words = state.words || (model.view?.dealer === seat ? t("Dealer") : "");
  return html`<div class="plate" data-status=${shown.status} data-turn=${turn ? "" : nothing}
    data-tone=${state.tone || nothing} data-sign=${state.sign || nothing} data-seat=${seat}>
    ${faceOf(app, seat, state)}
    <p class="seat-name" data-long=${info.name.length > 11 ? "" : nothing}>${info.name}</p>
    <p class="seat-kind">${info.kind === "ai" ? icon("ai") : nothing}<span>${rankOf(model, info)}</span></p>
    <span class="backs" data-backs=${seat} role="img" aria-label=${cardsInHand(shown.cards)}>${
      shown.status === "standing"
        ? Array.from({ length: shown.cards }, () => backView({ size: "back" }))
        : shown.status === "surrendered" ? backView({ size: "back" }) : nothing
    }</span>
    ${livesOf(app, seat, shown.lives)}
    <p class="seat-status">${repeat([words], (each) => each, (each) => html`${each}`)}</p>
    ${dealerDisc(app, seat)}${seatTalk(app, seat)}
  </div>`;
}

/**
 * The seat at the near side: the own one, or the one a watcher follows.
 * @param {App} app
 */
export function nearSeat(app) {
  const { model } = app;
  const seat = nearSeatOf(model);
  const info = model.seats[seat];
  const shown = model.view?.seats[seat];
  if (!info || !shown) return nothing;
  const state = seatWords(model, seat, app.ui.now);
  const own = model.you === seat;
  const told = shown.status !== "standing" || state.sign === "ai" || state.sign === "away" || (!own && !!state.tone);
  return html`<div class="near" data-status=${shown.status} data-tone=${state.tone || nothing}
    data-sign=${state.sign || nothing} data-told=${told ? "" : nothing} data-seat=${seat}>
    ${faceOf(app, seat, state)}
    <p class="seat-name" data-long=${info.name.length > 11 ? "" : nothing}><span>${info.name}</span>${own ? html` <span class="me">${t("you")}</span>` : nothing}</p>
    <p class="seat-kind">${told ? state.words : rankOf(model, info)}</p>
    ${livesOf(app, seat, shown.lives)}
    ${dealerDisc(app, seat)}${seatTalk(app, seat)}
  </div>`;
}

/** @param {App} app the other seats in turn order, with where they sit */
export function others({ model }) {
  const where = spots(model.seats.length, nearSeatOf(model));
  return turnOrder(model.seats.length, nearSeatOf(model))
    .slice(1)
    .map((seat) => ({ seat, spot: where[seat] }));
}
