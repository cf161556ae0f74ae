/** The whole page from the model: which parts stand where; style decides how they look. */

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
  takenFrom(bar);
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
  renderLive(tableView(app, takenFrom(root)), root);
  interrupted ||= !!field && !field.isConnected;
  if (interrupted) writeOn(app, root);
  // in the next frame, which lays the page out anyway
  requestAnimationFrame(() => keepReading(root));
}

/** Whether the field that the reader wrote in is gone, and the new one is not there yet. */
let interrupted = false;

/** Keeps the keys of a reader who writes away from the table while the field is redrawn. @param {App} app @param {HTMLElement} root */
function writeOn(app, root) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll(".say-field"));
  const shown = [...fields].find((each) => each.getClientRects().length);
  // what stands beside the table comes after it
  interrupted = !shown && !app.stands;
  if (!shown || document.activeElement?.closest("dialog, input, select")) return;
  shown.focus({ preventScroll: true });
  shown.setSelectionRange(shown.value.length, shown.value.length);
}

/** @type {Map<HTMLElement, ChildNode[]>} */
const brought = new Map();

/**
 * The server's content of a place before the first drawing there, which begins empty.
 * @param {HTMLElement} place
 */
function takenFrom(place) {
  const taken = brought.get(place) ?? [...place.childNodes];
  if (!brought.has(place)) place.replaceChildren();
  brought.set(place, taken);
  return taken;
}

/**
 * @param {App} app
 * @param {ChildNode[]} loading the shape of the table, until the first message is here
 */
function tableView(app, loading) {
  const { view } = app.model;
  return html`${bannerView(app)}${
    view ? app.game.table(app) : app.model.game ? opening(app) : loading
  }${dialogView(app)}${chatAnnouncer(app)}`;
}

/**
 * The table before the start, and the chat beside it.
 * @param {App} app
 */
const opening = (app) =>
  html`${waitingView(app)}<aside class="side">${sidePanel(app, "side")}</aside>`;
