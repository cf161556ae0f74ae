/** Sentences with a button: notices over the table, and offers in place of the moves. */

import { html, nothing, repeat } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { noticesOf, offersOf } from "./offers.js";
import { isOut, outView } from "./out.js";
import { iconView } from "../parts/parts.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("./offers.js").Notice} Notice
 * @typedef {import("./offers.js").Offer} Offer
 */

/** @param {App} app */
export function bannerView(app) {
  const notices = noticesOf(app.model, app.ui, app.game);
  return html`<div class="table-banners">${repeat(
    notices,
    ({ name }) => name,
    (notice) => bannerOf(app, notice, "table-banner"),
  )}</div>`;
}

/** The view in place of the moves, or null without one. @param {App} app @returns {unknown} */
export function offersView(app) {
  const offers = offersOf(app.model, app.ui);
  if (!offers.length) return isOut(app) ? outView(app) : null;
  return html`<div class="moves offers" role="group" aria-label=${t("Seats")}>${repeat(
    offers,
    ({ name }) => name,
    (notice) => bannerOf(app, notice, "offer"),
  )}</div>`;
}

/**
 * @param {App} app
 * @param {Notice} notice
 * @param {string} place
 */
const bannerOf = (app, { name, tone, sign, lead, words, action }, place) =>
  html`<div class="banner ${place} ${tone}" data-notice=${name}>${iconView(sign)}<span>${lead ? html`<b>${lead}</b> ` : nothing}${words}</span>${
    action
      ? html`<button type="button" class="button ${place === "offer" && !ENDING.includes(action.does) ? "go" : ""}" data-do=${action.does}
      ?disabled=${needsLine(action) && !app.online} @click=${() => carryOut(app, action)}>${action.label}</button>`
      : nothing
  }</div>`;

/** The offers without emphasis. */
const ENDING = ["end", "play-on"];

/** @param {Offer} action */
const needsLine = ({ does }) => does !== "retry" && does !== "reload";

/** @param {App} app @param {Offer} action */
function carryOut(app, { does, seat = 0 }) {
  switch (does) {
    case "retry":
      return app.socket.retry();
    case "reload":
      return location.reload();
    case "end":
      return app.open("end");
    case "play-on":
      return app.ask({ type: "end", on: false });
    case "stand-in":
    case "substitute":
      return app.ask({ type: does, seat });
    default:
      return app.ask({ type: does });
  }
}
