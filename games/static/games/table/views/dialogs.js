/** The dialogs over the table: leaving, keys, sheets, settings. */

import { html, nothing, ref } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { leaveControl } from "./bar.js";
import { declineView, isGathering } from "./gathering.js";
import { keyOf } from "../parts/keymap.js";
import { mayEnd } from "./offers.js";
import { reportAnyone } from "../chat/view.js";
import { isOut } from "./out.js";
import { iconView, keyView } from "../parts/parts.js";
import { preferencesView } from "./settings_list.js";
import { isOn } from "../settings/settings.js";
import { sidePanel } from "./side.js";
import { kickView } from "./waiting.js";

/** @typedef {import("../page/app.js").App} App */

/**
 * Opens a dialog once it is on the page; the browser then keeps the focus inside, and restores it
 * at the end.
 * @param {Element | undefined} element
 */
const openDialog = (element) =>
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) {
      element.showModal();
      element.scrollTop = 0; // the focused button is at its end
    }
  });

/**
 * @param {App} app
 * @param {string} kind
 * @param {string} label
 * @param {unknown} content
 */
const dialogBox = (app, kind, label, content) =>
  html`<dialog class=${kind} aria-label=${label} ${ref(openDialog)} @cancel=${(
    /** @type {Event} */ event,
  ) => {
    event.preventDefault();
    app.close();
  }} @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && app.close()}>${content}</dialog>`;

/** @param {App} app */
export function dialogView(app) {
  switch (app.ui.panel) {
    case "leave":
      return isGathering(app.model)
        ? dialogBox(app, "dialog", t("Leave this table?"), declineView(app))
        : dialogBox(app, "dialog", t("Leave this game?"), leaveView(app));
    case "end":
      return app.model.end
        ? dialogBox(app, "dialog", t("End the game?"), endGame(app.model.end, app))
        : nothing;
    case "keys":
      return dialogBox(app, "dialog", t("Keys"), keyList(app));
    case "log":
      return dialogBox(
        app,
        "sheet-panel",
        t("Log, chat and cards"),
        html`${sheetHead(app)}${sidePanel(app, "sheet")}${switchesView(app)}`,
      );
    case "settings":
      return dialogBox(app, "dialog settings-dialog", t("Settings"), preferencesView(app));
    case "kick":
      return dialogBox(app, "dialog", t("Kick"), kickView(app));
    case null:
      return nothing;
    default:
      return ownDialog(app, app.ui.panel);
  }
}

/** Whether other people are at this table, or were at its end. @param {App} app */
const hasCompany = ({ model }) =>
  model.seats.some(
    ({ seat, kind, state }) =>
      seat !== model.you && kind !== "ai" && kind !== "empty" && state !== "abandoned",
  );

/** The dialog of a panel that only this game has. @param {App} app @param {string} panel */
function ownDialog(app, panel) {
  const own = app.game.dialog(app, panel);
  return own
    ? dialogBox(
        app,
        own.style,
        own.label,
        html`${own.sheet ? sheetHead(app) : nothing}${own.content}`,
      )
    : nothing;
}

/** @param {App} app */
const sheetHead = (app) =>
  html`<button type="button" class="button quiet square sheet-close" autofocus @click=${() => app.close()}>${iconView("close")}<span class="sr-only">${t("Close")}</span></button>`;

/** @param {App} app */
const switchesView = (app) => html`<div class="switches">
  <button type="button" class="button" @click=${() => app.open("settings")}>${iconView("gear")}${t("Settings")}</button>
  <button type="button" class="button" data-theme-toggle>${iconView("theme")}${t("Theme")}</button>
  ${reportAnyone(app)}
  ${leaveControl(app, "button", html`${iconView("leave")}${t("Leave")}`)}</div>`;

