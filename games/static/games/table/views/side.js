/** The lower half of the side panel, which is a sheet on small screens: log, chat, seen cards. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { chatPanel, chatSheetFoot, chatFoot } from "../chat/view.js";
import { logPanel } from "./log.js";
import { isOn } from "../settings/settings.js";
import { isReadToTheEnd } from "../parts/reading.js";
import { hasCompany, countUnread } from "../chat/lines.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {"log" | "chat" | "seen"} Tab
 */

/** @type {Tab[]} */
const TABS = ["log", "chat", "seen"];

/** @param {App} app @param {Tab} tab */
const wordOf = ({ game }, tab) =>
  tab === "log" ? t("Log") : tab === "chat" ? t("Chat") : game.cards.label;

/** Whether the chat is shown: there is company, and the setting is on. @param {App} app */
export const hasChat = ({ model }) => isOn("talk") && hasCompany(model);

/** The available tabs, in order. @param {App} app */
const tabsOf = (app) =>
  TABS.filter((tab) => (tab === "chat" ? hasChat(app) : app.model.view !== null));

/** The tab that is shown. @param {App} app */
function shownTab(app) {
  const tabs = tabsOf(app);
  return tabs.includes(app.ui.tab) ? app.ui.tab : tabs[0];
}

/**
 * The panel beside the table on wide screens, drawn a task after the table.
 * @template {import("../state/protocol.js").Types} G
 * @param {import("../page/app.js").App<G>} app
 * @param {(app: import("../page/app.js").App<G>) => unknown} above the game's view above the tabs
 */
export const sideView = (app, above) =>
  html`<aside class="side">${app.stands ? html`${above(app)}${sidePanel(app, "side")}` : nothing}</aside>`;

/**
 * The tabs and the panel of the chosen one.
 * @param {App} app
 * @param {"side" | "sheet"} place where the tabs are; both may be on the page at once
 */
export function sidePanel(app, place) {
  const openTab = shownTab(app);
  if (!openTab) return nothing;
  return html`<div class="tabs" role="tablist" aria-label=${t("Log, chat and cards")} @keydown=${(/** @type {KeyboardEvent} */ event) => moveTab(app, event)}>${tabsOf(
    app,
  ).map(
    (
      tab,
    ) => html`<button type="button" role="tab" id="${place}-tab-${tab}" data-tab=${tab} aria-controls="${place}-panel"
        aria-selected=${tab === openTab ? "true" : "false"} tabindex=${tab === openTab ? 0 : -1} @click=${() => chooseTab(app, tab)}>${wordOf(app, tab)}${
          tab === "chat" ? unreadCount(app) : nothing
        }</button>`,
  )}</div>
    <div class="tab-panel" role="tabpanel" id="${place}-panel" aria-labelledby="${place}-tab-${openTab}">${tabPanel(app, openTab)}</div>
    ${place === "side" ? chatFoot(app) : openTab === "chat" ? chatSheetFoot(app) : nothing}`;
}

/** @param {App} app @param {Tab} tab */
function tabPanel(app, tab) {
  if (tab === "chat") return chatPanel(app);
  return tab === "seen" ? app.game.cards.view(app) : logPanel(app);
}

/**
 * The number of unread lines, on the control that opens the chat.
 * @param {App} app
 */
export function unreadCount({ model, ui }) {
  const lines = isOn("talk") ? countUnread(model, ui.chat.heard) : 0;
  return lines
    ? html` <b class="count">${lines}<span class="sr-only"> ${t("unread")}</span></b>`
    : nothing;
}

/** @param {App} app @param {Tab} tab */
export function chooseTab(app, tab) {
  app.ui.tab = tab;
  app.redraw();
}

/**
 * Has arrow keys go from tab to tab.
 * @param {App} app @param {KeyboardEvent} event
 */
function moveTab(app, event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const tabs = tabsOf(app);
  const next = tabs[(tabs.indexOf(shownTab(app)) + step + tabs.length) % tabs.length];
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  chooseTab(app, next);
  /** @type {HTMLElement | null} */ (list.querySelector(`[data-tab="${next}"]`))?.focus();
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Goes to a tab, for the keys L and C: focuses the side panel if it is visible, else toggles the sheet.
 * @param {App} app @param {HTMLElement} root @param {Tab} tab
 */
export function goTo(app, root, tab) {
  if (!tabsOf(app).includes(tab)) return;
  const side = root.querySelector(".side");
  const isSameTab = app.ui.tab === tab;
  chooseTab(app, tab);
  if (!side?.getClientRects().length) {
    if (isSameTab) app.toggle("log");
    else app.open("log");
    return;
  }
  app.drawNow();
  const target =
    tab === "chat"
      ? (side.querySelector(".say-field") ?? side.querySelector(".chat-lines"))
      : side.querySelector("#log-list");
  /** @type {HTMLElement | null} */ (target)?.focus();
}

/**
 * Whether the newest lines of the chat are on the screen.
 * @param {App} app @param {HTMLElement} root
 */
export const showsChat = (app, root) =>
  shownTab(app) === "chat" &&
  isReadToTheEnd("chat") &&
  (app.ui.panel === "log" || !!root.querySelector(".side")?.getClientRects().length);
