/** The plates of the seats: name, lives, cards in hand, who deals. */

import { html, nothing, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { seatChat } from "../../games/table/chat/view.js";
import { backView, cardsInHand, iconView, rankOf } from "../../games/table/parts/parts.js";
import { nearSeatOf } from "../../games/table/seats/order.js";
import { faceOf } from "../../games/table/seats/seats.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { livesIn, hasRing } from "./fight.js";
import { livesView, mostLives } from "./parts.js";
import { plateWords } from "./text.js";

/** @typedef {import("./protocol.js").App} App */

/** @param {App} app @param {number} seat */
const dealerDisc = ({ model }, seat) =>
  model.view?.dealer === seat
    ? html`<span class="dealer" role="img" aria-label=${t("Dealer")}>${t("D")}</span>`
    : nothing;

/**
 * The lives of a seat; those just lost stay hatched for a moment.
 * @param {App} app
 * @param {number} seat
 * @param {number} lives
 */
function livesOf(app, seat, lives) {
  const fight = livesIn(app.model, seat);
  if (fight) return livesView(fight.lives, { most: mostLives(app.model), before: fight.before });
  const hurt = app.ui.own.hurt[seat];
  return livesView(lives, {
    most: mostLives(app.model),
    before: hurt && hurt.until > app.ui.now ? hurt.before : lives,
  });
}

/**
 * The lives that a seat loses, large, while they break.
 * @param {App} app
 * @param {number} seat
 */
function lossOf({ model }, seat) {
  const fight = livesIn(model, seat);
  return fight && fight.lives < fight.before
    ? html`<b class="num loss" aria-hidden="true">${plainNumber(fight.lives - fight.before)}</b>`
    : nothing;
}

/**
 * A seat's part in the end of a match: its player fell, won, or called the fight.
 * @param {App} app
 * @param {number} seat
 */
function partIn({ model }, seat) {
  const { fight } = model.own;
  if (!fight) return nothing;
  if (livesIn(model, seat)?.falls) return "falls";
  if (hasRing(fight, seat)) return "won";
  return fight.over.caller === seat ? "calls" : nothing;
}

/**
 * The plate of another seat.
 * @param {App} app
 * @param {number} seat
 */
export function plateView(app, seat) {
  const { model } = app;
  const info = model.seats[seat];
  const player = model.view?.seats[seat];
  if (!info || !player) return nothing;
  const state = plateWords(model, seat, app.ui.now);
  const turn = model.view?.turn === seat && model.view?.phase !== "over";
  const words = state.words || (model.view?.dealer === seat ? t("Dealer") : "");
  return html`<div class="plate" data-status=${player.status} data-turn=${turn ? "" : nothing}
    data-tone=${state.tone || nothing} data-sign=${state.sign || nothing} data-noted=${words ? "" : nothing} data-seat=${seat} data-part=${partIn(app, seat)}>
    ${faceOf(app, seat, state)}
    <p class="seat-name" data-long=${info.name.length > 11 ? "" : nothing}>${info.name}</p>
    <p class="seat-kind">${info.kind === "ai" ? iconView("ai") : nothing}<span>${rankOf(model, info)}</span></p>
    <span class="backs" data-backs=${seat} role="img" aria-label=${cardsInHand(player.cards)}>${
      player.status === "standing"
        ? Array.from({ length: player.cards }, () => backView({ size: "back" }))
        : player.status === "surrendered"
          ? backView({ size: "back" })
          : nothing
    }</span>
    ${livesOf(app, seat, player.lives)}
    <p class="seat-status">${repeat(
      [words],
      (text) => text,
      (text) => html`${text}`,
    )}</p>
    ${dealerDisc(app, seat)}${lossOf(app, seat)}${seatChat(app, seat)}
  </div>`;
}

/**
 * The plate of the near seat: the reader's own, or the one a spectator follows.
 * @param {App} app
 */
export function nearSeat(app) {
  const { model } = app;
  const seat = nearSeatOf(model);
  const info = model.seats[seat];
  const player = model.view?.seats[seat];
  if (!info || !player) return nothing;
  const state = plateWords(model, seat, app.ui.now);
  const own = model.you === seat;
  const speaks =
    player.status !== "standing" ||
    state.sign === "ai" ||
    state.sign === "away" ||
    (!own && !!state.tone);
  return html`<div class="near" data-status=${player.status} data-tone=${state.tone || nothing}
    data-sign=${state.sign || nothing} data-noted=${speaks ? "" : nothing} data-seat=${seat} data-part=${partIn(app, seat)}>
    ${faceOf(app, seat, state)}
    <p class="seat-name" data-long=${info.name.length > (own ? 8 : 11) ? "" : nothing}><span>${info.name}</span>${own ? html` <span class="me">${t("you")}</span>` : nothing}</p>
    <p class="seat-kind">${speaks ? state.words : rankOf(model, info)}</p>
    ${livesOf(app, seat, player.lives)}
    ${dealerDisc(app, seat)}${lossOf(app, seat)}${seatChat(app, seat)}
  </div>`;
}
