/** The table before the start: its options, the link to share, its seats and the host’s tools. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { clockWords } from "../state/clock.js";
import { gatheringView, isGathering } from "./gathering.js";
import { WORDS } from "../text/messages.js";
import { copyWords } from "../parts/copying.js";
import { GUARD } from "../state/moves.js";
import { levelName, optionWords, waitingWords } from "../parts/options.js";
import { avatarView, iconView, rankOf } from "../parts/parts.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("../state/protocol.js").SeatInfo} SeatInfo
 */

/** @param {App} app */
export function waitingView(app) {
  const { model } = app;
  const { game } = model;
  if (!game) return nothing;
  if (isGathering(model)) return gatheringView(app);
  const sealing = game.status === "sealing";
  const free = model.seats.filter(({ kind }) => kind === "empty").length;
  const fillable = model.seats.some((seat) => seat.kind === "empty" && !isKept(app, seat));
  const host = model.you !== null && game.host === model.you && !sealing;
  return html`<div class="waiting">
    <header><h1>${sealing ? t("Sealing the deal") : titleOf(app)}</h1>
    <p class="waiting-for" role="status">${
      model.barred
        ? html`<b>${WORDS.barred}</b> ${WORDS.barredForGood}`
        : sealing
          ? t(
              "Every browser adds its own random bytes, so no one can rig the cards. The game starts in a moment.",
            )
          : html`<b>${waitingWords(free)}</b> ${t("The game starts automatically when all {count} seats are filled.", { count: model.seats.length })}`
    }</p></header>
    <ul class="table-options" aria-label=${t("Table options")}>${optionWords(game, app.game).map((words) => html`<li class="pill">${words}</li>`)}</ul>
    ${sealing || model.you === null ? nothing : shareView(app)}
    <ol class="waiting-seats">${model.seats.map((seat) => rowView(app, seat, host))}</ol>
    <div class="buttons">
      ${host && fillable ? aiTools(app) : nothing}
      ${model.you === null && free && !sealing && !model.barred ? joinForm(app) : nothing}
      ${model.barred ? html`<a class="button go" href=${app.tablesUrl}>${t("Other tables")}</a>` : nothing}
      ${model.you !== null && !sealing ? html`<button type="button" class="button quiet" data-do="leave" @click=${() => app.ask({ type: "leave" })}>${iconView("leave")}${t("Leave the table")}</button>` : nothing}
    </div>
    ${model.you === null && !free ? html`<p class="quiet">${t("The table is full. You’re watching.")}</p>` : nothing}
  </div>`;
}

/** @param {App} app */
function titleOf({ model: { game, seats, you } }) {
  if (game?.title) return game.title;
  const host = game?.host ?? null;
  if (host !== null && host === you) return t("Your table");
  if (host === null || seats[host]?.unnamed) return t("Open table");
  return t("{host}’s table", { host: seats[host]?.name ?? "" });
}

/** @param {App} app */
const linkAddress = ({ model }) =>
  new URL(model.game?.url ?? location.pathname, location.href).href;

/** @param {App} app */
function shareView(app) {
  return html`<div class="share-link"><label for="share-link">${t("Share this link with your friends")}</label>
    <div class="share-row"><input id="share-link" readonly .value=${linkAddress(app)} @focus=${(
      /** @type {FocusEvent} */ event,
    ) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" class="button" data-do="copy" @click=${() => copyLink(app)}>${iconView(app.ui.copied ? "check" : "copy")}<span role="status">${
      app.ui.copied ? t("Copied") : t("Copy link")
    }</span></button></div></div>`;
}

/** @param {App} app */
async function copyLink(app) {
  if (!(await copyWords(linkAddress(app)))) return;
  app.ui.copied = true;
  app.redraw();
  setTimeout(() => {
    app.ui.copied = false;
    app.redraw();
  }, 2500);
}

/**
 * Opens the phone's share sheet with the link, or copies the link where there is none.
 * @param {App} app
 */
async function inviteFriends(app) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copyLink(app);
  try {
    await navigator.share({ title: "Density Deck", url: linkAddress(app) });
  } catch {
    // the reader closed the sheet
  }
}

/**
 * @param {App} app
 * @param {SeatInfo} seat
 * @param {boolean} host
 */
