/** A ranked table before the deal: who is here, who is missing, and the question before leaving. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t, tn } from "../../../density/words.js";
import { optionWords } from "../parts/options.js";
import { avatarView, iconView, rankOf } from "../parts/parts.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("../state/model.js").Model} Model
 */

/** Whether a ranked table still waits for its players. @param {Model} model */
export const isGathering = ({ game }) => !!game?.rated && game.status === "open";

/** How many players the table waits for, in words. @param {Model} model */
function gatheringWords({ seats }) {
  const away = seats.filter((seat) => seat.kind === "empty" || seat.state === "away").length;
  return away === 0
    ? t("Everyone is here")
    : tn("Waiting for {count} player", "Waiting for {count} players", away);
}

/** @param {App} app */
export function gatheringView(app) {
  const { model } = app;
  const seated = model.you !== null;
  return html`<div class="waiting">
    <header><h1>${gatheringWords(model)}</h1>
    <p class="waiting-for" role="status">${
      seated
        ? t(
            "The cards are dealt once everyone has this page open. If someone doesn’t show up, you keep your place in the queue.",
          )
        : t("This is a ranked table. The game starts when all its players are here.")
    }</p></header>
    <ul class="table-options" aria-label=${t("Table options")}><li class="pill ranked-pill">${t("Ranked")}</li>${
      model.game
        ? optionWords({ ...model.game, access: "" }, app.game).map(
            (words) => html`<li class="pill">${words}</li>`,
          )
        : nothing
    }</ul>
    <ol class="waiting-seats">${model.seats.map((seat) => rowView(model, seat))}</ol>
    <div class="buttons">${
      seated
        ? html`<button type="button" class="button quiet" data-do="decline" @click=${() => app.open("leave")}>${iconView("leave")}${t("Leave the table")}</button>`
        : html`<a class="button" href=${app.queueUrl}>${t("Go to the queue")}</a>`
    }</div>
  </div>`;
}

/** @param {Model} model @param {import("../state/protocol.js").SeatInfo} seat */
function rowView(model, seat) {
  const here = seat.kind !== "empty" && seat.state !== "away";
  return html`<li data-kind=${seat.kind} data-away=${here ? nothing : ""} data-here=${here ? "" : nothing} data-seat=${seat.seat}>
    ${seat.kind === "empty" ? html`<span class="seat-hole" aria-hidden="true"></span>` : avatarView(seat)}
    <span class="waiting-name"><b>${seat.kind === "empty" ? t("Left") : seat.name}</b>${seat.seat === model.you ? html` <span class="me">${t("you")}</span>` : nothing}
      ${seat.kind === "empty" ? nothing : html`<small class="hint">${rankOf(model, seat)}</small>`}</span>
    <span class="seat-here">${here ? html`${iconView("check")}${t("Here")}` : seat.kind === "empty" ? nothing : t("Coming")}</span>
  </li>`;
}

/** The question before a player declines a ranked table. @param {App} app */
export const declineView = (app) => html`<h2>${t("Leave this table?")}</h2>
  <p>${t("If you leave, everyone else goes back to the queue, and you get a strike.")}</p>
  <p class="hint">${t("The first strike is a warning. Each one after that blocks ranked play for longer: 10 minutes, 30 minutes, 2 hours and more.")}</p>
  <div class="two-buttons">
    <button type="button" class="button" autofocus data-do="stay" @click=${() => app.close()}>${t("Stay")}</button>
    <button type="button" class="button stake" data-do="leave-now" ?disabled=${!app.online} @click=${() => app.leaveGame()}>${t("Leave")}</button>
  </div>`;
