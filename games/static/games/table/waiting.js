/** The table before the start: who sits, the link to share, what the host may do, the sealing. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { avatar, icon, kindOf } from "./parts.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function waitingView(app) {
  const { model } = app;
  const { game } = model;
  if (!game) return nothing;
  const sealing = game.status === "sealing";
  const free = model.seats.filter(({ kind }) => kind === "empty").length;
  const host = model.you !== null && game.host === model.you && !sealing;
  return html`<div class="waiting">
    <h1>${sealing ? "Sealing the deal" : "Waiting for players"}</h1>
    <p class="quiet">${sealing
      ? "Every browser adds its own random bytes, so nobody can steer the cards. The first match starts in a moment."
      : `The game starts by itself when all ${model.seats.length} seats are filled.`}</p>
    ${sealing ? nothing : share(app)}
    <ol class="waiting-seats">${model.seats.map((seat) => row(app, seat, host))}</ol>
    <div class="buttons">
      ${host && free ? html`<button type="button" class="button go" data-do="fill" @click=${() => app.ask({ type: "fill", level: "medium" })}
        >${icon("ai")}Fill with AI and start</button>` : nothing}
      ${model.you === null && free && !sealing ? joinForm(app) : nothing}
      ${model.you !== null && !sealing ? html`<button type="button" class="button" data-do="leave" @click=${() => leave(app)}>${icon("leave")}Leave the table</button>` : nothing}
    </div>
    ${model.you === null && !free ? html`<p class="quiet">The table is full. You are watching.</p>` : nothing}
  </div>`;
}

/** @param {App} app */
function share(app) {
  const address = new URL(app.model.game?.url ?? location.pathname, location.href).href;
  return html`<div class="share-link"><label for="share-link">Send this link to your friends</label>
    <div class="share-row"><input id="share-link" readonly .value=${address} @focus=${(/** @type {FocusEvent} */ event) =>
      /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" class="button" data-do="copy" @click=${() => copy(app, address)}>${icon(app.ui.copied ? "check" : "copy")}${
      app.ui.copied ? "Copied" : "Copy link"}</button></div></div>`;
}

/**
 * Copies where the browser allows it; elsewhere the address is selected, ready for the keys.
 * @param {App} app
 * @param {string} address
 */
async function copy(app, address) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("share-link"));
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    field?.select();
    if (!document.execCommand("copy")) return;
  }
  app.ui.copied = true;
  app.redraw();
  setTimeout(() => {
    app.ui.copied = false;
    app.redraw();
  }, 2500);
}

/**
 * @param {App} app
 * @param {import("./protocol.js").SeatInfo} seat
 * @param {boolean} host
 */
function row(app, seat, host) {
  const { game, you, fair } = app.model;
  const empty = seat.kind === "empty";
  const own = seat.seat === you;
  const pledged = game?.status === "sealing" && !!fair?.pledges[seat.seat];
  return html`<li data-kind=${seat.kind} data-seat=${seat.seat}>
    ${empty ? html`<span class="seat-hole" aria-hidden="true"></span>` : avatar(seat)}
    <span class="waiting-name"><b>${empty ? "Free seat" : seat.name}</b>${own ? html` <span class="me">you</span>` : nothing}
      <small class="hint">${empty ? `Seat ${seat.seat + 1}` : `${kindOf(seat)}${game?.host === seat.seat ? ", host" : ""}`}</small></span>
    ${game?.status === "sealing" ? html`<span class="hint">${pledged ? "sealed" : "sealing"}</span>` : nothing}
    ${host && empty
      ? html`<span class="seat-tools"><button type="button" class="button" @click=${() => app.ask({ type: "seat-ai", seat: seat.seat, level: "easy" })}>${icon("ai")}Easy AI</button>
          <button type="button" class="button" @click=${() => app.ask({ type: "seat-ai", seat: seat.seat, level: "medium" })}>${icon("ai")}Medium AI</button></span>`
      : host && !own
        ? html`<button type="button" class="button quiet" @click=${() => app.ask({ type: "unseat", seat: seat.seat })}>Remove</button>`
        : nothing}
  </li>`;
}

/** @param {App} app */
const joinForm = (app) =>
  html`<form method="post" action=${app.joinUrl}><input type="hidden" name="csrfmiddlewaretoken" .value=${app.csrf}><button
    class="button go" data-do="join">${icon("plus")}Take a seat</button></form>`;

/** @param {App} app */
function leave(app) {
  app.ask({ type: "leave" });
}