/** @param {App} app */
const keyList = (app) => html`<h2>${t("Keys")}</h2>
  ${isOn("shortcuts") ? nothing : html`<p class="hint">${t("Single-key shortcuts are off. Turn them on in the settings.")}</p>`}
  <dl class="key-list">${app.game.keys().map(([actions, does]) => html`<div><dt>${actions.map((action) => keyView(keyOf(action).toUpperCase()))}</dt><dd>${does}</dd></div>`)}
    <div><dt><kbd class="key">${iconView("back")}</kbd><kbd class="key">${iconView("next")}</kbd></dt><dd>${t("Previous and next step")}</dd></div>
    <div><dt>${keyView("Esc")}</dt><dd>${t("Close, clear selection")}</dd></div></dl>
  <div class="two-buttons"><button type="button" class="button" @click=${() => app.open("settings")}>${t("Settings")}</button>
  <button type="button" class="button" autofocus @click=${() => app.close()}>${t("Close")}</button></div>`;

/**
 * The question before the reader agrees to end the game; the last to agree ends it.
 * @param {import("../state/protocol.js").End} end
 * @param {App} app
 */
const endGame = ({ asked, agreed }, app) => html`<h2>${t("End the game?")}</h2>
  <p>${agreed.length + 1 < asked.length ? t("It ends when everyone still playing agrees.") : t("It ends now.")} ${app.game.standing()}</p>
  <div class="two-buttons">
    <button type="button" class="button" autofocus data-do="stay" @click=${() => app.close()}>${t("Keep playing")}</button>
    <button type="button" class="button stake" data-do="end-now" ?disabled=${!app.online} @click=${() => app.endGame()}>${t("End the game")}</button>
  </div>`;

/** The question before leaving, depending on what it costs this player. @param {App} app */
function leaveView(app) {
  if (isOut(app)) return goAway(app);
  return app.model.game?.rated || hasCompany(app) ? abandonView(app) : endAlone(app);
}

/** The question before a player who is out leaves, which costs nothing. @param {App} app */
const goAway = (app) => html`<h2>${t("Leave this game?")}</h2>
  <p>${t("You’re out, so leaving costs you nothing. You’ll find the result in your history once the game ends.")}</p>
  <div class="two-buttons">
    <button type="button" class="button" autofocus data-do="stay" @click=${() => app.close()}>${t("Stay")}</button>
    <button type="button" class="button" data-do="leave-now" ?disabled=${!app.online} @click=${() => leaveAndGo(app)}>${t("Leave")}</button>
  </div>`;

/** @param {App} app */
function leaveAndGo(app) {
  app.leaveGame();
  // the panel is closed once the request has been sent
  if (app.ui.panel === null) location.assign(app.tablesUrl);
}

/** The question before the last player ends an unrated game by leaving it. @param {App} app */
const endAlone = (app) => html`<h2>${t("Leave this game?")}</h2>
  <p>${t("You’re the last player, so the game ends and doesn’t count.")}</p>
  <p class="hint">${t("Only leaving for a moment? Close the page, and your seat will wait for you.")}</p>
  <div class="two-buttons">
    <button type="button" class="button" autofocus data-do="stay" @click=${() => app.close()}>${t("Stay")}</button>
    <button type="button" class="button stake" data-do="leave-now" ?disabled=${!app.online} @click=${() => leaveAndGo(app)}>${t("Leave")}</button>
  </div>`;

/** The question before a player gives up the seat. @param {App} app */
const abandonView = (app) => html`<h2>${t("Leave this game?")}</h2>
  <p>${t("An AI player takes over until the end. You can’t come back to your seat.")}</p>
  ${app.model.game?.rated ? html`<p>${t("This is a ranked game: you can’t gain from it anymore, and you get a strike.")}</p>` : nothing}
  <p class="hint">${t("Only leaving for a moment? Close the page, and your seat will wait for you.")}</p>
  ${
    mayEnd(app.model)
      ? html`<p>${t("Enough players have left that you can end the game instead.")}</p>
    <button type="button" class="button" data-do="end" @click=${() => app.open("end")}>${t("End the game")}</button>`
      : nothing
  }
  <div class="two-buttons">
    <button type="button" class="button" autofocus data-do="stay" @click=${() => app.close()}>${t("Stay")}</button>
    <button type="button" class="button stake" data-do="leave-now" ?disabled=${!app.online} @click=${() => app.leaveGame()}>${t("Leave")}</button>
  </div>`;
