/** The whole page, drawn from the model. */

import { renderLive } from "../../live.js";
import { html } from "../../../density/vendor/lit-html/lit-html.js";
import { bannerView } from "./banners.js";
import { barView } from "./bar.js";
import { isWriting } from "../chat/exchange.js";
import { chatAnnouncer } from "../chat/view.js";
import { dialogView } from "./dialogs.js";
import { keepReading, noteReading } from "../parts/reading.js";
import { sidePanel } from "./side.js";
import { waitingView } from "./waiting.js";

/** @typedef {import("../page/app.js").App} App */

/**
 * Draws bar and table into their places.
 * @param {App} app
 * @param {HTMLElement} bar
 * @param {HTMLElement} root
 */
export function drawPage(app, bar, root) {
  takeServerContent(bar);
  renderLive(barView(app), bar);
  drawTable(app, root);
}

/**
 * Draws the table alone, for a page with a bar of its own.
 * @param {App} app
 * @param {HTMLElement} root
 */
export function drawTable(app, root) {
  noteReading(root);
  const field = isWriting() ? document.activeElement : null;
  renderLive(tableView(app, takeServerContent(root)), root);
  isInterrupted ||= !!field && !field.isConnected;
  if (isInterrupted) writeOn(app, root);
  // in the next frame, which computes the layout anyway
  requestAnimationFrame(() => keepReading(root));
}

/** Whether the field that the reader wrote in is gone, and the new one is still missing. */
let isInterrupted = false;

/** Focuses the redrawn field of a reader who is writing, so that keys do not go to the table. @param {App} app @param {HTMLElement} root */
function writeOn(app, root) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll(".say-field"));
  const field = [...fields].find((candidate) => candidate.getClientRects().length);
  // the side panel is drawn after the table
  isInterrupted = !field && !app.stands;
  if (!field || document.activeElement?.closest("dialog, input, select")) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}

/** @type {Map<HTMLElement, ChildNode[]>} */
const serverContent = new Map();

/**
 * Takes the server's content out of an element before the first drawing, and returns it.
 * @param {HTMLElement} place
 */
function takeServerContent(place) {
  const content = serverContent.get(place) ?? [...place.childNodes];
  if (!serverContent.has(place)) place.replaceChildren();
  serverContent.set(place, content);
  return content;
}

/**
 * @param {App} app
 * @param {ChildNode[]} loading the server's placeholder, shown until the first message
 */
function tableView(app, loading) {
  const { view } = app.model;
  return html`${bannerView(app)}${
    view ? app.game.table(app) : app.model.game ? openingView(app) : loading
  }${dialogView(app)}${chatAnnouncer(app)}`;
}

/**
 * The table before the start, and the chat beside it.
 * @param {App} app
 */
const openingView = (app) =>
  html`${waitingView(app)}<aside class="side">${sidePanel(app, "side")}</aside>`;
