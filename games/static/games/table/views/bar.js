/** The bar above the table: where you are, the deal's seal, the connection, the switches. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { isGathering } from "./gathering.js";
import { iconView } from "../parts/parts.js";
import { isOn } from "../settings/settings.js";
import { loadLater, page } from "../state/later.js";
import { unreadCount, hasChat } from "./side.js";

/** @typedef {import("../page/app.js").App} App */

/** @type {Record<string, string>} */
const LINK_WORDS = {
  connecting: t("Connecting"),
  live: t("Live"),
  slow: t("Slow"),
  reconnecting: t("Reconnecting"),
  offline: t("Offline"),
  refused: t("Unreachable"),
  "signed-out": t("Logged out"),
};

/** @param {App} app */
export const barView = (app) => html`
  ${leaveControl(app, "bar-back", html`${iconView("back")}<span class="sr-only">${t("Leave the table")}</span>`)}
  <a class="wordmark" href="/">${iconView("mark")}<span class="sr-only">${t("Density Deck, home")}</span><span aria-hidden="true"
    ><i>D</i><i>e</i><i>n</i><i>s</i><i>i</i><i>t</i><i>y</i><i>Deck</i></span></a>
  ${placeView(app)}
  <div class="bar-end">
    ${watchersView(app)} ${sealView(app)} ${linkView(app)}
    <button type="button" class="button quiet square bar-wide" aria-pressed=${isOn("sound") ? "true" : "false"}
      @click=${() => app.toggleSound()}>${iconView(isOn("sound") ? "sound" : "mute")}<span class="sr-only">${t("Sound")}</span></button>
    <button type="button" class="button quiet square bar-wide" @click=${() => app.toggle("keys")}
      >${iconView("keys")}<span class="sr-only">${t("Keys")}</span></button>
    <button type="button" class="button quiet square bar-wide" @click=${() => app.toggle("settings")}
      >${iconView("gear")}<span class="sr-only">${t("Settings")}</span></button>
    <button type="button" class="button quiet square bar-narrow bar-talk" @click=${() => openTalk(app)}
      >${iconView(hasChat(app) ? "chat" : "log")}<span class="sr-only">${hasChat(app) ? t("Chat, log and settings") : t("Log and settings")}</span>${unreadCount(app)}</button>
    ${leaveControl(app, "button quiet bar-wide", html`${iconView("leave")}${t("Leave")}`)}
  </div>`;

/**
 * The way out: players of a running game, or at a ranked table, are asked first; for others it is a
 * link.
 * @param {App} app
 * @param {string} style
 * @param {unknown} content
 */
export function leaveControl(app, style, content) {
  const { game, you, view } = app.model;
  const seated =
    (game?.status === "playing" || isGathering(app.model)) &&
    you !== null &&
    view?.phase !== "over";
  return seated
    ? html`<button type="button" class=${style} data-do="leave-game" @click=${() => app.open("leave")}>${content}</button>`
    : html`<a class=${style} href="/">${content}</a>`;
}

/** Opens the sheet of a small screen, at the chat where there is one. @param {App} app */
function openTalk(app) {
  if (hasChat(app)) app.ui.tab = "chat";
  app.toggle("log");
}

/** How many people watch. @param {App} app */
function watchersView({ model: { watchers } }) {
  if (!watchers) return nothing;
  return html`<span class="pill watching">${iconView("eye")}<b>${watchers}</b><span class="bar-wide">${t("watching")}</span><span
    class="sr-only bar-narrow">${t("watching")}</span></span>`;
}

/** @param {App} app */
function placeView(app) {
  const { game, view, own } = app.model;
  if (!game) return html`<div class="bar-place"></div>`;
  const kind = html`<b>${game.rated ? t("Ranked") : t("Casual")}</b>`;
  if (!view) return html`<div class="bar-place">${kind}</div>`;
  const { long, short } = app.game.place(view, kind, own);
  return html`<div class="bar-place"><span class="bar-match">${long}</span><span class="bar-stake">${
    view.phase === "over" ? html`<span><b>${t("The game is over")}</b></span>` : short
  }</span></div>`;
}

/** @param {App} app */
function sealView(app) {
  const { fair } = app.model;
  if (!fair?.commitment) return nothing;
  const { seal } = page;
  const open = app.ui.panel === "seal";
  const isSealed = fair.stage === null || fair.stage === "dealt";
  const words = seal?.words ?? (isSealed ? t("Deal sealed") : t("Sealing the deal"));
  const press = () => {
    loadLater();
    app.toggle("seal");
  };
  return html`<div class="pop-root" data-pops><button type="button" class="pill ${seal?.state === "differs" ? "harm" : ""}" data-seal=${seal?.state ?? "sealed"}
      aria-expanded=${open ? "true" : "false"} aria-controls="seal" @click=${press}>${iconView(seal?.icon ?? "seal")}<span
      class="bar-wide">${words}</span><span class="sr-only bar-narrow">${words}</span></button>
    ${
      open
        ? html`<div class="pop" id="seal" role="dialog" aria-label=${words}><h2>${words}</h2>${seal?.view() ?? nothing}
          <button type="button" class="button" @click=${() => app.close()}>${t("Close")}</button></div>`
        : nothing
    }</div>`;
}

/** @param {App} app */
function linkView({ ui }) {
  const { state, ping } = ui.link;
  const live = state === "live" || state === "slow";
  return html`<span class="pill link" data-link=${state}><i class="dot"></i><span>${LINK_WORDS[state]}</span>${
    live && ping !== null
      ? html`<b class="bar-wide">${t("{count} ms", { count: ping })}</b>`
      : nothing
  }</span>`;
}