function rowView(app, seat, host) {
  const { game, you, fair } = app.model;
  const empty = seat.kind === "empty";
  const away = seat.state === "away";
  const pledged = game?.status === "sealing" && !!fair?.pledges[seat.seat];
  return html`<li data-kind=${seat.kind} data-away=${away ? "" : nothing} data-seat=${seat.seat}>
    ${empty ? html`<span class="seat-hole" aria-hidden="true"></span>` : avatarView(seat)}
    <span class="waiting-name"><b>${empty ? emptyWords(app, seat) : seat.name}</b>${seat.seat === you ? html` <span class="me">${t("you")}</span>` : nothing}
      <small class="hint">${empty ? t("Seat {number}", { number: seat.seat + 1 }) : rankOf(app.model, seat)}</small></span>
    ${!empty && game?.host === seat.seat ? html`<span class="tag-quiet">${t("Host")}</span>` : nothing}
    ${away ? html`<span class="tag-quiet">${t("Away")}</span>` : nothing}
    ${game?.status === "sealing" ? html`<span class="hint">${pledged ? t("sealed") : t("sealing")}</span>` : nothing}
    ${host ? seatTools(app, seat) : nothing}
  </li>`;
}

/**
 * The words for a free seat, or for one kept for a player of the previous game.
 * @param {App} app @param {SeatInfo} seat
 */
function emptyWords({ model, ui }, { seat, kept_for: name }) {
  const left = (model.keptUntil[seat] ?? 0) - ui.now;
  if (left <= 0) return t("Free seat");
  const time = clockWords(left);
  return name ? t("Reserved for {name}, {time}", { name, time }) : t("Reserved, {time}", { time });
}

/** @param {App} app @param {SeatInfo} seat */
const isKept = ({ model, ui }, { seat }) => (model.keptUntil[seat] ?? 0) > ui.now;

/**
 * The host's options for a seat.
 * @param {App} app @param {SeatInfo} seat
 */
function seatTools(app, seat) {
  if (seat.kind === "empty") {
    if (isKept(app, seat)) return nothing;
    return html`<span class="seat-tools"><button type="button" class="button" data-do="invite" @click=${() => inviteFriends(app)}>${iconView("link")}${t("Invite")}</button>
      <button type="button" class="button" data-do="seat-ai" @click=${() => app.ask({ type: "seat-ai", seat: seat.seat, level: app.ui.level })}>${iconView("ai")}${t("Add AI")}</button></span>`;
  }
  if (seat.seat === app.model.you) return nothing;
  if (seat.kind === "ai") {
    return html`<button type="button" class="button quiet" data-do="unseat" @click=${() => app.ask({ type: "unseat", seat: seat.seat })}>${t("Remove")}</button>`;
  }
  return html`<button type="button" class="button quiet" data-do="kick" @click=${() => askToKick(app, seat.seat)}>${t("Kick")}</button>`;
}

/** The level of new AI players, and the button that fills the table with them. @param {App} app */
const aiTools = (
  app,
) => html`<label class="ai-level">${t("AI level")} <select name="level" @change=${(
  /** @type {Event} */ event,
) => {
  app.ui.level = /** @type {HTMLSelectElement} */ (event.target).value;
}}>${app.levels.map(
  (level) =>
    html`<option value=${level} ?selected=${app.ui.level === level}>${Number(level) ? t("My level, {points}", { points: level }) : levelName(level)}</option>`,
)}</select></label>
  <button type="button" class="button go" data-do="fill" @click=${() => app.ask({ type: "fill", level: app.ui.level })}>${iconView("ai")}${t("Fill with AI and start")}</button>`;

/** @param {App} app @param {number} seat */
function askToKick(app, seat) {
  app.ui.kick = seat;
  app.open("kick");
}

/** @param {App} app */
function kickPlayer(app) {
  if (performance.now() - app.ui.panelAt < GUARD) return;
  app.ask({ type: "unseat", seat: app.ui.kick });
  app.close();
}

/**
 * The question before the host kicks a player.
 * @param {App} app
 */
export function kickView(app) {
  const name = app.model.seats[app.ui.kick]?.name ?? "";
  return html`<h2>${t("Kick {name}?", { name })}</h2>
    <p>${t("{name} leaves this table and can’t join it again.", { name })}</p>
    <div class="two-buttons">
      <button type="button" class="button" autofocus data-do="keep" @click=${() => app.close()}>${t("Cancel")}</button>
      <button type="button" class="button stake" data-do="kick-now" @click=${() => kickPlayer(app)}>${t("Kick")}</button>
    </div>`;
}

/** The form to join, which asks a visitor without a login for a name. @param {App} app */
const joinForm = (app) =>
  html`<form class="join-form" method="post" action=${app.joinUrl}><input type="hidden" name="csrfmiddlewaretoken" .value=${app.csrf}>${
    app.ui.known
      ? nothing
      : html`<label for="guest-name">${t("Your name at the table")}</label><input id="guest-name" name="name" required minlength="2" maxlength="16" autocomplete="nickname" spellcheck="false" value=${app.suggested}>`
  }<button
    class="button go" data-do="join">${iconView("plus")}${t("Join the table")}</button></form>`;
